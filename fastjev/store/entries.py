"""Names of what was taken out, and its bytes again. Only names that were registered mean anything."""

import difflib
import hashlib
import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fastjev.datatypes import Span
from fastjev.errors import StoreError
from fastjev.secrets import mask
from fastjev.store.archive import DIGEST_BYTES, as_bytes, as_text
from fastjev.store.database import Store, peek
from fastjev.store.place import Place, files

_NAME = re.compile(r"[a-z][a-z0-9.:]{0,79}")
"""The shape of every name that fastjev gives."""
_POINTER = re.compile(r"[rcufi]:[0-9a-f]{8,64}")
_EPOCH = re.compile(r"e([1-9][0-9]{0,8})")
_SHORT, _STEP = 8, 4
"""Hex digits of a pointer, and by how many it grows where two texts share them."""
_BEGINNING = 4
"""Characters of a session's id that may stand for it at least."""
_SHOWN_CHARS = 40
"""Of a stranger's id in a message."""
_NEAREST = 5000
"""Names that an unknown one is compared with."""
_COLUMNS = "n.name, n.pointer, n.digest, n.units, n.records, n.first_turn, n.last_turn, n.lines, n.tokens"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something that can be had back: a unit, the input of a call, a fold, or a whole epoch."""

    session: str
    epoch: int
    name: str
    pointer: str | None
    """Nothing where it can be asked for by its name only."""
    digest: str
    """SHA-256 in hex: of the text; of a fold, of its units' digests; of an epoch, of its manifest."""
    units: tuple[str, ...]
    """Of a fold and of an epoch: names of what it consists of, in order."""
    records: tuple[int, ...]
    """Raw entries of the source that hold it."""
    turns: Span
    lines: int
    tokens: int


def find(store: Store, name: str, session: str | None = None, epoch: int | None = None) -> Entry:
    """What a pointer's id (`r:8506e122`, or more of its digits), a unit's, a fold's or an epoch's (`e1`) stands for.

    `session`: an id or its beginning, by default the one last compacted; `epoch`: by default the newest that knows it.
    Raises: StoreError for a name that was never registered there, with where it was, or the nearest one.
    """
    chosen = session_of(store, session)
    if not _NAME.fullmatch(name):
        raise _unknown(store, name, chosen)
    if of_epoch := _EPOCH.fullmatch(name):
        return _whole(store, chosen, int(of_epoch[1]))
    found = registered(store, name, chosen, epoch)
    if found is None:
        raise _elsewhere(store, name, chosen, epoch) or _unknown(store, name, chosen)
    return found


def registered(store: Store, name: str, chosen: str, epoch: int | None = None) -> Entry | None:
    """The same of a pointer's id, a unit's or a fold's in one session, by its whole id; nothing where it has none."""
    if not _NAME.fullmatch(name):
        return None
    where, values = _named(name)
    sql = f"""SELECT e.number, {_COLUMNS} FROM entry n JOIN epoch e ON e.id = n.epoch
        WHERE e.session = ? AND {where} AND e.number = coalesce(?, e.number) ORDER BY e.number DESC, n.name"""
    for row in store.rows(sql, as_bytes(chosen), *values, epoch):
        entry = _entry(store, chosen, row)
        if ":" not in name or (name[:2] + entry.digest).startswith(name):
            return entry
    return None


def session_of(store: Store, session: str | None = None) -> str:
    """The whole id of a session, by default of the one last compacted.

    Raises: StoreError for one that the project does not know, or a beginning that several share.
    """
    if session is None:
        last = store.rows("SELECT value FROM meta WHERE key = 'last'")
        if not last:
            raise StoreError(f"{store.place.project}: no session is archived for this project")
        return text_of(store, last[0][0])
    found = [
        text_of(store, row[0])
        for row in store.rows("SELECT session FROM epoch UNION SELECT session FROM compaction ORDER BY 1")
    ]
    if session in found:
        return session
    near = [each for each in found if each.startswith(session)] if len(session) >= _BEGINNING else []
    if len(near) == 1:
        return near[0]
    if near:
        raise StoreError(f"{brief(session)}: {len(near)} sessions of this project begin so; give more of the id")
    close = difflib.get_close_matches(session[: _SHOWN_CHARS * 2], found, n=1)
    hint = f"; did you mean {brief(close[0])}?" if close else "; fastjev archive list shows those it has"
    raise StoreError(f"{brief(session)}: no session of {store.place.project} has this id{hint}")


def text(store: Store, entry: Entry) -> bytes:
    """The exact text of an entry as UTF-8 (lone surrogates passed through), of a fold or an epoch all of its parts.

    Raises: StoreError for bytes that are not what was stored.
    """
    return b"".join(body for _, body in parts(store, entry))


def parts(store: Store, entry: Entry) -> Iterator[tuple[Entry, bytes]]:
    """The entry with its text, or each of its units with theirs, all verified. Raises: StoreError."""
    if not entry.units and not _EPOCH.fullmatch(entry.name):
        yield entry, blob(store, entry.digest)
    for unit in units_of(store, entry):
        yield unit, blob(store, unit.digest)


def units_of(store: Store, entry: Entry) -> list[Entry]:
    """What a fold or an epoch consists of, in order. Raises: StoreError where it is not what was archived."""
    units = [_at(store, entry, name) for name in entry.units]
    joined = hashlib.sha256("".join(unit.digest for unit in units).encode()).hexdigest()
    if units and not _EPOCH.fullmatch(entry.name) and joined != entry.digest:
        raise StoreError(f"{store.place.file}: {entry.name} is damaged: its units are not those that were archived")
    return units


def raw(store: Store, entry: Entry) -> bytes:
    """The raw records of the source that hold the entry, in order, byte for byte. Raises: StoreError."""
    digests = manifest(store, entry.session, entry.epoch)
    if any(not 0 <= index < len(digests) for index in entry.records):
        raise StoreError(f"{store.place.file}: {entry.name} is damaged: it names records that the source has not")
    return b"".join(blob(store, digests[index]) for index in entry.records)


def manifest(store: Store, session: str, epoch: int) -> list[str]:
    """The digests of an epoch's records, in order, in hex. Raises: StoreError."""
    found = store.rows("SELECT manifest FROM epoch WHERE session = ? AND number = ?", as_bytes(session), epoch)
    digest = found[0][0] if found else None
    if not isinstance(digest, bytes):
        raise StoreError(f"{store.place.file}: epoch {epoch} is damaged: it has no list of its records")
    held = blob(store, digest.hex())
    return [held[at : at + DIGEST_BYTES].hex() for at in range(0, len(held), DIGEST_BYTES)]


def blob(store: Store, digest: str) -> bytes:
    """Stored bytes, verified. Raises: StoreError where they are missing or damaged."""
    found = store.rows("SELECT body FROM blob WHERE digest = ?", bytes.fromhex(digest))
    body = found[0][0] if found else None
    if not isinstance(body, bytes):
        raise StoreError(f"{store.place.file}: {digest} is missing; fastjev archive verify says what is left")
    if hashlib.sha256(body).hexdigest() != digest:
        raise StoreError(f"{store.place.file}: {digest} is damaged; fastjev archive verify says what is left")
    return body


def brief(id: str) -> str:
    """A stranger's id as a message shows it: half a secret that was cut is none that a pattern knows."""
    id = mask(id) or "''"
    return id if len(id) <= _SHOWN_CHARS else id[: _SHOWN_CHARS - 1] + "…"


def _named(name: str) -> tuple[str, list[str]]:
    """The condition that finds a name, and its values."""
    if not _POINTER.fullmatch(name):
        return "n.name = ?", [name]
    known = [name[: 2 + digits] for digits in range(_SHORT, len(name) - 1, _STEP)]
    return f"n.pointer IN ({', '.join('?' * len(known))})", known


def _at(store: Store, fold: Entry, name: str) -> Entry:
    sql = f"""SELECT e.number, {_COLUMNS} FROM entry n JOIN epoch e ON e.id = n.epoch
        WHERE e.session = ? AND e.number = ? AND n.name = ?"""
    found = store.rows(sql, as_bytes(fold.session), fold.epoch, name)
    if not found:
        raise StoreError(f"{store.place.file}: {fold.name} is damaged: it covers {name}, which is not there")
    return _entry(store, fold.session, found[0])


def _entry(store: Store, session: str, row: tuple[Any, ...]) -> Entry:
    number, name, pointer, digest, units, records, first, last, lines, tokens = row
    try:
        return Entry(
            session=session,
            epoch=number,
            name=name,
            pointer=pointer,
            digest=digest.hex(),
            units=tuple(json.loads(units)),
            records=tuple(json.loads(records)),
            turns=Span(first, last),
            lines=lines,
            tokens=tokens,
        )
    except (AttributeError, TypeError, ValueError) as error:
        raise StoreError(f"{store.place.file}: the entry {brief(str(name))} is damaged") from error


def _whole(store: Store, session: str, number: int) -> Entry:
    """An epoch as an entry. Raises: StoreError where the session has no such epoch."""
    row = store.rows("SELECT manifest, records FROM epoch WHERE session = ? AND number = ?", as_bytes(session), number)
    if not row:
        newest = store.rows("SELECT max(number) FROM epoch WHERE session = ?", as_bytes(session))[0][0]
        raise StoreError(f"e{number}: session {brief(session)} has epochs e1 to e{newest}")
    entries = sorted(entries_of(store, session, number), key=lambda entry: _order(entry.name))
    units = [entry for entry in entries if not entry.units]
    return Entry(
        session=session,
        epoch=number,
        name=f"e{number}",
        pointer=None,
        digest=row[0][0].hex(),
        units=tuple(entry.name for entry in units),
        records=tuple(range(row[0][1])),
        turns=Span(
            min((entry.turns.start for entry in units), default=0), max((entry.turns.end for entry in units), default=0)
        ),
        lines=sum(entry.lines for entry in units),
        tokens=sum(entry.tokens for entry in units),
    )


def entries_of(store: Store, session: str, number: int) -> list[Entry]:
    """Everything registered in an epoch, by name. Raises: StoreError."""
    sql = f"""SELECT e.number, {_COLUMNS} FROM entry n JOIN epoch e ON e.id = n.epoch
        WHERE e.session = ? AND e.number = ? ORDER BY n.name"""
    return [_entry(store, session, row) for row in store.rows(sql, as_bytes(session), number)]


def _order(name: str) -> tuple[list[int], str]:
    """Units in the order of their turns."""
    return [int(digits) for digits in re.findall(r"\d+", name)], name


def _elsewhere(store: Store, name: str, session: str, epoch: int | None) -> StoreError | None:
    """Where else a name is registered, and what to add; never any bytes of it."""
    where, values = _named(name)
    sql = f"SELECT e.session, e.number, n.digest FROM entry n JOIN epoch e ON e.id = n.epoch WHERE {where}"
    sql += " ORDER BY e.session = ? DESC, e.id DESC"
    for row in store.rows(sql, *values, as_bytes(session)):
        found = text_of(store, row[0])
        if ":" in name and not (name[:2] + row[2].hex()).startswith(name):
            continue
        if found == session:
            return StoreError(f"{name}: epoch {epoch} of this session does not know it, epoch {row[1]} does")
        said = "if it stands in that one, it is quoted there; " if ":" in name else ""
        asked = f"--session {shlex.quote(brief(found).rstrip('…'))}"
        return StoreError(f"{name}: session {brief(session)} does not know it: {said}another one does: add {asked}")
    if ":" in name and (project := _foreign(store.place, where, values)):
        return StoreError(f"{name}: belongs to another project: add --project {shlex.quote(project)}")
    return None


def _foreign(place: Place, where: str, values: list[str]) -> str | None:
    """Another project that knows the name. One that cannot be read is passed over."""
    for file in files(place.home):
        if file == place.file:
            continue
        try:
            with peek(file, place.home) as store:
                if store.rows(f"SELECT 1 FROM entry n WHERE {where} LIMIT 1", *values):
                    return str(store.place.project)
        except StoreError:
            continue
    return None


def _unknown(store: Store, name: str, session: str) -> StoreError:
    near = nearest(store, name, session)
    hint = f"; did you mean {near}?" if near else "; fastjev log shows what was taken out"
    placed = "; fastjev placed no such pointer there, somebody quotes one" if _POINTER.fullmatch(name) else ""
    return StoreError(f"{brief(name)}: session {brief(session)} has archived nothing by this name{placed}{hint}")


def nearest(store: Store, name: str, session: str) -> str:
    """The name that was registered in the session and looks most like this one; empty where none does."""
    sql = """SELECT DISTINCT n.name FROM entry n JOIN epoch e ON e.id = n.epoch WHERE e.session = ?1 UNION
        SELECT DISTINCT n.pointer FROM entry n JOIN epoch e ON e.id = n.epoch
        WHERE e.session = ?1 AND n.pointer IS NOT NULL LIMIT ?2"""
    known = [row[0] for row in store.rows(sql, as_bytes(session), _NEAREST)]
    return next(iter(difflib.get_close_matches(name[: _SHOWN_CHARS * 2], known, n=1)), "")


def text_of(store: Store, value: Any) -> str:
    """A session's id as it was. Raises: StoreError for bytes that can be none."""
    try:
        return as_text(value)
    except (AttributeError, ValueError) as error:
        raise StoreError(f"{store.place.file}: the id of a session is damaged") from error
