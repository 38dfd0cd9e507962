"""Where a unit stands: in its message, and after what the assistant said."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from fastjev.datatypes import Unit, Verdict
from fastjev.labels import Speaker


class Place(NamedTuple):
    """In its message."""

    ordinal: int
    """From 0, among the units that have a text."""
    size: int
    start: int
    """Index of the message's first in `Surroundings.told`."""
    answered: int
    """The number of the message it answers in `Surroundings.messages`; -1 without one."""


@dataclass(frozen=True)
class Surroundings:
    """Units with their rules' verdicts, in order of time; a position counts in both."""

    units: Sequence[Unit]
    verdicts: Sequence[Verdict]
    heard: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)
    """What features keep of the messages that are answered, by number."""

    def before(self, position: int) -> int | None:
        """The position of the one before it in its message."""
        place = self.place(position)
        return self.told[place.start + place.ordinal - 1] if place.ordinal else None

    def after(self, position: int) -> int | None:
        """The position of the one after it in its message."""
        place = self.place(position)
        return self.told[place.start + place.ordinal + 1] if place.ordinal + 1 < place.size else None

    def place(self, position: int) -> Place:
        """Its place."""
        return self._places[position]

    def answered(self, position: int) -> Sequence[tuple[Unit, Verdict]]:
        """What the assistant said last before its message."""
        message = self.place(position).answered
        return self._said[message] if message >= 0 else ()

    @cached_property
    def told(self) -> list[int]:
        """Positions of the units that have a text and are no tool exchange."""
        return [at for at, unit in enumerate(self.units) if unit.call is None and unit.text.strip()]

    @cached_property
    def _found(self) -> tuple[dict[int, Place], list[list[tuple[Unit, Verdict]]]]:
        places: dict[int, Place] = {}
        said: list[list[tuple[Unit, Verdict]]] = []
        told, units = self.told, self.units
        start = 0
        while start < len(told):
            message = units[told[start]].message
            end = start
            while end < len(told) and units[told[end]].message == message:
                end += 1
            held = told[start:end]
            for ordinal, at in enumerate(held):
                places[at] = Place(ordinal, len(held), start, len(said) - 1)
            if units[told[start]].speaker == Speaker.ASSISTANT:
                said.append([(units[at], self.verdicts[at]) for at in held])
            start = end
        return places, said

    @property
    def _places(self) -> dict[int, Place]:
        return self._found[0]

    @property
    def _said(self) -> list[list[tuple[Unit, Verdict]]]:
        return self._found[1]
