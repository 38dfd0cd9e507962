"""What is final and what is overridden after a change of mind, by the core rules alone: short talks, near misses."""

import pytest
from talks import Dict, assistant, items, user, walk

from fastjev.labels import Status, Zone


def talk(*said: str) -> list[Dict]:
    """Messages that take turns; `A: ` marks the assistant's."""
    return [assistant(text[3:]) if text.startswith("A: ") else user(text) for text in said]


def standing(said: tuple[str, ...], status: Status) -> str:
    """All lines of the decision zone with a status, as one text."""
    run = walk(talk(*said), settling="rules")
    found = [item.text.strip() for item in items(run, Zone.DECISIONS) if item.status == status]
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
        (("put the totals into the ledger then", "A: Done.", "gross rather than net in the ledger."), "the totals"),
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


TILES = "A: The tiles expire never today. How long should the cache hold them?"
POLL = "A: 门禁多久上报一次？"
NAMES = "A: Slugs for articles:\n1) from the title\n2) a hash\n3) the database id"


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        ((POLL, "5 秒", "A: 5 秒的话电池撑 4 个月；30 秒能撑两年。", "那就 30"), "5 秒", "那就 30"),
        ((POLL, "五秒", "A: 5 秒一报，电池只撑 4 个月，30 秒能撑两年。", "三十吧，换电池太烦"), "五秒", "三十吧"),
        ((TILES, "20 minutes.", "A: At 20 minutes the disk fills up, at 5 it does not.", "5 then"), "20 min", "5 then"),
        (("A: 缩放倍率上限多少？", "3", "A: 3 倍时掉到 22 fps；2.5 倍有 58 fps。", "2.5 吧，够看了"), "3", "2.5 吧"),
        (("A: Which port?", "9000", "A: 9000 is taken by the scanner.", "9100"), "9000", "9100"),
        ((TILES, "20 minutes.", "A: Done. The map opens in 2 s.", "and the cache make 10"), "20 min", "make 10"),
        (("A: sensor 多久 poll 一次？", "2 秒", "A: 2 秒 CPU 占 40%，8 秒只有 9%。", "8 then"), "2 秒", "8 then"),
    ],
    ids=["zh", "zh words", "en", "bare values", "en port", "en names it", "mixed"],
)
def test_another_value_after_a_report_of_the_first_overrides_it(said: tuple[str, ...], old: str, new: str) -> None:
    assert old in overridden(*said)
    assert new in final(*said)


@pytest.mark.parametrize(
    ("said", "old"),
    [
        ((POLL, "5 秒", "A: 好，5 秒。失败了重试几次？", "3"), "5 秒"),
        ((POLL, "5 秒", "A: 5 秒上报做好了。日志留多少天？", "30 天"), "5 秒"),
        ((TILES, "20 minutes.", "A: Set to 20 minutes. How long may a login last?", "8 hours"), "20 min"),
        ((TILES, "20 minutes.", "A: Set to 20 minutes.", "logins 8 hours"), "20 min"),
    ],
    ids=["zh another question", "zh another measure", "en another question", "en another thing"],
)
def test_a_value_for_something_else_overrides_none(said: tuple[str, ...], old: str) -> None:
    assert old not in overridden(*said)


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        ((NAMES, "1.", "A: Two articles share a title, so the slug is not unique.", "ok, 3"), "1.", "3"),
        (("A: 缩略图放哪：\n1) 本地\n2) 对象存储", "1。", "A: 本地磁盘只剩 2G，缩略图写失败了。", "得，2"), "1。", "2"),
        (
            ("A: 列表要无限滚动还是分页？", "无限滚动", "A: 无限滚动在旧手机上滑到第 900 条就卡死。", "那另一种吧"),
            "无限滚动",
            "那另一种吧",
        ),
        (
            (
                "A: Do you want a wizard or a single form?",
                "a wizard",
                "A: The wizard takes 9 clicks.",
                "The other one then.",
            ),
            "a wizard",
            "The other one then",
        ),
        (
            (
                "A: 压缩有 zstd 和 brotli 两种，用哪个？",
                "前一个",
                "A: zstd 要升内核，brotli 现在就能跑。",
                "那另一个吧",
            ),
            "前一个",
            "那另一个吧",
        ),
        (("A: 日志级别用 debug 还是 info？", "debug", "A: debug 一天 40G，盘撑不住。", "那 info"), "debug", "那 info"),
        (("A: 备份放本地盘还是 OSS？", "本地盘", "A: 本地盘只剩 3G。", "那就 OSS"), "本地盘", "那就 OSS"),
        (("A: 主题用深色还是浅色？", "深色", "A: 深色打印出来一片黑。", "那反过来"), "深色", "那反过来"),
        (
            ("A: Shall I shard by tenant or by date?", "by tenant", "A: One tenant holds 80% of it.", "by date then"),
            "by tenant",
            "by date then",
        ),
        (
            ("A: (1) signed URL or (2) proxy?", "1", "A: 老 client 不认 signed URL，会 403。", "hmm 那另一种好了"),
            "1",
            "那另一种好了",
        ),
    ],
    ids=[
        "en number",
        "zh number",
        "zh other",
        "en other",
        "zh former",
        "mixed level",
        "zh place",
        "zh opposite",
        "en name",
        "mixed",
    ],
)
def test_the_other_option_after_a_report_overrides(said: tuple[str, ...], old: str, new: str) -> None:
    assert old in overridden(*said)
    assert new in final(*said)


@pytest.mark.parametrize(
    ("said", "old"),
    [
        ((NAMES, "1.", "A: Slugs done. Dates:\n1) ISO\n2) local", "2"), "1."),
        ((NAMES, "1.", "A: Slugs done. How many authors may one article have?", "3"), "1."),
        (("A: 列表要无限滚动还是分页？", "分页", "A: 做好了。图标两套，要看哪套？", "另一个先发我看看"), "分页"),
        (("A: Do you want a wizard or a single form?", "a wizard", "A: Done.", "now the other page"), "a wizard"),
        (
            ("A: Modal or side panel?", "side panel", "A: The panel is in. Delete opens a modal.", "the modal is fine"),
            "side",
        ),
        (("A: dark theme 先做还是 light 先做？", "dark", "A: dark theme 好了。", "light 也做一个吧"), "dark"),
        ((NAMES, "1.", "A: The slug from the title is in. Three tasks are left: feed, search, tags.", "2"), "1."),
        (("A: 备份放本地盘还是 OSS？", "本地盘", "A: 本地盘接好了。日志也放那儿？", "日志放 OSS 吧"), "本地盘"),
    ],
    ids=[
        "other options",
        "a count",
        "zh another thing",
        "en another page",
        "en elsewhere",
        "mixed too",
        "en next",
        "zh another subject",
    ],
)
def test_an_option_stands_where_the_report_is_of_something_else(said: tuple[str, ...], old: str) -> None:
    assert old not in overridden(*said)


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        (
            ("通知先走短信吧", "A: 一年短信要 17 万。", "十七万？退回邮件"),
            "短信",
            "退回邮件",
        ),
        (
            ("go with Lottie", "A: Lottie adds 340 kB to the page.", "Ouch. Back to a gif then."),
            "Lottie",
            "Back to a gif",
        ),
        (
            ("那就用 AVIF 顶着", "A: AVIF 解码要 800ms，WebP 只要 90ms。", "哇，那 WebP 回来好了"),
            "AVIF",
            "那 WebP 回来好了",
        ),
        (
            (
                "检索用 solr，运维有现成的",
                "A: 内网没有 solr 的镜像，sqlite 自带 fts5，检索可以直接走它。",
                "那就 fts5 吧",
            ),
            "solr",
            "那就 fts5 吧",
        ),
        (
            ("先用 perl 写吧", "A: 能跑，但 perl 版一次要 410 秒。", "四百秒？听说 Nim 快，那换它好了"),
            "perl",
            "那换它好了",
        ),
        (("用 celery 跑任务", "A: celery 在 windows 上跑不起来。", "换 huey 吧"), "celery", "换 huey 吧"),
        (("接口走 gRPC 吧", "A: 小程序端没有 gRPC，只能走 HTTP。", "行吧那 HTTP"), "gRPC", "行吧那 HTTP"),
    ],
    ids=["zh", "en", "zh comes back", "zh names the thing", "mixed", "zh swap", "zh offered"],
)
def test_a_change_of_mind_after_a_report_overrides_what_it_tells_of(said: tuple[str, ...], old: str, new: str) -> None:
    assert old in overridden(*said)
    assert new in final(*said)


@pytest.mark.parametrize(
    ("said", "old"),
    [
        (("检索用 solr，运维有现成的", "A: solr 起好了。日志现在写 stdout。", "那就写文件吧"), "solr"),
        (("检索日志用 json", "A: 好。sqlite 自带 fts5，检索可以直接走它。", "那就 fts5 吧"), "json"),
        (("用 docker compose 部署吧", "A: docker compose 起来了，日志在 /var/log。", "日志换成 json 吧"), "docker"),
        (("go with Lottie", "A: Lottie is in. The footer is blue now.", "back to grey"), "Lottie"),
        (("用 Perl 写吧", "A: Perl 版好了。报告导成 docx。", "报告还是导 pdf 吧"), "Perl"),
    ],
    ids=["zh another thing", "zh a part of the thing", "zh beside it", "en another thing", "mixed another thing"],
)
def test_what_a_report_only_mentions_stands(said: tuple[str, ...], old: str) -> None:
    assert old not in overridden(*said)


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        (
            ("A: 上线前三件：\n1. 打开 gzip\n2. 连接数上限 200\n3. 关掉 debug", "1 和 3 做，2 给到 500，晚上人多"),
            "连接数上限 200",
            "2 给到 500",
        ),
        (
            (
                "A: I would also:\na) rotate the logs\nb) cap the pool at 10\nc) drop the old index",
                "a and c ok, b make it 25",
            ),
            "cap the pool at 10",
            "b make it 25",
        ),
    ],
    ids=["zh", "en"],
)
def test_a_pick_with_another_value_overrides_the_one_of_its_option(said: tuple[str, ...], old: str, new: str) -> None:
    assert old in overridden(*said)
    assert new in final(*said)


def test_a_pick_with_the_same_value_settles_its_option() -> None:
    plan = "A: 上线前三件：\n1. 打开 gzip\n2. 连接数上限 200\n3. 关掉 debug"
    assert "连接数上限 200" in final(plan, "1 和 3 做，2 就 200")
    assert "连接数上限 200" in final(plan, "1 和 2 做，3 等 5 月再说")


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        ((WHERE, "a……不对，磁盘一满就全丢了，b。"), "a……", "b"),
        ((WHERE, "用本地磁盘……啊不对那台下月退役，对象存储啦"), "用本地磁盘", "对象存储啦"),
        ((LOCK, "a...\nwait, nfs locks are broken here, b."), "a...", "b"),
    ],
    ids=["zh letter", "zh words", "en letter"],
)
def test_a_pick_that_trails_off_is_taken_back(said: tuple[str, ...], old: str, new: str) -> None:
    assert old in overridden(*said)
    assert new in final(*said)


@pytest.mark.parametrize(
    ("said", "made", "put_off"),
    [
        (("A: 要接看板吗？还是邮件就行？", "看板下个 sprint 弄，邮件够用"), "邮件够用", "看板"),
        (("A: 登录和报表都做吗？", "报表以后再说，先用表单登录吧"), "先用表单登录", "报表以后再说"),
        (("A: Both?", "charts next sprint, go with the table"), "go with the table", "charts next sprint"),
    ],
    ids=["mixed", "zh", "en"],
)
def test_what_is_made_and_what_is_put_off_stand_apart(said: tuple[str, ...], made: str, put_off: str) -> None:
    assert made in final(*said)
    assert put_off not in final(*said)


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        (
            ("A: What format for the dump?", "json", "A: The json is 9 GB, parquet is 800 MB.", "parquet"),
            "json",
            "parquet",
        ),
        (("A: 压缩算法？", "gzip", "A: gzip 要 40 秒，lz4 只要 6 秒。", "lz4"), "gzip", "lz4"),
        (
            ("let's go with 2 replicas", "A: With 2 replicas a reboot drops requests, with 3 none.", "3"),
            "2 replicas",
            "3",
        ),
        (("A: 用什么做搜索？", "ES", "A: ES 要 8G 内存，那台机器 4G。", "换 meili"), "ES", "换 meili"),
    ],
    ids=["en", "zh", "en amount of a sentence", "mixed"],
)
def test_one_word_after_a_comparison_is_the_choice(said: tuple[str, ...], old: str, new: str) -> None:
    assert old in overridden(*said)
    assert new in final(*said)


@pytest.mark.parametrize(
    ("said", "old"),
    [
        (("A: What format for the dump?", "json", "A: The json is in. Which host?", "db2"), "json"),
        (("A: 压缩算法？", "gzip", "A: gzip 接好了。日志现在写 stdout。", "stdout"), "gzip"),
        (("let's go with 2 replicas", "A: 2 replicas run. How many workers?", "3"), "2 replicas"),
        (("A: 重试几次？", "3 次", "A: 重试 3 次好了，间隔 2 秒。", "5 秒"), "3 次"),
    ],
    ids=["en another question", "zh another sentence", "en another count", "zh another measure"],
)
def test_one_word_about_something_else_overrides_none(said: tuple[str, ...], old: str) -> None:
    assert old not in overridden(*said)
