"""Rows that a compaction wrote again.

It keeps a session's head and tail by writing them anew, in a new session or, at once, behind all rows of the old one,
and may shorten a result or put a summary behind a text on the way. What was said is said once, as it stood first.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from fastjev.readers.flat import calls
from fastjev.readers.hermes.marks import Stretch, stretches
from fastjev.readers.hermes.rows import Row

_AT_ONCE = 1e-5
"""Seconds between two rows of one transaction: Hermes counts on by a microsecond. Rows that are written one after the
other are at least a disk's write apart."""

Key = tuple[Any, ...]


@dataclass(slots=True)
class _Known:
    """Originals that a copy cannot be told from."""

    places: list[int] = field(default_factory=list)
    times: set[float] = field(default_factory=set)


def originals(segments: Sequence[Sequence[Row]]) -> Iterator[tuple[Row, list[Stretch]]]:
    """The rows that are no copies, each with the stretches of its text; and of a copy what Hermes put into it."""
    seen: dict[Key, _Known] = defaultdict(_Known)
    places = count()
    for rows in segments:
        times = [row.time for row in rows]
        goes_on, last = bool(seen), -1
        for at, row in enumerate(rows):
            cut = stretches(row.item)
            ours = [stretch for stretch in cut if not stretch.said]
            known = seen[_key(row.item, cut)]
            # A session that goes on begins with copies, in the order of the originals.
            place = next((place for place in known.places if place > last), None) if goes_on else None
            goes_on = goes_on and (place is not None or len(ours) == len(cut))
            last = last if place is None else place
            if place is not None or (known.places and _again(known, times, at)):
                cut, row = ours, row._replace(item={name: row.item.get(name) for name in ("role", "timestamp")})
            elif len(ours) < len(cut):
                known.places.append(next(places))
                known.times.add(row.time)
            if cut:
                yield row, cut


def _key(item: dict[str, Any], cut: Sequence[Stretch]) -> Key:
    """What a row and its copy share: ids of calls, where it has any, for texts around them may be shortened."""
    role = item.get("role")
    answered = item.get("tool_call_id")
    if role == "tool" and isinstance(answered, str):
        return role, answered
    made = tuple(call.id for call in calls(item))
    if made:
        return role, made
    return role, tuple(stretch.text for stretch in cut if stretch.said)


def _again(known: _Known, times: Sequence[float], at: int) -> bool:
    """Was the row written with the time of an original, or together with the one before or behind it?"""
    near = [*times[max(0, at - 1) : at], *times[at + 1 : at + 2]]
    return times[at] > 0 and (times[at] in known.times or any(abs(time - times[at]) < _AT_ONCE for time in near))
