"""The rows that a model of exchanges learns from: traits at a cut, answers from what came after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fastjev.datatypes import Conversation, Unit
from fastjev.model.traits import traits
from fastjev.train.behaviour import Behaviour, behaviour, cuts, session

CUTS = 12
"""Places at which a session is cut: enough that most exchanges are seen young and old."""
LEAST_BEFORE = 5
"""Exchanges before the first cut."""
LEVELS = ("0", "1-2", "3-7", "8+")
"""How many telling words of a result were used."""
_LEVEL_STARTS = (1, 3, 8)
FATES = ("unused", "quoted", "rerun")


@dataclass(frozen=True, slots=True)
class Row:
    """One exchange at one cut."""

    session: int
    """A number; all rows of a session are held out together."""
    exchange: int
    """Its position in the session's units."""
    traits: tuple[float, ...]
    behaviour: Behaviour

    def of(self, session: int) -> "Row":
        """The same under another session's number."""
        return replace(self, session=session)

    @property
    def level(self) -> str:
        """How much of the result was used."""
        return LEVELS[sum(self.behaviour.tokens >= start for start in _LEVEL_STARTS)]


def rows(number: int, conversation: Conversation, units: Sequence[Unit]) -> Iterator[Row]:
    """The rows of one session, cut by cut; `number` is its own."""
    held = session(conversation, units)
    for cut in cuts(conversation, CUTS, LEAST_BEFORE):
        became = behaviour(held, cut)
        for position, values in traits(*upto(conversation, units, cut)).items():
            yield Row(number, position, values, became[position])


def exchanges_of(conversation: Conversation, units: Sequence[Unit]) -> tuple[Row, ...]:
    """The rows of a session that has no number yet."""
    return tuple(rows(0, conversation, units))


def upto(conversation: Conversation, units: Sequence[Unit], cut: int) -> tuple[Conversation, tuple[Unit, ...]]:
    """The conversation and the units as they were before message `cut`."""
    past = replace(conversation, messages=conversation.messages[:cut])
    return past, tuple(unit for unit in units if unit.message < cut)
