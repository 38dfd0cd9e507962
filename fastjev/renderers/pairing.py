"""Messages as parts, with every tool call next to its result: a host refuses a history with half a pair."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from fastjev.datatypes import Message


class Part(NamedTuple):
    """A piece of a message that stays whole."""

    message: int
    """Index of the message; parts of one message stand together."""
    role: str
    kind: str
    """call, result, or content: all that needs no partner."""
    id: str | None
    """The call's id, of a call and of its result."""
    value: Any
    """What a shape makes its message of."""


def parts(message: Message) -> list[Part]:
    """The message as it was read: a result's text, or text and calls."""
    index, role = message.index, message.role
    if role == "tool":
        return [Part(index, role, "result", message.call_id, message.text)]
    text = [Part(index, role, "content", None, message.text)] if message.text.strip() else []
    return text + [Part(index, role, "call", call.id, call) for call in message.calls]


def whole(found: Iterable[Part]) -> set[str]:
    """Ids of which both halves are there."""
    ids: dict[str, set[str]] = {"call": set(), "result": set()}
    for part in found:
        if part.id:
            ids[part.kind].add(part.id)
    return ids["call"] & ids["result"]


def pair(found: Sequence[Part]) -> list[Part]:
    """The parts in order, each result right behind the message of its call; half pairs and repeats are left out."""
    results = {part.id: part for part in reversed(found) if part.kind == "result"}
    open_ids = whole(found)
    paired: list[Part] = []
    for _, group in groupby(found, key=lambda part: (part.message, part.role)):
        answers = []
        for part in group:
            if part.kind == "content":
                paired.append(part)
            elif part.kind == "call" and part.id in open_ids:
                open_ids.remove(part.id)
                paired.append(part)
                answers.append(results[part.id])
        paired += answers
    return paired
