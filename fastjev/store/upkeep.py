"""The archive as a whole: what it holds, and how it gets smaller."""

import json
from dataclasses import dataclass
from sqlite3 import Connection

from fastjev.policy import DEFAULT
from fastjev.store.archive import as_bytes
from fastjev.store.database import Store, change, explained
from fastjev.store.entries import manifest, text_of
from fastjev.store.locks import queued
from fastjev.store.place import Place
from fastjev.store.rights import beside, regular, sync


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What the archive has of one session."""

    session: str
    format: str | None
    """What it was read as, when last; nothing where the journal does not know any more."""
    epochs: int
    records: int
    """Of the newest epoch's source."""
    bytes: int
    """Of the newest epoch's source."""
    entries: int
    """Names that can be expanded, all epochs together."""
    compacted: float | None
    """When last, in seconds since 1970; nothing where the journal does not know any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """Sizes of one project's store, in bytes, and numbers of what is in it."""

    file: int
    blobs: int
    blob_bytes: int
    loose: int
    """Blobs that nothing refers to; `gc` drops them."""
    loose_bytes: int
    sessions: int
    epochs: int
    results: int
    inputs: int
    passages: int
    folds: int
    compactions: int
    journal_bytes: int
    events: int


def held(store: Store) -> list[Held]:
    """Every session, the one archived last first. Raises: StoreError."""
    sql = """SELECT e.session, count(*), max(e.id),
            (SELECT count(*) FROM entry n JOIN epoch o ON o.id = n.epoch WHERE o.session = e.session),
            (SELECT max(time) FROM compaction c WHERE c.session = e.session),
            (SELECT about FROM compaction c WHERE c.session = e.session ORDER BY id DESC LIMIT 1)
        FROM epoch e GROUP BY e.session ORDER BY max(e.id) DESC"""
    found = []
    for session, epochs, newest, entries, compacted, about in store.rows(sql):
        records, size = store.rows("SELECT records, bytes FROM epoch WHERE id = ?", newest)[0]
        found.append(
            Held(
                session=text_of(store, session),
                format=_format(about),
                epochs=epochs,
                records=records,
                bytes=size,
                entries=entries,
                compacted=compacted,
            )
        )
    return found


def _format(about: bytes | None) -> str | None:
    """What a session was read as, of what the journal tells about a compaction; nothing where that is damaged."""
    try:
        told = json.loads(about or b"{}")
    except ValueError:
        return None
    found = told.get("format") if isinstance(told, dict) else None
    return found if isinstance(found, str) else None


def stats(store: Store) -> Stats:
    """Raises: StoreError."""
    loose = _loose(store)
    blobs, size = store.rows("SELECT count(*), coalesce(sum(length(body)), 0) FROM blob")[0]
    kinds = dict(
        store.rows(
            """SELECT CASE WHEN units != '[]' THEN 'f' WHEN name LIKE '%.call' THEN 'c'
                WHEN substr(coalesce(pointer, 'u'), 1, 1) = 'r' THEN 'r' ELSE 'u' END AS kind,
            count(DISTINCT digest) FROM entry GROUP BY kind"""
        )
    )
    sessions, epochs = store.rows("SELECT count(DISTINCT session), count(*) FROM epoch")[0]
    compactions, journal = store.rows("SELECT count(*), coalesce(sum(length(units)), 0) FROM compaction")[0]
    return Stats(
        file=store.place.file.stat().st_size,
        blobs=blobs,
        blob_bytes=size,
        loose=len(loose),
        loose_bytes=sum(loose.values()),
        sessions=sessions,
        epochs=epochs,
        results=kinds.get("r", 0),
        inputs=kinds.get("c", 0),
        passages=kinds.get("u", 0),
        folds=kinds.get("f", 0),
        compactions=compactions,
        journal_bytes=journal,
        events=store.rows("SELECT count(*) FROM event")[0][0],
    )


def gc(store: Store) -> tuple[int, int]:
    """Drop the blobs that nothing refers to; how many, and their bytes.

    Raises: StoreError, also where a list of records is damaged: what it referred to cannot be told.
    """
    with change(store) as connection:
        loose = _loose(store)
        _drop(connection, loose)
    return len(loose), sum(loose.values())


def purge(store: Store, session: str) -> tuple[int, int]:
    """Take a session (its whole id) out of archive and journal; how many blobs went with it, and their bytes.

    What it had is overwritten with zeros and the file shortened: no byte of it stays. Raises: StoreError, also where
    another session's list of records is damaged; `destroy` asks nobody.
    """
    own = as_bytes(session)
    with change(store) as connection:
        connection.execute("DELETE FROM entry WHERE epoch IN (SELECT id FROM epoch WHERE session = ?)", (own,))
        for table in ("epoch", "compaction", "event", "block"):
            connection.execute(f"DELETE FROM {table} WHERE session = ?", (own,))
        connection.execute("DELETE FROM meta WHERE (key = 'last' OR key LIKE 'also:%') AND value = ?", (own,))
        newest = "SELECT session FROM epoch ORDER BY id DESC LIMIT 1"
        connection.execute(f"INSERT OR IGNORE INTO meta SELECT 'last', session FROM ({newest})")
        loose = _loose(store)
        _drop(connection, loose)
    return len(loose), sum(loose.values())


def destroy(place: Place, seconds: float = DEFAULT.lock_seconds) -> int:
    """Delete a project's store whatever its state; how many bytes it had. Raises: StoreError."""
    size = 0
    with explained(place.file), queued(place.file.with_suffix(".lock"), seconds):
        regular(place.file)
        for path in beside(place.file):
            if path.suffix != ".lock":
                size += path.lstat().st_size if path.exists() else 0
                path.unlink(missing_ok=True)
        sync(place.folder)
    return size


def _drop(connection: Connection, loose: dict[bytes, int]) -> None:
    connection.executemany("DELETE FROM blob WHERE digest = ?", [(digest,) for digest in loose])
    # Page by page, as long as it is asked.
    connection.execute("PRAGMA incremental_vacuum").fetchall()


def _loose(store: Store) -> dict[bytes, int]:
    """Digests that nothing refers to, with their bytes. Raises: StoreError."""
    used = {row[0] for row in store.rows("SELECT digest FROM entry UNION SELECT manifest FROM epoch")}
    for session, number in store.rows("SELECT session, number FROM epoch"):
        used.update(map(bytes.fromhex, manifest(store, text_of(store, session), number)))
    return {digest: size for digest, size in store.rows("SELECT digest, length(body) FROM blob") if digest not in used}
