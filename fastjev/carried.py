"""What a skeleton already decided about its lines, carried through a second compaction.

A reader of skeletons writes it into `Message.via`; resolution reads it back.
"""

from typing import NamedTuple

from fastjev.labels import Status, Zone

_PREFIX = "skeleton"


class Carried(NamedTuple):
    """Where a line stood."""

    zone: Zone
    status: Status
    choice: Status | None
    """Of a constraint that stood among the decisions too: its status there."""
    pointer: str = ""
    """What stood behind the line."""


def carry(line: Carried) -> str:
    """The `via` of a message read from a skeleton's line."""
    return ":".join([_PREFIX, line.zone, line.status, line.choice or "", line.pointer])


def carried(via: str) -> Carried | None:
    """What `via` carries; None for a message that comes from no skeleton."""
    if not via.startswith(_PREFIX + ":"):
        return None
    _, zone, status, choice, pointer = via.split(":", 4)
    return Carried(Zone(zone), Status(status), Status(choice) if choice else None, pointer)
