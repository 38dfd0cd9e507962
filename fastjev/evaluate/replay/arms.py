"""The policies that are set side by side, each so that equally many characters of results stay."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from fastjev.datatypes import Span
from fastjev.evaluate.replay.past import Past
from fastjev.labels import Action
from fastjev.stages.resolve.exchanges import POLICIES
from fastjev.stages.resolve.fate import Fate

REDUCTIONS = (0.6, 0.9)
"""Shares of the results' characters that go: the goal of the project, and what a full context asks for."""
_GRID = 1000
"""Steps of a threshold between 0 and 1."""
Fates = Mapping[int, Fate]


class Arm(NamedTuple):
    """A policy at a size."""

    policy: str
    reduction: float | None = None
    """Share of the results' characters that should go; nothing where the policy sets its own size."""


def arms(reductions: Sequence[float]) -> Iterator[Arm]:
    """All of them in the order of the table, but for the whole compaction."""
    yield Arm("none")
    for reduction in reductions:
        yield from (Arm(policy, reduction) for policy in _SIZED)
    yield Arm("classic")


def fates(arm: Arm, past: Past) -> Fates:
    """What becomes of each exchange before the cut."""
    if arm.reduction is None:
        return _OWN[arm.policy](past)
    total = sum(len(past.scene.units[position].text) for position in past.judged)
    return _SIZED[arm.policy](past, int(total * (1 - arm.reduction)))


def none(past: Past) -> Fates:
    """Everything stays."""
    return _heads(past, {position: len(past.scene.units[position].text) for position in past.judged})


def recency(past: Past, chars: int) -> Fates:
    """The newest results whole, and of the first one that does not fit its head."""
    kept = {}
    for position in reversed(past.judged):
        kept[position] = min(len(past.scene.units[position].text), chars)
        chars -= kept[position]
    return _heads(past, kept)


def cap_only(past: Past, chars: int) -> Fates:
    """The head of every result, all cut at one length."""
    sizes = {position: len(past.scene.units[position].text) for position in past.judged}
    most = _last(max(sizes.values(), default=0), lambda cap: sum(min(size, cap) for size in sizes.values()) <= chars)
    return _heads(past, {position: min(size, most) for position, size in sizes.items()})


def classic(past: Past, chars: int) -> Fates:
    """The documented policy with its threshold raised, and beyond 1 its pins made smaller, until it fits.

    A threshold moves in steps, and the newest results stay whole whatever is asked: it keeps less, or at worst more.
    """
    pinned = past.scene.policy.classic_chars

    def at(step: int) -> Fates:
        # Above 1 no probability passes.
        return _classic(past, 2.0, step) if step <= pinned else _classic(past, 1 - (step - pinned) / _GRID, pinned)

    return at(_last(pinned + _GRID, lambda step: _chars(at(step)) <= chars))


def budget(past: Past, chars: int) -> Fates:
    """Lines by the words that the work will need."""
    # 0 would mean the policy's own size.
    scene = replace(past.scene, policy=replace(past.scene.policy, tool_chars=max(1, chars)))
    return POLICIES["budget"](scene, past.judged, past.held)


def _classic(past: Past, threshold: float, pinned: int) -> Fates:
    policy = replace(past.scene.policy, classic_threshold=threshold, classic_chars=pinned)
    return POLICIES["classic"](replace(past.scene, policy=policy), past.judged, past.held)


def _natural(past: Past) -> Fates:
    return POLICIES["classic"](past.scene, past.judged, past.held)


def _heads(past: Past, kept: Mapping[int, int]) -> Fates:
    """Fates that leave so many characters of each result, from its beginning."""
    found = {}
    for position in past.judged:
        chars = kept[position]
        whole = chars == len(past.scene.units[position].text)
        action = Action.KEEP if whole else Action.CAP if chars else Action.FOLD
        found[position] = Fate(action, (Span(0, chars),) if chars else ())
    return found


def _chars(fates: Fates) -> int:
    return sum(span.end - span.start for fate in fates.values() for span in fate.kept)


def _last(most: int, fits: Callable[[int], bool]) -> int:
    """The greatest number up to `most` that fits, by bisection: what is smaller fits too. 0 where none does."""
    low = 0
    while low < most:
        middle = (low + most + 1) // 2
        if fits(middle):
            low = middle
        else:
            most = middle - 1
    return low


_OWN: dict[str, Callable[[Past], Fates]] = {"none": none, "classic": _natural}
_SIZED: dict[str, Callable[[Past, int], Fates]] = {
    "recency": recency,
    "cap-only": cap_only,
    "classic": classic,
    "budget": budget,
}
