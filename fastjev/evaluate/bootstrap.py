"""How far a value would vary with other conversations: a bootstrap (Efron 1979), the same for the same seed."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random

Interval = tuple[float, float]
Counts = tuple[float, float]
"""What was found and what there was, `n` of `m`."""
Value = Callable[[Sequence[int]], float | None]
"""What is said of the conversations with these numbers; nothing where it is undefined."""
DRAWS = 1000
"""Enough for ends that are stable to a point."""
_ENDS = (0.025, 0.975)
"""Between them lie 95 of 100 draws."""
_LEAST = 2
"""Conversations; of one alone nothing can be said of others."""


def between(many: int, seed: int, value: Value) -> Interval | None:
    """Ends of a value over draws of as many numbers below `many`, with repetition; the same draws for each `value`.

    Draws in which it is undefined are left out. Nothing for fewer than two, and where it is undefined in all draws.
    """
    if many < _LEAST:
        return None
    values = sorted(found for drawn in _drawn(many, seed) if (found := value(drawn)) is not None)
    if not values:
        return None
    low, high = (values[int(end * (len(values) - 1))] for end in _ENDS)
    return low, high


def share(counts: Sequence[Counts], seed: int) -> Interval | None:
    """Ends of a pooled share; `counts` are one a conversation. Nothing where fewer than two have any."""
    if sum(bool(m) for _, m in counts) < _LEAST:
        return None
    return between(len(counts), seed, pooled(counts))


def pooled(counts: Sequence[Counts]) -> Value:
    """The share of all the counts that are drawn; nothing of nothing is undefined."""
    found, there = [n for n, _ in counts].__getitem__, [m for _, m in counts].__getitem__

    def value(drawn: Sequence[int]) -> float | None:
        m = sum(map(there, drawn))
        return sum(map(found, drawn)) / m if m else None

    return value


@lru_cache(maxsize=8)
def _drawn(many: int, seed: int) -> tuple[tuple[int, ...], ...]:
    random = Random(seed)
    return tuple(tuple(random.choices(range(many), k=many)) for _ in range(DRAWS))
