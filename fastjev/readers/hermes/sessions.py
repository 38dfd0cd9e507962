"""Which sessions a file of Hermes's holds, and which of them is meant."""

import difflib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from fastjev.errors import ReadError
from fastjev.visible import visible

LAST = "last"
_SHOWN = 5
"""Sessions that an error names."""
_OWN = ("_branched_from", "_delegate_from")
"""Marks of a branch and of a subagent's session: they have a parent, and continue none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One row of `sessions`."""

    id: str
    key: object = ""
    """The id as the file has it."""
    parent: str = ""
    """The session it came from, by whatever way; empty for none."""
    compacted: bool = False
    """It ended in a compaction, so that another goes on."""
    branch: bool = False
    delegate: bool = False
    title: str = ""
    messages: int = 0
    last: float = 0.0
    """When it was last written to, in seconds since 1970."""

    @property
    def continues(self) -> bool:
        """May it go on where its parent was compacted?"""
        return bool(self.parent) and not self.branch and not self.delegate


def session(row: Mapping[str, Any], messages: int, last: float) -> Session:
    """One from its columns; what is not as it should be counts as missing."""
    config = _config(row.get("model_config"))
    title = row.get("title")
    started = row.get("started_at")
    return Session(
        id=called(row.get("id")),
        key=row.get("id"),
        parent=called(row.get("parent_session_id")),
        compacted=row.get("end_reason") == "compression",
        branch=config.get(_OWN[0]) is not None,
        delegate=config.get(_OWN[1]) is not None or row.get("source") == "tool",
        title=title if isinstance(title, str) else "",
        messages=messages,
        last=max(last, started) if isinstance(started, int | float) else last,
    )


def called(id: object) -> str:
    """An id as text: a column, or a program that exports, may hold a number; empty for what is none."""
    if isinstance(id, bytes):
        return id.hex()
    return str(id) if isinstance(id, str | int | float) and not isinstance(id, bool) else ""


def split(name: str) -> tuple[str, str]:
    """`FILE#ID` in two; the id is empty where none is named."""
    file, mark, asked = name.rpartition("#")
    return (file, asked) if mark else (name, "")


def chosen(found: Iterable[Session], asked: str, name: str) -> list[Session]:
    """The session that `asked` names, behind those that it continues, the first one first.

    Nothing asked for is the only one that there is. Subagents' sessions, and those that another continues, are only
    meant where they are named. Raises: ReadError, with those that there are.
    """
    known = {each.id: each for each in found}
    tip = _named(known, asked, name) if asked and asked != LAST else _only(known, asked, name)
    chain = [tip]
    while (before := _before(chain[0], known)) and before not in chain:
        chain.insert(0, before)
    return chain


def _before(session: Session, known: Mapping[str, Session]) -> Session | None:
    parent = known.get(session.parent) if session.continues else None
    return parent if parent and parent.compacted else None


def _named(known: Mapping[str, Session], asked: str, name: str) -> Session:
    if asked in known:
        return known[asked]
    begun = [each for each in known.values() if each.id.startswith(asked)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        more = f"{shown(asked)}: {_told(begun)}; give more of the id"
        raise ReadError(f"{name}: {len(begun)} sessions begin with {more}")
    near = difflib.get_close_matches(asked, known, n=1)
    hint = f"; did you mean {shown(near[0])}?" if near else f"; there are {_told(known.values())}"
    raise ReadError(f"{name}: no session {shown(asked)}{hint}")


def _only(known: Mapping[str, Session], asked: str, name: str) -> Session:
    continued = {before.id for each in known.values() if (before := _before(each, known))}
    spoken = [each for each in known.values() if each.messages and each.id not in continued]
    tips = [each for each in spoken if not each.delegate] or spoken or list(known.values())
    if not tips:
        raise ReadError(f"{name}: no session in it")
    if len(tips) > 1 and asked != LAST:
        file = "FILE" if name == "-" else name
        raise ReadError(
            f"{name}: holds {len(tips)} sessions; name one as {file}#ID, or the last as {file}#{LAST}. "
            f"There are {_told(tips)}"
        )
    return max(tips, key=lambda each: (each.last, each.id))


def _told(found: Iterable[Session]) -> str:
    """The newest few, on one line."""
    newest: Sequence[Session] = sorted(found, key=lambda each: (each.last, each.id), reverse=True)
    more = f" and {len(newest) - _SHOWN} more" if len(newest) > _SHOWN else ""
    return ", ".join(_one(each) for each in newest[:_SHOWN]) + more


def _one(session: Session) -> str:
    about = [*([session.title] if session.title else []), _day(session.last), f"{session.messages} messages"]
    return shown(f"{session.id or 'one without an id'} ({', '.join(filter(None, about))})")


def shown(text: str) -> str:
    """A stranger's text in one line: a line break would let it draw lines of its own."""
    return visible(text).replace("\n", "⏎")


def _day(time: float) -> str:
    try:
        return datetime.fromtimestamp(time, UTC).date().isoformat() if time else ""
    except (ValueError, OverflowError, OSError):
        return ""


def _config(found: object) -> Mapping[str, Any]:
    if isinstance(found, str):
        try:
            found = json.loads(found)
        except (ValueError, RecursionError):
            return {}
    return found if isinstance(found, dict) else {}
