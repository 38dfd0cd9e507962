"""What holds an answer back: a letter that is no pick, a yes with a turn behind it, a no that waves on."""

import pytest
from rows import after, assistant, book, human, rule

from fastjev.stages.resolve.confirm import confirm

OFFER = [
    assistant("建议加个联合索引。", "decision", "propose"),
    assistant("要加吗？", "process", "ask", "bare_ask", joined=True),
]
OPTIONS = [
    assistant("两个办法：\n", "process", "plan"),
    assistant("A：Redis 锁\n", "decision", "propose", kind="item", joined=True),
    assistant("B：数据库锁\n", "decision", "propose", kind="item", joined=True),
    assistant("C：不加锁\n", "decision", "propose", kind="item", joined=True),
]
HELD = book(
    rule("confirm.x", "^(?:行|好|可以|ok|yes|sure|fine)|可以$|不错$|go on$|do it$|go ahead$"),
    rule("refuse.x", "^(?:不用|不要|别|no)\\b|^不用|不要$"),
    rule("assent.x", "do it$|go ahead$"),
)


@pytest.mark.parametrize(
    "reply",
    [
        "what is A?",
        "A 是什么意思",
        "A 和 B 有什么区别？",
        "not A",
        "不选 A",
        "除了 A 都行",
        "anything but A",
        "A friend of mine uses neither",
        "a bit of context first: three nodes",
        "B 站上看到的",
        "C 语言写的那个",
        "2 of my colleagues",
        "1 more question",
        "A or B?",
        "explain B",
        "B 的话要改多少代码",
        "plan B is what we did in 2020",
        "A 和 B 都不好",
        "A 我试过",
        "B would be slow",
        "the problem with A is its licence",
        "forget A",
        "先问问 A 部门",
        "A 我得想想",
        "后者是啥？",
        "前者我没用过",
        "B, what was that again?",
    ],
)
def test_a_letter_alone_is_no_pick(reply: str) -> None:
    found = after(confirm, *OPTIONS, human(reply), rulebook=HELD)
    assert not [d for d in found if "confirm" in d.because]


@pytest.mark.parametrize(
    ("reply", "at"),
    [
        ("走 B", 2),
        ("option B, it is cheaper", 2),
        ("B because it is simple", 2),
        ("B 吧，A 太贵", 2),
        ("not A, B", 2),
        ("不选 A，B", 2),
        ("A, not B", 1),
        ("B over A", 2),
        ("B rather than A", 2),
        ("本来想选 A，还是 B 吧", 2),
        ("B, can you also check the log?", 2),
        ("I'd go with A I think", 1),
        ("后者吧", 3),
        ("a please", 1),
        ("A，B 我们试过不行", 1),
        ("A 呢不稳，B 吧", 2),
        ("A is it, B can wait", 1),
        ("A, it is less risky", 1),
    ],
)
def test_a_letter_with_words_of_choosing_is_a_pick(reply: str, at: int) -> None:
    found = after(confirm, *OPTIONS, human(reply), rulebook=HELD)
    assert {p for p, d in enumerate(found) if "confirm" in d.because and d.status == "final"} == {at}


@pytest.mark.parametrize(
    "reply",
    [
        "好像不太行",
        "可以是可以，但不好维护",
        "fine, not for us though",
        "fine, whatever, but don't do it now",
        "ok wait, let me read first",
        "好，我先看看",
        "sure, but first tell me the price",
        "ok so why did it crash",
        "yes, I know what it is",
        "写得不错",
        "行，等我跟老板确认一下",
        "好，我考虑一下",
        "行，稍等",
        "好，但是先不做",
        "ok, I'll think about it",
        "可以，不过先别删",
        "if the backup is there, yes",
        "yes, after I say so",
    ],
)
def test_a_yes_with_a_turn_behind_it_settles_nothing(reply: str) -> None:
    found = after(confirm, *OFFER, human(reply), rulebook=HELD)
    assert not [d for d in found if "confirm" in d.because]


@pytest.mark.parametrize(
    "reply",
    [
        "yes, but don't touch the index",
        "可以，但不要动索引",
        "行是行，但申诉期要能找回来",
        "好，如果失败就回滚",
        "ok wait, yes do it",
        "no problem, go on",
        "no problem",
        "no need to ask, just do it",
        "no need to wait for me, do it",
        "no, that's fine, go ahead",
        "不用等我，直接做",
    ],
)
def test_a_yes_stands_beside_a_bound_or_behind_a_no_that_waves_on(reply: str) -> None:
    found = after(confirm, *OFFER, human(reply), rulebook=HELD)
    assert (found[0].label, found[0].status) == ("decision", "final")


def test_a_no_to_what_was_proposed_stays_a_no() -> None:
    rows = [assistant("建议改表名。", "decision", "propose"), human("不用改了，继续")]
    assert after(confirm, *rows, rulebook=HELD)[0].status == "rejected"


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("By the way, do you run Postgres 15?", "proposed"),
        ("你那边是 15 吗？", "proposed"),
        ("Shall we add it?", "final"),
    ],
)
def test_a_yes_to_a_question_of_fact_settles_nothing(question: str, status: str) -> None:
    rows = [
        assistant("I propose an index.", "decision", "propose"),
        assistant(question, "process", "ask", joined=True),
        human("yes"),
    ]
    assert after(confirm, *rows, rulebook=HELD)[0].status == status


def test_a_message_of_code_alone_answers_nothing() -> None:
    found = after(confirm, *OFFER, human("x = 1", kind="code"), rulebook=HELD)
    assert not [d for d in found if "confirm" in d.because]
