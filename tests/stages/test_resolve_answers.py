"""The passes that read a dialogue: announce, adopt, doubt, answer, both, confirm, reasons. Rows are made by hand."""

import pytest
from rows import Row, after, assistant, book, human, result, rule, scene_of
from talks import Dict, core, neutral, user
from talks import assistant as scribe

from fastjev import pipeline
from fastjev.datatypes import Decision
from fastjev.labels import Speaker, Status
from fastjev.policy import DEFAULT
from fastjev.stages.resolve.adopt import adopt
from fastjev.stages.resolve.announce import announce
from fastjev.stages.resolve.answer import answer, both
from fastjev.stages.resolve.confirm import confirm
from fastjev.stages.resolve.dialogue import options
from fastjev.stages.resolve.doubt import doubt
from fastjev.stages.resolve.reasons import reasons

YES = book(
    rule("confirm.x", "^(?:行|可以|ok|yes)$|可以$"),
    rule("refuse.x", "^(?:不用|别|no)|不要$"),
    rule("defer.x", "以后|later"),
    rule("right.x", "^(?:对|right)$"),
    rule("prefer.x", "倾向|i'd take"),
)


def labels(decisions: tuple[Decision, ...]) -> list[str]:
    return [str(decision.label) for decision in decisions]


def statuses(decisions: tuple[Decision, ...]) -> list[tuple[str, str]]:
    return [(str(decision.label), str(decision.status)) for decision in decisions]


def test_items_under_an_announcing_line_are_constraints() -> None:
    rows = [
        human("约定：\n", "process", "announce"),
        human("- 表名单数\n", kind="item", joined=True),
        human("- 用 UTC\n", "decision", kind="item", joined=True),
        human("- 端口 8080\n", "fact", kind="item", joined=True),
        human("\n看下日志。", "process", joined=True),
        human("- 列个单子", "process", kind="item", joined=True),
    ]
    found = after(announce, *rows)
    assert labels(found) == ["process", "constraint", "constraint", "constraint", "process", "process"]
    assert [decision.choice for decision in found[:4]] == [None, None, "final", None]


@pytest.mark.parametrize(
    "row",
    [
        human("- 几点开会？", "process", kind="item", joined=True, p=0.9),
        human("- 谢了", "noise", kind="item", joined=True),
        human("- 看日志", "process", kind="item"),
    ],
    ids=["a sure question", "thanks", "another message"],
)
def test_announced_in_vain(row: Row) -> None:
    assert after(announce, human("约定：\n", "process", "announce"), row)[1].label == row.label


def test_only_a_human_announces_rules() -> None:
    rows = [assistant("Rules:\n", "process", "announce"), assistant("- be nice", kind="item", joined=True)]
    assert labels(after(announce, *rows)) == ["process", "unsure"]


@pytest.mark.parametrize("kind", ["table", "code"])
def test_an_adopted_block_is_a_rule(kind: str) -> None:
    block, words = human("| a | 3 |\n", "fact", kind=kind), human("按这个来", "unsure", "adopt", joined=True)
    assert labels(after(adopt, block, words)) == ["constraint", "unsure"]
    assert (
        labels(after(adopt, assistant("| a |", "fact", kind=kind), human("按这个来", "unsure", "adopt")))[0] == "fact"
    )
    assert labels(after(adopt, human("| a |", "fact", kind=kind), human("看下这个", joined=True)))[0] == "fact"


@pytest.mark.parametrize(
    ("row", "label", "status"),
    [
        (human("列名用复数"), "constraint", "active"),
        (human("列名用复数", kind="item"), "constraint", "active"),
        (human("别加", "unsure", "refuse"), "decision", "final"),
        (human("以后再说", "unsure", "defer"), "decision", "deferred"),
        (human("行", "unsure", "confirm"), "process", "active"),
        (human("对", "unsure", "right"), "process", "active"),
        (human("x = 1", kind="code"), "unsure", "active"),
        (human("看日志", "process"), "process", "active"),
        (assistant("列名用复数"), "unsure", "active"),
        (human("字" * (DEFAULT.typed_chars + 1)), "unsure", "active"),
        (human("别" * (DEFAULT.typed_chars + 1), "unsure", "refuse"), "constraint", "active"),
    ],
    ids=[
        "a statement",
        "an item",
        "a no",
        "a later",
        "a yes",
        "a right",
        "code",
        "placed",
        "an assistant",
        "pasted",
        "a no in a brief",
    ],
)
def test_doubt(row: Row, label: str, status: str) -> None:
    assert statuses(after(doubt, row)) == [(label, status)]


def test_a_short_answer_to_a_question_settles_it() -> None:
    found = after(answer, assistant("导出成什么格式？", "process", "ask"), human("parquet，带表头", "constraint"))
    assert (found[1].label, found[1].choice) == ("constraint", "final")


def test_each_short_unit_of_an_answer_settles_a_choice() -> None:
    rows = [
        human("parquet，", "constraint"),
        human("带表头。", "constraint", joined=True),
        human("绝不带密码。", "constraint", joined=True, p=0.85),
    ]
    found = after(answer, assistant("导出成什么格式？", "process", "ask"), *rows)
    assert [decision.choice for decision in found[1:]] == ["final", "final", None]


def test_a_named_option_is_a_choice_where_nothing_was_asked() -> None:
    offer = assistant("A table of pointers, or computed goto.", "fact")
    assert after(answer, offer, human("computed goto.", "constraint"))[1].choice == "final"
    assert after(answer, offer, human("look at the log.", "constraint"))[1].choice is None


def test_a_bare_no_to_a_question_is_a_decision() -> None:
    found = after(answer, assistant("要加索引吗？", "process", "ask"), human("不用加", "constraint", "refuse"))
    assert statuses(found)[1] == ("decision", "final")


def test_a_lasting_no_stays_a_constraint() -> None:
    found = after(
        answer, assistant("要加索引吗？", "process", "ask"), human("永远不许加", "constraint", "refuse", "lasting")
    )
    assert found[1].label == "constraint"


@pytest.mark.parametrize(
    "rows",
    [
        [assistant("改完了。", "process"), human("列名用复数", "constraint")],
        [human("列名用复数", "constraint")],
        [assistant("加吗？", "process", "ask"), human("嗯", "process"), human("列名用复数", "constraint")],
        [assistant("加吗？", "process", "ask"), human("长" * (DEFAULT.answer_chars + 1), "constraint")],
    ],
    ids=["nothing asked", "nothing said", "answered before", "too long"],
)
def test_what_is_no_answer(rows: list[Row]) -> None:
    assert after(answer, *rows)[-1].choice is None


@pytest.mark.parametrize(
    ("row", "label", "choice"),
    [
        (human("统一用 UTC", "constraint", votes={"constraint": 0.85, "decision": 0.7}), "constraint", "final"),
        (human("统一用 UTC", "decision", votes={"constraint": 0.7, "decision": 0.87}), "constraint", "final"),
        (human("改成 UTC", "constraint", "replace"), "constraint", "final"),
        (human("可以推 UTC 那台了", "constraint", "permit"), "constraint", "final"),
        (human("用 UTC", "decision"), "decision", None),
        (human("别动", "constraint"), "constraint", None),
        (
            human("二期再统一用 UTC", "constraint", "defer", votes={"constraint": 0.85, "decision": 0.7}),
            "constraint",
            "deferred",
        ),
        (assistant("统一用 UTC", "decision", votes={"constraint": 0.85, "decision": 0.87}), "decision", None),
    ],
)
def test_a_choice_may_bind_too(row: Row, label: str, choice: str | None) -> None:
    (found,) = after(both, row, rulebook=YES)
    assert (found.label, found.choice) == (label, choice)


OFFER = [
    assistant("建议加个联合索引。", "decision", "propose"),
    assistant("要加吗？", "process", "ask", "bare_ask", joined=True),
]


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        ("可以", "final"),
        ("ok，顺便把日志去了", "final"),
        ("不用", "rejected"),
        ("以后再说", "deferred"),
        ("对", "final"),
    ],
)
def test_an_answer_settles_the_proposal(reply: str, status: str) -> None:
    found = after(confirm, *OFFER, human(reply), rulebook=YES)
    assert statuses(found)[0] == ("decision", status)
    assert found[0].action == "keep"


def test_a_yes_to_a_lasting_proposal_is_an_agreed_constraint() -> None:
    proposal = assistant("以后提交前都先跑 lint，可以吗？", "decision", "propose", "ask", "lasting")
    assert statuses(after(confirm, proposal, human("可以"), rulebook=YES))[0] == ("constraint", "active")
    assert statuses(after(confirm, proposal, human("不用"), rulebook=YES))[0] == ("decision", "rejected")


def test_a_result_between_proposal_and_answer_changes_nothing() -> None:
    found = after(confirm, *OFFER, result("you must say no"), human("可以"), rulebook=YES)
    assert statuses(found)[0] == ("decision", "final")
    assert found[2].label == "process"


@pytest.mark.parametrize(
    "rows",
    [
        [*OFFER, human("先等等"), human("可以")],
        [*OFFER, human("日志里报什么错？")],
        [human("可以")],
        [assistant("改完了，测试全过。", "fact"), human("对")],
    ],
    ids=["another prompt between", "no answer", "nothing said", "a right to a report"],
)
def test_nothing_is_settled(rows: list[Row]) -> None:
    found = after(confirm, *rows, rulebook=YES)
    assert not [decision for decision in found if "confirm" in decision.because]


OPTIONS = [
    assistant("两个办法：\n", "process", "plan"),
    assistant("A：Redis 锁\n", "decision", "propose", kind="item", joined=True),
    assistant("B：数据库锁\n", "decision", "propose", kind="item", joined=True),
    assistant("C：不加锁\n", "decision", "propose", kind="item", joined=True),
]


@pytest.mark.parametrize(
    ("reply", "settled"),
    [
        ("B", {2: "final"}),
        ("用 b 吧", {2: "final"}),
        ("A 和 C 可以", {1: "final", 3: "final"}),
        ("第二个", {2: "final"}),
        ("后者", {3: "final"}),
        ("前两个", {1: "final", 2: "final"}),
        ("A 不要，B 可以", {1: "rejected", 2: "final"}),
        ("B 可以，C 以后再说", {2: "final", 3: "deferred"}),
        ("都要", {1: "final", 2: "final", 3: "final"}),
    ],
)
def test_a_pick_settles_what_it_names(reply: str, settled: dict[int, str]) -> None:
    found = after(confirm, *OPTIONS, human(reply), rulebook=YES)
    assert {at: decision.status for at, decision in enumerate(found) if "confirm" in decision.because} == settled


@pytest.mark.parametrize(
    ("reply", "settled"),
    [("第一个可以", {0: "final"}), ("the second one, ok", {1: "final"}), ("后者可以", {1: "final"}), ("2，ok", {})],
    ids=["zh", "en", "the latter", "a bare number counts nothing off"],
)
def test_unmarked_proposals_are_counted_off(reply: str, settled: dict[int, str]) -> None:
    rows = [
        assistant("我想加行锁。", "decision", "propose"),
        assistant("另外可以改走消息队列。", "decision", "propose", joined=True),
    ]
    found = after(confirm, *rows, human(reply), rulebook=YES)
    named = {at: str(decision.status) for at, decision in enumerate(found) if "confirm" in decision.because}
    assert {at: named.get(at) for at in settled} == settled
    assert settled or len(named) != 1


@pytest.mark.parametrize(
    ("plan", "reply", "settled"),
    [
        (("会乱。", "换成红灯笼，贵一点。"), "换。", {1}),
        (("会乱。", "换成红灯笼，贵一点。"), "行", {1}),
        (("会乱。", "换成红灯笼，贵一点。"), "换成什么？", set()),
        (("会乱。", "换成红灯笼，贵一点。"), "不换", set()),
        (("把门票包一层塑封。", "灯光降到五成。"), "包塑封吧。", {0}),
        (("会乱。", "把灯光降到五成。"), "降吧降吧。", {1}),
        (("会乱。", "把灯光降到五成。"), "那就按五成改", {1}),
        (("会乱。", "把灯光降到五成。"), "按门票尺寸改", set()),
        (("会乱。", "挂一排红灯笼，或者糊一排纸灯笼。"), "红灯笼吧", {1}),
        (("会乱。", "挂一排红灯笼，或者糊一排纸灯笼。"), "一排吧", set()),
        (("会乱。", "Light it by lamps or candles."), "lamps", set()),
        (("会乱。", "要不要顺手把门口的灯关掉？"), "关灯吧", set()),
        (("会乱。", "要不要顺手把门口的灯关掉？"), "关掉吧", {1}),
        (("会乱。", "Sign it by HMAC-SHA256."), "use HMAC", {1}),
        (("Then cap the queue at ten.", "Use one ledger."), "cap the queue, yes", {0}),
        (("Then cap the queue at ten.", "Use one ledger."), "the lobby, yes", set()),
        (("会乱。", "Cap the queue or drop the badge queue."), "the badge, yes", {1}),
        (("会乱。", "Cap the queue or drop the badge queue."), "that queue, yes", set()),
        (("会乱。", "改法：A 挂红灯笼；B 糊纸灯笼。"), "红灯笼吧", set()),
        (("会乱。", "挂红灯笼，还是糊纸灯笼？"), "红灯笼吧", set()),
    ],
    ids=[
        "its verb",
        "a yes",
        "a question",
        "a no",
        "its words",
        "its verb twice",
        "by its words",
        "by other words",
        "one side of an or",
        "a word of both sides",
        "the bare name of a side",
        "words in another order",
        "no or",
        "a part of its word",
        "its name, yes",
        "another thing, yes",
        "the name of one side, yes",
        "a name of both sides, yes",
        "an option of a list",
        "a side of a question",
    ],
)
def test_a_stated_step_waits_for_a_yes(plan: tuple[str, str], reply: str, settled: set[int]) -> None:
    book_ = book(rule("confirm.x", "^(?:行|ok)$"), rule("refuse.x", "^不"), rule("takes.x", ", yes$"))
    rows = [
        assistant(text, "fact", "intend", *(["ask"] if text.endswith("？") else []), joined=at > 0)
        for at, text in enumerate(plan)
    ]
    if plan[0] == "会乱。":
        rows[0] = assistant("会乱。", "fact")
    found = after(confirm, *rows, human(reply), rulebook=book_)
    assert {at for at, decision in enumerate(found) if decision.status == "final" and decision.label == "decision"} == (
        settled
    )


@pytest.mark.parametrize(
    ("reply", "settled"), [("both ok", {0, 1}), ("ok", {0, 1, 2})], ids=["both of the points", "a plain yes"]
)
def test_both_takes_what_is_proposed_for_the_points(reply: str, settled: set[int]) -> None:
    rows = [
        assistant("For 1: keep the lamp. ", "fact", "intend"),
        assistant("For 2: drop the key. ", "fact", "intend", joined=True),
        assistant("I'd also move the desk.", "decision", "propose", joined=True),
    ]
    found = after(confirm, *rows, human(reply), rulebook=book(rule("confirm.x", "ok$")))
    assert {at for at, decision in enumerate(found) if "confirm" in decision.because} == settled


@pytest.mark.parametrize(
    ("before", "settled"), [("loguru 嘛，", {1}), ("loguru 吓人。", {0, 1})], ids=["its topic", "a remark"]
)
def test_a_sentence_before_a_yes_is_not_its_topic(before: str, settled: set[int]) -> None:
    rows = [
        assistant("- 加 Prometheus 指标\n", "decision", "propose", kind="item"),
        assistant("- 换 loguru 日志", "decision", "propose", kind="item", joined=True),
        human(before),
        human("行", joined=True),
    ]
    found = after(confirm, *rows, rulebook=YES)
    assert {at for at, decision in enumerate(found) if "confirm" in decision.because} == settled


def test_what_was_just_written_is_reported_and_not_proposed() -> None:
    written = result("ok", name="Write", input={"file_path": "a.txt"})
    rows = [human("灯太亮"), written, assistant("改为红灯笼。", "fact", "intend"), human("行")]
    assert not [d for d in after(confirm, *rows, rulebook=YES) if "confirm" in d.because]


def test_what_was_just_heard_is_repeated_and_not_proposed() -> None:
    rows = [human("换红灯笼"), assistant("收到：换红灯笼。", "decision", "intend"), human("行")]
    assert not [d for d in after(confirm, *rows, rulebook=YES) if "confirm" in d.because]


@pytest.mark.parametrize(
    ("reply", "settled"), [("前者", [0]), ("后者", [1]), ("the latter", [1]), ("the former CTO", [])]
)
def test_a_side_of_an_unmarked_or_is_taken(reply: str, settled: list[int]) -> None:
    rows = [assistant("换成红灯笼，", "unsure"), assistant("或者自己糊一个。", "unsure", joined=True)]
    found = after(confirm, *rows, human(reply), rulebook=YES)
    assert [at for at, decision in enumerate(found) if "confirm" in decision.because] == settled


@pytest.mark.parametrize(
    ("texts", "names"),
    [(("- A 红灯笼\n", "- B 白灯笼\n"), {"a", "b"}), (("- A red lamp\n", "- Two lamps\n"), {"1", "2"})],
    ids=["letters", "an article"],
)
def test_a_lettered_bullet_needs_no_stop(texts: tuple[str, ...], names: set[str]) -> None:
    rows = [assistant(text, kind="item", joined=at > 0) for at, text in enumerate(texts)]
    scene, _ = scene_of(rows)
    assert set(options(scene, (0, 1))) == names


def test_a_yes_that_repeats_the_question_names_nothing() -> None:
    rows = [
        assistant("I'd shrink them to 1600 px.", "fact", "propose"),
        assistant("Is that alright?", "process", "ask", "bare_ask", joined=True),
    ]
    book_ = book(rule("confirm.x", "^yes"))
    found = after(confirm, *rows, human("yes that is alright"), rulebook=book_)
    assert [str(decision.label) for decision in found[:2]] == ["decision", "process"]


def test_a_yes_takes_what_the_assistant_prefers() -> None:
    found = after(
        confirm, *OPTIONS, assistant("我倾向 B。", "decision", "prefer", joined=True), human("可以"), rulebook=YES
    )
    assert {at for at, decision in enumerate(found) if "confirm" in decision.because} == {2}


def test_a_name_settles_what_it_names() -> None:
    rows = [
        assistant("- 加 Prometheus 指标\n", "decision", "propose", kind="item"),
        assistant("- 换 loguru 日志", "decision", "propose", kind="item", joined=True),
        human("loguru 不要"),
    ]
    found = after(confirm, *rows, rulebook=YES)
    assert statuses(found)[:2] == [("decision", "proposed"), ("decision", "rejected")]


@pytest.mark.parametrize("rows", [(0, 1), (1, 0)], ids=["reason first", "reason last"])
def test_a_reason_joins_its_constraint(rows: tuple[int, int]) -> None:
    parts = [human("线上还有老客户端，", "fact"), human("字段别改，", "constraint", p=0.85)]
    first, second = (parts[at] for at in rows)
    second.joined = True
    assert labels(after(reasons, first, second)) == ["constraint", "constraint"]


@pytest.mark.parametrize(
    "rows",
    [
        [human("看日志。", "process"), human("别动表", "constraint", joined=True)],
        [human("看日志\n", "process"), human("别动表", "constraint", joined=True)],
        [human("几点开会，", "process", p=0.9), human("别动表", "constraint", joined=True)],
        [human("谢了，", "noise"), human("别动表", "constraint", joined=True)],
        [human("看日志", "process"), human("别动表", "constraint")],
        [assistant("看日志，", "process"), assistant("别动表", "constraint", joined=True)],
    ],
    ids=["sentence end", "line end", "placed surely", "noise", "another message", "an assistant"],
)
def test_what_is_no_reason(rows: list[Row]) -> None:
    assert labels(after(reasons, *rows))[0] == str(rows[0].label)


def finals(*talk: Dict) -> list[str]:
    """What the assistant said and a human then settled, by the rules that travel with fastjev."""
    run = pipeline.run(neutral(talk), "talk", rulebook=core(), policy=DEFAULT, format="neutral")
    told = zip(run.units, run.decisions, strict=True)
    return [u.text.strip() for u, d in told if u.speaker == Speaker.ASSISTANT and d.status == Status.FINAL]


@pytest.mark.parametrize(
    ("said", "answer", "taken"),
    [
        ("The lamp flickers. A second fuse, and the cable goes. Shall I?", "Do it.", 3),
        ("先停了旧的。每桌存一份人数，改成按桌号分批。一起做？", "做。", 2),
        ("I'd sort the guests by table.", "That one.", 1),
        ("Walnut 4 mm, it is on the list. I could add a felt pad as well.", "The walnut is fine.\n\nAnd mail me.", 1),
        ("- the hooks bend\n- the lids stick\n\nFix: brass hooks. Also I would wax the lids.", "do it", 1),
        ("- 挂钩会弯\n- 盖子卡住\n\n修法：换成铜钩。另外我建议所有盖子一律打蜡。", "得，照做。", 1),
    ],
)
def test_a_yes_takes_the_plan_and_not_what_is_suggested_beside_it(said: str, answer: str, taken: int) -> None:
    found = finals(user("Look at the shelf."), scribe(said), user(answer))
    assert len(found) == taken
    assert not any("wax" in text or "打蜡" in text or "felt" in text for text in found)


@pytest.mark.parametrize(
    ("answer", "taken"),
    [("2", 1), ("ok, 2 please", 1), ("take the second", 1), ("our hooks hold 2 coats each", 0), ("挂钩一定是 2 个", 0)],
)
def test_bullets_are_counted_by_what_opens_an_answer(answer: str, taken: int) -> None:
    said = "Two ways:\n\n- brass hooks on the wall\n- a rail of oak\n"
    assert len(finals(user("Look at the shelf."), scribe(said), user(answer))) == taken


@pytest.mark.parametrize(
    ("answer", "taken"),
    [
        ("1 和 2 都要", 2),
        ("i'd take 2", 1),
        ("decimals 一定係 2", 0),
        ("max retries must be 3", 0),
        ("1 and 3 are too old", 0),
        ("小数位必须是 2", 0),
    ],
)
def test_a_number_takes_an_option_only_beside_words_that_choose(answer: str, taken: int) -> None:
    said = "Three ways:\n\n1. brass hooks\n2. a rail of oak\n3. pegs\n"
    assert len(finals(user("Look at the shelf."), scribe(said), user(answer))) == taken
