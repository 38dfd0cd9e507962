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
from fastjev.readers.hermes.sessions import Session, chosen, session

_WAIT = 2.0
"""Seconds for another program to finish its write."""
_LONGEST = 1 << 28
"""Bytes of one value: more is no message, and a stored expression could make as many as memory holds."""
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
            chain = chosen(_sessions(connection), asked, str(path))
            return b"".join(_line(row) for each in chain for row in _rows(connection, each.id))
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
    """A view or a virtual table under the names of Hermes's would run what its author wrote."""
    sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 AND name IN ('sessions', 'messages')"
    if len(connection.execute(sql).fetchall()) < 2:
        raise ReadError(f"{path}: a database, but none of Hermes's: it has no tables `sessions` and `messages`")


def _sessions(connection: sqlite3.Connection) -> Iterator[Session]:
    there = {row["name"] for row in connection.execute("PRAGMA table_info(sessions)")}
    columns = ["id", "parent_session_id", "started_at", "end_reason", "title", "source", "model_config"]
    written = "SELECT session_id, count(*) AS messages, max(timestamp) AS last FROM messages GROUP BY session_id"
    spoken = {row["session_id"]: (row["messages"], row["last"]) for row in connection.execute(written)}
    for row in connection.execute(f"SELECT {', '.join(name for name in columns if name in there)} FROM sessions"):
        messages, last = spoken.get(row["id"], (0, 0.0))
        yield session(dict(row), messages, float(last) if isinstance(last, int | float) else 0.0)


def _rows(connection: sqlite3.Connection, id: str) -> Iterator[dict[str, Any]]:
    yield from map(dict, connection.execute("SELECT * FROM sessions WHERE id = ?", (id,)))
    for row in connection.execute("SELECT * FROM messages WHERE session_id = ? ORDER BY id", (id,)):
        yield {name: _value(name, value) for name, value in dict(row).items() if value is not None}


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
