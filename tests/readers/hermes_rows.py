"""Hermes's rows in a few words, as its export and its database have them."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

Dict = dict[str, Any]
SUMMARY = "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.\nYou must never use tabs."
END = "--- END OF CONTEXT SUMMARY — respond to the message below, not the summary above ---"
TASKS = "[Your active task list was preserved across context compression]\n- [>] 1. fix the login (in_progress)"
SESSIONS = (
    "id TEXT PRIMARY KEY, source TEXT NOT NULL, user_id TEXT, model TEXT, model_config TEXT, system_prompt TEXT, "
    "parent_session_id TEXT, started_at REAL NOT NULL, ended_at REAL, end_reason TEXT, title TEXT"
)
MESSAGES = (
    "id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL, content TEXT, "
    "tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL NOT NULL, finish_reason TEXT, reasoning TEXT, "
    "observed INTEGER DEFAULT 0, active INTEGER NOT NULL DEFAULT 1, compacted INTEGER NOT NULL DEFAULT 0"
)
"""The columns of release 0.19 that are read, and some that are not."""
_COLUMNS = [column.split()[0] for column in MESSAGES.split(", ")]


def session(id: str, parent: str | None = None, **more: Any) -> Dict:
    config = json.dumps(more.pop("config", {}))
    known = {"id": id, "source": "cli", "user_id": None, "model": "m", "model_config": config}
    return {**known, "system_prompt": "You are Hermes.", "parent_session_id": parent, "started_at": 1.78e9, **more}


def user(text: Any, **more: Any) -> Dict:
    return {"role": "user", "content": text, **more}


def assistant(text: Any, *calls: Dict, **more: Any) -> Dict:
    return {"role": "assistant", "content": text, "tool_calls": list(calls) or None, "reasoning": "a secret", **more}


def call(id: str, name: str = "terminal", **args: Any) -> Dict:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}


def result(id: str, text: str, **more: Any) -> Dict:
    return {"role": "tool", "tool_call_id": id, "tool_name": "terminal", "content": text, **more}


def printed(output: str, code: int = 0, error: str | None = None) -> str:
    return json.dumps({"output": output, "exit_code": code, "error": error})


def numbered(session: str, rows: Iterable[Dict], first: int = 1, start: float = 1.78e9) -> list[Dict]:
    """The rows as stored, ten seconds apart where they have no time of their own."""
    return [
        {"id": first + n, "session_id": session, "timestamp": start + 10 * n, "active": 1, "compacted": 0, **row}
        for n, row in enumerate(rows)
    ]


def at_once(rows: Sequence[Dict], time: float) -> list[Dict]:
    """Written by one transaction, as a compaction does."""
    return [{**row, "timestamp": time + n * 1e-6} for n, row in enumerate(rows)]


def exported(*found: tuple[Dict, Sequence[Dict]]) -> bytes:
    """Sessions with their live rows, as `hermes sessions export` writes them."""
    return b"".join(
        json.dumps({**head, "messages": [row for row in rows if row["active"]]}, ensure_ascii=False).encode() + b"\n"
        for head, rows in found
    )


def database(path: Path, *found: tuple[Dict, Sequence[Dict]], journal: str = "delete") -> Path:
    """The same as `state.db`."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA journal_mode = {journal}")
        connection.execute(f"CREATE TABLE sessions ({SESSIONS})")
        connection.execute(f"CREATE TABLE messages ({MESSAGES})")
        for head, rows in found:
            names = ", ".join(head)
            connection.execute(f"INSERT INTO sessions ({names}) VALUES ({_holes(len(head))})", tuple(head.values()))
            for row in rows:
                _insert(connection, row)
    return path


def _insert(connection: sqlite3.Connection, row: Dict) -> None:
    kept = {name: _bound(name, value) for name, value in row.items() if name in _COLUMNS}
    sql = f"INSERT INTO messages ({', '.join(kept)}) VALUES ({_holes(len(kept))})"
    connection.execute(sql, tuple(kept.values()))


def _bound(name: str, value: Any) -> Any:
    if name == "tool_calls":
        return json.dumps(value) if value else None
    return "\0json:" + json.dumps(value) if isinstance(value, list) else value


def _holes(count: int) -> str:
    return ", ".join("?" * count)
