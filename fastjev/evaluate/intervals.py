"""How far each measure would vary with other conversations, from the counts of each: nothing is walked again."""

from collections.abc import Mapping, Sequence

from fastjev.evaluate.bootstrap import Counts, Interval, Value, between, pooled, share
from fastjev.evaluate.measures import MACRO, MEASURES, UNIT_F1


def intervals(conversations: Sequence[Mapping[str, Counts]], seed: int) -> dict[str, Interval | None]:
    """The ends of each measure of the table; `conversations` are the sums of each."""

    def counts(name: str) -> list[Counts]:
        return [sums[name] for sums in conversations]

    mean = _mean([pooled(counts(name)) for name in UNIT_F1])
    return {
        name: between(len(conversations), seed, mean) if name == MACRO else share(counts(name), seed)
        for name in MEASURES
    }


def _mean(shares: Sequence[Value]) -> Value:
    """Of those that are defined."""

    def value(drawn: Sequence[int]) -> float | None:
        defined = [found for each in shares if (found := each(drawn)) is not None]
        return sum(defined) / len(defined) if defined else None

    return value
