"""Names of sessions and units that say what was said: the same on every machine, however often a session is read."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

from fastjev.datatypes import Conversation, Unit

_DIGITS = 12
"""Hex digits, 48 bits: among 100,000 units two share a name once in 56,000 sets."""


def conv_id(session: str) -> str:
    """`c_` and 12 hex digits, of the id of a session."""
    return f"c_{_digest('conversation', session)[:_DIGITS]}"


def item_id(conv: str, speaker: str, said: str, nth: int, start: int, end: int) -> str:
    """`u_` and 12 hex digits, of what stands from `start` to `end` in a text.

    `said`: the digest of the whole text, or the id of a call; `nth`: which of those in the session it is, from 0.
    """
    return f"u_{_digest('unit', conv, speaker, said, str(nth), str(start), str(end))[:_DIGITS]}"


def item_ids(conversation: Conversation, units: Iterable[Unit]) -> Iterator[tuple[Unit, str]]:
    """Each unit and its id, in order.

    How other text is cut is no part of it, and neither is what comes later. An exchange is called by its call, since
    its result may come after the set was made.
    """
    conv = conv_id(conversation.id)
    texts: Counter[tuple[str, str]] = Counter()
    calls: Counter[str] = Counter()
    places: dict[int, tuple[str, int]] = {}
    answered: dict[int, str | None] = {}
    messages = iter(conversation.messages)
    for unit in units:
        # No further than the units are: the first are named before the rest of a long session is looked at.
        while unit.message not in places:
            message = next(messages)
            said = text_sha(message.text)
            places[message.index] = said, texts[message.speaker, said]
            answered[message.index] = message.call_id
            texts[message.speaker, said] += 1
        call = answered[unit.message] or (unit.call.id if unit.call else None)
        if unit.kind == "call" and call is not None:
            yield unit, item_id(conv, "call", call, calls[call], 0, 0)
            calls[call] += 1
        else:
            yield unit, item_id(conv, unit.speaker, *places[unit.message], *unit.span)


def text_sha(text: str) -> str:
    """SHA-256 of a text as UTF-8, lone surrogates passed through, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _digest(*parts: str) -> str:
    return text_sha("\0".join(parts))
