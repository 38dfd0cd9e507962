"""How sure it is that two settled choices are about one topic."""

import re

from fastjev.datatypes import Span
from fastjev.stages.resolve.choice import Choice
from fastjev.stages.resolve.reports import reported
from fastjev.stages.resolve.scene import Scene
from fastjev.stages.resolve.slots import MEASURES, Slots, lexicon
from fastjev.stages.resolve.turn import settles_anew
from fastjev.stages.sentences import clauses

_PARTS = re.compile(r"、|[①-⑨]|\band\b")


def likeness(scene: Scene, new: Choice, old: Choice) -> float:
    """How sure it is that both settle one topic, from 0 to 1 and over.

    One name that both know is enough where the new one takes something back; where it only puts something in a place
    it takes two, unless one of them names nothing else: "the mart" stands in every other sentence of a project.
    """
    policy = scene.policy
    if _turns(scene, new, old):
        return policy.surest
    if _apart(new, old):
        return 0.0
    if _same_set(new, old) or _revalues(new, old) or _returns(scene, new, old):
        return policy.slot_link
    if reported(scene, new, old):
        return policy.slot_link
    rivals, names = _rivals(new.own, old.own), new.own.names & old.own.names
    if not rivals and (_narrows(new, old) or (_elsewhere(new, old) and len(names) < 2)):
        return 0.0
    score = policy.slot_link * rivals + policy.name_link * min(2, len(names))
    reverses = "reverse" in new.cues
    if not (reverses or "replace" in new.cues):
        return score
    only = bool(names) and (names == new.own.names or names == old.own.names)
    near = names
    if new.message != old.message:
        near = near | new.own.names & old.around | (new.calls & old.spurned if reverses else frozenset())
    if reverses or rivals or only or len(near) > 1:
        score += policy.cue_link + policy.around_link * bool(near)
    return score


def turned(new: Choice, old: Choice) -> bool:
    """Whether the speaker's mind changed between the two, in one message."""
    return new.message == old.message and old.position < new.turn


def one_part(scene: Scene, new: Choice, old: Choice) -> bool:
    """Whether the new choice settles one part anew of an assistant's plan of several: that does not void the plan."""
    if scene.human(old.position):
        return False
    text, words = scene.units[old.position].text, lexicon(scene.rulebook)
    found = [words.slots(part) for span in clauses(text, Span(0, len(text))) for part in _PARTS.split(span.of(text))]
    parts = [part for part in found if part.names]
    meant = [part for part in parts if part.names & new.own.names or {group for group, _ in part.groups} & new.groups]
    return len(parts) > 2 and len(meant) * 2 < len(parts)


def _turns(scene: Scene, new: Choice, old: Choice) -> bool:
    """Whether a change of mind lies between the two and the new one answers the question of the old one."""
    if not turned(new, old):
        return False
    another = new.letter and old.letter and new.letter != old.letter
    return bool(another or new.calls & old.spurned) or settles_anew(scene, new.position)


def _apart(new: Choice, old: Choice) -> bool:
    """Whether the two are of different things: a limit and none, or one dimension of two services."""
    mine, theirs = new.own.names, old.own.names
    if new.limits and not new.dimensions & old.dimensions:
        return True
    return bool(new.dimensions & old.dimensions - {""} and mine - theirs and theirs - mine)


def _same_set(new: Choice, old: Choice) -> bool:
    """Whether both pick from the same options, by letter or number or because the new one names only another one."""
    if new.offered & old.offered or old.position in new.offered:
        return True
    if "replace" not in new.cues:
        return False
    letters = bool(new.letter and old.letter and new.letter != old.letter)
    other = new.message != old.message and bool(new.placed.names) and new.placed.names <= old.spurned
    return letters or other


def _revalues(new: Choice, old: Choice) -> bool:
    """Whether the new one sets another value, and names no other thing, where the words before it tell the old one."""
    if not new.own.settings or not old.own.settings or new.own.names - old.own.names:
        return False
    before, after = old.own.settings[-1], new.own.settings[-1]
    alike = before.dimension == after.dimension and before.dimension in MEASURES
    return alike and before.value != after.value and (before.dimension, before.value) in new.told


def _returns(scene: Scene, new: Choice, old: Choice) -> bool:
    """Whether the new one comes back to a value of the old one, and names no other thing."""
    if "reverse" not in new.cues or new.own.names - old.own.names:
        return False
    alike = [(dimension, value) for dimension, value in new.own.values if (dimension, value) in old.own.values]
    return any(dimension in MEASURES or value >= scene.policy.telling_value for dimension, value in alike)


def _rivals(mine: Slots, theirs: Slots) -> bool:
    """Whether both name members of one slot of the lexicon, and not the same ones."""
    if not mine.groups or not theirs.groups:
        return False
    return bool({group for group, _ in mine.groups - theirs.groups} & {group for group, _ in theirs.groups})


def _narrows(new: Choice, old: Choice) -> bool:
    """Whether one of them is an exception to the other."""
    return "exception" in new.cues or ("exception" in old.cues and bool(old.own.names - new.own.names))


def _elsewhere(new: Choice, old: Choice) -> bool:
    """Whether one of them sets a value, and the other holds none of its kind."""
    if old.bare and not new.dimensions & old.dimensions:
        return True
    if not new.placed.values:
        return False
    kinds = {dimension for dimension, _ in new.placed.values}
    return not (kinds & old.dimensions or ("" in kinds and old.dimensions))
