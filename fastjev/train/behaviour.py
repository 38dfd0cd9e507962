"""What a session did, after a cut, with the tool exchanges before it: labels without an annotator."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from fastjev.datatypes import Conversation, Unit
from fastjev.labels import Speaker
from fastjev.model.tools import NOTHING, Act, act, leaves
from fastjev.telling import telling

RUN = 8
"""Words of a passage that is certainly quoted: the label of AxeForging/kompact."""
SHORT_NUMBER = 4
"""A bare number with fewer digits (a line number) is everywhere and proves no use."""
Parts = frozenset[bytes]
"""Telling words, or passages."""
_WORD = re.compile(r"\w+")


class Behaviour(NamedTuple):
    """What became of one exchange after the cut."""

    tokens: int
    """Telling words that the talk used, that stood in no talk before the cut, and in this result last of all."""
    runs: int
    """The same of passages of `RUN` words."""
    called: bool
    """The same call was made again."""
    same: bool
    """It was a read, and gave the same text."""
    inputs: int
    """Telling words that the talk used and that stood, of all inputs before the cut, in this one last."""
    touched: bool
    """It was the last to write a file that was read or written again."""
    expanded: bool = False
    """It was asked for by its pointer; known only where a journal is at hand."""

    @property
    def quoted(self) -> bool:
        """Its text was used."""
        return self.tokens > 0 or self.runs > 0

    @property
    def result(self) -> bool:
        """The text was needed as it was."""
        return self.quoted or self.same or self.expanded

    @property
    def call(self) -> bool:
        """It was needed that the call was made, and with what."""
        return self.inputs > 0 or self.called or self.touched

    @property
    def fate(self) -> str:
        """What mattered most: quoted, rerun or unused."""
        return "quoted" if self.quoted or self.expanded else "rerun" if self.called else "unused"


@dataclass(frozen=True, slots=True)
class Exchange:
    """What labels need of one exchange."""

    position: int
    """In the units."""
    unit: Unit
    act: Act
    held: Parts
    """Telling words of the result."""
    runs: Parts
    """Its passages."""
    inputs: Parts


@dataclass(frozen=True, slots=True)
class Session:
    """A session prepared for many cuts. Mappings go by the index of the message."""

    conversation: Conversation
    units: tuple[Unit, ...]
    exchanges: tuple[Exchange, ...]
    """In the order of time."""
    prose: Mapping[int, Parts]
    """Telling words that people and the assistant wrote."""
    words: Mapping[int, Parts]
    """The same and those of the inputs of calls."""
    passages: Mapping[int, Parts]
    """Passages of both."""
    brought: Mapping[int, Parts]
    """Telling words of results."""
    repeated: Mapping[int, Parts]
    """Passages of results."""


def session(conversation: Conversation, units: Sequence[Unit]) -> Session:
    """Cuts every text into words and passages, once."""
    exchanges = tuple(_exchange(position, unit) for position, unit in enumerate(units) if unit.kind == "call")
    prose: dict[int, Parts] = {}
    words: dict[int, Parts] = {}
    passages: dict[int, Parts] = {}
    for message in conversation.messages:
        said = message.text if message.speaker in (Speaker.HUMAN, Speaker.ASSISTANT) else ""
        given = "\n".join(text for call in message.calls for text in leaves(call.input))
        prose[message.index] = _proving(said)
        words[message.index] = prose[message.index] | _proving(given)
        passages[message.index] = runs(said) | runs(given)
    return Session(
        conversation=conversation,
        units=tuple(units),
        exchanges=exchanges,
        prose=prose,
        words=words,
        passages=passages,
        brought={each.unit.message: each.held for each in exchanges},
        repeated={each.unit.message: each.runs for each in exchanges},
    )


def _exchange(position: int, unit: Unit) -> Exchange:
    call = unit.call
    inputs = "\n".join(leaves(call.input)) if call else ""
    held = act(call) if call else NOTHING
    return Exchange(position, unit, held, _proving(unit.text), runs(unit.text), _proving(inputs))


def _proving(text: str) -> Parts:
    return frozenset(word for word in telling(text) if len(word) >= SHORT_NUMBER or not word.isdigit())


def runs(text: str) -> Parts:
    """Every passage of `RUN` words."""
    words = _WORD.findall(text)
    return frozenset(
        " ".join(words[start : start + RUN]).encode("utf-8", "surrogatepass") for start in range(len(words) - RUN + 1)
    )


def behaviour(session: Session, cut: int, expanded: AbstractSet[str] = frozenset()) -> dict[int, Behaviour]:
    """By position, what became of the exchanges before message `cut` from it on.

    `expanded`: ids of units that were asked for by their pointers after the cut.
    """
    before = [each for each in session.exchanges if each.unit.message < cut]
    after = [each for each in session.exchanges if each.unit.message >= cut]
    tokens = _credited({each.position: each.held for each in before}, session.words, session.brought, cut)
    passages = _credited({each.position: each.runs for each in before}, session.passages, session.repeated, cut)
    inputs = _credited({each.position: each.inputs for each in before}, session.words, {}, cut, session.prose)
    again: dict[str, set[str]] = {}
    for each in after:
        again.setdefault(each.act.same, set()).add(each.unit.text)
    touched = {each.act.path for each in after}
    writers = {each.act.path: each.position for each in before if each.act.kind == "write" and each.act.path}
    return {
        each.position: Behaviour(
            tokens=tokens[each.position],
            runs=passages[each.position],
            called=bool(each.act.same) and each.act.same in again,
            same=each.act.again and bool(each.unit.text) and each.unit.text in again.get(each.act.same, ()),
            inputs=inputs[each.position],
            touched=each.act.path in touched and writers.get(each.act.path) == each.position,
            expanded=each.unit.id in expanded,
        )
        for each in before
    }


def _credited(
    holders: Mapping[int, Parts],
    said: Mapping[int, Parts],
    brought: Mapping[int, Parts],
    cut: int,
    known: Mapping[int, Parts] | None = None,
) -> Counter[int]:
    """How much of what each holder held was said from the cut on.

    A part counts once, for the last holder; not if `known` (by default all that was said) had it before the cut, and
    not if a later result brought it again before it was said.
    """
    old = {part for index, parts in (said if known is None else known).items() if index < cut for part in parts}
    owner = {part: position for position, parts in holders.items() for part in parts if part not in old}
    counts: Counter[int] = Counter()
    for index in sorted(index for index in {*said, *brought} if index >= cut):
        for part in said.get(index, frozenset()) & owner.keys():
            counts[owner.pop(part)] += 1
        for part in brought.get(index, frozenset()) & owner.keys():
            del owner[part]
    return counts


def cuts(conversation: Conversation, most: int, least: int) -> tuple[int, ...]:
    """Up to `most` messages at which a conversation can be cut, evenly by exchanges.

    Before each stand `least` exchanges or more, and no call that waits for its result; the message itself is no result.
    """
    places: list[tuple[int, int]] = []
    waiting: set[str] = set()
    answered = 0
    for message in conversation.messages:
        ready = answered >= least and not waiting and message.role != "tool"
        if ready and (not places or places[-1][0] < answered):
            places.append((answered, message.index))
        waiting |= {call.id for call in message.calls}
        if message.role == "tool":
            answered += 1
            waiting.discard(message.call_id or "")
    step = max(1.0, len(places) / most)
    return tuple(places[int(number * step)][1] for number in range(min(most, len(places))))
