"""Who replaced or contradicts whom, told between the lines of a skeleton and no longer between units."""

from collections.abc import Sequence
from dataclasses import replace

from fastjev.datatypes import Item, Unit


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
    """Unit id to the id of the line that shows its words."""
    by_message: dict[int, list[Item]] = {}
    for item in items:
        if item.covers is None:
            by_message.setdefault(item.message, []).append(item)
    found: dict[str, str] = {}
    for unit in units:
        for item in by_message.get(unit.message, []):
            if item.id == unit.id:
                found[unit.id] = item.id
                break
            if item.span.start < unit.span.end and unit.span.start < item.span.end:
                found.setdefault(unit.id, item.id)
    return found
