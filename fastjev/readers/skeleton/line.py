"""A line of a skeleton before it is a message."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from fastjev.carried import Carried, carry
from fastjev.labels import Speaker, Status, Zone

POINTER = re.compile(r"⟩ (\[\[elided id=[a-z]:[0-9a-f]{8,64} lines=[0-9]+-[0-9]+ tokens=[0-9]+\]\])$")
"""Behind the closing mark and nowhere else: the same in a text is a quotation."""
_ID = re.compile(r"[a-z](\d+)(?:\.(\d+))?(?:\.(\d+))?")


class Head(NamedTuple):
    """What a skeleton tells of itself."""

    session: str
    """As its head line has it: of a UUID the beginning."""
    last: int
    """The last turn that it covers; 0 where no head tells."""
    recent: int = 0
    """How many of the turns that it covers follow it as messages: its last ones."""


class Place(NamedTuple):
    """Where a line of a skeleton stood before it became a message of a list."""

    turn: int
    time: str | None
    head: Head


class Line(NamedTuple):
    """One item or entry before it has a place."""

    order: tuple[int, ...]
    turn: int
    speaker: Speaker
    text: str
    time: str | None
    via: str
    pointer: str = ""
    fold: bool = False
    """Whether it stands for others."""


class Placed(NamedTuple):
    """A line where it stands."""

    id: str
    zone: Zone
    status: Status
    line: Line


def allowed(zone: Zone, speaker: Speaker, *, fold: bool) -> Zone:
    """The zone of a line that stands under a heading: whatever that says, no tool, host or line of ours binds.

    What an assistant says there was agreed to by a person.
    """
    if zone not in (Zone.CONSTRAINTS, Zone.DEPRECATED_CONSTRAINTS) or speaker in (Speaker.HUMAN, Speaker.ASSISTANT):
        return zone
    return Zone.PROCESS if fold else Zone.FACTS


def order_of(id: str, turn: int) -> tuple[int, ...]:
    """Where the line of an id stands among those of its turn."""
    found = _ID.fullmatch(id)
    return (turn, *(int(part) for part in found.groups()[1:] if part)) if found else (turn,)


def once(lines: Iterable[Placed]) -> list[Line]:
    """One line for each id and text; a constraint that stands among the decisions too carries both statuses."""
    found: dict[tuple[str, str], tuple[Zone, Status, Status | None, Line]] = {}
    for id, zone, status, line in lines:
        known = found.get((id, line.text))
        if known is None:
            found[id, line.text] = (zone, status, None, line)
        elif zone == Zone.DECISIONS:
            found[id, line.text] = (*known[:2], status, known[3])
        elif known[0] == Zone.DECISIONS:
            found[id, line.text] = (zone, status, known[1], line)
    return [
        line._replace(via=carry(Carried(zone, status, choice, line.pointer)))
        for zone, status, choice, line in found.values()
    ]
