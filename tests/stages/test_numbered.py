"""A rule that is taken back by its number in the list it stood in; near misses first."""

import pytest
from test_ends import binding, ended

LIST = "要求：\n1. 导入只收 MARC21\n2. 一批不超过 500 条\n3. 不要改读者表的结构"
PLAIN = "rules for this repo:\n- max 200 lines per PR\n- never touch the vendored code\n- commits in english"
KEPT = {
    "nothing is said of it": (LIST, "A: 好。", "第二条是老王要求的，别问了"),
    "more is said of it": (LIST, "A: 好。", "第 2 条补一句，夜里跑"),
    "an exception": (LIST, "A: 好。", "第二条这次破例，就一次"),
    "a list of the assistant's": (LIST, "A: 两个办法：\n1. 换驱动\n2. 加索引", "第二条不用了"),
    "no such item": (LIST, "A: 好。", "第八条不算了"),
    "denied": (PLAIN, "A: ok.", "please don't drop rule 2"),
    "denied in han": (LIST, "A: 好。", "第二条不能取消"),
    "asked": (PLAIN, "A: ok.", "can we ignore rule 2?"),
    "asked in han": (LIST, "A: 好。", "谁说第二条不算了？"),
    "supposed": (LIST, "A: 好。", "要是第二条不算了会怎么样"),
    "reported": (PLAIN, "A: ok.", "Tom says rule 2 no longer applies, but it does"),
    "limited": (PLAIN, "A: ok.", "ignore rule 2 for auth.ts only"),
    "for a day": (LIST, "A: 好。", "今天第二条先不算，明天恢复"),
    "of something else": (LIST, "A: 好。", "防火墙第二条规则取消"),
    "an item of a page": (LIST, "A: 好。", "把列表页第二条新闻去掉"),
    "pasted": (PLAIN, "A: ok.", "eslint says:\n rule 1 is off\n rule 2 is off"),
    "two of one number": ("规矩：\n1. 只收 MARC21\n1. 一批不超过 500 条", "A: 好。", "第一条不算了"),
    "another number": (PLAIN, "A: ok.", "number 3 in the log is a port"),
}


@pytest.mark.parametrize("said", KEPT.values(), ids=KEPT)
def test_a_number_alone_takes_nothing_back(said: tuple[str, ...]) -> None:
    assert ended(*said) == ""


TAKEN = {
    "by its number": (LIST, "A: 好。", "各分馆交上来的都是 Excel，第一条不算了", "只收 MARC21"),
    "with digits": (LIST, "A: 好。", "第 2 条拿掉吧", "不超过 500 条"),
    "said to be a rule": (LIST, "A: 两件事：\n1. 换驱动\n2. 加索引", "第二条规矩作废", "不超过 500 条"),
    "by its place": (PLAIN, "A: ok.", "ignore rule 2, we own that code now", "never touch the vendored code"),
    "as an ordinal": (PLAIN, "A: ok.", "strike the third bullet", "commits in english"),
    "with its reason": (LIST, "A: 好。", "另外第二条也取消吧，服务器换新的了", "不超过 500 条"),
    "mixed": (LIST, "A: 好。", "rule 2 作废", "不超过 500 条"),
    "can go": (PLAIN, "A: ok.", "rule 1 can go", "max 200 lines"),
}


@pytest.mark.parametrize("said", TAKEN.values(), ids=TAKEN)
def test_an_item_is_taken_back_by_its_number(said: tuple[str, ...]) -> None:
    *talked, old = said
    assert old in ended(*talked)
    assert old not in binding(*talked)


def test_words_of_saying_repeated_are_read_once() -> None:
    assert ended(LIST, "A: 好。", "说的" * 500 + "第二条") == ""


@pytest.mark.parametrize(
    ("said", "back"),
    [
        ((LIST, "A: 好。", "第一条不算了", "A: 好。", "恢复第一条"), "只收 MARC21"),
        ((PLAIN, "A: ok.", "ignore rule 2", "A: ok.", "rule 2 is back on"), "never touch the vendored code"),
    ],
    ids=["zh", "en"],
)
def test_an_item_comes_back_by_its_number(said: tuple[str, ...], back: str) -> None:
    assert back in binding(*said)
    assert back not in ended(*said)
