"""A set opened in a hurry: of its units only those are read that a first frame shows.

Items, acts and answers have the names of the real ones and no class of theirs: to load dataclasses takes as long as all
the rest, and pathlib a third of that.
"""
# ruff: noqa: PTH109, PTH112, PTH120

import json
import os
import re
import stat
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from fastjev.labeling.fold import changes, standing
from fastjev.labeling.state import CONTEXT, Session, Sheet, day
from fastjev.labeling.tasks import TASKS, answered

_UNIT = re.compile(rb'\{"v":1,"unit":"(\w+)"')
"""How the lines of units begin."""
_TASK = TASKS["class"]
_ASKED = b'"asked":true'
"""No text of a line can hold it: there the quotes have a backslash."""


class Told:
    """Anything, by what was told of it."""

    def __init__(self, **fields: Any) -> None:
        vars(self).update(fields)


class Act(Told):
    """As `acts.Act`."""

    op: str
    unit: str
    t: str
    ms: int | None = None
    label = value = old = undone = note = reason = None


class Answer(Told):
    """As `answers.Answer`."""

    skipped = merged = False
    label = unfit = note = boundary = None
    supersedes = ()


class Answers:
    """As `answers.Answers`, but none can be added."""

    def __init__(self, acts: Iterable[Act]) -> None:
        self.acts = standing(acts)
        self.by_unit: dict[str, Answer] = {}
        for act in self.acts:
            before = self.of(act.unit)
            self.by_unit[act.unit] = Answer(**{**vars(before), **changes(before, act)})

    def of(self, unit: str) -> Answer:
        """The answer about a unit; an empty one where there is none."""
        return self.by_unit.get(unit, _NONE)


_NONE = Answer()


class Lines(Sequence[Any]):
    """The units of a file, each read when it is looked at."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.lines = lines

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, at: Any) -> Any:
        return Lines(self.lines[at]) if isinstance(at, slice) else _item(json.loads(self.lines[at]))


class Ids(Sequence[str]):
    """The units that are asked about, each named when it is looked at."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.lines = [line for line in lines if _ASKED in line]

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, at: Any) -> Any:
        return _id(self.lines[at])


def session(told: Mapping[str, str], at: float) -> Session:
    """Where a person goes on in a set, by the options of `label`; that it is being read, where that takes longer.

    It takes the lines to stand as they are read. Where they do not, the command begins elsewhere, and then nothing that
    was typed counts (`first.settle`). Raises: ValueError, KeyError for lines that are none of a set.
    """
    folder = _folder(told["--set"])
    lines = _lines(f"{folder}/units.jsonl") if folder else []
    plain = told.get("--order", "file") == "file" and told.get("--task", "class") == "class"
    if not lines or "sessions" in told or not plain:
        return _reading(told)
    given = Answers(Act(**json.loads(line)) for line in _lines(f"{folder}/{told['--by']}.jsonl"))
    order = Ids(lines)
    place = _first(order, given)
    here = lines.index(order.lines[place]) if place < len(order) else 0
    near = range(max(0, here - CONTEXT), min(len(lines), here + CONTEXT + 1))
    places = {_id(lines[each]): each for each in near}
    done = sum(bool(answered(_TASK, cast(Any, answer))) for answer in given.by_unit.values())
    begun = _session(_sheet(told, Lines(lines), places, day(at)), order, given)
    return begun._replace(at=place, since=at, done=done)


def _first(order: Sequence[str], given: Answers) -> int:
    """The place of the first unit that is still to be answered, skipped ones last; the end where there is none."""
    still = (place for place, id in enumerate(order) if not answered(_TASK, cast(Any, given.of(id))))
    skipped = len(order)
    for place in still:
        if not given.of(order[place]).skipped:
            return place
        skipped = min(skipped, place)
    return skipped


def _id(line: bytes) -> str:
    found = _UNIT.match(line)
    if not found:
        raise ValueError("no unit's line")
    return found[1].decode()


def _reading(told: Mapping[str, str]) -> Session:
    what = told.get("sessions", told["--set"])
    sheet = _sheet(told, (), {}, "")
    return _session(sheet, (), Answers(()))._replace(screen="reading", said=f"reading {what} ...")


def _session(sheet: Sheet, order: Sequence[str], given: Answers) -> Session:
    return Session(sheet=sheet, order=cast(Any, order), answers=cast(Any, given))


def _sheet(told: Mapping[str, str], items: Sequence[Any], places: Mapping[str, int], day: str) -> Sheet:
    return Sheet(
        name=told["--set"],
        by=told["--by"],
        task=TASKS.get(told.get("--task", "class"), _TASK),
        items=items,
        places=places,
        suggest="--suggest" in told,
        day=day,
    )


def _folder(name: str) -> str | None:
    """The set's, where it is; `project_root` says the same."""
    above = [os.getcwd()]
    while (parent := os.path.dirname(above[-1])) != above[-1]:
        above.append(parent)
    roots = (each for mark in (".fastjev", ".git") for each in above if os.path.lexists(f"{each}/{mark}"))
    folder = f"{next(roots, above[0])}/.fastjev/labels/{name}"
    return folder if re.fullmatch(r"[\w-][\w.-]{0,63}", name) and os.path.isdir(folder) else None


def _lines(path: str) -> list[bytes]:
    try:
        # Opening a pipe would wait for a writer.
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise ValueError("no regular file")
            return file.read().removesuffix(b"\n").split(b"\n")
    except FileNotFoundError:
        return []


def _item(value: Mapping[str, Any]) -> Told:
    return Told(**{**value, "id": value["unit"], "time": value.get("t"), "text": value.get("text", "")})
