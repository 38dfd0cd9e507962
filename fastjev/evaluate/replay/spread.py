"""How far shares would vary with other sessions, drawn from those there are."""

from collections.abc import Iterable, Sequence

from fastjev.evaluate.bootstrap import Interval, between
from fastjev.evaluate.replay.judgement import Count


def added(counts: Iterable[Count]) -> Count:
    """Pooled: the sum of both parts."""
    held = list(counts)
    return Count(sum(count.n for count in held), sum(count.m for count in held))


def interval(counts: Sequence[Count], seed: int) -> Interval | None:
    """Ends of the pooled share; `counts` are one a session. Nothing for fewer than two sessions that have any."""
    held = [count for count in counts if count.m]
    return between(len(held), seed, lambda drawn: _share(held[number] for number in drawn))


def ahead_between(ours: Sequence[Count], theirs: Sequence[Count], seed: int) -> Interval | None:
    """Ends of the difference of two pooled shares of the same sessions, drawn together."""
    held = [pair for pair in zip(ours, theirs, strict=True) if pair[0].m and pair[1].m]
    return between(
        len(held),
        seed,
        lambda drawn: _share(held[number][0] for number in drawn) - _share(held[number][1] for number in drawn),
    )


def _share(counts: Iterable[Count]) -> float:
    count = added(counts)
    return count.n / count.m
