"""A session's file anew, under an id of its own: the skeleton as its first entry, then the recent ones.

The client resumes what is written so; it fills in its bookkeeping by itself.
"""

import json
import uuid
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from fastjev.datatypes import Conversation, Message, Run, Size
from fastjev.jsontext import dump
from fastjev.labels import Speaker
from fastjev.renderers import blocks
from fastjev.renderers.pairing import Part, pair
from fastjev.renderers.text import opening

Entry = dict[str, Any]

_SCENE = ("userType", "entrypoint", "cwd", "version", "gitBranch")
"""Where and by what an entry was made: what the client puts into each."""
_KEPT = (
    "isApiErrorMessage", "isMeta", "origin", "permissionMode", "promptId", "promptSource", "requestId", "requestRef",
    "rowSource", "sentAtMs", "slug", "sourceToolAssistantUUID", "timestamp", "toolDenialKind", "toolUseResult",
    "turnOrigin",
)  # fmt: skip
"""What an entry says of itself that is still true of its copy. Places in the old file are not."""

_TITLES = ("custom-title", "ai-title")
"""Entries outside the chain; of each kind the last one holds."""


def rewritten(run: Run, session: str, size: Size) -> bytes:
    """The new file: JSON lines in one unbroken chain, tool pairs whole, thinking left out.

    `session`: its new id, from which those of its entries follow. `size`: of the run; the client believes the last
    reply about how full the window is, so each says what the new history takes.
    """
    rows = _rows(run.conversation)
    recent = {message.index: message for message in run.skeleton.recent}
    scene = _scene(rows)
    entries = [_skeleton(run, scene)]
    for index, parts in groupby(
        pair(blocks.parts(run.conversation, run.skeleton.recent)), key=lambda part: part.message
    ):
        entries += _entries(recent[index], list(parts), rows, scene, size)
    entries = [*_chained(entries, session), *_titles(rows, session)]
    return "".join(f"{dump(entry, dense=True)}\n" for entry in entries).encode()


def _rows(conversation: Conversation) -> list[Entry]:
    """Every raw entry; an empty one for what is no object."""
    found: list[Entry] = []
    for record in conversation.records:
        start, end = record.span
        try:
            row = json.loads(conversation.raw[start:end])
        except (ValueError, RecursionError):
            row = None
        found.append(row if isinstance(row, dict) else {})
    return found


def _scene(rows: list[Entry]) -> Entry:
    """The newest that is told."""
    found: Entry = {"userType": "external"}
    for row in rows:
        found.update({key: row[key] for key in _SCENE if isinstance(row.get(key), str)})
    return found


def _titles(rows: list[Entry], session: str) -> Iterator[Entry]:
    """What the session is called, so that a list does not call it by the skeleton."""
    named = {row["type"]: row for row in rows if row.get("type") in _TITLES}
    return ({**row, "sessionId": session} for row in named.values())


def _skeleton(run: Run, scene: Entry) -> Entry:
    """As old as the newest thing that it tells of: what follows it is younger."""
    messages = run.conversation.messages
    first = run.skeleton.recent[0].index if run.skeleton.recent else len(messages)
    times = [message.time for message in messages[:first] if message.time]
    stamp = {"timestamp": times[-1]} if times else {}
    return {"type": "user", "message": {"role": "user", "content": opening(run)}, **stamp, **scene}


def _entries(message: Message, parts: list[Part], rows: list[Entry], scene: Entry, size: Size) -> Iterator[Entry]:
    """One entry for what the message says, and one for each result."""
    for role, group in groupby(parts, key=lambda part: part.role):
        content = [part.value for part in group]
        row = next((rows[at] for at in message.records if _role(rows[at]) == role), {})
        entry = {key: row[key] for key in (*_KEPT, *_SCENE) if key in row}
        if message.time:
            entry.setdefault("timestamp", message.time)
        if not row and message.speaker is Speaker.HARNESS:
            entry["isMeta"] = True  # else it would read as the person's words
        said = {"role": "user", "content": content} if role == "user" else _reply(row, content, size)
        yield {"type": role, "message": said, **scene, **entry}


def _role(row: Entry) -> str | None:
    message = row.get("message")
    return message.get("role") if isinstance(message, dict) and row.get("type") in ("user", "assistant") else None


def _reply(row: Entry, content: list[Any], size: Size) -> Entry:
    message = row.get("message") or {}
    usage = {
        "input_tokens": size.tokens_after,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "output_tokens": 0,
    }
    calls = any(block.get("type") == "tool_use" for block in content)
    return {
        "id": message.get("id") or f"msg_{uuid.uuid5(uuid.NAMESPACE_OID, dump(content)).hex[:24]}",
        "type": "message",
        "role": "assistant",
        "model": message.get("model") or "<synthetic>",
        "content": content,
        "stop_reason": "tool_use" if calls else "end_turn",
        "stop_sequence": None,
        "usage": usage,
    }


def _chained(entries: list[Entry], session: str) -> Iterator[Entry]:
    above = None
    for number, entry in enumerate(entries):
        name = str(uuid.uuid5(uuid.UUID(session), str(number)))
        yield {"parentUuid": above, "isSidechain": False, **entry, "uuid": name, "sessionId": session}
        above = name
