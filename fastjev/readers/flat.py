"""Message lists: one JSON document, or JSON lines of one message each, in Anthropic's and OpenAI's forms.

The two forms share no key with different meanings, so one function reads a message of either.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any

from fastjev.datatypes import Conversation, Note, Record, Span, ToolCall
from fastjev.errors import ReadError
from fastjev.labels import Speaker
from fastjev.readers import blocks, speech
from fastjev.readers.blocks import Call
from fastjev.readers.lines import Bad, Blank, pieces
from fastjev.readers.shape import Shape, shape
from fastjev.readers.turns import Said, covered, number

ROLES = {
    "user": Speaker.HUMAN,
    "human": Speaker.HUMAN,
    "assistant": Speaker.ASSISTANT,
    "model": Speaker.ASSISTANT,
    "tool": Speaker.TOOL,
    "function": Speaker.TOOL,
    "system": Speaker.HARNESS,
    "developer": Speaker.HARNESS,
}
"""Who speaks in a role. Another role is nobody's: the harness."""
_VIA = {Speaker.HUMAN: "prompt", Speaker.ASSISTANT: "text", Speaker.TOOL: "result", Speaker.HARNESS: "reminder"}
_DECODER = json.JSONDecoder(strict=False)
_LIST = re.compile(r'"messages"\s*:\s*\[')
_HERMES = ("id", "source", "user_id", "model_config", "system_prompt")
"""Columns of Hermes's sessions in every release, as far as the system prompt, which may be longer than a head."""
_NEAR = 1 << 16
"""Characters in which a document names its list."""
_BETWEEN = re.compile(r"[\s,]*")
_TIMES = ("timestamp", "created_at", "createdAt", "create_time")
_MILLISECONDS = 10**11
"""A number above it counts milliseconds since 1970, below it seconds: the two meet in the year 5138."""


@dataclass(slots=True)
class Items:
    """The messages of a source, each with the record it stands in."""

    records: list[Record] = field(default_factory=list)
    found: list[tuple[int, Any]] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    top: dict[str, Any] = field(default_factory=dict)
    """The document around the list."""


def dialect(head: bytes) -> str | None:
    """`neutral`, `hermes`, `anthropic` or `openai`, or None where the head shows no message list."""
    found = shape(head)
    if all(found.has(column) for column in _HERMES):
        return "hermes"
    if found.has("schema", "fastjev.conversation/1"):
        return "neutral"
    for at in ("messages[].", "[].", ""):
        if found.has(f"{at}role"):
            if found.has(f"{at}text") and not found.has(f"{at}content"):
                return "neutral"
            return "anthropic" if _anthropic(found, at) else "openai"
    return None


def _anthropic(found: Shape, at: str) -> bool:
    return (
        found.has(f"{at}content[].type", "tool_use", "tool_result", "thinking", "redacted_thinking", "document")
        or found.has(f"{at}content[].source")
        or (at == "messages[]." and found.has("system"))
    )


def read(
    raw: bytes, source: str, format: str, said: Callable[[Any, int], tuple[list[Said], list[Note]]]
) -> Conversation:
    """A message list as a conversation; `said` makes of one message what was said in it.

    Raises: ReadError, where there is no message at all.
    """
    items = load(raw, source)
    system = blocks.joined(items.top.get("system"))
    talk = [Said("system", Speaker.HARNESS, system, "reminder", records=[0])] if system else []
    for at, (record, item) in enumerate(items.found):
        entries, notes = said(item, record)
        for entry in entries:
            entry.entry = at
        talk += entries
        items.notes += notes
    if not talk:
        raise ReadError(f"{source}: no message could be read as {format}; --from names another reader")
    name = items.top.get("id")
    id = name if isinstance(name, str) and name else PurePath(source).stem or source
    return Conversation(
        id=id,
        format=format,
        raw=raw,
        records=tuple(items.records),
        messages=number(ordered(talk), id),
        covered=covered(talk),
        typed=sum(entry.starts for entry in talk),
        tool_calls=sum(len(entry.calls) for entry in talk),
        notes=tuple(items.notes),
    )


def load(raw: bytes, source: str) -> Items:
    """The messages of a document (`[...]` or `{"messages": [...]}`) or of JSON lines.

    A document cut off in the middle gives the messages before the cut, and a note.
    Raises: ReadError, where the bytes hold no list.
    """
    text = raw.decode("utf-8", "surrogateescape").lstrip("\ufeff\0 \t\r\n")
    try:
        value, stop = _DECODER.raw_decode(text)
        whole = not text[stop:].strip("\0 \t\r\n")
    except (ValueError, RecursionError) as error:
        if text.startswith("[") or _LIST.search(text[:_NEAR]):
            return _cut(raw, text, source, str(error))
        return _lines(raw)
    if not whole or (isinstance(value, dict) and "messages" not in value):
        return _lines(raw)
    top = value if isinstance(value, dict) else {}
    messages = top.get("messages") if top else value
    if not isinstance(messages, list):
        raise ReadError(f"{source}: `messages` is not a list")
    return Items([Record(0, Span(0, len(raw)), "document")], [(0, item) for item in messages], [], top)


def _cut(raw: bytes, text: str, source: str, why: str) -> Items:
    opened = _LIST.search(text)
    at = opened.end() if opened else 1
    found: list[tuple[int, Any]] = []
    while True:
        between = _BETWEEN.match(text, at)
        try:
            item, at = _DECODER.raw_decode(text, between.end() if between else at)
        except (ValueError, RecursionError):
            break
        found.append((0, item))
    if not found:
        raise ReadError(f"{source}: not a JSON document ({why})")
    note = Note(0, f"the document is broken after message {len(found)} ({why}): what stands before it was read")
    return Items([Record(0, Span(0, len(raw)), "document")], found, [note])


def _lines(raw: bytes) -> Items:
    items = Items()
    for index, (span, value, _) in enumerate(pieces(raw)):
        inner = value.get("messages") if isinstance(value, dict) else None
        kind = "blank" if isinstance(value, Blank) else "message" if isinstance(value, dict) else "bad"
        items.records.append(Record(index, span, kind))
        if isinstance(inner, list):
            items.found += [(index, item) for item in inner]
        elif isinstance(value, dict):
            items.found.append((index, value))
        elif isinstance(value, Bad) and value.torn:
            items.notes.append(Note(index, "the last line is torn (still being written, or cut off), kept as it is"))
        elif not isinstance(value, Blank):
            items.notes.append(Note(index, "not a JSON object, kept as it is"))
    return items


def message(item: Any, record: int, *, opens: bool = True) -> tuple[list[Said], list[Note]]:
    """What is said in one message of either form; a message without words or calls is none.

    `opens`: whether a skeleton may open it.
    """
    role = item.get("role") if isinstance(item, dict) else None
    if not isinstance(role, str):
        return [], [Note(record, "a message without a role, left out")]
    content, time = item.get("content", item.get("text")), stamp(item)
    if content is not None and not isinstance(content, str | list):
        return [], [Note(record, f"content of the type {type(content).__name__}, neither text nor blocks: left out")]
    notes = [] if role in ROLES else [Note(record, f"unknown role {role!r}: read as the harness's")]
    speaker = ROLES.get(role, Speaker.HARNESS)
    found = [
        Said("tool", Speaker.TOOL, result.text, "result", time, (), result.call or None, result.is_error, [record])
        for result in blocks.results(content)
    ]
    if speaker is Speaker.HUMAN:
        typed = enumerate(blocks.texts(content))
        for part in speech.joined(part for at, text in typed for part in speech.parts(text, opens=opens and not at)):
            when = part.place.time if part.place else time
            found.append(Said("user", part.speaker, part.text, part.via, when, records=[record], place=part.place))
        if not found and isinstance(content, list) and any(map(_is_shown, content)):
            # A picture alone is a prompt as well.
            found.append(Said("user", speaker, "", "prompt", time, records=[record]))
    elif speaker is Speaker.TOOL:
        call = item.get("tool_call_id") or item.get("name")
        answered = call if isinstance(call, str) else None
        wrong = item.get("is_error") is True
        found.append(Said("tool", speaker, blocks.joined(content), "result", time, (), answered, wrong, [record]))
    else:
        text = blocks.joined(content) or blocks.joined(item.get("refusal"))
        made = tuple(ToolCall(call.id, call.name, blocks.mapping(call.input)) for call in calls(item))
        if text or made:
            found.append(Said(role, speaker, text, _VIA[speaker], time, made, records=[record]))
    return found, notes


def _is_shown(block: object) -> bool:
    return isinstance(block, dict) and block.get("type") in blocks.SHOWN


def calls(item: dict[str, Any]) -> Iterator[Call]:
    """The tool calls of a message, in whichever form it has them."""
    yield from blocks.calls(item.get("content"))
    listed = item.get("tool_calls")
    for call in listed if isinstance(listed, list) else ():
        if isinstance(call, dict):
            function = call.get("function")
            inner = function if isinstance(function, dict) else call
            name, number = inner.get("name"), call.get("id")
            given = inner.get("arguments", inner.get("input"))
            yield Call(number if isinstance(number, str) else "", name if isinstance(name, str) else "", given)
    old = item.get("function_call")
    if isinstance(old, dict) and isinstance(old.get("name"), str):
        yield Call(old["name"], old["name"], old.get("arguments"))


def stamp(item: dict[str, Any]) -> str | None:
    """A message's time as ISO 8601; a number is seconds or milliseconds since 1970."""
    for key in _TIMES:
        found = item.get(key)
        if isinstance(found, str) and found:
            return found
        if isinstance(found, int | float) and not isinstance(found, bool):
            try:
                seconds = found / 1000 if found > _MILLISECONDS else found
                return datetime.fromtimestamp(seconds, UTC).isoformat()
            except (ValueError, OverflowError, OSError):
                return None
    return None


def ordered(said: Sequence[Said]) -> list[Said]:
    """By time where everything has one, else as it stands; but a result never before its call.

    The lines of a skeleton have times to the minute, and stay where they stand.
    """
    times = [when for entry in said if entry.place is None and (when := _when(entry.time))]
    timed = len(times) == len(said)
    order = sorted(range(len(said)), key=times.__getitem__) if timed else range(len(said))
    waiting: dict[str, list[Said]] = {}
    unmade = {call.id for entry in said for call in entry.calls}
    found: list[Said] = []
    for at in order:
        entry = said[at]
        if entry.call_id in unmade:
            waiting.setdefault(entry.call_id or "", []).append(entry)
            continue
        found.append(entry)
        for call in entry.calls:
            unmade.discard(call.id)
            found += waiting.pop(call.id, [])
    return [*found, *(entry for entries in waiting.values() for entry in entries)]


def _when(time: str | None) -> datetime | None:
    try:
        when = datetime.fromisoformat(time or "")
    except ValueError:
        return None
    return when if when.tzinfo else when.replace(tzinfo=UTC)
