"""From messages to units. `|` stands at each cut."""

from collections.abc import Iterator, Sequence

import pytest
from rows import book, rule
from talks import assistant, call, core, neutral, tool, user, walk

from fastjev.datatypes import Unit
from fastjev.model import boundaries
from fastjev.model.seams import Clause
from fastjev.policy import DEFAULT
from fastjev.readers import read
from fastjev.rulebook import Rulebook
from fastjev.stages.segment import segment

BOOK = book(
    rule("boundary.x", "^(?:对了|also)", 0.6),
    rule("boundary.sure", "^btw"),
    rule("constraint.x", r"不要|must|别"),
    rule("decision.x", r"用|let's"),
    rule("constraint.weak", r"格式", 0.3),
    rule("joins.x", "^(?:除非|unless|因为)"),
    rule("confirm.x", "^(?:行|ok),?$"),
    rule("noise.x", "^(?:谢谢|thanks),?$"),
)


def units(*messages: dict, rulebook: Rulebook = BOOK) -> tuple[Unit, ...]:
    return segment(read(neutral(messages), "talk.json", "neutral"), rulebook, DEFAULT)


@pytest.mark.parametrize(
    "marked",
    [
        # sentences
        "不要动那张表。|端口是 8080。",
        "一行\n|再一行",
        # acts of one sentence are cut apart, with their reasons left where they stand
        "不要动表，|用 pnpm",
        "不要动表，线上在跑，|别改格式",
        "线上在跑，所以不要动表",
        "看下日志，再看下配置",
        # a condition or exception stays with its rule
        "不要动表，除非我点头",
        "you must ask, unless I said yes",
        "因为线上在跑，不要动表",
        # a weak vote is no act
        "不要动表，格式随便",
        # cues open a unit, whatever stands before
        "看下日志，|对了端口是 8080",
        "run the tests, |also keep them green",
        # a bare answer or thanks is a unit of its own
        "行，|不要动表",
        "谢谢，|看下日志",
        "ok, |run it",
        # whole blocks
        "规矩：\n|- 不要动表\n|- 别改格式，|别推\n|```\n别，别，别\n```\n|- 完",
        "> 他说不要，别\n\n|你怎么看",
    ],
)
def test_human_message(marked: str) -> None:
    assert [unit.text for unit in units(user(marked.replace("|", "")))] == marked.split("|")


def test_acts_are_the_human_s_alone() -> None:
    text = "不要动表，用 pnpm，别改格式"
    assert [unit.text for unit in units(user(text))] == ["不要动表，", "用 pnpm，", "别改格式"]
    assert [unit.text for unit in units(assistant(text))] == [text]


def test_a_cue_and_a_block_open_an_intent() -> None:
    found = units(user("看日志。再看配置。\n\n对了端口是 8080，行"))
    assert [(unit.text.strip(), unit.opens) for unit in found] == [
        ("看日志。", True),
        ("再看配置。", False),
        ("对了端口是 8080，行", True),
    ]


def test_kinds_follow_the_blocks() -> None:
    found = units(user("# 约定\n- 别动\n```\nx\n```\n| a |\n> q\nTypeError: x\n完"))
    assert [unit.kind for unit in found] == ["heading", "item", "code", "table", "quote", "trace", "prose"]


def test_an_exchange_is_one_unit_with_its_call() -> None:
    made = call("t1", "Read", file_path="a.py")
    first, exchange = units(assistant("看下。", made), tool("t1", "一。二。三。", is_error=True))
    assert (first.text, first.kind) == ("看下。", "prose")
    assert (exchange.text, exchange.kind, exchange.is_error) == ("一。二。三。", "call", True)
    assert exchange.call is not None
    assert (exchange.call.name, exchange.caller) == ("Read", 0)


def test_an_unanswered_call_is_an_empty_unit_at_the_end_of_its_message() -> None:
    pending = units(assistant("看下。", call("t1", "Read")), user("停"))[1]
    assert (pending.kind, pending.text, pending.span) == ("call", "", (3, 3))
    assert pending.call is not None


def test_a_result_without_a_call_is_an_exchange_too() -> None:
    (orphan,) = units(tool("t9", "ok"))
    assert (orphan.kind, orphan.call) == ("call", None)


def test_ids_count_within_the_turn() -> None:
    found = units(assistant("早"), user("一。二。"), assistant("好", call("t")), tool("t", "x"), user("三"))
    assert [unit.id for unit in found] == ["u0.1", "u1.1", "u1.2", "u1.3", "u1.4", "u2.1"]


def test_a_pasted_megabyte_is_one_unit() -> None:
    text = "别，" * (DEFAULT.match_chars * 10)
    assert [unit.text for unit in units(user(text))] == [text]


CUES = [
    "另外",
    "对了",
    "还有",
    "等等，改成",
    "回到刚才",
    "先不说这个",
    "好的那就这样",
    "also",
    "btw",
    "wait",
    "back to",
    "separately",
]
"""Those that the design names."""


@pytest.mark.parametrize("cue", [*CUES, "one more thing", "對了", "還有", "Ｂｔｗ"])
@pytest.mark.parametrize("before", ["把登录页做完", "finish the login page"])
def test_cues_of_the_design_open_a_unit(cue: str, before: str) -> None:
    joint = "，" if before > "\u4e00" else ", "
    after = "，端口用 8080" if cue > "\u4e00" else ", the port is 8080"
    texts = [unit.text for unit in units(user(f"{before}{joint}{cue}{after}"), rulebook=core())]
    assert any(text.startswith(cue[:2]) for text in texts)


@pytest.mark.parametrize(
    "text",
    [
        "因为线上还有老客户端，所以接口字段不能改名",
        "毕竟财务在用，t_settlement 别动",
        "除非我点头，不要合并",
        "如果测试没过，就不要提交",
        "since mobile still ships 2.x, don't rename the fields",
        "unless I say so, never push",
        "if the build is red, don't deploy",
        "不要改 schema，否则 DBA 会打回",
        "don't touch the lockfile, because CI pins it",
        "keep it under 5 files, or else nobody reviews it",
    ],
)
def test_a_constraint_keeps_its_reason_or_condition(text: str) -> None:
    """In one line of the constraints zone, however it was cut."""
    found = [item.text for item in walk([user(text)]).skeleton.items if item.zone == "constraints"]
    assert found == [text]


class Sure:
    """A model that sees a boundary before some words and nowhere else."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def over(self, text: str, clauses: Sequence[Clause]) -> Iterator[float]:
        yield from (float(clause.span.of(text).startswith(self.words)) for clause in clauses[1:])


@pytest.mark.parametrize(
    ("words", "marked"),
    [
        # a unit that stands there anyway opens, and one of whose beginning the model knows nothing does not
        (("跑",), "看下日志。+跑一遍。|再看看。"),
        ((), "看下日志。|跑一遍。"),
        # where no rule cuts the model does
        (("run",), "look at the log, +run it, then tell me"),
        (("and the",), "look at the log +and the port is 80"),
        # cues of core cut, and the model says whether they open
        ((), "run the tests, |also keep them green"),
        (("also",), "run the tests, +also keep them green"),
        # but those of cues that are sure
        ((), "run the tests, +btw keep them green"),
        # a block opens as the model says
        ((), "规矩：\n|- 不要动表\n|- 别改格式"),
        (("- 别",), "规矩：\n|- 不要动表\n+- 别改格式"),
        (("```",), "看：\n+```\nx = 1\n```\n|好"),
    ],
)
def test_a_model_says_what_opens(words: tuple[str, ...], marked: str) -> None:
    text = marked.replace("|", "").replace("+", "")
    found = segment(read(neutral([user(text)]), "talk.json", "neutral"), BOOK, DEFAULT, Sure(*words))
    assert "".join(("+" if unit.opens else "|") + unit.text for unit in found) == "+" + marked


def test_a_rule_of_the_project_opens_whatever_the_model_says() -> None:
    rules = book(rule("boundary.x", "^端口", layer=2))
    found = segment(read(neutral([user("看下日志，端口是 80，别动")]), "talk.json", "neutral"), rules, DEFAULT, Sure())
    assert [(unit.text, unit.opens) for unit in found] == [("看下日志，", True), ("端口是 80，别动", True)]


def test_a_model_is_asked_about_what_humans_typed_only() -> None:
    talk = [assistant("done, run it", call("t1")), tool("t1", "a\nrun b")]
    asked, alone = (
        segment(read(neutral(talk), "talk.json", "neutral"), BOOK, DEFAULT, *model) for model in ((Sure("run"),), ())
    )
    assert asked == alone


SHIPPED = [
    ("另外端口改成 8080。", "先把登录页做完，{}"),
    ("btw logs go to stderr.", "finish the login page first. {}"),
    ("别动 schema", "接口超时 30 秒\n{}"),
    ("never touch prod", "fix the header\n{}"),
    ("表格字段再加一个“负责人”。", "登录页按设计稿来，做完发我看。\n{}"),
]


@pytest.mark.parametrize(("begins", "text"), SHIPPED)
def test_the_shipped_weights(begins: str, text: str) -> None:
    said = text.format(begins)
    found = segment(read(neutral([user(said)]), "talk.json", "neutral"), core(), DEFAULT, boundaries.default())
    assert text.index("{}") in {unit.span.start for unit in found if unit.opens}


def test_the_shipped_weights_keep_a_reason_with_its_rule() -> None:
    talk = [user("because the old app is still out there, don't rename the fields")]
    found = segment(read(neutral(talk), "talk.json", "neutral"), core(), DEFAULT, boundaries.default())
    assert [unit.span.start for unit in found if unit.opens] == [0]
