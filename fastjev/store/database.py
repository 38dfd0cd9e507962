"""One SQLite file: how it is made, opened, written and mistrusted."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fastjev.errors import StoreError
from fastjev.policy import DEFAULT
from fastjev.store.locks import queued
from fastjev.store.place import Place
from fastjev.store.rights import make_file, make_folders, own_folder, regular, sync
from fastjev.store.tables import check, make, version

_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full; make room and run again",
    sqlite3.SQLITE_READONLY: "cannot be written; check the rights of the file and its folder",
    sqlite3.SQLITE_BUSY: "another program holds it; try again",
    sqlite3.SQLITE_LOCKED: "another program holds it; try again",
    sqlite3.SQLITE_CORRUPT: "is damaged; compact the sessions again into a new one, after fastjev archive purge --all",
    sqlite3.SQLITE_NOTADB: "is no database, or is damaged; fastjev archive purge --all makes a new one",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; check the rights of the file and its folder",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written; make room, check it, and run again",
    sqlite3.SQLITE_TOOBIG: "one piece is larger than a database can hold",
}


@dataclass(frozen=True, slots=True)
class Store:
    """An open store. Made by `create` or `look`."""

    place: Place
    connection: sqlite3.Connection
    seconds: float
    """What a writer waits for others at most."""
    inode: int
    """Of the file that was opened; another may lie in its place by now."""

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What a query finds. Raises: StoreError."""
        with explained(self.place.file):
            return self.connection.execute(sql, values).fetchall()


@contextmanager
def create(place: Place, *, seconds: float = DEFAULT.lock_seconds) -> Iterator[Store]:
    """The project's store, open to be written; made if there is none: files 0600, folders 0700, from the beginning.

    Raises: StoreError for what cannot be written, is a link, somebody else's, damaged, or a newer fastjev's.
    """
    store = _opened(place, seconds)
    try:
        yield store
    finally:
        store.connection.close()


@contextmanager
def look(place: Place, *, seconds: float = DEFAULT.lock_seconds) -> Iterator[Store]:
    """The project's store, open to be read. Makes and changes nothing.

    Raises: StoreError, also where there is no store yet.
    """
    store = _looked_at(place, seconds)
    try:
        yield store
    finally:
        store.connection.close()


@contextmanager
def peek(file: Path, home: Path) -> Iterator[Store]:
    """The store in `file`, whichever project's it is, open to be read. Raises: StoreError."""
    with explained(file):
        regular(file)
        connection = _connect(file, "ro", 0)
        try:
            found = connection.execute("SELECT value FROM meta WHERE key = 'project'").fetchone()
        finally:
            connection.close()
    place = Place(Path(os.fsdecode(found[0] if found else b"")), home)
    if place.file != file:
        raise StoreError(f"{file}: lies in the place of another project's store; move it away")
    with look(place) as store:
        yield store


def nothing(place: Place) -> StoreError:
    """The error for a project that has no store."""
    return StoreError(
        f"{place.project}: nothing is archived for this project yet; fastjev compact archives what it takes out,"
        " and --project DIR names another project"
    )


@contextmanager
def change(store: Store) -> Iterator[sqlite3.Connection]:
    """One transaction, whole or not at all, on the disk before this returns.

    Raises: StoreError for a full disk, missing rights, others that write too long, and damage.
    """
    file = store.place.file
    deadline = time.monotonic() + store.seconds
    with explained(file), queued(file.with_suffix(".lock"), store.seconds):
        if not os.path.lexists(file) or file.stat().st_ino != store.inode:
            raise StoreError(f"{file}: was purged in the meantime; run again")
        left = max(0, int((deadline - time.monotonic()) * 1000))
        store.connection.execute(f"PRAGMA busy_timeout = {left}")
        # A lock that grows from reading to writing is refused at once when another wants to grow too.
        store.connection.execute("BEGIN IMMEDIATE")
        try:
            yield store.connection
            store.connection.execute("COMMIT")
        except BaseException:
            if store.connection.in_transaction:
                store.connection.execute("ROLLBACK")
            raise
        # Without it a power cut may bring back the deleted journal, and with it the state before.
        sync(file.parent)


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """Errors of SQLite and the system as StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        reason = _REASONS.get(code & 0xFF if code else 0, str(error))
        raise StoreError(f"{file}: {reason}") from error
    except OSError as error:
        raise StoreError(f"{error.filename or file}: {error.strerror}") from error


def _opened(place: Place, seconds: float) -> Store:
    file = place.file
    with explained(file):
        make_folders(place)
        make_file(file)
        connection = _connect(file, "rw", seconds)
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("PRAGMA foreign_keys = ON")
            store = Store(place, connection, seconds, file.stat().st_ino)
            if version(connection, file) == 0:
                connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
                with change(store):
                    make(connection, place)
            check(connection, place)
        except BaseException:
            connection.close()
            raise
        return store


def _looked_at(place: Place, seconds: float) -> Store:
    file = place.file
    with explained(file):
        if not os.path.lexists(file):
            raise nothing(place)
        own_folder(place.folder)
        regular(file)
        # Only who may write can take back what a killed writer left half done; `query_only` keeps it at that.
        writable = os.access(file, os.W_OK) and os.access(place.folder, os.W_OK)
        connection = _connect(file, "rw" if writable else "ro", seconds)
        try:
            connection.execute("PRAGMA query_only = ON")
            if version(connection, file) == 0:
                raise nothing(place)
            store = Store(place, connection, seconds, file.stat().st_ino)
            check(connection, place)
        except BaseException:
            connection.close()
            raise
        return store


def _connect(file: Path, mode: str, seconds: float) -> sqlite3.Connection:
    connection = sqlite3.connect(f"file:{quote(os.fsencode(file))}?mode={mode}", uri=True, isolation_level=None)
    try:
        # First of all: what follows may already meet another's lock.
        connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("PRAGMA temp_store = MEMORY")
    except BaseException:
        connection.close()
        raise
    return connection
