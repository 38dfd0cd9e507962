"""Other names of a session: a host may give a talk a new id as it goes on."""

import hashlib

from fastjev.store.archive import as_bytes
from fastjev.store.database import Store, change
from fastjev.store.entries import text_of

PREFIX = "also:"
"""Of the keys under which they are kept, behind it the hash of the name: it is a stranger's, and may be no text."""


def also(store: Store, name: str, session: str) -> None:
    """From now on `name` means the session of that whole id. Raises: StoreError."""
    with change(store) as connection:
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_key(name), as_bytes(session)))


def meant(store: Store, name: str) -> str:
    """The whole id of the session that has this other name; empty where none has. Raises: StoreError."""
    found = store.rows("SELECT value FROM meta WHERE key = ?", _key(name))
    return text_of(store, found[0][0]) if found else ""


def _key(name: str) -> str:
    return PREFIX + hashlib.sha256(as_bytes(name)).hexdigest()
