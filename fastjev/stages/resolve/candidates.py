"""Which earlier statements a later one may end: few, found by what both name, so that time does not grow with pairs."""

from collections import defaultdict, deque
from collections.abc import Iterator
from typing import NamedTuple

from fastjev.labels import Label, Speaker
from fastjev.stages.resolve.pairs import likeness, other_slot, traits
from fastjev.stages.resolve.scene import Decisions, Scene
from fastjev.stages.resolve.sides import Side, Sides

_AGREES = frozenset({"confirm", "assent", "right"})
_NONE = frozenset[str]()
_SETTLED = (Label.CONSTRAINT, Label.DECISION)


class Pair(NamedTuple):
    """A statement and a later one, by position, with their traits."""

    new: int
    old: int
    traits: tuple[float, ...]


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
            found = {old for key in _asks(new) for old in held.get(key, ())} | set(near)
            found = {old for old in found if not other_slot(new, sides.at(old))}
            rated = sorted(found, key=lambda old: (-likeness(sides, new, sides.at(old)), -old))
            for rank, old in enumerate(rated):
                if rank < policy.link_best or old in near:
                    between = len(order) - 1 - number[old]
                    yield Pair(position, old, traits(sides, new, sides.at(old), rank, between))
        for key in _answers(new):
            held[key].append(position)
        number[position] = len(order)
        order.append(position)


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
    yield from new.words | new.heard
    yield from ((kind,) for kind in new.kinds)
    yield from (("of", group) for group in new.groups)


def _answers(old: Side) -> Iterator[object]:
    yield from old.words
    yield from ((kind,) for kind in old.kinds)
    yield from (("of", group) for group in old.groups)
