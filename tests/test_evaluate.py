"""Measures against values worked out by hand, on conversations of a few words; and one pass over the corpora."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from fastjev.cli import cli
from fastjev.datatypes import Decision, Item, Run, Skeleton, Span, Unit, Verdict
from fastjev.errors import ReadError, UsageError
from fastjev.evaluate import boundaries, survival, units, words, zones
from fastjev.evaluate.counts import markdown
from fastjev.evaluate.gold import LANGS, Corpus, load, read, repeats
from fastjev.evaluate.limits import Limit, limit, short_of
from fastjev.evaluate.measures import MEASURES, Outcome, Score, amiss, scores
from fastjev.evaluate.report import Report, evaluate
from fastjev.evaluate.shown import Shown, beside
from fastjev.labels import Action, Label, Status, Zone
from fastjev.policy import Policy
from fastjev.readers import neutral
from fastjev.rulebook import load_core

ROOT = Path(__file__).resolve().parent.parent
CORPORA = ROOT / "corpora"
ZONES = {Label.CONSTRAINT: Zone.CONSTRAINTS, Label.DECISION: Zone.DECISIONS, Label.FACT: Zone.FACTS}
ROLES = {"U": "user", "A": "assistant", "T": "tool"}


@dataclass(frozen=True)
class Piece:
    """A unit of a run made by hand, and the item that shows it."""

    text: str
    label: Label = Label.CONSTRAINT
    status: Status = Status.ACTIVE
    zone: Zone | None = None
    """By default the label's."""
    m: int = 0
    shown: bool = True
    opens: bool = False
    kind: str = "prose"


def labelled(talk: Sequence[str], lang: str = "en", **gold: Any) -> dict[str, Any]:
    """A corpus file; `talk` are messages like `U: text`, without times."""
    messages = [{"role": ROLES[said[0]], "text": said[3:]} for said in talk]
    return {"schema": "fastjev.conversation/1", "id": "tiny", "lang": lang, "messages": messages, "gold": gold}


@dataclass(frozen=True)
class Desk:
    """Writes corpus files and makes runs over them."""

    folder: Path

    def file(self, talk: Sequence[str], name: str = "tiny.json", lang: str = "en", **gold: Any) -> Path:
        path = self.folder / name
        path.write_text(json.dumps(labelled(talk, lang, **gold)), "utf-8")
        return path

    def shown(self, talk: Sequence[str], pieces: Sequence[Piece], recent: Sequence[int] = (), **gold: Any) -> Shown:
        corpus = read(self.file(talk, **gold))
        assert corpus is not None
        return beside(corpus, run_of(corpus, pieces, recent))

    def scores(self, talk: Sequence[str], pieces: Sequence[Piece], **gold: Any) -> dict[str, str]:
        """`n/m` of every measure of the zones that has one."""
        return told(zones.outcomes(self.shown(talk, pieces, **gold)))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def run_of(corpus: Corpus, pieces: Sequence[Piece], recent: Sequence[int] = ()) -> Run:
    conversation = neutral.read(corpus.raw, str(corpus.path))
    made, items = [], []
    for n, piece in enumerate(pieces, 1):
        message = conversation.messages[piece.m]
        start = message.text.index(piece.text)
        span = Span(start, start + len(piece.text))
        place: dict[str, Any] = {"message": piece.m, "turn": 1, "span": span, "speaker": message.speaker}
        made.append(Unit(id=f"u1.{n}", text=piece.text, kind=piece.kind, opens=piece.opens, **place))
        zone = piece.zone or ZONES.get(piece.label, Zone.PROCESS)
        if piece.shown:
            fate: dict[str, Any] = {"label": piece.label, "p": 0.9, "by": (), "status": piece.status}
            items.append(Item(id=f"u1.{n}", zone=zone, text=piece.text, time=None, **place, **fate))
    return Run(
        conversation=conversation,
        units=tuple(made),
        verdicts=tuple(Verdict(unit.id, piece.label, 0.9) for unit, piece in zip(made, pieces, strict=True)),
        decisions=tuple(
            Decision(unit=unit.id, label=piece.label, p=0.9, status=piece.status, action=Action.KEEP)
            for unit, piece in zip(made, pieces, strict=True)
        ),
        skeleton=Skeleton(
            items=tuple(items),
            recent=tuple(conversation.messages[index] for index in recent),
            lang="en",
            first_turn=1,
            last_turn=1,
        ),
    )


def told(outcomes: Any) -> dict[str, str]:
    return {name: f"{score.n:g}/{score.m:g}" for name, score in scores(outcomes).items() if score.m}


def active(quote: str, m: int = 0, **more: Any) -> dict[str, Any]:
    return {"m": m, "quote": quote, "status": "active", **more}


def deprecated(quote: str, m: int = 0, **more: Any) -> dict[str, Any]:
    return {"m": m, "quote": quote, "status": "deprecated", **more}


def choice(quote: str, status: str, m: int = 0, **more: Any) -> dict[str, Any]:
    return {"m": m, "quote": quote, "status": status, "topic": "t", **more}


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
    assert told(units.outcomes(shown)) == {
        "unit_f1_constraint": "2/3",
        "unit_f1_decision": "2/2",
        "unit_f1_noise": "0/1",
        "unit_f1_process": "0/1",
        "unit_macro_f1": "1.66667/4",
    }


def test_a_wrong_unit_misses_the_label_it_shares_most_with(desk: Desk) -> None:
    gold = {"constraints": [active("no")], "facts": [{"m": 0, "quote": "port 80 is open"}]}
    shown = desk.shown(["U: no, port 80 is open"], [Piece("no, port 80 is open", Label.NOISE)], **gold)
    assert told(units.outcomes(shown)) == {"unit_f1_fact": "0/1", "unit_f1_noise": "0/1", "unit_macro_f1": "0/2"}


# Boundaries


@pytest.mark.parametrize(
    ("gold", "cuts", "length", "pk", "window_diff"),
    [
        ({3}, {3}, 6, 0, 0),
        ({3}, set(), 6, 2 / 4, 2 / 4),
        ({3}, {2}, 6, 2 / 4, 2 / 4),
        ({3}, {3, 4}, 6, 1 / 4, 2 / 4),
        ({2, 4}, {1, 2, 3, 4, 5}, 6, 3 / 5, 3 / 5),
        ({1}, set(), 2, 1, 1),
        ({1}, set(), 1, None, None),
    ],
    ids=["exact", "no boundary", "near", "one too many", "all", "shortest", "too short"],
)
def test_pk_and_window_diff(gold: set[int], cuts: set[int], length: int, pk: float | None, window_diff: float) -> None:
    assert boundaries.pk(gold, cuts, length) == pk
    assert boundaries.window_diff(gold, cuts, length) == window_diff


@pytest.mark.parametrize(("boundaries_", "length", "window"), [(1, 6, 2), (1, 5, 1), (2, 9, 2), (1, 2, 1), (5, 6, 1)])
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

    found = list(survival.outcomes(shown, again))
    expected = {"survival_1": "2/2", "survival_2": "1/2", "survival_3": "1/2", "idempotence": "0/1"}
    assert told(found) == expected
    assert [outcome.at.text for outcome in found if outcome.at and amiss(outcome)] == ["no logs", "no logs"]
    assert told(survival.outcomes(shown, lambda run: run))["idempotence"] == "1/1"


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


# The command

# What an assistant says is never a constraint by itself, so the second label cannot be found; the trap is none, and in.
TALK = [
    "U: Never touch the vendored folder. The cache port is 6379.",
    "A: Dates must be UTC.",
    "U: Show me src/app.py first.",
]
GOLD: dict[str, Any] = {
    "constraints": [active("Never touch the vendored folder"), active("Dates must be UTC", 1)],
    "facts": [{"m": 0, "quote": "The cache port is 6379"}],
    "traps": [{"m": 0, "quote": "touch the vendored folder", "why": "for this test"}],
}


def invoke(*args: str) -> Result:
    return CliRunner().invoke(cli, ["eval", *args])


def test_the_table_and_what_to_look_up(desk: Desk) -> None:
    path = str(desk.file(TALK, **GOLD))
    ran = invoke(path)
    assert ran.exit_code == 0, ran.output
    rows = {line.split()[0]: line.split()[2:] for line in ran.stdout.split("\n\n")[0].splitlines()[2:]}
    assert list(rows) == list(MEASURES)
    assert rows["constraint_recall"] == ["50.0%", "1/2", "50.0%", "1/2"]
    assert rows["trap_rate"] == ["100.0%", "1/1", "100.0%", "1/1"]
    assert rows["deprecated_recall"] == ["undefined", "undefined"]
    listed = ran.stdout.partition("constraints missed (1)")[2]
    assert [line.strip().split("  ")[0] for line in listed.splitlines()[1:5]] == [
        f"{path} message 1",
        "Dates must be UTC",
        "u1.3",
        "votes",
    ]
    let_in = listed.partition("traps let in (1)")[2]
    assert re.search(r"u1\.1 +human  constraint 0\.\d\d, decided constraint, active  Never touch", let_in)
    assert re.search(r"votes   constraint 0\.\d\d rule:core/constraint\.", let_in)
    assert re.search(r"passes  rule:core/constraint\.", let_in)
    assert ran.stderr == f"next: fastjev explain {path} u1.3\n"


def test_quiet_is_the_table_only(desk: Desk) -> None:
    ran = invoke("-q", str(desk.file(TALK, **GOLD)))
    assert ran.stdout.splitlines()[-1].startswith("idempotence")
    assert ran.stderr == ""


def test_decisions_and_facts_are_listed_on_demand(desk: Desk) -> None:
    path = str(
        desk.file(["U: Thanks for that."], noise=[{"m": 0, "quote": "that"}], decisions=[choice("Thanks", "final")])
    )
    assert "final decisions missed" not in invoke(path).stdout
    assert "final decisions missed (1)" in invoke("-v", path).stdout


def test_json_has_everything(desk: Desk) -> None:
    path = desk.file(TALK, lang="mixed", **GOLD)
    ran = invoke("--json", "--recent", "1", "--floor", "fact_recall=1", "--ceiling", "trap_rate=0.5", str(path))
    assert ran.exit_code == 1
    told = json.loads(ran.stdout)
    assert (told["schema"], told["recent"]) == ("fastjev.evaluation/1", 1)
    assert list(told["languages"]) == [*LANGS, "all"]
    measures = told["languages"]["mixed"]["measures"]
    assert measures == told["languages"]["all"]["measures"] == told["files"][0]["measures"]
    assert measures["constraint_recall"] == {"value": 0.5, "n": 1, "m": 2}
    assert measures["deprecated_recall"] == {"value": None, "n": 0, "m": 0}
    assert told["languages"]["zh"]["conversations"] == 0
    (trap,) = [finding for finding in told["findings"] if finding["measure"] == "trap_rate"]
    assert (trap["file"], trap["message"], trap["zones"]) == (str(path), 0, ["constraints"])
    assert trap["units"][0]["text"].startswith("Never touch the vendored folder")
    assert {"label": "constraint"}.items() <= trap["units"][0]["votes"][0].items()
    assert trap["units"][0]["because"]
    assert [(each["name"], each["met"]) for each in told["limits"]] == [("fact_recall", True), ("trap_rate", False)]
    assert "trap_rate is 1.0000 (1 of 1), 0.5000 above its ceiling of 0.5" in ran.stderr


def test_floors_decide_the_exit_code(desk: Desk) -> None:
    path = str(desk.file(TALK, **GOLD))
    assert invoke("-q", "--floor", "constraint_recall=0.5", path).exit_code == 0
    missed = invoke("-q", "--floor", "constraint_recall=0.6", "--floor", "fact_recall=0.9", path)
    assert missed.exit_code == 1
    assert missed.stderr == "fastjev: constraint_recall is 0.5000 (1 of 2), 0.1000 below its floor of 0.6\n"


@pytest.mark.parametrize(
    ("words", "code"), [(["none"], 2), ([], 2), (["--floor", "x=1", "."], 2), (["broken.json"], 3)]
)
def test_exit_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.json").write_text("{", "utf-8")
    assert invoke(*words).exit_code == code


# The corpora


@pytest.fixture(scope="module")
def report() -> Report:
    corpora, notes = load([CORPORA])
    return evaluate(corpora, notes, rulebook=load_core(), policy=Policy(recent_turns=0))


def test_counts_of_the_corpora_add_up(report: Report) -> None:
    whole = report.scores()
    parts = [report.scores(lang) for lang in LANGS]
    for name in set(MEASURES) - {"unit_macro_f1"}:
        assert sum(part[name].n for part in parts) == pytest.approx(whole[name].n), name
        assert sum(part[name].m for part in parts) == pytest.approx(whole[name].m), name
    for name, (value, n, m) in whole.items():
        assert value is None if not m else value == n / m, name
        assert n <= m, name
    entries = [entry for result in report.results for entry in result.corpus.gold.constraints if not entry.doubtful]
    assert whole["constraint_recall"].m == whole["constraint_in_context"].m == whole["false_deprecation_rate"].m
    assert whole["constraint_recall"].m + whole["deprecated_recall"].m == len(entries)
    assert whole["idempotence"].m == len(report.results)


def test_findings_of_the_corpora_are_what_the_values_say(report: Report) -> None:
    whole = report.scores()
    for name, measure in MEASURES.items():
        found = [finding for finding in report.findings if finding.measure == name]
        score = whole[name]
        if measure.amiss and name not in ("human_words_lost", "unlabelled_words_removed"):
            assert len(found) == (score.n if measure.good == "low" else score.m - score.n), name
        for finding in found:
            assert finding.units, finding


def test_measuring_twice_gives_the_same(report: Report) -> None:
    (first, *_) = report.results
    assert evaluate([first.corpus], (), rulebook=load_core(), policy=Policy(recent_turns=0)).results == (first,)


def test_the_readme_counts_what_is_there() -> None:
    assert markdown(load([CORPORA])[0]) in (CORPORA / "README.md").read_text("utf-8"), (
        "see: fastjev eval corpora --counts"
    )


def test_the_readme_says_what_every_measure_is() -> None:
    readme = (CORPORA / "README.md").read_text("utf-8")
    assert [
        name for name, measure in MEASURES.items() if f"| `{name}` | {measure.good} | {measure.about} |" not in readme
    ] == []
