"""Words that the work took up after a cut and that only its tools had brought before it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from fastjev.datatypes import Conversation, Message, Unit
from fastjev.jsontext import dump
from fastjev.labels import Speaker
from fastjev.model.tools import leaves
from fastjev.secrets import mask
from fastjev.telling import telling

Words = frozenset[bytes]
"""Telling words, as `fastjev.telling` cuts them."""
_NONE: Words = frozenset()
_ESCAPE = re.compile(r"\\(?:u[0-9a-f]{4}|.)")
"""In JSON, where `\\n` would become part of the word behind it."""


class Needed(NamedTuple):
    """One telling word that was used after the cut."""

    word: bytes
    used: int
    """The message that used it first."""
    results: tuple[str, ...]
    """Ids of the exchanges before the cut in whose result it stands, in order of time."""
    inputs: tuple[str, ...]
    """And of those in whose input it stands."""

    @property
    def only(self) -> str | None:
        """The exchange that alone holds it, if one does."""
        holders = {*self.results, *self.inputs}
        return next(iter(holders)) if len(holders) == 1 else None


@dataclass(frozen=True, slots=True)
class Worded:
    """A session's words, cut once for all its places. All but `inputs` go by the index of the message."""

    conversation: Conversation
    exchanges: tuple[Unit, ...]
    told: Mapping[int, Words]
    """Of its text, unless that is a result."""
    given: Mapping[int, Words]
    """Of the inputs of its calls."""
    brought: Mapping[int, Words]
    """Of its text where that is a result."""
    inputs: Mapping[str, Words]
    """Of the input of an exchange's call, by the exchange's id."""

    def uses(self, message: Message) -> Words:
        """What a person or the assistant says in it, and what its calls are given."""
        speaks = message.speaker in (Speaker.HUMAN, Speaker.ASSISTANT)
        return self.given[message.index] | (self.told[message.index] if speaks else _NONE)

    def shows(self, index: int) -> Words:
        """All that a message holds."""
        return self.told[index] | self.given[index] | self.brought[index]


def worded(conversation: Conversation, units: Sequence[Unit]) -> Worded:
    """The words of every text of a session; of results and inputs without secrets, which no compaction is to keep."""
    exchanges = tuple(unit for unit in units if unit.kind == "call")
    answers = {unit.message for unit in exchanges if unit.message != unit.caller}
    texts = {
        message.index: frozenset(telling(mask(message.text) if message.index in answers else message.text))
        for message in conversation.messages
    }
    return Worded(
        conversation=conversation,
        exchanges=exchanges,
        told={index: _NONE if index in answers else words for index, words in texts.items()},
        given={
            message.index: _NONE.union(*(input_words(call.input) for call in message.calls))
            for message in conversation.messages
        },
        brought={index: words if index in answers else _NONE for index, words in texts.items()},
        inputs={unit.id: input_words(unit.call.input) if unit.call else _NONE for unit in exchanges},
    )


def input_words(given: Mapping[str, Any]) -> Words:
    """Telling words of a call's input. Only strings count: a line number as an offset proves little."""
    # What stands behind the key `password` is a secret, so that keys are looked at, and then left out.
    plain = _ESCAPE.sub(" ", mask(dump(dict(given))))
    return frozenset(telling("\n".join(leaves(given))) & telling(plain))


def needed(session: Worded, cut: int) -> tuple[Needed, ...]:
    """The words that messages from `cut` on use first, in the order of use.

    Before the cut they stood in exchanges only, in a result or an input; and no later result, nor the harness, brought
    them up again before that use, for then whoever used them need not have remembered.
    """
    results: dict[bytes, list[str]] = {}
    inputs: dict[bytes, list[str]] = {}
    for unit in session.exchanges:
        if unit.message < cut:
            for held, words in ((results, session.brought[unit.message]), (inputs, session.inputs[unit.id])):
                for word in words:
                    held.setdefault(word, []).append(unit.id)
    asked = {*results, *inputs}.difference(*(words for index, words in session.told.items() if index < cut))
    found = []
    for message in session.conversation.messages[cut:]:
        for word in sorted(session.uses(message) & asked):
            found.append(Needed(word, message.index, tuple(results.get(word, ())), tuple(inputs.get(word, ()))))
        asked -= session.shows(message.index)
    return tuple(found)
