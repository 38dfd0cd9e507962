"""The rows that the question about words learns from: traits at a cut, answers from what came after it."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import log1p
from typing import Any

import numpy as np

from fastjev.ask import Model
from fastjev.datatypes import Conversation, Unit
from fastjev.labels import Speaker
from fastjev.model.needed import TRAITS
from fastjev.model.tools import leaves
from fastjev.model.traits import TRAITS as OF_EXCHANGES
from fastjev.model.traits import traits
from fastjev.telling import telling
from fastjev.train.behaviour import cuts
from fastjev.train.fit import Floats, Ints
from fastjev.train.table import CUTS, LEAST_BEFORE, upto

_RESULT = TRAITS.index("result")
Sets = Mapping[int, AbstractSet[bytes]]
"""Telling words."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a session at all its cuts: a row each."""

    traits: Floats
    """Rows by `TRAITS`, but that `result` is 0: another model's to answer, which may not have seen this session."""
    needed: Ints
    """1 where the session used the word afterwards."""
    owner: Ints
    """For each row its exchange, a row of `exchanges`."""
    exchanges: Floats
    """Exchanges at cuts, by their own traits."""

    def __len__(self) -> int:
        return len(self.needed)

    def under(self, asks: Model) -> Floats:
        """The traits with what a model of exchanges answers about results."""
        found = self.traits.copy()
        if len(self):
            found[:, _RESULT] = np.array([asks.noul("result", row) for row in self.exchanges])[self.owner]
        return found


@dataclass(frozen=True, slots=True)
class _Worded:
    """A session's words, cut once for all cuts. By index of message but for the last two, by position of unit."""

    human: Sets
    assistant: Sets
    inputs: Sets
    """Of the inputs of its calls."""
    brought: Sets
    """Of a result, or of what the harness says."""
    results: Sets
    given: Sets


def words(conversation: Conversation, units: Sequence[Unit]) -> Words:
    """The telling words that results had brought before each cut and no person had said.

    A word counts for the last exchange whose result held it.
    """
    held = _worded(conversation, units)
    rows: list[tuple[float, ...]] = []
    needed: list[int] = []
    owner: list[int] = []
    exchanges: list[tuple[float, ...]] = []
    for cut in cuts(conversation, CUTS, LEAST_BEFORE):
        used = _used(held, conversation, cut)
        past = traits(*upto(conversation, units, cut))
        for word, position, row in _before(held, units, [*past], cut):
            rows.append(row)
            needed.append(int(word in used))
            owner.append(len(exchanges) + position)
        exchanges += past.values()
    return Words(
        traits=np.array(rows, dtype=np.float64).reshape(-1, len(TRAITS)),
        needed=np.array(needed, dtype=np.int64),
        owner=np.array(owner, dtype=np.int64),
        exchanges=np.array(exchanges, dtype=np.float64).reshape(-1, len(OF_EXCHANGES)),
    )


def _worded(conversation: Conversation, units: Sequence[Unit]) -> _Worded:
    calls = {position: unit for position, unit in enumerate(units) if unit.kind == "call"}
    said = {message.index: (message.speaker, frozenset(telling(message.text))) for message in conversation.messages}
    spoken = (Speaker.HUMAN, Speaker.ASSISTANT)
    return _Worded(
        human={index: words for index, (speaker, words) in said.items() if speaker == Speaker.HUMAN},
        assistant={index: words for index, (speaker, words) in said.items() if speaker == Speaker.ASSISTANT},
        inputs={
            message.index: _of_inputs([call.input for call in message.calls])
            for message in conversation.messages
            if message.calls
        },
        brought={index: words for index, (speaker, words) in said.items() if speaker not in spoken},
        results={position: frozenset(telling(unit.text)) for position, unit in calls.items()},
        given={position: _of_inputs([unit.call.input] if unit.call else ()) for position, unit in calls.items()},
    )


def _of_inputs(inputs: Sequence[Mapping[str, Any]]) -> frozenset[bytes]:
    return frozenset(telling("\n".join(leaves(inputs))))


def _before(
    held: _Worded, units: Sequence[Unit], calls: Sequence[int], cut: int
) -> Iterator[tuple[bytes, int, tuple[float, ...]]]:
    """Word, place of its exchange in `calls` (positions in `units`, before the cut), and traits."""
    known = _up_to(held.human, cut)
    said = _up_to(held.assistant, cut)
    inputs = frozenset[bytes]().union(*(held.given[position] for position in calls))
    for later, position in enumerate(reversed(calls)):
        size = log1p(len(units[position].text))
        for word in sorted(held.results[position] - known):
            digits = any(48 <= byte < 58 for byte in word)
            kind = (float(word.isdigit()), float(digits), log1p(later), float(word in inputs))
            yield word, len(calls) - 1 - later, (*kind, 0.0, size, float(word in said))
        known |= held.results[position]


def _up_to(words: Sets, cut: int) -> set[bytes]:
    return set().union(*(own for index, own in words.items() if index < cut))


def _used(held: _Worded, conversation: Conversation, cut: int) -> set[bytes]:
    """Words that people, the assistant and inputs of calls used from the cut on, before anything brought them again."""
    used: set[bytes] = set()
    brought: set[bytes] = set()
    nothing = frozenset[bytes]()
    for index in (message.index for message in conversation.messages[cut:]):
        spoken = held.human.get(index, nothing) | held.assistant.get(index, nothing) | held.inputs.get(index, nothing)
        used |= spoken - brought
        brought |= held.brought.get(index, nothing)
    return used
