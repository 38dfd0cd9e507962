"""How far shares would vary with other sessions: a bootstrap over sessions (Efron 1979), the same for the same seed."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from fastjev.evaluate.replay.judgement import Count

Interval = tuple[float, float]
DRAWS = 1000
"""Enough for ends that are stable to a point."""
_ENDS = (0.025, 0.975)
"""Between them lie 95 of 100 draws."""
_LEAST = 2
"""Sessions; of one alone nothing can be said of others."""


def added(counts: Iterable[Count]) -> Count:
    """Pooled: the sum of both parts."""
    held = list(counts)
    return Count(sum(count.n for count in held), sum(count.m for count in held))


def interval(counts: Sequence[Count], seed: int) -> Interval | None:
    """Ends of the pooled share; `counts` are one a session. Nothing for fewer than two sessions that have any."""
    held = [count for count in counts if count.m]
    return _between(len(held), seed, lambda drawn: _share(held[number] for number in drawn))


def ahead_between(ours: Sequence[Count], theirs: Sequence[Count], seed: int) -> Interval | None:
    """Ends of the difference of two pooled shares of the same sessions, drawn together."""
    held = [pair for pair in zip(ours, theirs, strict=True) if pair[0].m and pair[1].m]
    return _between(
        len(held),
        seed,
        lambda drawn: _share(held[number][0] for number in drawn) - _share(held[number][1] for number in drawn),
    )


def _between(sessions: int, seed: int, value: Callable[[Sequence[int]], float]) -> Interval | None:
    """Ends of a value over draws of as many sessions, with repetition."""
    if sessions < _LEAST:
        return None
    random = Random(seed)
    values = sorted(value(random.choices(range(sessions), k=sessions)) for _ in range(DRAWS))
    low, high = (values[int(end * (DRAWS - 1))] for end in _ENDS)
    return low, high


def _share(counts: Iterable[Count]) -> float:
    count = added(counts)
    return count.n / count.m
