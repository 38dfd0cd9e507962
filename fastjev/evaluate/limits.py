"""Floors and ceilings: what a measure must reach or must not exceed."""

import difflib
from dataclasses import dataclass

from fastjev.errors import UsageError
from fastjev.evaluate.measures import MEASURES, Score

_FLAGS = {"high": "--floor", "low": "--ceiling"}


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound on one measure over all conversations; its name tells which side is the good one."""

    name: str
    value: float

    @property
    def kind(self) -> str:
        """`floor` or `ceiling`."""
        return _FLAGS[MEASURES[self.name].good].lstrip("-")


def limit(flag: str, text: str) -> Limit:
    """The bound in `name=value`, given behind `--floor` or `--ceiling`.

    Raises: UsageError, for a name of no measure (with the nearest one), a flag for the other side, or no share.
    """
    name, _, given = text.partition("=")
    if name not in MEASURES:
        near = difflib.get_close_matches(name, MEASURES, n=1, cutoff=0.4)
        hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(MEASURES)}"
        raise UsageError(f"{flag} {text}: no measure is called {name!r}{hint}")
    if (right := _FLAGS[MEASURES[name].good]) != flag:
        raise UsageError(f"{flag} {text}: {name} is good when {MEASURES[name].good}; write {right} {text}")
    try:
        value = float(given)
    except ValueError:
        value = float("nan")
    if not 0 <= value <= 1:
        raise UsageError(f"{flag} {text}: the value is a share from 0 to 1, such as {name}=0.95")
    return Limit(name, value)


def short_of(limit: Limit, score: Score, *, sure: bool = False) -> str | None:
    """How a score misses its bound; nothing where it keeps to it. What is undefined meets no bound.

    `sure`: the worse end of the interval must keep to it, and not only the value.
    """
    bound = f"its {limit.kind} of {limit.value:g}"
    if score.value is None:
        return f"{limit.name} is undefined (0 of 0), so it does not meet {bound}"
    if sure and score.interval is None:
        return f"{limit.name} has no interval (that takes two conversations), so it does not surely meet {bound}"
    floor = limit.kind == "floor"
    value = score.value
    if sure and score.interval:
        value = score.interval[0] if floor else score.interval[1]
    by = limit.value - value if floor else value - limit.value
    if by <= 0:
        return None
    counts = f"{score.n:,.6g} of {score.m:,.6g}"
    told = f"{limit.name} is {score.value:.4f} ({counts})"
    if sure:
        told += f" and may be {value:.4f}"
    return f"{told}, {by:.4f} {'below' if floor else 'above'} {bound}"
