"""Which rules a later statement of the human ends, by the core rules alone: short talks, near misses first."""

import pytest
from talks import items, walk
from test_changed_minds import talk

from fastjev.labels import Zone


def zone(said: tuple[str, ...], name: Zone) -> str:
    """The lines of a zone as one text."""
    return "\n".join(item.text.strip() for item in items(walk(talk(*said), settling="rules"), name))


def ended(*said: str) -> str:
    return zone(said, Zone.DEPRECATED_CONSTRAINTS)


def binding(*said: str) -> str:
    return zone(said, Zone.CONSTRAINTS)


OTHER_THINGS = {
    "other thing": ("上传超时 30 秒以内。", "A: 好。", "下载超时 60 秒以内。"),
    "one more thing": ("the bark timer stays under 40 seconds", "A: ok.", "the bark camera sleeps after 90 seconds"),
    "a value of its own": ("the gate timeout is at most 12 s", "A: ok.", "gate timeout 20 s for the ferry"),
    "far off": ("打印服务端口一律 3000，别改", "A: 好。", "打印服务一页最多 20 行"),
    "a question": ("录像保留不超过 30 天", "A: 好。", "录像保留 60 天会不会太久？"),
    "an exception": ("录像保留不超过 30 天", "A: 好。", "录像保留单独放宽到 90 天，只有金库那台"),
    "side by side": ("南门限速 20，这个跟北门不打架", "A: 好。", "北门限速 40"),
    "another number that will not do": ("a crate holds at most 8 jars", "A: ok.", "8 in the morning is too early, 9"),
    "another of its kind": ("timeout for svc1 is 30 s", "A: ok.", "timeout for svc2 is 60 s"),
    "another step": ("step 1 must take at most 10 s", "A: ok.", "step 2 must take at most 60 s"),
    "another chapter": ("第一章最多 2000 字", "A: 好。", "第二章最多 5000 字"),
    "what a command prints": ("the request timeout is 30 s", "A: ok.", "look:\n$ cat app.conf\nrequest timeout = 60 s"),
    "an environment": ("请求超时一律 30 秒", "A: 好。", "测试环境的请求超时改成 60 秒"),
    "a place": ("the request timeout must be 30 s", "A: ok.", "the request timeout in staging is 60 s"),
    "a service": ("请求超时一律 30 秒", "A: 好。", "下载服务的请求超时改成 90 秒"),
    "what came of it": ("重试最多 3 次", "A: 好。", "我重试了 5 次还是失败"),
    "the rest stays": ("珍品加价最少 50 元", "A: 好。", "珍品专场加价 500 起，普通场还是 50 元"),
    "the others keep it": (
        "a PR holds at most 20 rules",
        "A: ok.",
        "a PR for deletion: 50 rules. Others are still 20 rules",
    ),
    "what else the rule says": ("湿度超过 60 必须报警，风机不许停", "A: 好。", "湿度改成 70"),
}


@pytest.mark.parametrize("said", OTHER_THINGS.values(), ids=OTHER_THINGS)
def test_another_value_of_another_thing_ends_nothing(said: tuple[str, ...]) -> None:
    assert ended(*said) == ""


SAME_THING = {
    "told again": ("录像保留不超过 30 天。", "A: 好。", "录像 30 天不够查，保留 60 天", "不超过 30 天"),
    "nothing else": ("录像保留不超过 30 天。", "A: 好。", "录像保留 60 天", "30 天"),
    "topic first": ("录像保留不超过 30 天。", "A: 好。", "录像那个，物业说要查旧账，60 天", "30 天"),
    "no cue": ("the bark timer must stay under 40 seconds", "A: ok.", "bark timer 50 seconds", "40 seconds"),
    "too few": ("至少备 5 把钥匙。", "A: 好。", "5 把钥匙太少，备 7 把", "至少备 5 把"),
    "not that": ("a crate holds at most 8 jars", "A: ok.", "jars: it's 6, not 8", "at most 8"),
    "from one to the other": ("合格率必须到 90%。", "A: 好。", "合格率由 90% 提高至 95%", "必须到 90%"),
    "points at it": ("the kiln cools at least 40 minutes", "A: ok.", "the 40 minutes can be 25", "at least 40"),
    "bare": ("the kiln port must be 9100, always", "A: ok.", "kiln port 9200", "9100"),
}


@pytest.mark.parametrize("said", SAME_THING.values(), ids=SAME_THING)
def test_another_value_of_the_same_thing_ends_the_rule(said: tuple[str, ...]) -> None:
    *talked, old = said
    assert old in ended(*talked)
    assert old not in binding(*talked)


NOT_LIFTED = {
    "nothing was held back": ("钟楼一律用北京时间。", "A: 好。", "钟楼可以刷漆了"),
    "something else was": ("阁楼的灯别开。", "A: 好。", "地窖的窗可以开了"),
    "void is what one does": ("退货单不能删。", "A: 好。", "换货单输错的当天就作废了，另开一张"),
    "for some of it only": ("阁楼的灯别开。", "A: 好。", "阁楼的灯破个例，周五可以开一次了"),
    "a question": ("don't paint the attic", "A: ok.", "when can we paint the cellar?"),
}


@pytest.mark.parametrize("said", NOT_LIFTED.values(), ids=NOT_LIFTED)
def test_what_was_not_lifted_binds(said: tuple[str, ...]) -> None:
    assert ended(*said) == ""


LIFTED = {
    "permitted": ("阁楼的灯别开，电工还没来。", "A: 好。", "阁楼的灯可以开了", "阁楼的灯别开"),
    "permitted en": ("the loft is hands off", "A: ok.", "the loft is ours again", "hands off"),
    "by its verb": ("先看日志，暂勿修改脚本。", "A: 好。", "可以开始修改", "暂勿修改"),
    "pointed at": ("一个提交只改一张图。", "A: 好。", "一张图那条作废", "只改一张图"),
    "exception lifted": ("钟楼的门别开。", "A: 好。", "钟楼的门那条取消，没有例外", "钟楼的门别开"),
    "and what stands beside it": ("每天最多 200 张票，一张都别超。", "A: 好。", "200 张票那个上限取消", "别超"),
}


@pytest.mark.parametrize("said", LIFTED.values(), ids=LIFTED)
def test_what_is_lifted_binds_no_longer(said: tuple[str, ...]) -> None:
    *talked, old = said
    assert old in ended(*talked)
    assert old not in binding(*talked)


def test_a_slip_is_set_right_in_the_next_message() -> None:
    said = ("隧道 MTU 一律 1240。", "A: 好。", "打错了，1420")
    assert "1240" in ended(*said)
    assert ended(*said[:2], "A: 好。", "隧道先别动", "A: 好。", "打错了，1420") == ""


def test_a_choice_in_the_place_of_a_rule_is_a_rule_and_gives_way_like_one() -> None:
    said = ("称呼一律用「你」。", "A: 好。", "称呼改成「您」吧。", "A: 好。", "「您」看着生分，还是换回「你」")
    assert "「您」吧" in binding(*said[:3])
    assert "一律用「你」" in ended(*said)
    assert "改成「您」吧" in ended(*said)


TOLD = (
    ("接口超时必须 30 秒", "小王那边把接口超时改成 60 秒了"),
    ("接口超时必须 30 秒", "同事把他们的接口超时改成 60 秒了"),
    ("接口超时必须 30 秒", "竞品的接口超时改成了 60 秒"),
    ("接口超时必须 30 秒", "昨天有人把接口超时改成 60 秒，结果崩了"),
    ("接口超时必须 30 秒", "刚才测试时我临时把接口超时改成 60 秒，已经改回来了"),
    ("the timeout must be 30 s", "Bob changed the timeout to 60 s yesterday and it crashed"),
    ("the timeout must be 30 s", "the vendor raised their timeout to 60 s"),
    ("the client timeout must be 30 s", "the docs still say the client timeout is 60 s"),
    ("the retry limit must be 3", "the intern set the retry limit to 10 once, terrible"),
    ("the retry limit must be 3", "if the retry limit is 10 the queue explodes"),
    ("重试上限必须是 3", "文档里重试上限写的是 10，有人看错了"),
    ("don't change the user table", "Bob says you may change the user table, I disagree"),
    ("柜门温度必须 4 度", "隔壁店把柜门温度改成 8 度了"),
    ("柜门温度必须 4 度", "要是柜门温度改成 8 度，牛奶就坏了"),
    ("柜门温度必须 4 度", "上周柜门温度改成过 8 度，牛奶坏了"),
    ("the oven must stay at 180 degrees", "Mia set the oven to 220 degrees last week and burnt it"),
    ("the oven must stay at 180 degrees", "when the oven is at 220 degrees it smokes"),
    ("票价一律 40 元", "博物馆那边把票价改成 60 元了"),
    ("票价一律 40 元", "李姐不小心把票价改成 60 元"),
    ("票价一律 40 元", "我记得以前票价是 60 元"),
    ("the batch size must be 50", "Ann thinks the batch size is 200"),
    ("the batch size must be 50", "the tutorial sets the batch size to 200"),
)
"""Somebody else's change, a tale, a report, a condition."""

NARROWER = (
    ("the timeout must be 30 s", "set the upload timeout to 120 s"),
    ("the timeout must be 30 s", "for the load test only, set the timeout to 60 s"),
    ("font size must be 14px", "make the heading font size 18px"),
    ("字体大小一律 14px", "标题字体大小改成 18px"),
    ("the retry limit must be 3", "set the retry limit of the download job to 10"),
    ("the retry limit must be 3", "temporarily set the retry limit to 10 while I debug"),
    ("cache must expire after 10 minutes", "on the home page the cache expires after 1 minute"),
    ("每页最多 20 行", "封底每页改成 30 行"),
    ("a page holds at most 20 rows", "set the rows of the index page to 30"),
    ("票价一律 40 元", "周末的票价改成 60 元"),
    ("the batch size must be 50", "in staging set the batch size to 200"),
    ("the batch size must be 50", "the nightly import batch size goes to 200"),
    ("sessions expire after 20 minutes", "admin sessions expire after 5 minutes"),
    ("sessions expire after 20 minutes", "make sessions for guests expire after 5 minutes"),
    ("租约按合同期，不按 90 天", "租约周期收紧，30 天"),
    ("the cache lives 5 minutes at most", "just to reproduce the bug, set the cache to 10 minutes"),
)
"""A part of the thing, one place, one trial."""

ONE_CASE = (
    ("不要 commit 到 main", "hotfix 可以直接 commit 到 main"),
    ("不要 commit 到 main", "README 可以直接 commit 到 main"),
    ("不要 push 到 main", "文档可以直接 push 到 main"),
    ("don't edit config.yaml", "you may edit config.local.yaml"),
    ("don't edit package.json", "you may edit package.json.bak"),
    ("don't touch the ledger", "the auditors may touch the ledger"),
    ("不要删库存表", "仓管可以直接删库存表"),
    ("don't deploy on fridays", "you may deploy hotfixes on fridays"),
    ("no edits in vendor/ please, don't touch it", "you may touch vendor/jquery.js"),
)
"""Leave for one thing or one party, or for a thing that is only called alike."""


@pytest.mark.parametrize(("old", "new"), TOLD + NARROWER + ONE_CASE)
def test_what_is_told_or_narrower_ends_nothing(old: str, new: str) -> None:
    assert ended(old, "A: ok.", new) == ""
    assert old in binding(old, "A: ok.", new)


ENDED = (
    ("接口超时必须 30 秒", "老板说接口超时改成 60 秒"),
    ("接口超时必须 30 秒", "接口超时改成 60 秒"),
    ("接口超时必须 30 秒", "客户要求接口超时改成 60 秒"),
    ("接口超时必须 30 秒", "把接口超时改成 60 秒吧"),
    ("接口超时必须 30 秒", "超时改成 60 秒"),
    ("the timeout must be 30 s", "set the timeout to 60 s"),
    ("the timeout must be 30 s", "the boss says the timeout goes to 60 s"),
    ("the retry limit must be 3", "make the retry limit 10"),
    ("don't change the user table", "you may change the user table now"),
    ("不要 commit 到 main", "可以直接 commit 到 main 了"),
    ("不要 push 到 main", "现在可以直接 push 到 main"),
    ("font size must be 14px", "make the font size 18px"),
    ("字体大小一律 14px", "字体大小改成 18px"),
    ("don't edit config.yaml", "you may edit config.yaml"),
    ("the timeout must be 30 s", "we changed our mind, the timeout is 60 s now"),
    ("the oven must stay at 180 degrees", "set the oven to 220 degrees"),
    ("票价一律 40 元", "馆长说票价改成 60 元"),
    ("票价一律 40 元", "刚才的票价改成 60 元"),
    ("the batch size must be 50", "on second thought, make the batch size 80"),
    ("the batch size must be 50", "please change our batch size to 80"),
    ("sessions expire after 20 minutes", "make it 30 minutes for sessions"),
    ("队列长度一律 256", "队列长度改成 512，网关的队列长度不归我们"),
    ("the retry limit must be 3", "the bank's limit is 9 anyway, so make the retry limit 5"),
    ("don't edit the ledger", "you may start editing the ledger"),
    ("don't touch the billing module", "you may touch the billing module again"),
)
"""Their near misses: orders, whoever gives them, for all of the thing."""


@pytest.mark.parametrize(("old", "new"), ENDED)
def test_an_order_for_all_of_it_ends_the_rule(old: str, new: str) -> None:
    assert old in ended(old, "A: ok.", new)
