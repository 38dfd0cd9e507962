"""Builders of Claude Code entries. Small on purpose: a test says only what it is about."""

import json
from itertools import count
from typing import Any

from fastjev.datatypes import Conversation
from fastjev.readers import claude_code

_seconds = count()


def row(kind: str, uuid: str, parent: str | None, **more: Any) -> dict[str, Any]:
    second = next(_seconds) % 86400
    time = f"2026-05-01T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000Z"
    return {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "timestamp": time, **more}


def user(uuid: str, parent: str | None, content: Any, **more: Any) -> dict[str, Any]:
    return row("user", uuid, parent, message={"role": "user", "content": content}, **more)


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def call(id: str, name: str = "Bash", **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": name, "input": given}


def result(id: str, content: Any, error: bool = False) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id, "content": content, "is_error": error}


def assistant(uuid: str, parent: str | None, *blocks: Any, id: str = "", **more: Any) -> dict[str, Any]:
    content = [text(block) if isinstance(block, str) else block for block in blocks]
    return row(
        "assistant", uuid, parent, message={"role": "assistant", "id": id or f"msg-{uuid}", "content": content}, **more
    )


def boundary(uuid: str, after: str) -> dict[str, Any]:
    return row("system", uuid, None, subtype="compact_boundary", logicalParentUuid=after, compactMetadata={})


def jsonl(*rows: Any) -> bytes:
    return b"".join(json.dumps(entry, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n" for entry in rows)


def read(*rows: Any) -> Conversation:
    return claude_code.read(jsonl(*rows), "s.jsonl")


def said(conversation: Conversation) -> list[tuple[str, str, str]]:
    """Speaker, way of coming, text."""
    return [(str(message.speaker), message.via, message.text) for message in conversation.messages]


def texts(conversation: Conversation) -> list[str]:
    return [message.text for message in conversation.messages]


def joined(conversation: Conversation) -> bytes:
    return b"".join(conversation.raw[record.span.start : record.span.end] for record in conversation.records)
