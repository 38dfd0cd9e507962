"""What is remembered of a session between two hooks, and the log of the hooks' runs.

A small JSON file a session and a log a project, beside the project's archive, readable by their owner only. No id is
part of a path.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fastjev.integrations.lines import Line
from fastjev.jsontext import dump
from fastjev.store.place import Place

_SECONDS = 2.0
"""A hook waits so long for another one of the same session."""
_LOG_BYTES = 1 << 19
"""A log that is longer is begun anew, and the old one kept beside it: some three thousand runs each."""


class Compaction(NamedTuple):
    """The last time that fastjev rebuilt the history."""

    time: float
    """Seconds since 1970."""
    turn: int
    before: int
    """Estimated tokens, as `after`."""
    after: int
    milliseconds: int


class State(NamedTuple):
    """Of one session."""

    ledger: tuple[Line, ...] = ()
    lang: str = "en"
    size: int = -1
    """Bytes of the transcript that the ledger was made of; -1: none yet."""
    read: float = 0.0
    """When it was read, in seconds since 1970."""
    archived: int = -1
    """Bytes of the transcript that were archived for a summary of the client's; -1: none yet."""
    turns: int = 0
    after: int = 0
    """Estimated tokens that a compaction would leave."""
    told: tuple[str, ...] = ()
    """Texts of the lines that the model was told, or saw in a skeleton."""
    missing: tuple[str, ...] = ()
    """Texts of lines that the client's own summary left out, still to be told."""
    skeleton: bool = False
    """Does the history begin with a skeleton, and not with a summary of the client's?"""
    said: str = ""
    """What the person is still to be told of it."""
    compaction: Compaction | None = None


class Ran(NamedTuple):
    """One run of a hook."""

    time: float
    """Seconds since 1970, at the end."""
    event: str
    session: str
    outcome: str
    """In a word or a sentence; what went wrong begins with `failed`."""
    milliseconds: int


def load(place: Place, session: str) -> State:
    """What is remembered; nothing for a session that is not known, or whose file is damaged."""
    try:
        found = json.loads(_file(place, session).read_bytes())
        lines = tuple(Line(*line) for line in found.pop("ledger"))
        compaction = Compaction(*last) if (last := found.pop("compaction")) else None
        told, missing = tuple(found.pop("told")), tuple(found.pop("missing"))
        return State(ledger=lines, compaction=compaction, told=told, missing=missing, **found)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return State()


def change(place: Place, session: str, **values: Any) -> State:
    """Remember these values of `State` and leave the others, whatever another hook writes meanwhile.

    Values of a transcript that was `read` before the one that is remembered come too late: nothing changes then.
    Raises: StoreError, OSError.
    """
    from fastjev.files import put
    from fastjev.store.locks import queued
    from fastjev.store.rights import make_folders

    make_folders(place)
    file = _file(place, session)
    file.parent.mkdir(mode=0o700, exist_ok=True)
    with queued(file.with_suffix(".lock"), _SECONDS):
        known = load(place, session)
        if values.get("read", known.read) < known.read:
            return known
        state = known._replace(**values)
        put(file, dump(state._asdict()).encode())
    return state


def log(place: Place, ran: Ran) -> None:
    """Add a line to the project's log of hooks. Raises: StoreError, OSError."""
    from fastjev.store.rights import make_folders

    make_folders(place)
    file = _log(place)
    if file.exists() and file.stat().st_size > _LOG_BYTES:
        file.replace(file.with_suffix(".old.jsonl"))
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "ab") as end:
        end.write(dump(ran._asdict()).encode() + b"\n")


def runs(place: Place) -> Iterator[Ran]:
    """The runs of the project's hooks, newest first; damaged lines fall out."""
    for file in (_log(place), _log(place).with_suffix(".old.jsonl")):
        try:
            lines = file.read_bytes().splitlines()
        except OSError:
            continue
        for line in reversed(lines):
            try:
                yield Ran(**json.loads(line))
            except (ValueError, TypeError):
                continue


def _file(place: Place, session: str) -> Path:
    name = hashlib.sha256(session.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return place.folder / "sessions" / f"{name}.json"


def _log(place: Place) -> Path:
    return place.folder / "hooks.jsonl"
