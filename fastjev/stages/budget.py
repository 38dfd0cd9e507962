"""Takes lines out of a skeleton until it fits, the cheapest to lose first and never what binds."""

from collections.abc import Sequence

from fastjev.datatypes import Item
from fastjev.labels import Speaker, Zone
from fastjev.tokens import estimate

_POINTER = "[[elided id=r:00000000 lines=1-100 tokens=1000]]"


def fit(items: Sequence[Item], tokens: int) -> list[Item]:
    """Those that fit into `tokens` (estimated, marks and pointers included), or all that must stay if that is more.

    Tool results go first, then folds, then the assistant's words, then what humans said on the way; oldest first in
    each.
    Constraints, decisions and deprecated constraints stay.
    """
    sizes = {id(item): estimate(_line(item)) for item in items}
    total = sum(sizes.values())
    gone: set[int] = set()
    for item in sorted(
        (item for item in items if _rank(item) is not None), key=lambda item: (_rank(item), item.message)
    ):
        if total <= tokens:
            break
        total -= sizes[id(item)]
        gone.add(id(item))
    return [item for item in items if id(item) not in gone]


def _line(item: Item) -> str:
    """About as it will be written: what stands for others has a pointer by then."""
    pointer = item.pointer or (_POINTER if item.covers is not None else "")
    return f"- turn {item.turn} {item.text} ({item.id}) {pointer}\n"


def _rank(item: Item) -> int | None:
    if item.zone not in (Zone.FACTS, Zone.PROCESS):
        return None
    if item.speaker == Speaker.HUMAN:
        return 4 if item.zone == Zone.FACTS else 3
    if item.covers is not None:
        return 1
    return 0 if item.speaker in (Speaker.TOOL, Speaker.HARNESS) else 2
