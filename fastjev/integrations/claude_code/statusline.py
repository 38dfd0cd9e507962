"""One line for the client's status bar: how full the window is, what binds, the last compaction.

The client calls it after every reply, so it imports the standard library and light modules alone.
"""

import json
import time
from pathlib import Path
from typing import Any

from fastjev.integrations.claude_code import state
from fastjev.store.place import place_of

_UNITS = ((86400, "d"), (3600, "h"), (60, "min"))


def line(stdin: bytes) -> str:
    """The line, without its end, from what the client says of itself; empty on any error.

    `fastjev 42% · 5 constraints, 3 decisions · 91k -> 15k tokens, 12 min ago`. What is not known is left out.
    """
    try:
        given = json.loads(stdin.decode("utf-8", "replace"))
        known = state.load(place_of(_folder(given)), str(given["session_id"]))
        parts = [_percent(given), _ledger(known), _compaction(known.compaction)]
        return f"fastjev {' · '.join(part for part in parts if part)}".rstrip()
    except Exception:  # a status bar is no place for what went wrong; `fastjev doctor` is
        return ""


def _folder(given: dict[str, Any]) -> Path:
    workspace = given.get("workspace") or {}
    return Path(workspace.get("project_dir") or given.get("cwd") or ".")


def _percent(given: dict[str, Any]) -> str:
    """Nothing right after a compaction, when the client does not know yet."""
    used = (given.get("context_window") or {}).get("used_percentage")
    return f"{used:.0f}%" if isinstance(used, int | float) else ""


def _ledger(known: state.State) -> str:
    rules = sum(each.zone == "constraints" for each in known.ledger)
    counts = ((rules, "constraint"), (len(known.ledger) - rules, "decision"))
    return ", ".join(f"{count} {name}{'s' * (count != 1)}" for count, name in counts if count)


def _compaction(last: state.Compaction | None) -> str:
    if last is None:
        return ""
    return f"{_thousands(last.before)} -> {_thousands(last.after)} tokens, {_ago(time.time() - last.time)}"


def _thousands(tokens: int) -> str:
    return f"{tokens / 1000:.0f}k" if tokens >= 1000 else str(tokens)


def _ago(seconds: float) -> str:
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{seconds // size:.0f} {unit} ago"
    return "just now"
