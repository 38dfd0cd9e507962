"""Pictures, documents and the like in messages that go out or are rebuilt: no text holds them, so a pointer does."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from fastjev.datatypes import Conversation, Elision
from fastjev.jsontext import dump
from fastjev.pointers import elision
from fastjev.readers.blocks import SHOWN

_MARKS = tuple(f'"{kind}"'.encode() for kind in SHOWN)


def pictures(conversation: Conversation, records: Iterable[int]) -> dict[int, tuple[Elision, ...]]:
    """Of each of these records that has any: what its pictures and documents are, in the order in which they stand.

    The text of one is its data as the source has it (base64), else its whole block as JSON.
    """
    turns = {record: message.turn for message in conversation.messages for record in message.records}
    found = {}
    for record in sorted(set(records)):
        start, end = conversation.records[record].span
        raw = conversation.raw[start:end]
        if any(mark in raw for mark in _MARKS):
            texts = list(_texts(json.loads(raw)))
            found[record] = tuple(
                elision(f"i{record}.{n}", "i", text, (record,), turns.get(record, 0)) for n, text in enumerate(texts, 1)
            )
    return {record: shown for record, shown in found.items() if shown}


def _texts(entry: Any) -> Iterator[str]:
    message = entry.get("message", entry) if isinstance(entry, dict) else {}
    for block in _blocks(message.get("content") if isinstance(message, dict) else None):
        source = block.get("source")
        data = source.get("data") if isinstance(source, dict) else None
        yield data if isinstance(data, str) and data else dump(block)


def _blocks(content: Any) -> Iterator[dict[str, Any]]:
    """Also those inside a tool's result."""
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") in SHOWN:
            yield block
        elif isinstance(block, dict) and block.get("type") == "tool_result":
            yield from _blocks(block.get("content"))
