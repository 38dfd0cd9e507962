"""What `layout: epochs` wrote for a session, so that the next compaction goes on behind it to the byte."""

from fastjev.store.archive import as_bytes, as_text
from fastjev.store.database import Store, change


def earlier(store: Store, session: str) -> str:
    """The blocks written last; the empty text where there are none. Raises: StoreError."""
    found = store.rows("SELECT body FROM block WHERE session = ?", as_bytes(session))
    return as_text(found[0][0]) if found else ""


def put(store: Store, session: str, text: str) -> None:
    """Remember the blocks as they are now. Raises: StoreError."""
    with change(store) as connection:
        connection.execute("INSERT OR REPLACE INTO block VALUES (?, ?)", (as_bytes(session), as_bytes(text)))
