"""Links against values worked out by hand."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from desks import Desk, Piece, active, choice, deprecated, told

from fastjev.evaluate.shown import Shown
from fastjev.evaluate.supersession import outcomes
from fastjev.labels import Label, Status, Zone

TALK = ("U: five seconds", "U: nine seconds", "U: ten retries")
OLD = Piece("five seconds", status=Status.DEPRECATED, zone=Zone.DEPRECATED_CONSTRAINTS)
NEW, OTHER = Piece("nine seconds", m=1), Piece("ten retries", m=2)
BY = {"superseded_by": {"m": 1, "quote": "nine seconds"}}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def linked(shown: Shown, by: str | None) -> dict[str, str]:
    """What is measured where the first item says that `by` took its place."""
    skeleton = shown.run.skeleton
    items = (replace(skeleton.items[0], superseded_by=by), *skeleton.items[1:])
    run = replace(shown.run, skeleton=replace(skeleton, items=items))
    return told(outcomes(replace(shown, run=run)))


@pytest.mark.parametrize(
    ("by", "precision", "recall"),
    [("u1.2", "1/1", "1/1"), ("u1.3", "0/1", "0/1"), (None, None, "0/1")],
    ids=["the right one", "another", "none"],
)
@pytest.mark.parametrize("name", ["constraint", "decision"])
def test_a_link_is_found_where_the_old_ones_item_names_the_new_one(
    desk: Desk, name: str, by: str | None, precision: str | None, recall: str
) -> None:
    old, gold = OLD, {"constraints": [deprecated("five seconds", **BY)]}
    if name == "decision":
        old = Piece("five seconds", Label.DECISION, Status.OVERRIDDEN)
        gold = {"decisions": [choice("five seconds", "overridden", **BY)]}
    found = linked(desk.shown(TALK, [old, NEW, OTHER], **gold), by)
    assert found.get(f"{name}_link_precision") == precision
    assert found[f"{name}_link_recall"] == recall


@pytest.mark.parametrize("gold", [{}, {"constraints": [deprecated("five seconds", doubtful=True, **BY)]}])
def test_what_labels_do_not_say_is_neither_right_nor_wrong(desk: Desk, gold: dict[str, Any]) -> None:
    assert linked(desk.shown(TALK, [OLD, NEW], **gold), "u1.2") == {}


@pytest.mark.parametrize(("by", "kept"), [(None, "1/1"), ("u1.3", "1/1"), ("u1.2", "0/1")])
def test_near_duplicates_both_stand(desk: Desk, by: str | None, kept: str) -> None:
    alike = active("nine seconds", 1, not_conflicting_with={"m": 0, "quote": "five seconds"})
    found = linked(desk.shown(TALK, [OLD, NEW, OTHER], constraints=[alike]), by)
    assert found["near_duplicates_kept"] == kept
