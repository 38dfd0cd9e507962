"""Thresholds, floors and caps, and what decisions would have come to under them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from fastjev.evaluate.tune.evidence import Decided

THRESHOLDS = (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""Probabilities from which on a result stays whole, or a call with the head of its result: closer together where most
results lie."""
FLOORS = (0, 400, 800, 1500, 3000)
"""Characters up to which a result stays whole; 1,500 is the documented one of `classic`."""
CAPS = (0, 300, 1200, 4000)
"""Characters that stay of one whose call is needed; 300 is the documented one, 1,200 what `budget` leaves of one."""


class Setting(NamedTuple):
    """What a policy file can say of it."""

    threshold: float
    """`classic_threshold`"""
    floor: int
    """`classic_chars`"""
    cap: int
    """`classic_head`"""

    def kept(self, decided: Decided) -> int:
        """Characters that the policy `classic` would leave with no newest calls pinned."""
        if decided.result >= self.threshold or decided.chars <= self.floor:
            return decided.chars
        return min(decided.chars, self.cap) if decided.call >= self.threshold else 0


class Outcome(NamedTuple):
    """What all decisions come to."""

    setting: Setting | None
    """Nothing for what was really decided."""
    results: int
    elided: int
    """Of those, with something taken out."""
    chars_kept: int
    tokens: int
    tokens_saved: float
    needed: int
    misjudged: int
    """Results of which nothing stayed, or that were asked for, and that proved to be needed."""
    in_part: float
    """Of the other needed ones with something taken out, the share that went, added up."""

    @property
    def saved(self) -> float | None:
        """Share of the tokens; nothing where there are none."""
        return self.tokens_saved / self.tokens if self.tokens else None

    @property
    def wrong_at_most(self) -> float:
        """Misjudged, and those in part as if what was needed stood anywhere in them."""
        return self.misjudged + self.in_part

    @property
    def lost(self) -> float | None:
        """The same of all that were needed; nothing where none was."""
        return self.wrong_at_most / self.needed if self.needed else None

    @property
    def wrong(self) -> float | None:
        """The same of those with something taken out; nothing where nothing was."""
        return self.wrong_at_most / self.elided if self.elided else None


def outcome(decided: Iterable[Decided], setting: Setting | None) -> Outcome:
    """Under a setting, or as it was.

    Where in a result the needed words stand, a journal does not say: what is kept in part is taken to hold them by the
    share that is kept. For heads that is a fair guess; lines chosen by what they tell hold more.
    """
    results = elided = chars_kept = tokens = needed = misjudged = 0
    saved = in_part = 0.0
    for each in decided:
        kept = setting.kept(each) if setting else each.kept
        gone = 1 - kept / each.chars
        results += 1
        elided += gone > 0
        chars_kept += kept
        tokens += each.tokens
        saved += each.tokens * gone
        needed += each.needed
        if each.needed and gone > 0:
            certain = each.expanded or not kept
            misjudged += certain
            in_part += 0.0 if certain else gone
    return Outcome(setting, results, elided, chars_kept, tokens, saved, needed, misjudged, in_part)


def grid() -> Iterator[Setting]:
    """Every setting that is tried, in order."""
    yield from (Setting(*values) for values in product(THRESHOLDS, FLOORS, CAPS))


def front(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Those than which none saves more with as little misjudged: by tokens saved, the fewest first."""
    best: list[Outcome] = []
    for each in sorted(outcomes, key=lambda each: (-each.tokens_saved, each.wrong_at_most, each.setting or ())):
        if not best or each.wrong_at_most < best[-1].wrong_at_most:
            best.append(each)
    return best[::-1]


def best(outcomes: Sequence[Outcome], most: float) -> Outcome | None:
    """The one that saves most of those that lose at most the share `most` of what is needed."""
    fitting = [each for each in outcomes if each.lost is not None and each.lost <= most]
    return max(fitting, key=lambda each: (each.tokens_saved, -each.wrong_at_most), default=None)
