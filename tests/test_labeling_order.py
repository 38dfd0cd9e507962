"""Which units are asked next."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jargon import TIME

from fastjev.datatypes import Span, Verdict, Vote
from fastjev.errors import ReadError, UsageError
from fastjev.evaluate.misses import text_id
from fastjev.labeling import asking
from fastjev.labeling.acts import Act
from fastjev.labeling.answers import Answers, answers
from fastjev.labeling.items import HOLDOUT, Item
from fastjev.labeling.order import HELD, ORDERS, RANDOM, listed, ordered
from fastjev.labeling.project import project
from fastjev.labels import Label, Speaker
from fastjev.policy import DEFAULT

MODELS = ("uncertain", "disagree", "doubt", "misses")


def item(n: int, split: str = "", asked: bool = True) -> Item:
    return Item(
        id=f"u_{n:03}",
        conv="c_1",
        at=(n, 0, 4),
        turn=n,
        speaker=Speaker.HUMAN,
        kind="prose",
        time=None,
        text=f"text {n}",
        sha="",
        asked=asked,
        split=split,
    )


def shares(first: float) -> Mapping[str, float]:
    return {"constraint": first, "fact": 1 - first}


def verdict(label: Label, *votes: tuple[str, float, str]) -> Verdict:
    return Verdict("u", label, 1.0, tuple(Vote(name, weight, by, Span(0, 1)) for name, weight, by in votes))


def done(*units: str, op: str = "set") -> Answers:
    return answers(Act(op=op, unit=each, by="lin", t=TIME, label="fact", reason="garbled") for each in units)  # type: ignore[arg-type]


FOUR = [item(n) for n in range(4)]
RULE = ("constraint", 0.9, "rule:core/x")
CLOSE = ("fact", 0.5, "model:labels"), ("noise", 0.49, "model:labels")
SURE = {"u_000": shares(0.9), "u_001": shares(0.6), "u_002": shares(0.52), "u_003": shares(1)}


@pytest.mark.parametrize(
    ("how", "told", "verdicts", "first"),
    [
        ("file", {}, {}, "u_000"),
        ("uncertain", SURE, {}, "u_002"),
        ("uncertain", {"u_000": shares(0.9), "u_001": shares(0.6), "u_002": shares(0.7)}, {}, "u_003"),
        ("disagree", {"u_002": shares(0.1)}, {"u_002": verdict(Label.CONSTRAINT, RULE)}, "u_002"),
        ("disagree", {}, {"u_001": verdict(Label.CONSTRAINT, RULE, ("fact", 0.8, "model:labels"))}, "u_001"),
        ("disagree", {"u_002": shares(0.9)}, {"u_002": verdict(Label.CONSTRAINT, RULE)}, "u_000"),
        ("doubt", {"u_001": shares(0.55), "u_002": shares(0.95)}, {"u_002": verdict(Label.UNSURE)}, "u_001"),
        ("misses", {}, {"u_003": verdict(Label.UNSURE)}, "u_003"),
        ("misses", {}, {"u_001": verdict(Label.FACT, *CLOSE)}, "u_001"),
    ],
)
def test_what_an_order_asks_first(
    how: str, told: Mapping[str, Mapping[str, float]], verdicts: Mapping[str, Verdict], first: str
) -> None:
    assert ordered(FOUR, Answers(), how, 0, told, verdicts)[0] == first


@pytest.mark.parametrize("how", [*ORDERS])
def test_every_unit_to_be_labelled_is_asked_once_skipped_ones_last_and_answered_ones_no_more(how: str) -> None:
    items = [item(n, HOLDOUT if n % 4 == 0 else "", asked=n != 5) for n in range(30)]
    told = done("u_001").after(Act(op="skip", unit="u_002", by="lin", t=TIME))
    told = told.after(Act(op="unfit", unit="u_003", by="lin", t=TIME, reason="garbled"))
    found = ordered(items, told, how, 0, {}, {})
    assert sorted(found) == [each.id for each in items if each.id not in ("u_001", "u_003", "u_005")]
    assert found[-1] == "u_002"
    assert found == ordered(items, told, how, 0, {}, {})


def test_a_lower_margin_is_asked_first_and_one_in_five_is_drawn() -> None:
    items = [item(n) for n in range(100)]
    told = {each.id: shares(0.5 + n / 200) for n, each in enumerate(items)}
    found = ordered(items, Answers(), "uncertain", 0, told, {})[:50]
    chosen = [each for n, each in enumerate(found) if n % RANDOM != RANDOM - 1]
    assert chosen == sorted(chosen)
    drawn = [each for n, each in enumerate(found) if n % RANDOM == RANDOM - 1]
    assert drawn != sorted(drawn)
    assert max(drawn) > "u_080"


@pytest.mark.parametrize("how", MODELS)
@given(st.lists(st.floats(0, 1), min_size=20, max_size=20), st.integers(0, 3))
def test_a_model_never_chooses_among_the_holdout(how: str, chances: list[float], seed: int) -> None:
    """Whatever it says of these units, they come at the same places in the same order."""
    items = [item(n, HOLDOUT if n % 3 == 0 else "") for n in range(20)]
    held = {each.id for each in items if each.split}
    told = {each.id: shares(chance) for each, chance in zip(items, chances, strict=True)}
    votes = {each.id: verdict(Label.UNSURE) for each, chance in zip(items, chances, strict=True) if chance > 0.5}
    places = [
        [(n, each) for n, each in enumerate(ordered(items, Answers(), how, seed, *one)) if each in held]
        for one in ((told, votes), ({}, {}))
    ]
    assert places[0] == places[1]


@pytest.mark.parametrize("how", MODELS)
def test_the_holdout_is_labelled_too_when_the_order_is_made_anew_after_each_answer(how: str) -> None:
    items = [item(n, HOLDOUT if n >= 80 else "") for n in range(100)]
    told, asked = Answers(), []
    for _ in range(50):
        asked.append(ordered(items, told, how, 0, {}, {})[0])
        told = told.after(Act(op="set", unit=asked[-1], by="lin", t=TIME, label="fact"))
    assert sum(each >= "u_080" for each in asked) == 50 // HELD


def test_a_file_of_misses_says_what_is_asked_first(tmp_path: Path) -> None:
    path = tmp_path / "misses.jsonl"
    path.write_text(json.dumps({"id": text_id(" text 2 ", DEFAULT)}) + "\n\n" + json.dumps({"id": "elsewhere"}) + "\n")
    named = listed(path, FOUR)
    assert named == {"u_002"}
    assert ordered(FOUR, Answers(), "misses", 0, {}, {"u_003": verdict(Label.UNSURE)}, named)[0] == "u_002"


@pytest.mark.parametrize("line", ["{}", "[]", "no", "3"])
def test_a_file_that_is_none_of_misses_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "misses.jsonl"
    path.write_text(f'{{"id": "a"}}\n{line}\n')
    with pytest.raises(ReadError, match=r"misses\.jsonl:2"):
        listed(path, FOUR)


@pytest.mark.parametrize(("how", "task"), [("uncertain", "class"), ("misses", "boundary")])
def test_a_file_of_misses_takes_its_order_and_task(tmp_path: Path, how: str, task: str) -> None:
    with pytest.raises(UsageError, match="is for"):
        asking.order(how, task, FOUR, 0, project(tmp_path, ()), tmp_path / "misses.jsonl")


def test_an_unknown_order_is_refused() -> None:
    with pytest.raises(UsageError, match="uncertain"):
        ordered(FOUR, Answers(), "unsure", 0, {}, {})


def test_a_draw_hangs_on_the_seed_and_not_on_what_else_is_there() -> None:
    many = [item(n) for n in range(50)]
    found = ordered(many, Answers(), "random", 1, {}, {})
    assert found != ordered(many, Answers(), "random", 2, {}, {})
    fewer = ordered(many[:25], Answers(), "random", 1, {}, {})
    assert fewer == tuple(each for each in found if each < "u_025")
    assert ordered([replace(each, text="") for each in many], Answers(), "random", 1, {}, {}) == found
