"""The lines of an export: a session with its messages, or, out of a database, a session and then a message a line."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fastjev.datatypes import Note, Record
from fastjev.readers.hermes.sessions import Session, called, session
from fastjev.readers.lines import Bad, Blank, pieces


class Row(NamedTuple):
    """One row of `messages`."""

    record: int
    item: dict[str, Any]

    @property
    def id(self) -> int | None:
        """Rows are numbered as they are written; clocks may go back."""
        found = self.item.get("id")
        return found if isinstance(found, int) and not isinstance(found, bool) else None

    @property
    def time(self) -> float:
        """Seconds since 1970; 0 where it has none."""
        found = self.item.get("timestamp")
        return float(found) if isinstance(found, int | float) and abs(found) < _FAR else 0.0


@dataclass(slots=True)
class Lines:
    """What the lines of a file hold."""

    records: tuple[Record, ...]
    sessions: list[Session]
    rows: dict[str, list[Row]]
    """By session, in the order in which they were written."""
    heads: dict[str, int]
    """By session, the record that tells of it; none where only rows do."""
    notes: tuple[Note, ...] = ()


@dataclass(slots=True)
class _Held:
    """What was found so far."""

    heads: dict[str, dict[str, Any]] = field(default_factory=dict)
    at: dict[str, int] = field(default_factory=dict)
    rows: dict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))
    records: list[Record] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


_FAR = 1e12
"""Seconds that no clock shows."""


def parse(raw: bytes) -> Lines:
    """All sessions and rows. Lines that are neither stay records, with a note.

    A row that names no session belongs to the last one above it; where there is none, to one without an id.
    """
    held = _Held()
    for index, (span, value, _) in enumerate(pieces(raw)):
        held.records.append(Record(index, span, _take(held, index, value)))
    for id in held.rows.keys() - held.heads.keys():
        held.heads[id] = {"id": id}
    rows = {id: _in_order(held.rows[id]) for id in held.heads}
    sessions = [
        session(head, len(rows[id]), max((row.time for row in rows[id]), default=0.0))
        for id, head in held.heads.items()
    ]
    return Lines(tuple(held.records), sessions, rows, held.at, tuple(held.notes))


def _take(held: _Held, index: int, value: Any) -> str:
    """Puts one line's value where it belongs. Its kind."""
    if isinstance(value, Blank):
        return "blank"
    if not isinstance(value, dict):
        why = "the last line is torn" if isinstance(value, Bad) and value.torn else "not a JSON object"
        held.notes.append(Note(index, f"{why}, kept as it is"))
        return "bad"
    if isinstance(value.get("role"), str):
        id = value.get("session_id")
        own = id if isinstance(id, str) else called(id) or next(reversed(held.heads), "")
        held.rows[own].append(Row(index, value))
        return "message"
    id = called(value.get("id"))
    if not id:
        held.notes.append(Note(index, "neither a session nor a message, kept as it is"))
        return "bad"
    head = dict(value)
    messages = head.pop("messages", None)
    held.heads[id], held.at[id] = head, index
    held.rows[id] += [Row(index, item) for item in messages or () if isinstance(item, dict)]
    return "session"


def _in_order(rows: list[Row]) -> list[Row]:
    """By number where each has one; as they stand where not."""
    return sorted(rows, key=lambda row: row.id or 0) if all(row.id is not None for row in rows) else rows
