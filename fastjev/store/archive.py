"""What was taken out, kept by content: written, committed and read back before a pointer to it is shown."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from sqlite3 import Connection

from fastjev.datatypes import Conversation, Elision, Run
from fastjev.errors import StoreError
from fastjev.store.database import Store, change, look

DIGEST_BYTES = 32
"""Of a SHA-256; a manifest is nothing but digests, one behind the other."""
Body = bytes | memoryview
"""What is kept, as bytes."""
_TOGETHER = 100
"""Bodies that are read back at a time."""


def keep(store: Store, run: Run, found: Sequence[Elision]) -> frozenset[str]:
    """Store the run's source and everything taken out of it; the ids of the elisions that can be expanded.

    In one transaction: the bytes of every record, a manifest of their digests in order, the text of every elision,
    and its entry. All of it is read back by another connection before this returns. The same run again changes
    nothing; other records, or the same cut otherwise, are the session's next epoch. An elision whose pointer the
    session already knows for another text can be had by its id only, and is not among those returned.

    Raises: StoreError for a full disk, missing rights, a lock held too long, or bytes that read back differently.
    """
    conversation = run.conversation
    records = _records(conversation)
    digests = [hashlib.sha256(body).digest() for body in records]
    manifest = b"".join(digests)
    bodies: dict[bytes, Body] = dict(zip(digests, records, strict=True))
    bodies[hashlib.sha256(manifest).digest()] = manifest
    bodies |= {bytes.fromhex(each.digest): as_bytes(each.text) for each in found if each.text is not None}
    session = as_bytes(conversation.id)
    with change(store) as connection:
        _put(connection, bodies)
        known = epoch_of(store, run, found, manifest)
        epoch = known or _next(connection, session, manifest, len(records), len(conversation.raw))
        taken = _taken(connection, session)
        own = [each for each in found if taken.setdefault(each.pointer, each.digest) == each.digest]
        _enter(connection, session, epoch, found, {each.id for each in own})
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('last', ?)", (session,))
    _read_back(store, bodies)
    named = {each.id for each in found}
    return frozenset(each.id for each in own if named.issuperset(each.units))


def epoch_of(store: Store, run: Run, found: Sequence[Elision], manifest: bytes | None = None) -> int:
    """The number of the run's epoch in its session, from 1; 0 where the archive does not have it.

    `manifest`: the digests of the run's records, if they are known already. Raises: StoreError.
    """
    if manifest is None:
        manifest = b"".join(hashlib.sha256(body).digest() for body in _records(run.conversation))
    digest = hashlib.sha256(manifest).digest()
    session = as_bytes(run.conversation.id)
    sql = "SELECT id, number FROM epoch WHERE session = ? AND manifest = ? ORDER BY number DESC"
    for id, number in store.rows(sql, session, digest):
        entered = dict(store.rows("SELECT name, hex(digest) FROM entry WHERE epoch = ?", id))
        if all(entered.get(each.id, each.digest.upper()) == each.digest.upper() for each in found):
            return int(number)
    return 0


def hand_on(store: Store, old: str, new: str) -> None:
    """What the session `old` archived is the session `new`'s too, from its first epoch on; no byte is kept twice.

    For a copy of a session, whose skeleton holds the pointers of its source. Raises: StoreError.
    """
    ids = as_bytes(new), as_bytes(old)
    with change(store) as connection:
        epochs = """INSERT INTO epoch (session, number, manifest, records, bytes)
            SELECT ?1, number, manifest, records, bytes FROM epoch WHERE session = ?2 ORDER BY number"""
        connection.execute(epochs, ids)
        entries = """INSERT INTO entry
            SELECT heir.id, name, pointer, digest, units, n.records, first_turn, last_turn, lines, tokens
            FROM entry n JOIN epoch e ON e.id = n.epoch JOIN epoch heir ON heir.session = ?1 AND heir.number = e.number
            WHERE e.session = ?2"""
        connection.execute(entries, ids)
        # So that what was decided last can be asked about there too.
        newest = """INSERT INTO compaction (session, epoch, time, day, about, units)
            SELECT ?1, epoch, time, day, about, units FROM compaction WHERE session = ?2 ORDER BY id DESC LIMIT 1"""
        connection.execute(newest, ids)
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('last', ?)", ids[:1])


def as_bytes(text: str) -> bytes:
    """Text of a transcript as it is stored: SQLite's own text holds no lone surrogate."""
    return text.encode("utf-8", "surrogatepass")


def as_text(raw: bytes) -> str:
    """The text again."""
    return raw.decode("utf-8", "surrogatepass")


def _records(conversation: Conversation) -> list[Body]:
    # Views: the source is large, and it is at hand anyway.
    view = memoryview(conversation.raw)
    return [view[record.span.start : record.span.end] for record in conversation.records]


def _put(connection: Connection, bodies: Mapping[bytes, Body]) -> None:
    # What an earlier writer put there and a disk has damaged since is mended, as we hold the right bytes.
    sql = """INSERT INTO blob VALUES (?, ?)
        ON CONFLICT (digest) DO UPDATE SET body = excluded.body WHERE body IS NOT excluded.body"""
    connection.executemany(sql, bodies.items())


def _next(connection: Connection, session: bytes, manifest: bytes, records: int, size: int) -> int:
    newest = connection.execute("SELECT max(number) FROM epoch WHERE session = ?", (session,)).fetchone()[0] or 0
    digest = hashlib.sha256(manifest).digest()
    sql = "INSERT INTO epoch (session, number, manifest, records, bytes) VALUES (?, ?, ?, ?, ?)"
    connection.execute(sql, (session, newest + 1, digest, records, size))
    number: int = newest + 1
    return number


def _taken(connection: Connection, session: bytes) -> dict[str, str]:
    """The session's pointers, and the digest that each stands for."""
    sql = """SELECT DISTINCT pointer, lower(hex(digest)) FROM entry
        WHERE pointer IS NOT NULL AND epoch IN (SELECT id FROM epoch WHERE session = ?)"""
    return dict(connection.execute(sql, (session,)))


def _enter(connection: Connection, session: bytes, number: int, found: Iterable[Elision], own: set[str]) -> None:
    sql = "SELECT id FROM epoch WHERE session = ? AND number = ?"
    id = connection.execute(sql, (session, number)).fetchone()[0]
    rows = (
        (
            id,
            each.id,
            each.pointer if each.id in own else None,
            bytes.fromhex(each.digest),
            json.dumps(each.units),
            json.dumps(each.records),
            *each.turns,
            each.lines,
            each.tokens,
        )
        for each in found
    )
    connection.executemany("INSERT OR IGNORE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _read_back(store: Store, bodies: Mapping[bytes, Body]) -> None:
    """Raises: StoreError unless another connection finds every byte."""
    digests = list(bodies)
    with look(store.place, seconds=store.seconds) as other:
        for start in range(0, len(digests), _TOGETHER):
            asked = digests[start : start + _TOGETHER]
            marks = ",".join("?" * len(asked))
            held = dict(other.rows(f"SELECT digest, body FROM blob WHERE digest IN ({marks})", *asked))
            if wrong := next((digest for digest in asked if held.get(digest) != bytes(bodies[digest])), None):
                raise StoreError(
                    f"{store.place.file}: {wrong.hex()} reads back differently from what was written; check the disk"
                )
