"""What happened beside compactions, kept as long: something was asked of the archive, or an attempt changed nothing."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from fastjev.datatypes import Size, Span
from fastjev.errors import StoreError
from fastjev.jsontext import dump
from fastjev.secrets import mask
from fastjev.store.archive import as_bytes, as_text
from fastjev.store.database import Store, change
from fastjev.store.journal import day_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One of them."""

    session: str
    epoch: int
    """0: of none."""
    time: float
    kind: str
    """`expand`, or in a word what an attempt came to."""
    name: str
    """Of the unit, fold or epoch; empty for an attempt."""
    lines: Span | None
    """First and last line asked for, both included; nothing where it was all of them."""
    why: str = ""
    """Of an attempt, masked."""
    size: Size | None = None
    """Of the history of an attempt; nothing where that was not read."""
    milliseconds: int = 0
    """That an attempt took."""


def note(
    store: Store, session: str, epoch: int, kind: str, name: str, *, now: float, lines: Span | None = None
) -> None:
    """Journal that something was asked of the archive (`kind`: expand). Raises: StoreError."""
    _put(store, session, epoch, kind, name, {"lines": lines}, now)


def attempted(
    store: Store, session: str, kind: str, why: str, *, now: float, size: Size | None = None, milliseconds: int = 0
) -> None:
    """Journal an attempt that left a host's history as it was. `now`: seconds since 1970. Raises: StoreError."""
    about = {"lines": None, "why": mask(why), "size": asdict(size) if size else None, "milliseconds": milliseconds}
    _put(store, session, 0, kind, "", about, now)


def events(store: Store, session: str | None = None) -> list[Event]:
    """Oldest first; of one session (its whole id) or of all. Raises: StoreError."""
    which = "" if session is None else "WHERE session = ?"
    values = () if session is None else (as_bytes(session),)
    sql = f"SELECT session, epoch, time, kind, name, about FROM event {which} ORDER BY id"
    try:
        return [_event(*row) for row in store.rows(sql, *values)]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise StoreError(f"{store.place.file}: an event of the journal is damaged") from error


def _put(store: Store, session: str, epoch: int, kind: str, name: str, about: dict[str, Any], now: float) -> None:
    with change(store) as connection:
        day = day_of(connection, now)
        sql = "INSERT INTO event (session, epoch, time, day, kind, name, about) VALUES (?, ?, ?, ?, ?, ?, ?)"
        connection.execute(sql, (as_bytes(session), epoch, now, day, kind, name, dump(about).encode()))


def _event(session: bytes, epoch: int, time: float, kind: str, name: str, about: bytes) -> Event:
    told = json.loads(about)
    lines, size = told["lines"], told.get("size")
    return Event(
        session=as_text(session),
        epoch=epoch,
        time=time,
        kind=kind,
        name=name,
        lines=Span(*lines) if lines else None,
        why=told.get("why", ""),
        size=Size(**size) if size else None,
        milliseconds=told.get("milliseconds", 0),
    )
