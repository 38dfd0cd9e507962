"""Reads what fastjev wrote, as text or JSON, so that a skeleton can be compacted again without losing a constraint.

The grammar of the text is that of `fastjev.renderers.text`. Each line becomes a message that carries its zone and
status.
"""

import json
from dataclasses import replace
from typing import NamedTuple

from fastjev.datatypes import Conversation, Message, Note, Record, Span
from fastjev.errors import ReadError
from fastjev.labels import Speaker
from fastjev.ours import SKELETON
from fastjev.readers.skeleton.document import from_json
from fastjev.readers.skeleton.line import Head, Line, Place
from fastjev.readers.skeleton.text import from_text

_SCHEMA = b'"fastjev.skeleton/1"'


def identify(head: bytes, name: str) -> bool:
    """JSON of our schema, or text that begins with our head line."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(tuple(text.encode() for text in SKELETON)) or (
        start.startswith(b"{") and _SCHEMA in start[:400] and b'"schema"' in start[:400]
    )


def read(raw: bytes, source: str) -> Conversation:
    """The skeleton's lines as messages, oldest first, then its recent messages.

    Raises: ReadError where the JSON is not a skeleton's.
    """
    try:
        text = bytes(raw).decode("utf-8", "surrogatepass" if _is_json(raw) else "replace").lstrip("\ufeff")
        lines, recent, head = from_json(json.loads(text)) if _is_json(raw) else _from_text(text)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ReadError(f"{source}: not a skeleton that fastjev wrote ({type(error).__name__}: {error})") from error
    messages = [_message(index, line) for index, line in enumerate(sorted(lines, key=lambda line: line.order))]
    for entry in recent:
        messages.append(replace(entry, index=len(messages)))
    if not messages:
        raise ReadError(f"{source}: a skeleton without a line")
    return Conversation(
        id=head.session,
        format="skeleton",
        raw=raw,
        records=(Record(0, Span(0, len(raw)), "skeleton"),),
        messages=tuple(messages),
        covered=head.last,
        typed=sum(message.speaker == Speaker.HUMAN for message in recent),
        tool_calls=sum(len(message.calls) for message in recent),
        notes=(Note(0, "a skeleton compacted before: its lines keep their zones"),),
    )


class Spoken(NamedTuple):
    """A line of a skeleton that stands as a message in a list."""

    speaker: Speaker
    via: str
    text: str
    place: Place | None
    """Nothing for what somebody wrote beneath the skeleton."""


def spoken(text: str) -> list[Spoken]:
    """The lines of a skeleton, oldest first, then its recent messages and what stands beneath."""
    lines, recent, stray, head = from_text(text)
    found = [
        Spoken(line.speaker, line.via, line.text, Place(line.turn, line.time, head))
        for line in sorted(lines, key=lambda line: line.order)
    ]
    found += [Spoken(entry.speaker, "text", entry.text, Place(entry.turn, entry.time, head)) for entry in recent]
    return found + ([Spoken(Speaker.HUMAN, "text", stray, None)] if stray else [])


def head_of(text: str) -> Head:
    """What the text of a skeleton tells of itself."""
    return from_text(text).head


def stray(text: str) -> str:
    """What somebody wrote beneath the text of a skeleton."""
    return from_text(text).stray


def _from_text(text: str) -> tuple[list[Line], list[Message], Head]:
    lines, recent, stray, head = from_text(text)
    if stray:
        turn = max([head.last, *(entry.turn for entry in recent), *(line.turn for line in lines)]) + 1
        recent.append(Message(index=0, role="user", speaker=Speaker.HUMAN, text=stray, turn=turn, records=(0,)))
    return lines, recent, head


def _is_json(raw: bytes) -> bool:
    return raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def _message(index: int, line: Line) -> Message:
    role = line.speaker.value if line.speaker in (Speaker.ASSISTANT, Speaker.TOOL) else "user"
    return Message(
        index=index,
        role="assistant" if role == "tool" else role,
        speaker=line.speaker,
        text=line.text,
        turn=line.turn,
        time=line.time,
        via=line.via,
        records=(0,),
    )
