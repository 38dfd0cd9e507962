"""What is final and what is overridden after a change of mind, by the core rules: short talks and near misses."""

import pytest
from talks import Dict, assistant, items, user, walk

from fastjev.labels import Status, Zone


def talk(*said: str) -> list[Dict]:
    """Messages that take turns; `A: ` marks the assistant's."""
    return [assistant(text[3:]) if text.startswith("A: ") else user(text) for text in said]


def standing(said: tuple[str, ...], status: Status) -> str:
    """All lines of the decision zone with a status, as one text."""
    found = [item.text.strip() for item in items(walk(talk(*said)), Zone.DECISIONS) if item.status == status]
    return "\n".join(found)


def final(*said: str) -> str:
    return standing(said, Status.FINAL)


def overridden(*said: str) -> str:
    return standing(said, Status.OVERRIDDEN)


WHERE = "A: 照片存哪？A) 本地磁盘 B) 对象存储"
LOCK = "A: Two ways: A) a lock file B) a database row. Which one?"


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        ((WHERE, "先 A 吧。等等，磁盘只剩 20G 了，用 B"), "先 A 吧", "用 B"),
        ((WHERE, "A 吧\n慢着，运维说磁盘下月就撤，那就 B"), "A 吧", "那就 B"),
        ((LOCK, "A please. Hold on, two hosts share it. So B."), "A please", "So B"),
        ((LOCK, "use a lock file. hmm wait, nfs locks are broken here. then B"), "use a lock file", "then B"),
        (("A: 图表库用 ECharts 还是 D3？", "用 ECharts 吧。不对，要自定义布局，还是换 D3"), "用 ECharts", "还是换 D3"),
        (
            ("A: Tabs or spaces?", "use tabs. wait, the linter wants spaces. so spaces then."),
            "use tabs",
            "so spaces then",
        ),
        (("A: 队列上 Kafka 还是 NATS？", "kafka 吧。hold on, ops 只管 NATS，那就换 NATS"), "kafka 吧", "那就换 NATS"),
    ],
    ids=["zh", "zh lines", "en", "en wait", "zh wrong", "en words", "mixed"],
)
def test_the_choice_before_a_turn_is_overridden(said: tuple[str, ...], old: str, new: str) -> None:
    assert old in overridden(*said)
    assert old not in final(*said)
    assert new in final(*said)


@pytest.mark.parametrize(
    ("said", "both"),
    [
        ((WHERE, "B 吧。等等，端口别写死，放到配置里"), ["B 吧"]),
        ((LOCK, "go with A. wait for the build before you push."), ["go with A"]),
        (("A: 列名、索引等等都要改，改吗？", "用 snake_case 吧。日志、缓存等等也改"), ["用 snake_case 吧"]),
        ((LOCK, "go with B please. Oh wait, is port 8080 free?"), ["go with B please"]),
        ((WHERE, "B 吧。等一下再部署，我先看看"), ["B 吧"]),
    ],
    ids=["another thing", "wait for", "and so on", "a question", "later"],
)
def test_what_is_no_turn_overrides_nothing(said: tuple[str, ...], both: list[str]) -> None:
    for quote in both:
        assert quote in final(*said)


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        (
            ("A: 三个方案：\n1. 轮询\n2. 长连接\n3. 推送网关", "2", "A: 连接数压不住，一台顶不了 5000。", "退回轮询吧"),
            "2",
            "退回轮询",
        ),
        (
            (
                "A: Options:\nA) ship a wheel\nB) a docker image",
                "B it is",
                "A: The registry needs a ticket.",
                "back to the wheel",
            ),
            "B it is",
            "back to the wheel",
        ),
        (
            ("A: 报表要么夜间导出，要么实时同步。", "实时同步吧", "A: 主库被拖慢了。", "算了还是夜间导出吧"),
            "实时同步",
            "还是夜间导出",
        ),
        (
            (
                "A: We could parse it with a grammar, or match it with a regex. Which?",
                "the regex please",
                "A: Nested brackets break it.",
                "back to a grammar then",
            ),
            "the regex",
            "a grammar",
        ),
        (
            ("A: A 用 Celery，B 自己写 worker。选哪个？", "走 B", "A: 重试写了三百行。", "换成 A 吧"),
            "走 B",
            "换成 A",
        ),
        (
            ("A: 去重两条路：A 布隆过滤器；B 唯一索引", "布隆过滤器", "A: 误判有 0.3%。", "不能误判，换成唯一索引那个"),
            "布隆过滤器",
            "唯一索引",
        ),
        (
            ("A: A) native sockets B) libcurl", "A, native it is.", "A: TLS 要自己做。", "ok 绕一圈，back to libcurl"),
            "native it is",
            "back to libcurl",
        ),
    ],
    ids=["zh numbered", "en lettered", "zh either", "en or", "letters", "zh lettered inline", "mixed, spelled out"],
)
def test_another_option_of_the_same_question_overrides(said: tuple[str, ...], old: str, new: str) -> None:
    assert old in overridden(*said)
    assert new in final(*said)


@pytest.mark.parametrize(
    ("said", "old"),
    [
        (("A: 报表要么夜间导出，要么实时同步。", "实时同步吧", "A: 好。", "日志还是放本地吧"), "实时同步吧"),
        (
            (
                "A: Options:\nA) ship a wheel\nB) a docker image",
                "B it is",
                "A: Done.",
                "back to the login page, it flickers",
            ),
            "B it is",
        ),
        (
            ("A: 方案：\n1. 轮询\n2. 长连接", "2", "A: 好了。", "超时改成 30 秒"),
            "2",
        ),
    ],
    ids=["another question", "another subject", "a value"],
)
def test_an_option_stands_where_something_else_changes(said: tuple[str, ...], old: str) -> None:
    assert old in final(*said)


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        (("A: 重试间隔定 10 秒，可以吗？", "可以，不过 5 秒就够"), "重试间隔定 10 秒", "5 秒就够"),
        (("A: 灰度按 20% → 50% → 100% 推，行吗？", "行，只是先 5%，再 50%、100%"), "20% → 50% → 100%", "先 5%"),
        (("A: I'd cache the tiles for 60 minutes. OK?", "yes, but 15 minutes"), "for 60 minutes", "15 minutes"),
        (("A: I'd cache the tiles for 60 minutes. OK?", "ok but 15"), "for 60 minutes", "ok but 15"),
    ],
    ids=["zh", "zh shares", "en", "en bare"],
)
def test_a_yes_with_another_value_is_the_choice(said: tuple[str, ...], old: str, new: str) -> None:
    assert old in overridden(*said)
    assert new in final(*said)


@pytest.mark.parametrize(
    ("said", "old"),
    [
        (("A: 重试间隔定 10 秒，可以吗？", "可以，不过日志只留 7 天"), "重试间隔定 10 秒"),
        (("A: 重试间隔定 10 秒，可以吗？", "可以，上传限制 20MB"), "重试间隔定 10 秒"),
        (("A: I'd cache the tiles for 60 minutes. OK?", "yes, and cap uploads at 20 MB"), "for 60 minutes"),
        (("A: I'd cache the tiles for 60 minutes. OK?", "yes, 60 minutes"), "for 60 minutes"),
    ],
    ids=["another thing", "another measure", "en", "the same value"],
)
def test_a_yes_beside_another_value_settles_the_proposal(said: tuple[str, ...], old: str) -> None:
    assert old in final(*said)


@pytest.mark.parametrize(
    ("said", "old"),
    [
        (("A: 首页加个轮播图吧，要吗？", "要", "A: 轮播图加好了，首屏慢了 300ms。", "轮播图不要了"), "轮播图"),
        (("主题色换成紫色吧", "A: 换了。", "紫色不要了还是蓝的"), "换成紫色"),
        (
            (
                "A: Shall I shard the users table?",
                "yes",
                "A: The key is not unique.",
                "no sharding, forget the shard idea",
            ),
            "shard the users table",
        ),
        (("let's go with Hasura", "A: Hasura wants an owner.", "Forget Hasura, postgraphile then."), "Hasura"),
        (("A: 网关上加个 sidecar，要吗？", "ok 加", "A: 加了，内存多 200MB。", "sidecar 不要了，kill it"), "sidecar"),
    ],
    ids=["zh", "zh colour", "en", "en name", "mixed"],
)
def test_a_refused_name_overrides_what_settled_it(said: tuple[str, ...], old: str) -> None:
    assert old in overridden(*said)


@pytest.mark.parametrize(
    ("said", "old"),
    [
        (("put the totals in the ledger", "A: Done.", "gross rather than net in the ledger."), "the totals"),
        (("go with the newest bid", "A: ok.", "a bid stays open 8 minutes now, make that 12"), "the newest bid"),
        (("用 Redis 存会话吧", "A: 好。", "Redis 的超时改成 3 秒"), "用 Redis 存会话"),
        (("A: 建议：\n1. 用 pnpm\n2. 换 Vitest\n3. 升 Node 20", "1 和 2 做", "A: 好。", "端口还是 8080"), "1 和 2 做"),
    ],
    ids=["a place", "a value of it", "zh a value of it", "another thing"],
)
def test_one_common_name_takes_nothing_back(said: tuple[str, ...], old: str) -> None:
    assert old in final(*said)
    assert old not in overridden(*said)


@pytest.mark.parametrize(
    ("said", "old"),
    [
        (("A: Daily or weekly digests?", "weekly digests", "A: Opens fell.", "daily digests again"), "weekly digests"),
        (
            ("A: 告警阈值定多少？", "先用 80 GB", "A: 半夜响了四次。", "改成 120 GB", "A: 漏了一次。", "退回 80 GB"),
            "120 GB",
        ),
        (("A: 会话放哪？", "换成 Memcached 吧", "A: 重启就丢。", "会话还是放 Redis，丢不起"), "Memcached"),
        (("A: I'd raise the quota to 64 GB. OK?", "ok", "A: 64 GB is over budget. 48 GB then?", "yes"), "64 GB"),
    ],
    ids=["en again", "zh value", "mixed, with a reason", "en told value"],
)
def test_a_return_overrides_what_came_between(said: tuple[str, ...], old: str) -> None:
    assert old in overridden(*said)


@pytest.mark.parametrize(
    ("said", "old"),
    [
        (("the digests go out weekly", "A: ok.", "run the tests again"), "weekly"),
        (("缓存用 80 GB 吧", "A: 好。", "日志的话退回 7 天"), "80 GB"),
        (("A: I'd raise the quota to 64 GB. OK?", "ok", "A: Uploads are cut at 5 MB. 8 MB then?", "yes"), "64 GB"),
    ],
    ids=["again of an act", "another measure", "another value"],
)
def test_a_return_to_something_else_does_not(said: tuple[str, ...], old: str) -> None:
    assert old not in overridden(*said)


@pytest.mark.parametrize(
    ("said", "old"),
    [
        (("A: 日志保留几天？", "30 天", "A: 好。", "日志改成 14 天"), "30 天"),
        (("A: And the webhook?", "webhook 3 times", "A: ok", "the webhook back to 1, they complain"), "3 times"),
        (("A: ok. And the page size?", "50", "A: done", "page size 100 instead"), "50"),
        (
            ("A: I can host it on Fly or on Hetzner.", "hetzner", "A: It wants an ID check.", "ugh. ok fly then"),
            "hetzner",
        ),
        (("A: 合同模板用 docx 还是 LaTeX？", "LaTeX 吧", "A: 法务打不开。", "那 docx，别折腾了"), "LaTeX 吧"),
        (
            ("A: Loop or playlist?", "loop. and confetti on a win", "A: It drops frames.", "ok no confetti then"),
            "confetti",
        ),
    ],
    ids=["zh quantity", "en count", "en quantity", "en only the other", "mixed only the other", "en no"],
)
def test_an_answer_is_known_by_its_question(said: tuple[str, ...], old: str) -> None:
    assert old in overridden(*said)


@pytest.mark.parametrize(
    ("said", "old"),
    [
        (("A: 日志保留几天？", "30 天", "A: 好。", "日志还是放本地吧"), "30 天"),
        (("A: 日志保留几天？", "30 天", "A: 备份呢？", "备份 90 天", "A: 好", "日志改成 14 天"), "备份 90 天"),
        (("A: 深色模式要跟上吗？", "跟上。另外 logo 换成 svg", "A: 换了。", "svg 花屏，logo 还是 png 吧"), "跟上"),
        (("A: Loop or playlist?", "loop. and confetti on a win", "A: It drops frames.", "ok no confetti then"), "loop"),
    ],
    ids=["not of its kind", "another question", "the answer beside", "en the answer beside"],
)
def test_an_answer_stands_where_its_question_is_not_meant(said: tuple[str, ...], old: str) -> None:
    assert old in final(*said)


def test_a_plan_of_three_stands_where_one_part_is_chosen_anew() -> None:
    plan = "A: Plan: move to Sphinx, keep the feed, and lint the links. OK?"
    said = (plan, "ok", "A: Sphinx takes 4 minutes a build.", "back to MkDocs")
    assert "keep the feed" in final(*said)
