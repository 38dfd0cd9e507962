"""The tables of a store, and whether a file holds them."""

import os
from pathlib import Path
from sqlite3 import Connection

from fastjev.errors import StoreError
from fastjev.store.place import Place

VERSION = 1
"""Of the tables below."""
_MARK = 0x666A6576
"""`application_id`: "fjev"."""
_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE blob (digest BLOB PRIMARY KEY, body BLOB NOT NULL);
CREATE TABLE epoch (
    id INTEGER PRIMARY KEY, session BLOB NOT NULL, number INTEGER NOT NULL, manifest BLOB NOT NULL,
    records INTEGER NOT NULL, bytes INTEGER NOT NULL, UNIQUE (session, number));
CREATE TABLE entry (
    epoch INTEGER NOT NULL REFERENCES epoch (id), name TEXT NOT NULL, pointer TEXT, digest BLOB NOT NULL,
    units TEXT NOT NULL, records TEXT NOT NULL, first_turn INTEGER NOT NULL, last_turn INTEGER NOT NULL,
    lines INTEGER NOT NULL, tokens INTEGER NOT NULL, PRIMARY KEY (epoch, name)) WITHOUT ROWID;
CREATE INDEX entry_pointer ON entry (pointer);
CREATE INDEX entry_name ON entry (name);
CREATE TABLE compaction (
    id INTEGER PRIMARY KEY, session BLOB NOT NULL, epoch INTEGER NOT NULL, time REAL NOT NULL, day REAL NOT NULL,
    about BLOB NOT NULL, units BLOB NOT NULL);
CREATE INDEX compaction_session ON compaction (session, time);
CREATE TABLE event (
    id INTEGER PRIMARY KEY, session BLOB NOT NULL, epoch INTEGER NOT NULL, time REAL NOT NULL, day REAL NOT NULL,
    kind TEXT NOT NULL, name TEXT NOT NULL, about BLOB NOT NULL);
CREATE INDEX event_session ON event (session, time);
CREATE TABLE block (session BLOB PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
"""


def version(connection: Connection, file: Path) -> int:
    """Of the file's tables; 0 for a file without any. Raises: StoreError for a newer fastjev's."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if found > VERSION:
        raise StoreError(
            f"{file}: was written by a newer fastjev (tables of version {found}; this one knows {VERSION});"
            " upgrade fastjev"
        )
    return found


def make(connection: Connection, place: Place) -> None:
    """Make the tables, inside the caller's transaction, unless another was first. Raises: StoreError."""
    if version(connection, place.file):
        return
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise StoreError(f"{place.file}: is a database of something else; move it away")
    for statement in _TABLES.split(";\n"):
        connection.execute(statement)
    connection.execute("INSERT INTO meta VALUES ('project', ?)", (os.fsencode(place.project),))
    connection.execute(f"PRAGMA application_id = {_MARK}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def check(connection: Connection, place: Place) -> None:
    """Raises: StoreError unless it is this project's store."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != _MARK:
        raise StoreError(f"{place.file}: is a database of something else; move it away")
    found = connection.execute("SELECT value FROM meta WHERE key = 'project'").fetchone()
    if not found or found[0] != os.fsencode(place.project):
        raise StoreError(f"{place.file}: belongs to another project than {place.project}; move it away")
