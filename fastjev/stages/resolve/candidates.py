"""Which earlier statements a later one may end: few, found by what both name, so that time does not grow with pairs."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from math import fsum

from fastjev.labels import Label, Speaker
from fastjev.stages.resolve.alike import nearness
from fastjev.stages.resolve.pairs import Pair, likeness, other_slot
from fastjev.stages.resolve.scene import Decisions, Scene
from fastjev.stages.resolve.sides import Side, Sides

_AGREES = frozenset({"confirm", "assent", "right"})
_NONE = frozenset[str]()
_SETTLED = (Label.CONSTRAINT, Label.DECISION)


def pairs(scene: Scene, decisions: Decisions, sides: Sides) -> Iterator[Pair]:
    """By time: each human statement with the earlier ones most like it, and with those right before it."""
    policy = scene.policy
    held: dict[object, deque[int]] = defaultdict(lambda: deque(maxlen=policy.link_held))
    order: list[int] = []
    number: dict[int, int] = {}
    for position in stated(scene, decisions, sides):
        new = sides.at(position)
        near = order[-policy.link_newest :]
        if new.human:
            found = set(near).union(*(held[key] for key in _asks(new) if key in held))
            share = _shares(sides, decisions, new, found)
            for rank, old in enumerate(_rated(sides, new, found)):
                if rank < policy.link_best or old in near:
                    yield Pair(position, old, rank, len(order) - 1 - number[old], *share.get(old, (0.0, 0.0)))
        for key in _answers(new):
            held[key].append(position)
        number[position] = len(order)
        order.append(position)


def _shares(sides: Sides, decisions: Decisions, new: Side, found: Iterable[int]) -> dict[int, tuple[float, float]]:
    """Of those that are settled and of an earlier message, which part of all nearness to the new one each has, and how
    much more of it than the next."""
    olds = [sides.at(old) for old in found if decisions[old].label in _SETTLED]
    near = {old.position: nearness(sides, new, old) for old in olds if old.message != new.message}
    most = sorted(near.values(), reverse=True)[:2]
    whole = fsum(near.values())
    return {
        old: (value / whole if whole else 0.0, value - next((each for each in most if each != value), value))
        for old, value in near.items()
    }


def _rated(sides: Sides, new: Side, found: Iterable[int]) -> list[int]:
    """Positions of those that may be of one slot with the new one, the most like it first, of two as like the newer."""
    olds = (old for old in map(sides.at, found) if not other_slot(new, old))
    return [-position for _, position in sorted((-likeness(sides, new, old), -old.position) for old in olds)]


def stated(scene: Scene, decisions: Decisions, sides: Sides) -> Iterator[int]:
    """Positions of what can end or be ended: a human's words that are no noise, and what a human may have settled.

    That is what the assistant said right before words of agreement. Of what was pasted only what rules call a rule or a
    choice.
    """
    for position, unit in enumerate(scene.units):
        if not scene.prose(position) or not unit.text.strip():
            continue
        typed = len(scene.conversation.messages[unit.message].text) <= scene.policy.typed_chars
        label = decisions[position].label
        own = unit.speaker == Speaker.HUMAN and label != Label.NOISE and (typed or label in _SETTLED)
        agreed = "confirm" in decisions[position].because or sides.answers.get(position, _NONE) & _AGREES
        if own or (unit.speaker == Speaker.ASSISTANT and agreed):
            yield position


def _asks(new: Side) -> Iterator[object]:
    """What an earlier statement is looked up by."""
    yield from new.words | new.heard | new.grains.words
    yield from ((kind,) for kind in new.kinds)
    yield from (("of", group) for group in new.groups)


def _answers(old: Side) -> Iterator[object]:
    yield from old.words | old.grains.words
    yield from ((kind,) for kind in old.kinds)
    yield from (("of", group) for group in old.groups)
