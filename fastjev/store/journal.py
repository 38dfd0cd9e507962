"""Why each unit was decided as it was, compaction by compaction; kept for `retention_days`, with secrets masked."""

import json
import math
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from sqlite3 import Connection
from typing import Any

from fastjev.datatypes import Answer, Decision, Elision, Provenance, Run, Size, Span, Unit, Verdict
from fastjev.errors import StoreError
from fastjev.jsontext import dump
from fastjev.policy import DEFAULT
from fastjev.secrets import Secret, mask, secrets
from fastjev.store.archive import as_bytes, as_text, epoch_of
from fastjev.store.clock import DAY, Clock, tick
from fastjev.store.database import Store, change

PREVIEW_CHARS = 240
"""Characters of a unit's text that a line of the journal shows."""
_LEVEL = 3
"""Of zlib: higher ones take three times as long for a tenth less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One unit of one compaction."""

    id: str
    message: int
    turn: int
    span: Span
    speaker: str
    kind: str
    label: str
    p: float
    status: str
    action: str
    because: tuple[str, ...]
    votes: tuple[tuple[str, float, str], ...]
    """Label, weight and by whom."""
    superseded_by: str | None
    zone: str | None
    """Of the skeleton's line that shows it, if one does."""
    answers: tuple[Answer, ...]
    reused: int
    chars: int
    kept: int
    """Characters of an exchange's result that stayed."""
    tokens: int
    """Estimated, of what was taken out; 0 where nothing was."""
    pointer: str | None
    text: str
    """The beginning, masked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction:
    """One compaction as the journal has it."""

    session: str
    epoch: int
    time: float
    """Seconds since 1970, as the clock said."""
    source: str
    format: str
    outcome: str
    provenance: Provenance
    size: Size | None
    elided: int
    packed: bytes
    """Its lines, compressed."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """One per unit, in time order; unpacked each time. Raises: StoreError where they are damaged."""
        try:
            lines = zlib.decompress(self.packed).decode().split("\n")
            return tuple(_line(json.loads(line)) for line in lines if line)
        except (AttributeError, KeyError, TypeError, ValueError, zlib.error) as error:
            raise StoreError(f"epoch {self.epoch} of {self.session}: its journal is damaged") from error


def record(
    store: Store,
    run: Run,
    provenance: Provenance,
    found: Sequence[Elision],
    *,
    now: float,
    source: str = "-",
    size: Size | None = None,
    outcome: str = "done",
    retention_days: int = DEFAULT.retention_days,
) -> int:
    """Journal a run: one line per unit, and what made it. Then purge what is older than `retention_days`.

    `now`: seconds since 1970. `outcome`: in one word. The number of the run's epoch in the archive; 0 where it is
    not archived. Raises: StoreError.
    """
    conversation = run.conversation
    about = {
        "source": mask(source),
        "format": conversation.format,
        "outcome": outcome,
        "provenance": asdict(provenance),
        "size": asdict(size) if size else None,
        "elided": len(found),
    }
    body = _packed(_lines(run, found))
    epoch = epoch_of(store, run, found)
    with change(store) as connection:
        day = day_of(connection, now)
        sql = "INSERT INTO compaction (session, epoch, time, day, about, units) VALUES (?, ?, ?, ?, ?, ?)"
        connection.execute(sql, (as_bytes(conversation.id), epoch, now, day, dump(about).encode(), body))
        _forget(connection, day, retention_days)
    return epoch


def compactions(
    store: Store, session: str | None = None, damaged: Callable[[str], object] | None = None
) -> Iterator[Compaction]:
    """Newest first, one at a time; of one session (its whole id) or of all.

    `damaged` is told of entries that cannot be read, and the others go on; without it the first is a StoreError.
    """
    which = "" if session is None else "WHERE session = ?"
    values = () if session is None else (as_bytes(session),)
    for (id,) in store.rows(f"SELECT id FROM compaction {which} ORDER BY id DESC", *values):
        for row in store.rows("SELECT session, epoch, time, about, units FROM compaction WHERE id = ?", id):
            try:
                found = _compaction(*row)
                if damaged is not None:
                    _ = found.lines  # so that what is yielded can be read
            except (AttributeError, KeyError, TypeError, ValueError, StoreError) as error:
                said = f"{store.place.file}: entry {id} of the journal is damaged"
                if damaged is None:
                    raise StoreError(said) from error
                damaged(said)
                continue
            yield found


def clock_of(store: Store) -> Clock | None:
    """What the store believes of the time; nothing before the first entry. Raises: StoreError."""
    return _clock(store.connection)


def day_of(connection: Connection, now: float) -> float:
    """Tell the store's clock what time it is; the time it believes in."""
    assert math.isfinite(now), now
    before = _clock(connection)
    clock = tick(before, now)
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('clock', ?)", (json.dumps(clock).encode(),))
    if before and before.since is not None and before.believed < before.since and clock.since is None:
        # What was written while the jump was not believed yet is as old as it said.
        for table in ("compaction", "event"):
            connection.execute(f"UPDATE {table} SET day = time WHERE time BETWEEN ? AND ?", (before.since, now))
    # What was written while the clock was ahead would else outlive all others.
    for table in ("compaction", "event"):
        connection.execute(f"UPDATE {table} SET day = ?1 WHERE day > ?1", (clock.believed,))
    return clock.believed


def _clock(connection: Connection) -> Clock | None:
    found = connection.execute("SELECT value FROM meta WHERE key = 'clock'").fetchone()
    return Clock(*json.loads(found[0])) if found else None


def _forget(connection: Connection, day: float, retention_days: int) -> None:
    for table in ("compaction", "event"):
        connection.execute(f"DELETE FROM {table} WHERE day < ?", (day - retention_days * DAY,))


def _packed(lines: Iterable[str]) -> bytes:
    # Line by line: all of them together take a third of what the session does.
    packer = zlib.compressobj(_LEVEL)
    packed = [packer.compress(f"\n{line}".encode() if n else line.encode()) for n, line in enumerate(lines)]
    return b"".join([*packed, packer.flush()])


def _lines(run: Run, found: Sequence[Elision]) -> Iterator[str]:
    elided = {each.id: each for each in found}
    zones = {item.id: item.zone for item in run.skeleton.items}
    masked: dict[int, tuple[Secret, ...]] = {}
    for unit, verdict, decision in zip(run.units, run.verdicts, run.decisions, strict=True):
        if unit.message not in masked:
            # Of the whole message: a cut may take a key from its name.
            masked[unit.message] = secrets(run.conversation.messages[unit.message].text)
        preview = _preview(unit, run.conversation.messages[unit.message].text, masked[unit.message])
        yield dump(_told(unit, verdict, decision, elided.get(unit.id), zones.get(unit.id), preview))


def _told(
    unit: Unit, verdict: Verdict, decision: Decision, elision: Elision | None, zone: str | None, preview: str
) -> dict[str, Any]:
    return {
        "id": unit.id,
        "message": unit.message,
        "turn": unit.turn,
        "span": unit.span,
        "speaker": unit.speaker,
        "kind": unit.kind,
        "label": decision.label,
        "p": decision.p,
        "status": decision.status,
        "action": decision.action,
        "because": decision.because,
        "votes": [(vote.label, vote.weight, vote.by) for vote in verdict.votes],
        "superseded_by": decision.superseded_by,
        "zone": zone,
        "answers": decision.answers,
        "reused": decision.reused,
        "chars": len(unit.text),
        "kept": sum(span.end - span.start for span in decision.kept),
        "tokens": elision.tokens if elision else 0,
        "pointer": elision.pointer if elision else None,
        "text": preview,
    }


def _preview(unit: Unit, text: str, found: Sequence[Secret]) -> str:
    """The beginning of a unit, with what is secret in its message masked."""
    start, end = unit.span
    parts: list[str] = []
    at = start
    for secret in found:
        if secret.end > start and secret.start < end and secret.start < start + PREVIEW_CHARS:
            parts += [text[at : max(at, secret.start)], secret.mark]
            at = min(end, secret.end)
    parts.append(text[at : min(end, at + PREVIEW_CHARS)])
    return mask("".join(parts)[:PREVIEW_CHARS])


def _compaction(session: bytes, epoch: int, time: float, about: bytes, units: bytes) -> Compaction:
    told = json.loads(about)
    return Compaction(
        session=as_text(session),
        epoch=epoch,
        time=time,
        source=told["source"],
        format=told["format"],
        outcome=told["outcome"],
        provenance=Provenance(**told["provenance"]),
        size=Size(**told["size"]) if told["size"] else None,
        elided=told["elided"],
        packed=units,
    )


def _line(told: dict[str, Any]) -> Line:
    votes = tuple((label, weight, by) for label, weight, by in told["votes"])
    answers = tuple(Answer(*answer) for answer in told["answers"])
    because = tuple(told["because"])
    return Line(**{**told, "span": Span(*told["span"]), "because": because, "votes": votes, "answers": answers})
