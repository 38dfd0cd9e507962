"""The documented behaviour of the plugins that the field began with, for comparison (DESIGN section 6)."""

from collections.abc import Set as AbstractSet

from fastjev.datatypes import Span
from fastjev.labels import Action
from fastjev.stages.resolve.fate import Fate, Judged
from fastjev.stages.resolve.scene import Scene


def classic(scene: Scene, judged: dict[int, Judged], held: AbstractSet[bytes]) -> dict[int, Fate]:
    """One threshold on two probabilities: both stay, or the call with the head of its result, or neither.

    Pinned are the newest calls and short results. What stands in the context anyway is not looked at.
    """
    policy = scene.policy
    newest = list(judged)[-policy.classic_newest :] if policy.classic_newest else []
    fates = {}
    for position, answers in judged.items():
        size = len(scene.units[position].text)
        pinned = position in newest or size <= policy.classic_chars
        if pinned or answers.result >= policy.classic_threshold:
            fates[position] = Fate(Action.KEEP, _first(size), ("pinned",) if pinned else ())
        elif answers.call >= policy.classic_threshold:
            fates[position] = Fate(Action.CAP, _first(min(size, policy.classic_head)))
        else:
            fates[position] = Fate(Action.STUB)
    return fates


def _first(size: int) -> tuple[Span, ...]:
    return (Span(0, size),) if size else ()
