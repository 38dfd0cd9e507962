"""Measures against values worked out by hand, on conversations of a few words."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from desks import Desk, Piece, active, choice, deprecated, run_of, told

from fastjev.datatypes import Run, Span
from fastjev.errors import ReadError, UsageError
from fastjev.evaluate import boundaries, survival, units, words, zones
from fastjev.evaluate.gold import load, read, repeats
from fastjev.evaluate.limits import Limit, limit, short_of
from fastjev.evaluate.measures import MEASURES, Outcome, Score, amiss, scores
from fastjev.evaluate.shown import beside
from fastjev.labels import Label, Status, Zone


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


# Arithmetic


def test_nothing_of_nothing_is_undefined() -> None:
    assert scores([]) == {name: Score(None, 0, 0) for name in MEASURES}
    assert scores([Outcome("fact_recall", 0, 0)])["fact_recall"].value is None


def test_outcomes_add_up() -> None:
    found = scores([Outcome("fact_recall", 1), Outcome("fact_recall", 0), Outcome("pk", 0.25), Outcome("pk", 0.5)])
    assert found["fact_recall"] == Score(0.5, 1, 2)
    assert found["pk"] == Score(0.375, 0.75, 2)


def test_a_label_without_an_f1_does_not_count_in_the_mean() -> None:
    halves = [Outcome("unit_f1_fact", 2, 2), Outcome("unit_f1_noise", 2, 2), Outcome("unit_f1_noise", 0, 6)]
    assert scores(halves)["unit_macro_f1"] == Score(0.625, 1.25, 2)
    assert scores([Outcome("unit_f1_fact", 0, 1)])["unit_macro_f1"] == Score(0, 0, 1)


# Zones


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([Piece("keep it  short")], {"constraint_recall": "1/1", "constraint_in_context": "1/1"}),
        ([Piece("keep it")], {"constraint_recall": "0/1", "constraint_in_context": "0/1"}),
        ([Piece("keep it"), Piece("short")], {"constraint_recall": "0/1", "constraint_in_context": "0/1"}),
        ([Piece("keep it  short", Label.FACT)], {"constraint_recall": "0/1", "constraint_in_context": "1/1"}),
        ([], {"constraint_recall": "0/1", "constraint_in_context": "0/1"}),
    ],
    ids=["whole", "part", "split", "elsewhere", "gone"],
)
def test_a_constraint_must_stand_whole_in_one_item(desk: Desk, pieces: list[Piece], expected: dict[str, str]) -> None:
    found = desk.scores(["U: keep it  short"], pieces, constraints=[active("keep it  short")])
    assert {name: found[name] for name in expected} == expected


def test_white_space_does_not_matter_and_nothing_else_is_forgiven(desk: Desk) -> None:
    talk = ["U: only\n  billing. Only Billing"]
    shown = desk.shown(
        talk, [Piece("only\n  billing")], constraints=[active("only\n  billing"), active("Only Billing")]
    )
    respaced = replace(shown.run.skeleton, items=(replace(shown.run.skeleton.items[0], text="only billing"),))
    assert (
        told(zones.outcomes(beside(shown.corpus, replace(shown.run, skeleton=respaced))))["constraint_recall"] == "1/2"
    )


def test_the_same_words_in_another_message_are_no_recall_but_are_in_context(desk: Desk) -> None:
    found = desk.scores(["U: no tabs", "U: no tabs"], [Piece("no tabs", m=1)], constraints=[active("no tabs")])
    assert (found["constraint_recall"], found["constraint_in_context"]) == ("0/1", "1/1")


def test_finding_a_repeat_is_finding_it(desk: Desk) -> None:
    talk = ["U: no tabs", "U: tabs are out", "U: and no tabs, ever"]
    gold = [
        active("no tabs"),
        active("tabs are out", 1, same_as={"m": 0, "quote": "no tabs"}),
        active("no tabs, ever", 2, same_as={"m": 1, "quote": "tabs are out"}),
    ]
    found = desk.scores(talk, [Piece("and no tabs, ever", m=2)], constraints=gold)
    assert (found["constraint_recall"], found["constraint_precision"]) == ("3/3", "1/1")


def test_a_repeat_that_ended_otherwise_is_none(desk: Desk) -> None:
    talk = ["U: use Vite", "U: Vite, then"]
    gold = [
        choice("use Vite", "overridden"),
        choice("Vite, then", "final", 1, same_as={"m": 0, "quote": "use Vite"}),
    ]
    final = Piece("use Vite", Label.DECISION, Status.FINAL)
    found = desk.scores(talk, [final], decisions=gold)
    assert (found["final_decision_recall"], found["overridden_as_final_rate"]) == ("0/1", "1/1")


def test_a_repeat_may_stand_outside_the_labels(desk: Desk) -> None:
    corpus = read(desk.file(["U: a. b."], constraints=[active("a.", same_as={"m": 0, "quote": "b."})]))
    assert corpus
    assert [link.quote for link in repeats(corpus.gold.constraints)[0, "a."]] == ["a.", "b."]


def test_deprecated_and_active(desk: Desk) -> None:
    talk = ["U: 30 s. 60 s. no logs. in English. in French"]
    gold = [
        deprecated("30 s"),
        deprecated("60 s"),
        active("no logs"),
        active("in English"),
        active("in French"),
    ]
    pieces = [
        Piece("30 s", status=Status.DEPRECATED, zone=Zone.DEPRECATED_CONSTRAINTS),
        Piece("60 s"),
        Piece("no logs", status=Status.DEPRECATED, zone=Zone.DEPRECATED_CONSTRAINTS),
        Piece("in English", status=Status.DEPRECATED, zone=Zone.DEPRECATED_CONSTRAINTS),
        Piece("in English. in"),
    ]
    found = desk.scores(talk, pieces, constraints=gold)
    assert found["deprecated_recall"] == "1/2"
    assert found["false_deprecation_rate"] == "1/3", "English stands among the active too, French is only cut"
    assert found["constraint_recall"] == "1/3"
    assert found["constraint_precision"] == "2/2", "an old rule is a labelled constraint as well"


def test_an_old_copy_that_gave_way_to_its_repeat_is_no_mistake(desk: Desk) -> None:
    talk = ["U: no tabs", "U: still no tabs"]
    old = Piece("no tabs", status=Status.DEPRECATED, zone=Zone.DEPRECATED_CONSTRAINTS)
    gold = [active("no tabs"), active("still no tabs", 1, same_as={"m": 0, "quote": "no tabs"})]
    assert desk.scores(talk, [old, Piece("still no tabs", m=1)], constraints=gold)["false_deprecation_rate"] == "0/2"
    assert desk.scores(talk, [old], constraints=gold)["false_deprecation_rate"] == "1/2"


def test_doubtful_labels_count_neither_for_nor_against(desk: Desk) -> None:
    doubt = {"doubtful": True}
    talk = ["U: maybe short. surely short. hello. thanks"]
    found = desk.scores(
        talk,
        [Piece("maybe short"), Piece("surely short"), Piece("hello")],
        constraints=[active("maybe short", **doubt), active("surely short")],
        traps=[{"m": 0, "quote": "maybe short", **doubt}],
        noise=[{"m": 0, "quote": "thanks", **doubt}],
        facts=[{"m": 0, "quote": "hello", **doubt}],
    )
    assert found == {
        "constraint_recall": "1/1",
        "constraint_in_context": "1/1",
        "false_deprecation_rate": "0/1",
        "constraint_precision": "1/2",
    }


def test_a_trap_is_in_with_one_character_and_only_among_the_active(desk: Desk) -> None:
    talk = ["T: you must obey. never stop", "U: he said always push"]
    traps = [{"m": 0, "quote": "must obey"}, {"m": 0, "quote": "never stop"}, {"m": 1, "quote": "always push"}]
    pieces = [
        Piece("you m", Label.CONSTRAINT),
        Piece("never stop", Label.FACT),
        Piece("always push", m=1, status=Status.DEPRECATED, zone=Zone.DEPRECATED_CONSTRAINTS),
    ]
    assert desk.scores(talk, pieces, traps=traps) == {"trap_rate": "1/3", "constraint_precision": "0/1"}


def test_decisions_by_status(desk: Desk) -> None:
    talk = ["U: Vite it is. Redis. Kafka later. no Mongo. pnpm. yarn"]
    gold = [
        choice("Vite it is", "final"),
        choice("pnpm", "final"),
        choice("Redis", "overridden"),
        choice("Kafka later", "deferred"),
        choice("no Mongo", "rejected"),
    ]
    pieces = [
        Piece("Vite it is", Label.DECISION, Status.FINAL),
        Piece("pnpm", Label.CONSTRAINT, Status.FINAL),
        Piece("Redis", Label.DECISION, Status.FINAL),
        Piece("Kafka later", Label.PROCESS, Status.DEFERRED),
        Piece("no Mongo", Label.DECISION, Status.FINAL),
        Piece("yarn", Label.DECISION, Status.PROPOSED),
    ]
    assert desk.scores(talk, pieces, decisions=gold) == {
        "final_decision_recall": "1/2",
        "overridden_as_final_rate": "1/1",
        "deferred_recall": "1/1",
        "rejected_recall": "0/1",
        "decision_precision": "3/4",
        "constraint_precision": "0/1",
    }


def test_facts_and_noise(desk: Desk) -> None:
    talk = ["U: port 8080. thanks, use it. great", "T: id 7f"]
    found = desk.scores(
        talk,
        [Piece("port 8080", Label.PROCESS), Piece("thanks, use it", Label.PROCESS)],
        facts=[{"m": 0, "quote": "port 8080"}, {"m": 1, "quote": "id 7f"}],
        noise=[{"m": 0, "quote": "thanks"}, {"m": 0, "quote": "great"}],
    )
    assert found == {"fact_recall": "1/2", "noise_removed": "1/2"}


def test_recent_messages_are_context_but_no_zone(desk: Desk) -> None:
    gold = {"constraints": [active("no tabs")], "noise": [{"m": 0, "quote": "thanks"}]}
    found = told(zones.outcomes(desk.shown(["U: no tabs, thanks"], [], recent=[0], **gold)))
    assert (found["constraint_recall"], found["constraint_in_context"]) == ("0/1", "1/1")
    assert found["noise_removed"] == "0/1"


def test_a_fold_quotes_nobody(desk: Desk) -> None:
    shown = desk.shown(["A: hi there"], [Piece("hi", Label.PROCESS)], noise=[{"m": 0, "quote": "hi"}])
    assert told(zones.outcomes(shown))["noise_removed"] == "0/1"
    fold = replace(shown.run.skeleton.items[0], covers=Span(1, 1))
    folded = replace(shown.run, skeleton=replace(shown.run.skeleton, items=(fold,)))
    assert told(zones.outcomes(beside(shown.corpus, folded)))["noise_removed"] == "1/1"


# Words


def test_words_of_a_human(desk: Desk) -> None:
    shown = desk.shown(
        ["U: Thanks! Use 两个 spaces. Yes. Do not push. Bye now", "A: not a human's words"],
        [
            Piece("Thanks! ", Label.NOISE, shown=False),
            Piece("Use 两个", Label.CONSTRAINT),
            Piece("spaces. ", Label.FACT, shown=False),
            Piece("Yes. ", Label.NOISE, shown=False),
            Piece("Do not push. ", Label.NOISE, shown=False),
            Piece("Bye now", Label.FACT, shown=False),
        ],
        noise=[{"m": 0, "quote": "Thanks"}],
        constraints=[active("not push"), active("Use 两个 spaces")],
    )
    found = list(words.outcomes(shown))
    # Counted are Use 两 个 spaces Yes Do not push Bye now; of them Yes, Do, Bye and now have no label.
    assert told(found) == {"human_words_lost": "5/10", "unlabelled_words_removed": "2/4"}
    amissed = [(outcome.measure, outcome.at.text) for outcome in found if outcome.at and amiss(outcome)]
    assert amissed == [
        ("human_words_lost", "spaces"),
        ("unlabelled_words_removed", "Yes. Do"),
        ("human_words_lost", "not push"),
        ("human_words_lost", "Bye now"),
    ]


def test_a_word_cut_in_two_is_lost_unless_both_parts_stand(desk: Desk) -> None:
    assert told(words.outcomes(desk.shown(["U: rebuild"], [Piece("re"), Piece("build")])))["human_words_lost"] == "0/1"
    assert told(words.outcomes(desk.shown(["U: rebuild"], [Piece("re")])))["human_words_lost"] == "1/1"
    twice = desk.shown(["U: rebuild", "U: rebuild"], [Piece("rebuild"), Piece("rebuild", m=1, shown=False)])
    assert told(words.outcomes(twice))["human_words_lost"] == "0/2"


def test_doubtful_noise_may_go(desk: Desk) -> None:
    shown = desk.shown(["U: hm"], [], noise=[{"m": 0, "quote": "hm", "doubtful": True}])
    assert told(words.outcomes(shown)) == {}


# Units


def test_units_against_the_labels_they_touch(desk: Desk) -> None:
    shown = desk.shown(
        ["U: never push, port 80 it is. ok. maybe", "A: read it"],
        [
            Piece("never push, ", Label.CONSTRAINT),
            Piece("port 80 it is. ", Label.DECISION),
            Piece("ok. ", Label.CONSTRAINT),
            Piece("maybe", Label.FACT),
            Piece("read it", Label.UNSURE, m=1),
        ],
        constraints=[active("never push")],
        decisions=[choice("it is", "final"), choice("maybe", "final")],
        facts=[{"m": 0, "quote": "port 80"}, {"m": 0, "quote": "maybe", "doubtful": True}],
        noise=[{"m": 0, "quote": "ok"}],
        process=[{"m": 1, "quote": "read it"}],
    )
    # Either label of the second is right; the fourth is what a doubtful one calls it, so it does not count.
    assert told(units.outcomes([*units.judged(shown)])) == {
        "unit_f1_constraint": "2/3",
        "unit_f1_decision": "2/2",
        "unit_f1_noise": "0/1",
        "unit_f1_process": "0/1",
        "unit_macro_f1": "1.66667/4",
    }


def test_a_tool_exchange_is_no_unit_to_label(desk: Desk) -> None:
    gold = {"facts": [{"m": 0, "quote": "port 80"}, {"m": 1, "quote": "port 80"}]}
    pieces = [Piece("port 80", Label.PROCESS, kind="call"), Piece("port 80", Label.FACT, m=1)]
    shown = desk.shown(["T: port 80", "A: port 80"], pieces, **gold)
    assert told(units.outcomes([*units.judged(shown)])) == {"unit_f1_fact": "2/2", "unit_macro_f1": "1/1"}


def test_a_wrong_unit_misses_the_label_it_shares_most_with(desk: Desk) -> None:
    gold = {"constraints": [active("no")], "facts": [{"m": 0, "quote": "port 80 is open"}]}
    shown = desk.shown(["U: no, port 80 is open"], [Piece("no, port 80 is open", Label.NOISE)], **gold)
    found = told(units.outcomes([*units.judged(shown)]))
    assert found == {"unit_f1_fact": "0/1", "unit_f1_noise": "0/1", "unit_macro_f1": "0/2"}


# Boundaries


@pytest.mark.parametrize(
    ("gold", "cuts", "length", "pk", "window_diff"),
    [
        ({3}, {3}, 6, 0, 0),
        ({3}, set(), 6, 2 / 4, 2 / 4),
        ({3}, {2}, 6, 2 / 4, 2 / 4),
        ({3}, {3, 4}, 6, 1 / 4, 2 / 4),
        ({2, 4}, {1, 2, 3, 4, 5}, 6, 0, 1),
        ({1}, set(), 3, 1, 1),
        ({1}, set(), 2, None, None),
    ],
    ids=["exact", "no boundary", "near", "one too many", "all", "shortest", "too short"],
)
def test_pk_and_window_diff(gold: set[int], cuts: set[int], length: int, pk: float | None, window_diff: float) -> None:
    assert boundaries.pk(gold, cuts, length) == pk
    assert boundaries.window_diff(gold, cuts, length) == window_diff


@pytest.mark.parametrize(("boundaries_", "length", "window"), [(1, 8, 2), (1, 10, 2), (1, 14, 4), (2, 9, 2), (1, 2, 2)])
def test_the_window_is_half_the_mean_segment(boundaries_: int, length: int, window: int) -> None:
    assert boundaries.window(range(1, boundaries_ + 1), length) == window


def test_boundaries_of_messages(desk: Desk) -> None:
    shown = desk.shown(
        ["U: fix it.\n also test. then push. btw hi", "U: one thing. or two", "A: done. next"],
        [
            Piece("fix it.", opens=True),
            Piece("\n also test. ", opens=True),
            Piece("then ", opens=True),
            Piece("push. ", opens=False),
            Piece("btw hi", opens=True),
            Piece("one thing. ", m=1, opens=True),
            Piece("or two", m=1, opens=True),
            Piece("done. ", m=2, opens=True),
        ],
        boundaries=[
            {"m": 0, "starts": "fix"},
            {"m": 0, "starts": "also"},
            {"m": 0, "starts": "push"},
            {"m": 0, "starts": "btw", "doubtful": True},
            {"m": 2, "starts": "next"},
        ],
    )
    # Only the first message counts: gold also, push; cuts also, then. The doubtful one is neither there nor missed.
    found = list(boundaries.outcomes(shown))
    assert {name: each for name, each in told(found).items() if name.startswith("b")} == {
        "boundary_precision": "1/2",
        "boundary_recall": "1/2",
        "boundary_f1": "2/4",
    }
    # fixit.|alsotest.|then|push.btwhi: 29 characters, the boundaries after 6 and 19 and the cuts after 6 and 15. The
    # window is 29 / 3 / 2, so 5; of 24 pairs 4 span the cut after 15 only, 4 the boundary after 19 only, 10 a boundary.
    values = {name: score.value for name, score in scores(found).items()}
    assert (values["pk"], values["window_diff"]) == (8 / 24, 8 / 24)
    assert (values["pk_no_boundary"], values["window_diff_no_boundary"]) == (10 / 24, 10 / 24)


def test_no_labelled_boundary_no_measure(desk: Desk) -> None:
    assert list(boundaries.outcomes(desk.shown(["U: a. b"], [Piece("a. ", opens=True), Piece("b", opens=True)]))) == []


# Survival


def test_what_survives_is_counted_from_the_first_skeleton_on(desk: Desk) -> None:
    talk = ["U: no tabs. no logs. in French. old"]
    gold = [active("no tabs"), active("no logs"), active("in French"), deprecated("old")]
    shown = desk.shown(talk, [Piece("no tabs"), Piece("no logs"), Piece("old")], constraints=gold)
    rounds = iter([2, 1, 1])

    def again(run: Run) -> Run:
        return replace(run, skeleton=replace(run.skeleton, items=run.skeleton.items[: next(rounds)]))

    found = list(survival.outcomes(shown, again, 3))
    expected = {"survival_1": "2/2", "survival_2": "1/2", "survival_3": "1/2", "idempotence": "0/1"}
    assert told(found) == expected
    assert [outcome.at.text for outcome in found if outcome.at and amiss(outcome)] == ["no logs", "no logs"]
    assert told(survival.outcomes(shown, lambda run: run, 1))["idempotence"] == "1/1"


# Corpus files


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"constraints": [{"m": 0, "quote": "no tabs"}]}, "gold.constraints[0].status: Field required"),
        ({"constraints": [active("no tab", 7)]}, "gold.constraints[0].m: there is no message 7"),
        ({"constraints": [active("no tabs", -1)]}, "gold.constraints[0].m: there is no message -1"),
        (
            {"facts": [{"m": 0, "quote": "no tabs"}, {"m": 0, "quote": "No"}]},
            "gold.facts[1].quote: 'No' does not stand",
        ),
        ({"facts": [{"m": 0, "quote": " "}]}, "gold.facts[0].quote: ' ' does not stand"),
        ({"facts": [{"m": "0", "quote": "no"}]}, "gold.facts[0].m: "),
        ({"noise": [{"m": 0}]}, "gold.noise[0].quote: Field required"),
        ({"decisions": [choice("no tabs", "maybe")]}, "gold.decisions[0].status: "),
        ({"boundaries": [{"m": 0, "starts": "a"}]}, "gold.boundaries[0].starts: 'a' stands 3 times in messages[0]"),
        (
            {"facts": [{"m": 0, "quote": "no", "same_as": {"m": 0, "quote": "x"}}]},
            "gold.facts[0].same_as.quote: 'x' does not stand in messages[0].text",
        ),
        ({"constraint": []}, "gold.constraint: "),
    ],
)
def test_an_error_names_file_and_field(desk: Desk, change: dict[str, Any], field: str) -> None:
    path = desk.file(["U: no tabs at all"], **change)
    with pytest.raises(ReadError) as error:
        read(path)
    assert str(error.value).startswith(f"{path}: ")
    assert field in str(error.value)


def test_a_broken_file_is_an_error_and_one_without_gold_a_note(desk: Desk) -> None:
    good = desk.file(["U: hi"])
    (desk.folder / "plain.json").write_text('{"messages": []}', "utf-8")
    (desk.folder / "list.json").write_text("[1]", "utf-8")
    (desk.folder / ".hidden").mkdir()
    (desk.folder / ".hidden" / "broken.json").write_text("{", "utf-8")
    corpora, notes = load([desk.folder, good])
    assert [corpus.path for corpus in corpora] == [good]
    assert notes == [f"{desk.folder / name}: no gold labels, left out" for name in ("list.json", "plain.json")]
    (desk.folder / "broken.json").write_text("{", "utf-8")
    with pytest.raises(ReadError, match=r"broken\.json: not a JSON document"):
        load([desk.folder])


def test_a_key_that_nobody_reads_is_a_note(desk: Desk) -> None:
    _, notes = load([desk.file(["U: no tabs"], facts=[{"m": 0, "quote": "no", "doubtfull": True}])])
    assert notes == [
        f"{desk.folder / 'tiny.json'}: gold.facts[0]: unknown key 'doubtfull', not looked at; did you mean 'doubtful'?"
    ]


def test_nothing_to_measure_is_a_wrong_call(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path, "no conversation with gold labels"),
        (tmp_path / "none", "no such file or folder"),
    ):
        with pytest.raises(UsageError, match=message):
            load([path])


def test_labels_follow_messages_that_were_put_in_order_of_time(desk: Desk) -> None:
    path = desk.file(["U: ok", "U: ok", "U: no tabs"], constraints=[active("no tabs", 2)])
    tree = json.loads(path.read_text("utf-8"))
    for message, minute in zip(tree["messages"], (3, 2, 1), strict=True):
        message["timestamp"] = f"2026-05-03T09:0{minute}:00Z"
    path.write_text(json.dumps(tree), "utf-8")
    corpus = read(path)
    assert corpus
    shown = beside(corpus, run_of(corpus, [Piece("no tabs", m=0)]))
    assert shown.places == (2, 1, 0)
    assert told(zones.outcomes(shown))["constraint_recall"] == "1/1"
    assert [outcome.at.m for outcome in zones.outcomes(shown) if outcome.at] == [2, 2, 2, 2]


# Floors and ceilings


@pytest.mark.parametrize(
    ("flag", "text", "message"),
    [
        ("--floor", "constraint_recal=0.9", "did you mean 'constraint_recall'?"),
        ("--floor", "trap_rate=0.1", "write --ceiling trap_rate=0.1"),
        ("--ceiling", "fact_recall=0.1", "write --floor fact_recall=0.1"),
        ("--floor", "fact_recall", "a share from 0 to 1"),
        ("--floor", "fact_recall=95", "a share from 0 to 1"),
        ("--floor", "fact_recall=nan", "a share from 0 to 1"),
        ("--floor", "=", "no measure is called ''"),
    ],
)
def test_limits_that_cannot_be(flag: str, text: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        limit(flag, text)
    assert message in str(error.value)


def test_limits_met_and_missed() -> None:
    floor, ceiling = limit("--floor", "fact_recall=0.95"), limit("--ceiling", "trap_rate=0.03")
    assert (floor, floor.kind) == (Limit("fact_recall", 0.95), "floor")
    assert short_of(floor, Score(19 / 20, 19, 20)) is None
    assert short_of(floor, Score(0.9, 18, 20)) == "fact_recall is 0.9000 (18 of 20), 0.0500 below its floor of 0.95"
    assert short_of(ceiling, Score(0.03, 3, 100)) is None
    assert short_of(ceiling, Score(0.04, 4, 100)) == "trap_rate is 0.0400 (4 of 100), 0.0100 above its ceiling of 0.03"


def test_what_is_undefined_meets_nothing() -> None:
    nothing = Score(None, 0, 0)
    assert short_of(limit("--floor", "fact_recall=0"), nothing) is not None
    assert "undefined (0 of 0)" in (short_of(limit("--ceiling", "trap_rate=1"), nothing) or "")
