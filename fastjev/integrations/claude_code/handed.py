"""The messages that a mod hands over (`fastjev.compact/1`): which entries of a source they are, and a source of their
own where there is no transcript."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fastjev.datatypes import Conversation, Elision, Run
from fastjev.jsontext import dump
from fastjev.ours import is_skeleton
from fastjev.pointers import form
from fastjev.tokens import estimate

Handed = Mapping[str, Any]
"""`role`, `text`, `toolUses`, `toolResults`? and `handle`?; a handle is the transcript's row id."""


class Measured(NamedTuple):
    """How much content there is."""

    chars: int
    tokens: int
    """Estimated."""


_UUID = re.compile(rb'"uuid"\s*:\s*"([0-9a-f-]{36})"')


def places(conversation: Conversation, messages: Sequence[Handed]) -> list[int | None] | None:
    """The record of each message in a transcript; None for the newest ones, which the file may not have yet.

    Nothing where an older one is missing: then the file is not this history's.
    """
    starts = [record.span.start for record in conversation.records]
    rows = {found[1].decode(): bisect_right(starts, found.start()) - 1 for found in _UUID.finditer(conversation.raw)}
    at = [rows.get(str(message.get("handle"))) for message in messages]
    known = [place for place in at if place is not None]
    return at if known and all(place is not None for place in at[: len(known)]) else None


def source(messages: Sequence[Handed]) -> bytes:
    """The messages as JSON lines in Anthropic's form, one record each."""
    return "".join(f"{dump(_anthropic(message))}\n" for message in messages).encode()


def kept(run: Run, messages: Sequence[Handed], at: Sequence[int | None]) -> list[int]:
    """Positions of the messages that stay: the recent ones, the newest of which nothing is known, and what lies between
    these and says nothing of its own (an image, say). `at`: the record of each.
    """
    told = {record for message in run.conversation.messages for record in message.records}
    wanted = {record for message in run.skeleton.recent for record in message.records}
    start = len(at)
    while start and ((place := at[start - 1]) is None or place in wanted or place not in told):
        start -= 1
    stay = (n for n, place in enumerate(at) if n >= start or place in wanted)
    # What an earlier skeleton tells, the new one tells.
    return [n for n in stay if not is_skeleton(str(messages[n].get("text") or ""))]


def measured(messages: Sequence[Handed]) -> Measured:
    """Of what the messages say, call and got back."""
    parts = [part for message in messages for part in _parts(message)]
    return Measured(sum(map(len, parts)), sum(map(estimate, parts)))


def rebuilt(messages: Sequence[Handed]) -> list[dict[str, Any]]:
    """The messages without their handles: with one, the client stores a message as its own, and a later resume doubles
    it.

    Calls made at once, and their results, become one message each, as the API has them. Handed over one by one, the
    client would miss the results of all but the last.
    """
    built: list[dict[str, Any]] = []
    for message in messages:
        own = {name: value for name, value in message.items() if name != "handle"}
        last = built[-1] if built else {}
        if own.get("toolUses") and last.get("role") == own.get("role") == "assistant":
            own["text"] = "\n\n".join(filter(None, (last.get("text"), own.get("text"))))
            own["toolUses"] = [*(last.get("toolUses") or ()), *own["toolUses"]]
            built.pop()
        elif own.get("toolResults") and last.get("toolResults") and not last.get("text"):
            own["toolResults"] = [*last["toolResults"], *own["toolResults"]]
            built.pop()
        built.append(own)
    return built


def pointed(message: Handed, shown: Sequence[Elision]) -> Handed:
    """The message with pointers to the pictures that it showed and a rebuilt one cannot."""
    if not shown:
        return message
    text = "\n".join([*filter(None, [message.get("text")]), *map(form, shown)])
    return {**message, "text": text}


def _parts(message: Handed) -> list[str]:
    calls = [dump(use.get("input")) for use in message.get("toolUses") or ()]
    return [str(message.get("text") or ""), *calls, *(str(got.get("text")) for got in message.get("toolResults") or ())]


def _anthropic(message: Handed) -> dict[str, Any]:
    text = message.get("text")
    content: list[dict[str, Any]] = [
        {
            "type": "tool_result",
            "tool_use_id": got.get("tool_use_id"),
            "content": str(got.get("text") or ""),
            "is_error": got.get("isError") is True,
        }
        for got in message.get("toolResults") or ()
    ]
    content += [{"type": "text", "text": text}] if isinstance(text, str) and text else []
    content += [
        {"type": "tool_use", "id": use.get("tool_use_id"), "name": use.get("tool"), "input": use.get("input")}
        for use in message.get("toolUses") or ()
    ]
    return {"role": message.get("role"), "content": content}
