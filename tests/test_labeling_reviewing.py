"""What every key makes of a review, and what comes into the set's gold."""

from typing import Any

import pytest

from fastjev.datatypes import Verdict
from fastjev.labeling.keys import DEEDS
from fastjev.labeling.review import Dispute, Given
from fastjev.labeling.reviewing import reviewer, shown
from fastjev.labeling.session import Key, Session
from fastjev.labels import Label
from tests.labeling import ITEMS, NOW, sat

DISPUTES = {
    "u_2": Dispute(ITEMS[1], (Given("lin", "fact"), Given("mei", "constraint")), None),
    "u_6": Dispute(
        ITEMS[5], (Given("lin", "process"), Given("mei", "process")), Verdict("u_6", Label.CONSTRAINT, 0.93)
    ),
}


def reviewed(*keys: str, acts: Any = ()) -> Session:
    session = shown(sat(acts=acts, again=dict.fromkeys(DISPUTES, ""), what="review"), DISPUTES)
    for n, key in enumerate(keys, 1):
        session = reviewer(DISPUTES)(session, Key(key, NOW + 3 * n))
    return session


def told(session: Session) -> list[tuple[str, str, str | None, str | None]]:
    return [(act.op, act.unit, act.label, act.reason) for act in session.told]


@pytest.mark.parametrize(
    ("keys", "acts", "unit", "said"),
    [
        (["1"], [], "u_2", ""),
        (["1", "1"], [("set", "u_2", "constraint", "text")], "u_6", "saved 2 = constraint, text (u to undo)"),
        (["１", "２"], [("set", "u_2", "constraint", "guide")], "u_6", "saved 2 = constraint, guide (u to undo)"),
        (["5", "3"], [("set", "u_2", "noise", "slip")], "u_6", "saved 2 = noise, slip (u to undo)"),
        (["x", "1"], [("unfit", "u_2", None, "garbled")], "u_6", "saved 2 = unfit: garbled (u to undo)"),
        (["x", "4"], [], "u_2", "1 to 3; Esc goes back"),
        (["1", "5"], [], "u_2", "1 to 4; Esc goes back"),
        (["1", "escape"], [], "u_2", ""),
        (["1", "escape", "2", "1"], [("set", "u_2", "decision", "text")], "u_6",
         "saved 2 = decision, text (u to undo)"),
        (["0"], [], "u_6", ""),
        (["j", "k"], [], "u_2", ""),
        (["g", "6", "enter"], [], "u_6", ""),
        (["go:u_6"], [], "u_6", ""),
        (["n"], [], "u_6", ""),
        (["u"], [], "u_2", "nothing to undo"),
        (["1", "1", "u"], [("set", "u_2", "constraint", "text"), ("undo", "u_2", None, None)], "u_2",
         "undone: 2 = constraint"),
        (["1", "1", "4", "4"], [("set", "u_2", "constraint", "text"), ("set", "u_6", "process", "edge")], "end",
         "saved 6 = process, edge (u to undo)"),
        (["1", "1", "4", "4", "1"], [("set", "u_2", "constraint", "text"), ("set", "u_6", "process", "edge")], "end",
         "all is decided; k goes back, q ends"),
        *(([key], [], "u_2", "no such key in a review; 1 to 5 decide")
          for key in ("b", "m", "s", "i", "r", "e", "enter", "6", "9", "f1")),
    ],
)  # fmt: skip
def test_a_key(keys: list[str], acts: list[tuple[str, str, str | None, str | None]], unit: str, said: str) -> None:
    session = reviewed(*keys)
    assert told(session) == acts
    assert (session.unit.id if session.unit else "end") == unit
    assert session.said == said


def test_names_are_hidden_until_it_is_decided() -> None:
    assert reviewed().aside == ("constraint | fact",)
    assert reviewed("1").aside == ("lin: fact", "mei: constraint")
    assert reviewed("1", "escape").aside == ("constraint | fact",)
    assert reviewed("1", "1", "k").aside == ("lin: fact", "mei: constraint")


def test_a_verdict_stands_among_the_answers() -> None:
    assert reviewed("j").aside == ("constraint | process",)
    assert reviewed("j", "4").aside == ("lin: process", "mei: process", "fastjev: constraint 0.93")


def test_a_decision_says_whose_answers_it_was_made_from() -> None:
    (act,) = reviewed("1", "2").told
    assert (act.of, act.by, act.t) == (("lin", "mei"), "lin", "2026-11-03T10:00:06Z")


def test_what_others_decided_is_not_undone() -> None:
    earlier = reviewed("1", "1").told
    elsewhere = [type(act)(op="set", unit="u_7", by="mei", t=act.t, label="noise") for act in earlier]
    assert reviewed("u", acts=elsewhere).said == "nothing to undo"


@pytest.mark.parametrize("key", [*DEEDS, "escape", "别", "paste:x"])
def test_no_key_is_an_error_anywhere(key: str) -> None:
    for before in ([], ["1"], ["?"], ["g"], ["1", "1", "1", "1"]):
        reviewed(*before, key)
