"""What holds after all of a person's acts: the last one on each unit, and nothing of what was undone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from fastjev.labeling.acts import Act
from fastjev.labeling.fold import changes, standing, undone


@dataclass(frozen=True, slots=True)
class Answer:
    """One person's answer about one unit."""

    label: str | None = None
    skipped: bool = False
    unfit: str | None = None
    """Why nobody can label it."""
    note: str | None = None
    boundary: bool | None = None
    """Nothing where nobody said."""
    merged: bool = False
    """Whether it goes on the unit before it."""
    supersedes: tuple[str, ...] = ()


_NONE = Answer()


@dataclass(frozen=True, slots=True)
class Answers:
    """Of one person. A value: `after` makes the next."""

    acts: tuple[Act, ...] = ()
    """Those that hold, oldest first; what was undone and the undoing are not among them."""
    by_unit: Mapping[str, Answer] = field(default_factory=dict)

    def of(self, unit: str) -> Answer:
        """The answer about a unit; an empty one where there is none."""
        return self.by_unit.get(unit, _NONE)

    def after(self, act: Act) -> "Answers":
        """With one more act. `undo` takes back the act that it names, if that holds (`fold.undone`)."""
        if act.op != "undo":
            return Answers((*self.acts, act), {**self.by_unit, act.unit: _told(self.of(act.unit), act)})
        at = undone(self.acts, act)
        if at is None:
            return self
        left = self.acts[:at] + self.acts[at + 1 :]
        again = _fold(each for each in left if each.unit == act.unit)
        return Answers(left, {**self.by_unit, act.unit: again})


def answers(acts: Iterable[Act]) -> Answers:
    """What holds after all of them."""
    held = standing(acts)
    by_unit: dict[str, Answer] = {}
    for act in held:
        by_unit[act.unit] = _told(by_unit.get(act.unit, _NONE), act)
    return Answers(tuple(held), by_unit)


def _fold(acts: Iterable[Act]) -> Answer:
    found = _NONE
    for act in acts:
        found = _told(found, act)
    return found


def _told(before: Answer, act: Act) -> Answer:
    return replace(before, **changes(before, act))
