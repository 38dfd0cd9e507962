"""What binds a session: its active constraints and final decisions."""

from collections.abc import Iterable

from fastjev.datatypes import Item, Run
from fastjev.integrations.lines import Line
from fastjev.labels import Status, Zone

_STANDS = {
    Zone.CONSTRAINTS: {Status.ACTIVE, Status.CONFLICT, Status.POSSIBLE_CONFLICT},
    Zone.DECISIONS: {Status.FINAL},
}


def ledger(run: Run) -> tuple[Line, ...]:
    """The most binding first: constraints, then decisions, the newest first in each."""
    return tuple(
        Line(item.id, item.turn, item.zone.value, item.text)
        for zone in _STANDS
        for item in _newest(run.skeleton.items, zone)
    )


def _newest(items: Iterable[Item], zone: Zone) -> list[Item]:
    found = [item for item in items if item.zone == zone and item.status in _STANDS[zone]]
    return sorted(found, key=lambda item: (-item.turn, -item.message, -item.span.start))
