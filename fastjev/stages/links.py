"""Who replaced or contradicts whom, told between the lines of a skeleton and no longer between units."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush

from fastjev.datatypes import Item, Span, Unit


def between_lines(items: Sequence[Item], units: Sequence[Unit]) -> list[Item]:
    """The same items, each link led to the line that shows the unit it names, and back from there.

    A line may show several units and bears the id of one of them. A unit that no line shows (it stands in a recent
    turn) keeps its own id in the link.
    """
    shown = _shown(items, units)

    def home(id: str) -> str:
        return shown.get(id, id)

    older: dict[str, dict[str, None]] = {}
    disputed: dict[str, dict[str, None]] = {}
    for item in items:
        if item.superseded_by:
            older.setdefault(home(item.superseded_by), {})[item.id] = None
        for id in item.conflicts_with:
            if home(id) != item.id:
                disputed.setdefault(item.id, {})[home(id)] = None
                disputed.setdefault(home(id), {})[item.id] = None
    return [
        replace(
            item,
            supersedes=tuple({home(id): None for id in item.supersedes} | older.get(item.id, {})),
            superseded_by=home(item.superseded_by) if item.superseded_by else None,
            conflicts_with=tuple(disputed.get(item.id, {})),
        )
        for item in items
    ]


def _shown(items: Sequence[Item], units: Sequence[Unit]) -> dict[str, str]:
    """Unit id to the id of the line that shows its words: its own line, else the first that has a part of them."""
    lines: dict[int, list[tuple[Span, int]]] = defaultdict(list)
    own = set()
    for at, item in enumerate(items):
        if item.covers is None:
            lines[item.message].append((item.span, at))
            own.add((item.message, item.id))
    asked: dict[int, list[Unit]] = defaultdict(list)
    for unit in units:
        if unit.message in lines:
            asked[unit.message].append(unit)
    first = {
        unit.id: items[at].id for message, some in asked.items() for unit, at in _overlaps(some, sorted(lines[message]))
    }
    return first | {unit.id: unit.id for unit in units if (unit.message, unit.id) in own}


def _overlaps(units: Sequence[Unit], lines: Sequence[tuple[Span, int]]) -> Iterator[tuple[Unit, int]]:
    """Each unit of a message with the first line that has a part of it.

    `lines`: span and place, by span. Units do not overlap, so a line that ends before one of them has no part of the
    next: a message of thousands of both is gone through once.
    """
    near: list[tuple[int, int]] = []
    behind = 0
    for unit in sorted(units, key=lambda unit: unit.span):
        while behind < len(lines) and lines[behind][0].start < unit.span.end:
            span, at = lines[behind]
            heappush(near, (at, span.end))
            behind += 1
        while near and near[0][1] <= unit.span.start:
            heappop(near)
        if near:
            yield unit, near[0][0]
