"""What a policy decides about one tool exchange."""

from typing import NamedTuple

from fastjev.datatypes import Answer, Span
from fastjev.labels import Action
from fastjev.model.traits import reused, traits
from fastjev.stages.resolve.scene import Scene


class Fate(NamedTuple):
    """Of one exchange."""

    action: Action
    kept: tuple[Span, ...] = ()
    """Spans of the result that stay, in order, apart from each other."""
    because: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """Of the call's input: words that its line names, since nothing else does."""


class Judged(NamedTuple):
    """What the decision model says of one exchange."""

    call: float
    """The probability that it is needed that the call was made, and with what."""
    result: float
    """The probability that the text of the result is needed as it is."""
    reused: int
    """How many telling words of the result the talk has taken up."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        """As decisions keep them."""
        return Answer("call", self.call), Answer("result", self.result)


def judge(scene: Scene) -> dict[int, Judged]:
    """The answers about each exchange, by position, in order of time."""
    model = scene.asks
    return {
        position: Judged(model.noul("call", values), model.noul("result", values), reused(values))
        for position, values in traits(scene.conversation, scene.units).items()
    }
