"""Hermes's database, `state.db`: a session and those that it continues, as the lines of an export.

The file is a stranger's and may be in use: it is opened for reading only, its tables must be tables, and nothing that
is stored in it runs.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fastjev.errors import ReadError
from fastjev.readers.hermes.sessions import Session, called, chosen, session
from fastjev.visible import visible

_WAIT = 2.0
"""Seconds for another program to finish its write."""
_LONGEST = 1 << 28
"""Bytes of one value: more is no message, and a stored expression could make as many as memory holds."""
_SMALL = 1 << 24
"""Bytes that may come out of any file: in one of a few pages the short defaults of Hermes's own columns count."""
_MOST = 1 << 30
"""As many are no session, whatever size the file claims to have."""
_JSON = "\0json:"
"""How Hermes marks a content that is a list of parts."""
_WAL = b"\2"
"""What bytes 18 and 19 of a database with a write-ahead log hold."""


def lines(path: Path, asked: str) -> bytes:
    """A line for each session of the chain that `asked` names, and behind each one its messages, a line each.

    Raises: ReadError, for a file that is locked, damaged or no database of Hermes's, and where no one session is meant.
    """
    try:
        with closing(_open(path)) as connection:
            _check(connection, path)
            stored = _Stored(connection, path)
            chain = chosen(_sessions(stored), asked, str(path))
            return b"".join(_line(row) for each in chain for row in _rows(stored, each))
    except (sqlite3.Error, UnicodeError) as error:  # names of columns that are no text, too
        raise ReadError(f"{path}: {_why(error)}") from error


def _open(path: Path) -> sqlite3.Connection:
    """Without a log beside it nobody has a database with one open, and to open it would leave a log there."""
    with path.open("rb") as file:
        logged = file.read(20)[18:20] == _WAL * 2
    idle = logged and not Path(f"{path}-wal").exists()
    how = "immutable=1" if idle else "mode=ro"
    connection = sqlite3.connect(f"file:{quote(str(path.absolute()))}?{how}", uri=True, timeout=_WAIT)
    connection.row_factory = sqlite3.Row
    connection.text_factory = _text
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("BEGIN")  # all that follows sees one state
    return connection


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """A view, a virtual table or a column of either kind under Hermes's names would run what its author wrote."""
    sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 AND name IN ('sessions', 'messages')"
    if len(connection.execute(sql).fetchall()) < 2:
        raise ReadError(f"{path}: a database, but none of Hermes's: it has no tables `sessions` and `messages`")
    for table in ("sessions", "messages"):
        for column in connection.execute(f"PRAGMA table_xinfo({table})"):
            if column["hidden"]:
                made = f"{table}: {visible(column['name'])} is made by an expression"
                raise ReadError(f"{path}: a database, but none of Hermes's: in {made}")


class _Stored:
    """The rows of a file, as long as they have no more text than the file has bytes for each of two looks.

    Only a default repeats itself: a column that was added later has it in each row, and the file has it once.
    """

    __slots__ = ("_connection", "_left", "_path")

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        pages, size = (connection.execute(f"PRAGMA {each}").fetchone()[0] for each in ("page_count", "page_size"))
        self._connection, self._path = connection, path
        self._left = min(max(2 * pages * size, _SMALL), _MOST)

    def rows(self, sql: str, *given: object) -> Iterator[sqlite3.Row]:
        """What `sql` finds. Raises: ReadError where it is too much."""
        for row in self._connection.execute(sql, given):
            self._left -= sum(len(value) for value in row if isinstance(value, str | bytes))
            if self._left < 0:
                raise ReadError(f"{self._path}: a database, but none of Hermes's: more text than the file has bytes")
            yield row


def _sessions(stored: _Stored) -> Iterator[Session]:
    there = {row["name"] for row in stored.rows("PRAGMA table_info(sessions)")}
    columns = ["id", "parent_session_id", "started_at", "end_reason", "title", "source", "model_config"]
    written = "SELECT session_id, count(*) AS messages, max(timestamp) AS last FROM messages GROUP BY session_id"
    spoken = {called(row["session_id"]): (row["messages"], row["last"]) for row in stored.rows(written)}
    for row in stored.rows(f"SELECT {', '.join(name for name in columns if name in there)} FROM sessions"):
        messages, last = spoken.get(called(row["id"]), (0, 0.0))
        yield session(dict(row), messages, float(last) if isinstance(last, int | float) else 0.0)


def _rows(stored: _Stored, of: Session) -> Iterator[dict[str, Any]]:
    """Its id may be a number in the file; the lines have it as text."""
    for row in stored.rows("SELECT * FROM sessions WHERE id IS ?", of.key):
        yield dict(row) | {"id": of.id}
    # Put in order here: the database would do it with all texts at hand, before the first of them is counted.
    found = stored.rows("SELECT id, * FROM messages WHERE session_id IS ?", of.key)
    for row in sorted(found, key=lambda row: row["id"] if isinstance(row["id"], int) else 0):
        own = {name: _value(name, value) for name, value in dict(row).items() if value is not None}
        yield own | {"session_id": of.id}


def _value(name: str, value: Any) -> Any:
    """As Hermes exports it; what is no JSON stays text."""
    if not isinstance(value, str):
        return value
    held = value.removeprefix(_JSON) if name == "content" and value.startswith(_JSON) else None
    held = value if name == "tool_calls" else held
    try:
        return value if held is None else json.loads(held)
    except (ValueError, RecursionError):
        return value


def _line(row: dict[str, Any]) -> bytes:
    text = json.dumps(row, ensure_ascii=False, default=lambda raw: _text(bytes(raw)))
    return text.encode("utf-8", "surrogatepass") + b"\n"


def _why(error: Exception) -> str:
    said = str(error)
    if "locked" in said or "busy" in said:
        return f"another program is writing into it ({said}); try again in a moment"
    if "unable to open" in said:
        return f"cannot be opened as a database ({said}); copy it, with the files beside it, to where you may write"
    return f"cannot be read as a database ({said}); `hermes sessions export FILE` may still get at what is in it"
