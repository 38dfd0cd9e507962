"""Whether every name in a store still leads to the bytes it stands for."""

from collections.abc import Callable, Iterator

from fastjev.errors import StoreError
from fastjev.store.archive import DIGEST_BYTES
from fastjev.store.database import Store
from fastjev.store.entries import blob, brief, entries_of, manifest, text_of, units_of
from fastjev.store.events import events
from fastjev.store.journal import compactions


def verify(store: Store) -> Iterator[str]:
    """What is wrong, a line each; nothing for a sound store. Reads everything and writes nothing."""
    try:
        yield from _tables(store)
        digests = [row[0] for row in store.rows("SELECT digest FROM blob ORDER BY digest")]
        epochs = store.rows("SELECT session, number, records FROM epoch ORDER BY id")
    except StoreError as error:
        yield str(error)
        return
    for digest in digests:
        if isinstance(digest, bytes) and len(digest) == DIGEST_BYTES:
            yield from _failing(blob, store, digest.hex())
        else:
            yield f"{store.place.file}: something is stored under what is no digest"
    there = {digest.hex() for digest in digests if isinstance(digest, bytes)}
    for session, number, records in epochs:
        try:
            yield from _epoch(store, text_of(store, session), number, records, there)
        except StoreError as error:
            yield str(error)
    yield from _failing(lambda: [each.lines for each in compactions(store)])
    yield from _failing(events, store)


def mendable(store: Store) -> bool:
    """Whether the tables themselves are whole, so that compacting a session again puts back what is missing."""
    try:
        return not list(_tables(store))
    except StoreError:
        return False


def _tables(store: Store) -> Iterator[str]:
    for (said,) in store.rows("PRAGMA integrity_check"):
        if said != "ok":
            yield f"{store.place.file}: {said}"
    for row in store.rows("PRAGMA foreign_key_check"):
        yield f"{store.place.file}: a row of {row[0]} refers to an epoch that is not there"


def _epoch(store: Store, session: str, number: int, records: int, there: set[str]) -> Iterator[str]:
    named = f"{store.place.file}: {brief(session)}, e{number}"
    digests = manifest(store, session, number)
    if len(digests) != records:
        yield f"{named}: lists {len(digests)} records of {records}"
    yield from (f"{named}: the record {digest} is missing" for digest in digests if digest not in there)
    for entry in entries_of(store, session, number):
        if entry.pointer and not (entry.pointer[:2] + entry.digest).startswith(entry.pointer):
            yield f"{named}: {entry.name} has a pointer that is not of its digest"
        if any(not 0 <= index < records for index in entry.records):
            yield f"{named}: {entry.name} names records that the source has not"
        if entry.units:
            yield from _failing(units_of, store, entry)
        elif entry.digest not in there:
            yield f"{named}: the text of {entry.name} is missing"


def _failing(read: Callable[..., object], *values: object) -> Iterator[str]:
    try:
        read(*values)
    except StoreError as error:
        yield str(error)
