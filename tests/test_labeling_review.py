"""What people differ on, what was decided, and which answers are doubted."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jargon import TIME, answer, made, unit
from talks import core, user

from fastjev.cli import cli
from fastjev.datatypes import Span, Verdict, Vote
from fastjev.errors import UsageError
from fastjev.labeling.acts import Act
from fastjev.labeling.answers import Answer
from fastjev.labeling.doubt import LEAST, doubtful
from fastjev.labeling.review import decided, differing, open_questions, settled
from fastjev.labeling.sets import Set, append, gold
from fastjev.labels import Label

TALK = [user("never touch prod! use Vite for the build. port is 8080. thanks a lot! look at the log.")]
LIN = {"never": "constraint", "Vite": "decision", "8080": "fact", "thanks": "noise"}
MEI = {"never": "constraint", "Vite": "fact", "8080": "fact", "look": "process"}


def invoke(*words: str | Path, code: int = 0) -> Result:
    ran = CliRunner().invoke(cli, [*map(str, words)])
    assert ran.exit_code == code, ran.output
    return ran


@pytest.fixture
def both(tmp_path: Path) -> Set:
    held = made(tmp_path, TALK)
    answer(held, LIN)
    answer(held, MEI, by="mei")
    return held


def verdict(label: Label, p: float) -> Verdict:
    return Verdict("u", label, p, (Vote(label, p, "rule:core/x", Span(0, 1)),))


def test_people_differ_first_and_then_a_weighty_verdict_with_all_of_them(both: Set) -> None:
    said = {
        unit(both, "never").id: verdict(Label.CONSTRAINT, 1.0),
        unit(both, "8080").id: verdict(Label.CONSTRAINT, 0.9),
        unit(both, "Vite").id: verdict(Label.FACT, 0.9),
        unit(both, "thanks").id: verdict(Label.PROCESS, 0.5),
        unit(both, "look").id: verdict(Label.UNSURE, 0.9),
    }
    found = differing(both, said)
    assert [(each.item.text.strip(), each.labels) for each in found] == [
        ("use Vite for the build.", ("decision", "fact")),
        ("port is 8080.", ("constraint", "fact")),
    ]
    assert [(one.by, one.label) for one in found[0].given] == [("lin", "decision"), ("mei", "fact")]
    assert [each.item.text.strip() for each in differing(both)] == ["use Vite for the build."]


def test_what_is_needed_of_an_exchange_is_no_matter_of_a_review(both: Set) -> None:
    places = ("never", "8080", "look")
    for by, said in (("lin", ("whole", "call", "none")), ("mei", ("none", "call", "whole"))):
        answer(both, dict(zip(places, said, strict=True)), by=by)
    append(both, Act(op="set", unit=unit(both, "thanks").id, by="lin", t=TIME, label="call"), gold=True)
    said = {unit(both, "look").id: verdict(Label.CONSTRAINT, 1.0)}
    assert [each.item.text.strip() for each in differing(both, said)] == ["use Vite for the build."]
    assert {each.label for each in settled(both).values()} == {"noise"}


def test_somebody_who_calls_it_unfit_differs_from_who_labels_it(both: Set) -> None:
    append(both, Act(op="unfit", unit=unit(both, "thanks").id, by="mei", t=TIME, reason="garbled"))
    found = next(each for each in differing(both) if "thanks" in each.item.text)
    assert found.labels == ("noise", "unfit")
    append(both, decided(found, "unfit", "edge", "lin", TIME), gold=True)
    assert settled(both)[found.item.id].unfit == "garbled"
    assert [each.item.text.strip() for each in differing(both)] == ["use Vite for the build."]


def test_what_was_decided_is_gold_and_asked_no_more(both: Set) -> None:
    (dispute,) = differing(both)
    act = decided(dispute, "decision", "guide", "lin", TIME)
    assert act.of == ("lin", "mei")
    append(both, act, gold=True)
    assert gold(both) == (act,)
    assert differing(both) == ()
    assert [item.text.strip() for item in open_questions(both)] == ["use Vite for the build."]
    append(both, decided(dispute, "decision", "slip", "lin", TIME), gold=True)
    assert open_questions(both) == ()


@pytest.mark.parametrize(
    ("label", "reason", "says"),
    [("desision", "guide", "did you mean 'decision'"), ("decision", "gide", "did you mean 'guide'")],
)
def test_a_decision_has_a_label_and_a_reason(both: Set, label: str, reason: str, says: str) -> None:
    (dispute,) = differing(both)
    with pytest.raises(UsageError, match=says):
        decided(dispute, label, reason, "lin", TIME)


def test_what_holds_of_a_set_is_what_was_decided_or_all_agree_on(both: Set) -> None:
    by_text = {name: settled(both).get(unit(both, name).id, Answer()).label for name in (*LIN, "look")}
    assert by_text == {"never": "constraint", "Vite": None, "8080": "fact", "thanks": "noise", "look": "process"}


def doubted(root: Path, slips: int, rules: int) -> Set:
    """Of a project whose constraints all say `never`, some are labelled as facts."""
    orders = [f"never {verb} the {thing} table" for verb in ("drop", "lock", "move") for thing in "abcdefghijklmnop"]
    notes = [f"the {thing} log says {number} rows" for thing in "abcdefgh" for number in range(5)]
    texts = [*orders[:rules], *notes]
    held = made(root, [user(text) for text in texts])
    answer(held, {text: "fact" if n < slips or text in notes else "constraint" for n, text in enumerate(texts)})
    return held


def test_a_slip_that_rules_and_a_model_reject_is_doubted(tmp_path: Path) -> None:
    held = doubted(tmp_path, slips=2, rules=LEAST + 6)
    found = doubtful(held, "lin", core())
    assert {each.item.id for each in found.doubts} == {unit(held, f"never drop the {thing} table").id for thing in "ab"}
    for each in found.doubts:
        assert (each.label, each.likelier) == (Label.FACT, Label.CONSTRAINT)
        assert each.reasons[:2] == ("rules", "model")
        assert each.rule.startswith("rule:core/constraint")
    assert found.counts[Label.FACT] >= LEAST
    assert doubtful(held, "lin", core()) == found


def test_most_reasons_come_first(tmp_path: Path) -> None:
    held = doubted(tmp_path, slips=3, rules=LEAST + 6)
    second = unit(held, "never drop the b table").id
    append(held, Act(op="set", unit=second, by="lin", t=TIME, label="fact", ms=200))
    append(held, Act(op="set", unit=second, by="mei", t=TIME, label="constraint"))
    found = doubtful(held, "lin", core()).doubts
    assert found[0].item.id == second
    assert {"people", "fast"} < {*found[0].reasons}


def test_of_a_label_with_few_answers_nothing_is_claimed(tmp_path: Path) -> None:
    held = made(tmp_path, [user(f"never drop table {n}") for n in range(LEAST - 1)])
    answer(held, {f"never drop table {n}": "fact" for n in range(LEAST - 1)})
    found = doubtful(held, "lin", core())
    assert found.doubts == () and found.counts == {Label.FACT: LEAST - 1}


def test_the_commands_list_what_there_is(project: Path) -> None:
    held = made(project, TALK)
    answer(held, LIN)
    answer(held, MEI, by="mei")
    shown = invoke("review", "mine", "--by", "lin", "--people", "--list").stdout
    assert "1 on which people differ" in shown and "lin decision, mei fact" in shown
    told = json.loads(invoke("review", "mine", "--by", "lin", "--people", "--json").stdout)
    assert [each["unit"] for each in told["disputes"]] == [unit(held, "Vite").id]
    append(held, decided(differing(held)[0], "fact", "guide", "lin", TIME), gold=True)
    assert "for the guide" in invoke("review", "mine", "--by", "lin", "--people").stdout
    doubts = doubted(project / "other", slips=1, rules=LEAST + 6)
    shown = invoke("doubt", doubts.folder, "--by", "lin", "--list").stdout
    assert "1 of 76" in shown and "never drop the a table" in shown
    assert len(json.loads(invoke("doubt", doubts.folder, "--by", "lin", "--json").stdout)["doubts"]) == 1
    assert "too few" in invoke("doubt", "mine", "--by", "lin").stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("doubt", "mine", "--by", "lim"), "did you mean 'lin'"),
        (("doubt", "nine", "--by", "lin"), "did you mean 'mine'"),
        (("review", "nine", "--by", "lin"), "did you mean 'mine'"),
        (("review", "mine", "--by", "gold"), "is the name of a file of the set"),
    ],
)
def test_a_set_or_a_person_that_is_not_there_is_said(project: Path, words: tuple[str, ...], says: str) -> None:
    answer(made(project, TALK), LIN)
    assert says in " ".join(invoke(*words, code=2).output.split())


def test_after_a_sitting_nobody_is_named(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = made(project, TALK)
    answer(held, LIN)
    answer(held, MEI, by="mei")
    told: list[object] = []
    monkeypatch.setattr("fastjev.cli.review.has_terminal", lambda: True)
    monkeypatch.setattr("fastjev.cli.work.reviewed", lambda *all: told.append(all))
    monkeypatch.setattr("fastjev.cli.work.tell", told.append)
    shown = invoke("review", "mine", "--by", "lin", "--people").output
    assert len(told) == 2
    assert "1 on which people differ" in shown
    assert "mei" not in shown and "Vite" not in shown
