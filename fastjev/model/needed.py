"""Which words of tool results the work will need: identifiers, paths, numbers, by where they stand and what they are.

A session uses about two in a hundred of the telling words that only its tools brought. Which ones, one question with
a few traits tells (`models/words.json`, card beside it); it is asked per word and not per result, since what a result
is for does not say which of its lines is.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from math import log1p
from pathlib import Path

from fastjev import ask, bundled
from fastjev.errors import ModelError

TRAITS = ("number", "digits", "age", "in_inputs", "result", "size", "said")
"""Nothing but digits; has a digit; log1p of the exchanges that came after; stands in the input of some call; the answer
to `result` about its exchange; log1p of the result's characters; the assistant said it."""
_DIGITS = frozenset(b"0123456789")


@cache
def default() -> ask.Model:
    """The weights that travel with fastjev, read once. Raises: ModelError."""
    model = ask.load(bundled.models() / "words.json")
    check(model, Path("words.json"))
    return model


def check(model: ask.Model, path: Path) -> None:
    """Raises: ModelError where the weights are for other traits."""
    if model.traits != TRAITS or "needed" not in model.questions:
        raise ModelError(f"{path}: takes the question 'needed' about {', '.join(TRAITS)}; train again: fastjev train")


@dataclass(frozen=True, slots=True)
class Weights:
    """Of the words of one exchange: the probability that each kind of them is needed."""

    by_kind: Sequence[float]
    inputs: AbstractSet[bytes]
    said: AbstractSet[bytes]

    def of(self, word: bytes) -> float:
        """The probability that the work needs `word`, a word as `fastjev.telling` cuts it."""
        digits = 2 if word.isdigit() else 1 if not _DIGITS.isdisjoint(word) else 0
        return self.by_kind[(digits * 2 + (word in self.inputs)) * 2 + (word in self.said)]


def plain(model: ask.Model, later: int, result: float, chars: int) -> float:
    """The probability of a word about which nothing else is known; what exchanges are ranked by.

    `chars`: of the result; `later`: how many exchanges come behind it; `result`: the answer about its text.
    """
    return model.noul("needed", (0.0, 0.0, log1p(later), 0.0, result, log1p(chars), 0.0))


def weights(
    model: ask.Model, later: int, result: float, chars: int, inputs: AbstractSet[bytes], said: AbstractSet[bytes]
) -> Weights:
    """For the words of the same exchange. `inputs`, `said`: words of the inputs of calls, and of the assistant."""
    age, size = log1p(later), log1p(chars)
    by_kind = [
        model.noul("needed", (float(digits == 2), float(digits > 0), age, float(given), result, size, float(told)))
        for digits in range(3)
        for given in (False, True)
        for told in (False, True)
    ]
    return Weights(by_kind, inputs, said)
