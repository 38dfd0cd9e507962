"""A set opened in a hurry: of its units only those are read that a first frame shows.

Items, acts and answers have the names of the real ones and no class of theirs: to load dataclasses takes as long as all
the rest, and pathlib a third of that.
"""
# ruff: noqa: PTH109, PTH112, PTH120, PTH123

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from operator import lt
from typing import Any, cast

from fastjev.labeling.fold import changes, standing
from fastjev.labeling.moves import begun
from fastjev.labeling.state import Session, Sheet, day
from fastjev.labeling.tasks import TASKS

_UNIT = re.compile(rb'\{"v":1,"unit":"(\w+)","conv":"(\w+)","at":\[(\d+),(\d+),')
"""How the lines of units begin."""
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
    label = value = old = note = reason = None


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


def session(told: Mapping[str, str], at: float) -> Session:
    """Where a person goes on in a set, by the options of `label`; that it is being read, where that takes longer."""
    folder = _folder(told["--set"])
    lines = _lines(f"{folder}/units.jsonl") if folder else []
    found = [known.groups() for line in lines if (known := _UNIT.match(line))]
    plain = told.get("--order", "file") == "file" and told.get("--task", "class") == "class"
    if folder is None or not found or "sessions" in told or not plain or len(found) != len(lines):
        return _reading(told)
    if not _in_order(found):
        return _reading(told)
    ids = [unit.decode() for unit, *_ in found]
    sheet = _sheet(told, Lines(lines), {id: place for place, id in enumerate(ids)}, day(at))
    order = tuple(id for id, line in zip(ids, lines, strict=True) if _ASKED in line)
    given = Answers(Act(**json.loads(line)) for line in _lines(f"{folder}/{told['--by']}.jsonl"))
    return begun(_session(sheet, order, given), at)


def _reading(told: Mapping[str, str]) -> Session:
    what = told.get("sessions", told["--set"])
    sheet = _sheet(told, (), {}, "")
    return _session(sheet, (), Answers(()))._replace(screen="reading", said=f"reading {what} ...")


def _session(sheet: Sheet, order: tuple[str, ...], given: Answers) -> Session:
    return Session(sheet=sheet, order=order, answers=cast(Any, given))


def _sheet(told: Mapping[str, str], items: Sequence[Any], places: Mapping[str, int], day: str) -> Sheet:
    return Sheet(
        name=told["--set"],
        by=told["--by"],
        task=TASKS.get(told.get("--task", "class"), TASKS["class"]),
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
        with open(path, "rb") as file:
            return [line for line in file.read().split(b"\n") if line]
    except FileNotFoundError:
        return []


def _in_order(found: Sequence[tuple[bytes, ...]]) -> bool:
    """Whether the units stand as they are read: session by session, each unit once."""
    convs = {conv: n for n, conv in enumerate(dict.fromkeys(conv for _, conv, *_ in found))}
    places = [(convs[conv], int(m), int(start)) for _, conv, m, start in found]
    return all(map(lt, places, places[1:]))


def _item(value: Mapping[str, Any]) -> Told:
    return Told(**{**value, "id": value["unit"], "time": value.get("t"), "text": value.get("text", "")})
