"""A change that is taken back ("revert that", "改回去"): which one, and what stood in its place before."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fastjev.datatypes import Decision
from fastjev.labels import Label, Status
from fastjev.stages.resolve.about import About
from fastjev.stages.resolve.slots import Setting


class Undone(NamedTuple):
    """Positions of what is in force again and of the change that is taken back."""

    old: int
    new: int


def undone(about: About, current: Mapping[int, Decision], position: int) -> Undone | None:
    """The change that a unit takes back: the newest of what it names, else the one change of this message or of the one
    before; none where it may be another.
    """
    standing = [p for p in range(position) if _sets(about, current, p)]
    if named := about.mentioned(about.beside(position, "undo")):
        standing = [p for p in standing if named & about.own(p).names][-1:]
    else:
        standing = _last(about, standing, position)
    found = [Undone(old, new) for new in standing if (old := _before(about, current, new)) >= 0]
    return found[0] if len(found) == 1 else None


def _sets(about: About, current: Mapping[int, Decision], position: int) -> bool:
    """Whether a human's statement sets one value and stands."""
    said = about.scene.human(position) and about.scene.prose(position)
    return said and _stands(current[position]) and len(about.own(position).settings) == 1


def _last(about: About, standing: Sequence[int], position: int) -> list[int]:
    """Those in the unit's message, or else in the human's message before it."""
    units = about.scene.units
    here = [p for p in standing if units[p].message == units[position].message]
    return here or [p for p in standing if units[p].turn == units[position].turn - 1]


def _before(about: About, current: Mapping[int, Decision], new: int) -> int:
    """The position of what the change replaced; -1 where nobody can say.

    That is what it is linked to, else the last other value of the same thing, else the only other value of its kind.
    """
    scene = about.scene
    ids = {scene.units[p].id: p for p in range(new)}
    linked = [ids[id] for id in current[new].supersedes if id in ids]
    if linked:
        return linked[-1]
    mine = about.own(new).settings[0]
    others = [old for old in range(new) if _other(about, mine, old)]
    named = [old for old in others if mine.names & about.own(old).settings[0].names]
    if named or len(others) != 1 or not scene.cued(new, "replace"):
        return named[-1] if named else -1
    return others[0]


def _other(about: About, mine: Setting, old: int) -> bool:
    """Whether a human's earlier statement sets one value of the same kind, and another one."""
    theirs = about.own(old).settings
    said = about.scene.human(old) and about.scene.prose(old)
    return said and len(theirs) == 1 and theirs[0].dimension == mine.dimension and theirs[0].value != mine.value


def _stands(decision: Decision) -> bool:
    binds = decision.label == Label.CONSTRAINT and decision.status != Status.DEPRECATED
    return binds or (decision.label == Label.DECISION and decision.status == Status.FINAL)
