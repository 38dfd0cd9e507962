"""One unit, its votes, its label: the gate, the weights, what beats what, the model's turn."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from rows import book, rule
from talks import core

from fastjev.datatypes import Span, Unit, Verdict
from fastjev.labels import Label, Speaker
from fastjev.policy import DEFAULT
from fastjev.rulebook import Rulebook
from fastjev.stages.classify import Model, classify


def unit(text: str, speaker: str = "human", kind: str = "prose") -> Unit:
    return Unit(id="u1.1", message=0, turn=1, span=Span(0, len(text)), speaker=Speaker(speaker), text=text, kind=kind)


def judged(
    text: str, rulebook: Rulebook, speaker: str = "human", kind: str = "prose", model: Model | None = None
) -> Verdict:
    return classify([unit(text, speaker, kind)], rulebook, DEFAULT, model)[0]


EVERY = ("human", "assistant", "tool", "harness")
ALL_LABELS = [
    rule(f"{label}.{n}", "x", 0.9 - n / 100, speakers=EVERY) for n, label in enumerate(Label) if label != "unsure"
]


@pytest.mark.parametrize(
    ("speaker", "allowed"),
    [
        ("human", {"constraint", "decision", "fact", "process", "noise"}),
        ("assistant", {"decision", "fact", "process", "noise"}),
        ("tool", {"process"}),
        ("harness", {"process"}),
    ],
)
@pytest.mark.parametrize("label", ["constraint", "decision", "fact", "process", "noise"])
def test_gate(speaker: str, allowed: set[str], label: str) -> None:
    """A vote for what a speaker's words cannot become is heard and does not count."""
    verdict = judged("x", book(rule(f"{label}.a", "x", speakers=EVERY)), speaker)
    assert (verdict.label == label) == (label in allowed)
    assert verdict.label in allowed or verdict.label == Label.UNSURE


@pytest.mark.parametrize("text", ["you must always run it", "必须先问我", "let's go with B"])
@pytest.mark.parametrize(
    ("speaker", "kind"), [("tool", "call"), ("tool", "prose"), ("harness", "prose"), ("human", "call")]
)
def test_gate_by_the_core_rules(text: str, speaker: str, kind: str) -> None:
    assert judged(text, core(), speaker, kind).label in (Label.FACT, Label.PROCESS)


@pytest.mark.parametrize(
    ("kind", "label"),
    [("code", "fact"), ("table", "fact"), ("trace", "fact"), ("quote", "fact"), ("heading", "process")],
)
@pytest.mark.parametrize("speaker", ["human", "assistant"])
def test_what_is_pasted_is_evidence(kind: str, label: str, speaker: str) -> None:
    assert judged("不要动那张表", core(), speaker, kind).label == label


@pytest.mark.parametrize("text", ["🫣", "？？？", "❯", "...!"])
def test_signs_without_a_word_react_and_bind_nobody(text: str) -> None:
    assert judged(text, core()).label == Label.PROCESS


def test_a_thumb_up_is_still_a_yes() -> None:
    assert "confirm" in judged("👍", core()).cues


@pytest.mark.parametrize(
    ("votes", "label", "p"),
    [
        ({}, "unsure", 0.0),
        ({"fact": 0.6}, "fact", 0.6),
        ({"fact": 0.6, "process": 0.7}, "process", 0.7),
        ({"fact": 0.6, "decision": 0.6}, "unsure", 0.6),
        ({"constraint": 0.6, "decision": 0.6}, "constraint", 0.6),
        ({"constraint": 0.6, "decision": 0.7}, "decision", 0.7),
        ({"constraint": 0.6, "fact": 0.9}, "fact", 0.9),
        # in doubt, a constraint: noise and process do not beat it from the floor on
        ({"constraint": 0.5, "noise": 0.99}, "constraint", 0.5),
        ({"constraint": 0.5, "process": 0.99}, "constraint", 0.5),
        ({"constraint": 0.49, "noise": 0.99}, "noise", 0.99),
    ],
)
def test_weights(votes: dict[str, float], label: str, p: float) -> None:
    rules = [rule(f"{name}.a", "x", weight) for name, weight in votes.items()]
    verdict = judged("x", book(*rules))
    assert (verdict.label, verdict.p) == (label, p)
    assert {vote.label: vote.weight for vote in verdict.votes} == votes


def test_a_rule_may_say_that_it_beats_a_constraint() -> None:
    orders, thanks = rule("constraint.a", "必须", 0.8), rule("noise.a", "^必须的$", 0.9)
    assert judged("必须的", book(orders, thanks)).label == Label.CONSTRAINT
    assert judged("必须的", book(orders, thanks._replace(force=True))).label == Label.NOISE


def test_between_equal_weights_the_longer_cue_wins() -> None:
    verdict = judged("ab", book(rule("fact.a", "a", 0.7), rule("process.a", "ab", 0.7)))
    assert (verdict.label, verdict.p) == (Label.PROCESS, 0.7)


def test_order_of_rules_decides_nothing() -> None:
    forward, backward = judged("x", book(*ALL_LABELS)), judged("x", book(*reversed(ALL_LABELS)))
    assert (forward.label, forward.p) == (backward.label, backward.p) == (Label.CONSTRAINT, 0.9)


def test_a_cue_stands_where_the_unit_has_it() -> None:
    verdict = judged("\n  先别动那张表  \n", book(rule("constraint.a", "别动")))
    assert [vote.cue.of("\n  先别动那张表  \n") for vote in verdict.votes] == ["别动"]


def test_cues_are_no_votes() -> None:
    verdict = judged("另外改成 5", book(rule("boundary.a", "^另外"), rule("replace.a", "改成")))
    assert (verdict.label, verdict.votes, verdict.cues) == (Label.UNSURE, (), {"boundary", "replace"})


@pytest.mark.parametrize(
    ("text", "binds"),
    [
        ("不要动那张表", True),
        ("客户说「不要动那张表，求求你们了」", False),
        ('he wrote "do not touch that table, please"', False),
        ("“不要动那张表，求求你们了”是他说的", False),
        ("『不要动那张表，求求你们了』", False),
        # a name in quotes is no speech
        ("「您」字不要改", True),
        ("不要动「订单明细表」和它的索引", True),
        # words outside the quotes are the speaker's own
        ("他说「表可以随便改的，没关系」，不要信", True),
    ],
)
def test_quoted_speech_binds_nobody(text: str, binds: bool) -> None:
    rulebook = book(rule("constraint.a", "不要|do not"))
    assert (judged(text, rulebook).label == Label.CONSTRAINT) == binds


@pytest.mark.parametrize(
    "text",
    [
        "不要紧",
        "必须的！",
        "别客气",
        "别担心，慢慢来",
        "don't worry about it",
        "no problem",
        "never mind then",
        "必须的必须的，辛苦了",
    ],
)
def test_noise_that_looks_like_an_order(text: str) -> None:
    assert judged(text, core()).label == Label.NOISE


@pytest.mark.parametrize(
    "text",
    [
        # a bare negation with a technical noun
        "这个字段不要加索引", "别动 prod 那张表", "不要动production库的schema", "`user_id` 别改名",
        "请勿直接改線上設定", "don't touch the lockfile", "never log tokens", "no new dependencies",
        # a blank between the negation and what it forbids, and two languages in one order
        "别 push 到 main", "不要 commit .env", "千万不要 restart 服务", "不许 skip tests", "我不要 TypeScript",
        "don't 动 main", "no 直接改 DB", "还是别用 lodash", "请不要 force push",
        # none of the obvious words: scope, limits, formats, habits
        "only the billing package", "只改 billing 这个目录", "单文件最多 300 行", "responses within 300 ms",
        "列名统一用蛇形", "tests stay green or it doesn't ship", "上线的机器是 3.8 的",
        # questions and complaints that are orders
        "能不能别再动这个文件了？", "又给我改了格式", "can you stop reformatting files?",
        "why did you touch the lockfile again?",
    ],
)  # fmt: skip
def test_what_binds_without_a_must(text: str) -> None:
    assert judged(text, core()).label == Label.CONSTRAINT


@pytest.mark.parametrize(
    "text",
    [
        "要不要加索引？", "这个字段要加索引吗", "如果不加索引会怎么样？", "is it under 300 ms?",
        "what if we never cached it?", "should we drop the index?", "看下这个接口", "run the tests", "测试又挂了",
        "我上家公司每次改库都要写审批",
    ],
)  # fmt: skip
def test_what_does_not_bind(text: str) -> None:
    assert judged(text, core()).label not in (Label.CONSTRAINT, Label.DECISION)


class Knows:
    """A model that knows one answer, and counts how often it was asked."""

    name = "knows"

    def __init__(self, **chances: float) -> None:
        self.chances = {Label(label): p for label, p in chances.items()}
        self.asked = 0

    def over(self, units: Sequence[Unit], verdicts: Sequence[Verdict]) -> "Knows":
        return self

    def at(self, position: int) -> Mapping[Label, float]:
        self.asked += 1
        return self.chances


def test_the_model_decides_only_where_no_rule_settles_it() -> None:
    model = Knows(fact=0.9, noise=0.1)
    assert judged("x", book(rule("decision.a", "x", DEFAULT.settle_weight)), model=model).label == Label.DECISION
    assert judged("x", book(rule("constraint.a", "x", 0.5)), model=model).label == Label.CONSTRAINT
    assert judged("x", book(rule("decision.a", "x", 0.5)._replace(layer=3)), model=model).label == Label.DECISION
    assert judged("x", book(rule("decision.a", "x", 0.79)), model=model).label == Label.FACT
    assert judged("x", book(), model=model).label == Label.FACT


LEAST = 1 / (1 + DEFAULT.constraint_cost)
SURELY = 0.01
"""What one statement moves the share of constraints by is less."""


@pytest.mark.parametrize(
    ("chances", "label"),
    [
        ({"constraint": LEAST + SURELY, "process": 1 - LEAST - SURELY}, "constraint"),
        ({"constraint": LEAST - SURELY, "process": 1 - LEAST + SURELY}, "process"),
        ({"constraint": 0.05, "decision": 0.5, "fact": 0.45}, "decision"),
        ({"constraint": LEAST + SURELY, "noise": 1 - LEAST - SURELY}, "constraint"),
        ({}, "unsure"),
    ],
)
def test_a_missed_constraint_costs_more_than_a_needless_one(chances: dict[str, float], label: str) -> None:
    assert judged("x", book(), model=Knows(**chances)).label == label


def test_who_gives_few_rules_is_not_heard_as_one_who_gives_many() -> None:
    model = Knows(constraint=0.15, process=0.85)
    one, many = ([replace(unit("x"), id=f"u1.{n}") for n in range(count)] for count in (1, 200))
    assert {verdict.label for verdict in classify(one, book(), DEFAULT, model)} == {Label.CONSTRAINT}
    assert {verdict.label for verdict in classify(many, book(), DEFAULT, model)} == {Label.PROCESS}


def test_of_what_was_pasted_the_model_says_nothing() -> None:
    document, model = "x" * (DEFAULT.typed_chars + 1), Knows(constraint=0.9, fact=0.1)
    assert judged(document, book(), model=model).label == Label.UNSURE
    assert model.asked == 0


def test_a_model_s_votes_are_told_with_its_name() -> None:
    votes = judged("xy", book(), model=Knows(fact=0.9, noise=0.1)).votes
    assert [(vote.label, vote.weight, vote.by, vote.cue) for vote in votes] == [
        ("fact", 0.9, "model:knows", (0, 2)),
        ("noise", 0.1, "model:knows", (0, 2)),
    ]


def test_the_model_stands_behind_the_gate_too() -> None:
    model = Knows(constraint=0.99, fact=0.01)
    assert judged("you must", book(), "assistant", model=model).label == Label.FACT
    assert judged("you must", book(), "tool", model=model).label == Label.PROCESS
    assert judged("you must", book(), model=model).label == Label.CONSTRAINT


def test_verdicts_keep_the_order_of_the_units() -> None:
    units = [replace(unit(text), id=f"u1.{n}") for n, text in enumerate(["x", "y", "x"])]
    verdicts = classify(units, book(rule("fact.a", "y")), DEFAULT)
    assert [(verdict.unit, verdict.label) for verdict in verdicts] == [
        ("u1.0", "unsure"),
        ("u1.1", "fact"),
        ("u1.2", "unsure"),
    ]


def test_only_the_beginning_of_a_pasted_text_is_looked_at() -> None:
    rulebook = book(rule("fact.a", "needle"))
    assert judged("x" * (DEFAULT.match_chars - 6) + "needle", rulebook).label == Label.FACT
    assert judged("x" * DEFAULT.match_chars + "needle", rulebook).label == Label.UNSURE


FRAMES = book(
    rule("fact.tale", "^以前在", 0.89, force=True),
    rule("process.question", "吗", 0.86, force=True),
    rule("constraint.must", "必须", 0.85),
    rule("constraint.order", "能不能别", 0.9),
    rule("returns.here", "^(?:现在|所以)"),
)


@pytest.mark.parametrize(
    ("clauses", "binding"),
    [
        (["以前在厂里，", "必须写三页，", "必须签字。"], []),
        # it goes on for two clauses
        (["以前在厂里，", "必须写三页，", "必须签字，", "必须拍照。"], [3]),
        # a turn back ends it
        (["以前在厂里，", "现在必须写三页，", "必须签字。"], [1, 2]),
        (["以前在厂里，", "必须写三页，", "所以必须签字。"], [2]),
        # a full stop, a line's end or a blank ends it
        (["以前在厂里。", "必须写三页。"], [1]),
        (["以前在厂里\n", "必须写三页"], [1]),
        (["以前在厂里 ", "必须写三页"], [1]),
        # what is no frame opens none, and a frame tells nothing that stands before it
        (["在吗，", "必须写三页。"], [1]),
        (["必须写三页，", "以前在厂里。"], [0]),
        # a heavier vote stands, and ends it
        (["以前在厂里，", "能不能别写，", "必须签字。"], [1, 2]),
    ],
)
def test_a_tale_goes_on(clauses: list[str], binding: list[int]) -> None:
    verdicts = classify(said(*clauses), FRAMES, DEFAULT)
    assert [n for n, verdict in enumerate(verdicts) if verdict.label == Label.CONSTRAINT] == binding


def test_what_a_tale_tells_is_put_to_no_model() -> None:
    """Each clause of a tale has the label of its first one, and says by what."""
    verdict = classify(said("以前在厂里，", "三页纸。"), FRAMES, DEFAULT, Knows(constraint=1.0))[1]
    assert (verdict.label, verdict.p, [vote.by for vote in verdict.votes]) == (Label.FACT, 0.89, ["gate:told"])


def test_only_a_human_opens_a_frame() -> None:
    tale, rest = said("以前在厂里，", "必须写三页。")
    assert classify([replace(tale, speaker=Speaker.ASSISTANT), rest], FRAMES, DEFAULT)[1].label == Label.CONSTRAINT


def said(*clauses: str) -> list[Unit]:
    """Units of one message, one behind the other."""
    starts = [sum(map(len, clauses[:n])) for n in range(len(clauses))]
    return [
        replace(unit(text), id=f"u1.{n}", span=Span(start, start + len(text)))
        for n, (text, start) in enumerate(zip(clauses, starts, strict=True))
    ]
