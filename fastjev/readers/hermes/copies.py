"""Rows that a compaction wrote again.

It keeps a session's head and tail by writing them anew, in a new session or, at once, behind all rows of the old one,
and may shorten a result or put a summary behind a text on the way. What was said is said once, as it stood first.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from fastjev.readers import blocks
from fastjev.readers.flat import calls
from fastjev.readers.hermes.marks import Stretch, stretches
from fastjev.readers.hermes.rows import Row

_AT_ONCE = 1e-5
"""Seconds between two rows of one transaction: Hermes counts on by a microsecond. Rows that are written one after the
other are at least a disk's write apart."""

Key = tuple[Any, ...]


def originals(segments: Sequence[Sequence[Row]]) -> Iterator[tuple[Row, list[Stretch]]]:
    """The rows that are no copies, each with the stretches of its text."""
    seen: dict[Key, set[float]] = {}
    for number, rows in enumerate(segments):
        begins = number > 0
        times = [row.time for row in rows]
        for at, row in enumerate(rows):
            cut = stretches(row.item.get("role"), blocks.joined(row.item.get("content")))
            key = _key(row.item, cut)
            again = key in seen
            begins = begins and (again or not any(stretch.said for stretch in cut))
            copied = again and (begins or (row.time > 0 and (row.time in seen[key] or _at_once(times, at))))
            seen.setdefault(key, set()).add(row.time)
            if not copied:
                yield row, cut
            elif ours := [stretch for stretch in cut if not stretch.said]:
                yield row._replace(item={"role": row.item.get("role"), "timestamp": row.item.get("timestamp")}), ours


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


def _at_once(times: Sequence[float], at: int) -> bool:
    """Was the row written together with the one before or behind it?"""
    near = [*times[max(0, at - 1) : at], *times[at + 1 : at + 2]]
    return any(abs(time - times[at]) < _AT_ONCE for time in near)
