"""Content blocks as Anthropic's API takes them: the source's own where it holds them, rebuilt where it does not."""

import json
from collections.abc import Sequence
from typing import Any

from fastjev.datatypes import Conversation, Message, ToolCall
from fastjev.renderers import pairing
from fastjev.renderers.pairing import Part, whole

_UNSENT = ("thinking", "redacted_thinking")
"""A thinking block is bound by its signature to the messages before it, and those are gone."""


def parts(conversation: Conversation, messages: Sequence[Message]) -> list[Part]:
    """The blocks of the messages in order, each raw entry once however many messages were read from it."""
    rows = {index: _entry(conversation, index) for message in messages for index in message.records}
    ids = whole(part for row in rows.values() for part in row)
    rows = {index: [part for part in row if part.id is None or part.id in ids] for index, row in rows.items()}
    found: list[Part] = []
    shown: set[int] = set()
    for message in messages:
        known = shown.intersection(message.records)
        own: list[Part] = []
        for index in message.records:
            if index not in shown:
                # A session that was resumed or rebuilt repeats its entries: the same block twice is one.
                own += [copy for part in rows[index] if (copy := part._replace(message=message.index)) not in own]
                shown.update([index] if rows[index] else [])
        # What a person said inside a result whose call lies further back has lost its block, not its words.
        found += own or ([] if known else _rebuilt(message))
    return found


def _entry(conversation: Conversation, index: int) -> list[Part]:
    """The content of one raw entry; nothing where it is no message."""
    start, end = conversation.records[index].span
    try:
        row = json.loads(conversation.raw[start:end])
    except (ValueError, RecursionError):
        return []
    message = row.get("message", row) if isinstance(row, dict) else None
    if not isinstance(message, dict):
        return []
    role, content = message.get("role"), message.get("content")
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    if role not in ("user", "assistant") or not isinstance(content, list):
        return []
    return [_part(role, block) for block in content if isinstance(block, dict) and _is_sent(block)]


def _is_sent(block: dict[str, Any]) -> bool:
    kind = block.get("type")
    return kind not in _UNSENT and not (kind == "text" and not str(block.get("text", "")).strip())


def _part(role: str, block: dict[str, Any]) -> Part:
    if block.get("type") == "tool_use":
        return Part(-1, role, "call", str(block.get("id")), block)
    if block.get("type") == "tool_result":
        return Part(-1, role, "result", str(block.get("tool_use_id")), block)
    return Part(-1, role, "content", None, block)


def _rebuilt(message: Message) -> list[Part]:
    role = "assistant" if message.role == "assistant" else "user"
    return [part._replace(role=role, value=_block(part, message)) for part in pairing.parts(message)]


def _block(part: Part, message: Message) -> dict[str, Any]:
    if isinstance(part.value, ToolCall):
        return {"type": "tool_use", "id": part.id, "name": part.value.name, "input": dict(part.value.input)}
    if part.kind == "result":
        error = {"is_error": True} if message.is_error else {}
        return {"type": "tool_result", "tool_use_id": part.id, "content": part.value, **error}
    return {"type": "text", "text": part.value}
