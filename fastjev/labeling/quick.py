"""A set opened in a hurry: of its units only those are read that a first frame shows.

Items, acts and answers are tuples with the names of the real ones: to load dataclasses takes as long as all the rest.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, cast

from fastjev.labeling.fold import changes, standing
from fastjev.labeling.moves import begun
from fastjev.labeling.state import Session, Sheet, day
from fastjev.labeling.tasks import TASKS
from fastjev.project import project_root

_UNIT = re.compile(rb'\{"v":1,"unit":"(\w+)","conv":"(\w+)","at":\[(\d+),(\d+),(\d+)\]')
"""How the lines of units begin."""
_ASKED = b'"asked":true'
"""No text of a line can hold it: there the quotes have a backslash."""


class Item(NamedTuple):
    """A unit, as far as it is drawn."""

    id: str
    conv: str
    at: tuple[int, int, int]
    turn: int
    speaker: str
    time: str | None
    text: str


class Act(NamedTuple):
    """An act, as far as it is drawn."""

    op: str
    unit: str
    t: str
    ms: int | None = None
    label: str | None = None
    value: bool | None = None
    old: str | None = None
    note: str | None = None
    reason: str | None = None


class Answer(NamedTuple):
    """As `answers.Answer`."""

    label: str | None = None
    skipped: bool = False
    unfit: str | None = None
    note: str | None = None
    boundary: bool | None = None
    merged: bool = False
    supersedes: tuple[str, ...] = ()


class Answers(NamedTuple):
    """As `answers.Answers`, but none can be added."""

    acts: tuple[Act, ...]
    by_unit: Mapping[str, Answer]

    def of(self, unit: str) -> Answer:
        """The answer about a unit; an empty one where there is none."""
        return self.by_unit.get(unit, Answer())


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
    lines = _lines(folder / "units.jsonl") if folder else []
    found = [known.groups() for line in lines if (known := _UNIT.match(line))]
    plain = told.get("--order", "file") == "file" and told.get("--task", "class") == "class"
    if folder is None or not found or "sessions" in told or not plain or len(found) != len(lines):
        return _reading(told)
    if not _in_order(found):
        return _reading(told)
    ids = [unit.decode() for unit, *_ in found]
    sheet = _sheet(told, Lines(lines), {id: place for place, id in enumerate(ids)}, day(at))
    order = tuple(id for id, line in zip(ids, lines, strict=True) if _ASKED in line)
    given = answers(_act(json.loads(line)) for line in _lines(folder / f"{told['--by']}.jsonl"))
    return begun(_session(sheet, order, given), at)


def answers(acts: Iterable[Act]) -> Answers:
    """What holds after all of them."""
    held = standing(acts)
    by_unit: dict[str, Answer] = {}
    for act in held:
        before = by_unit.get(act.unit, Answer())
        by_unit[act.unit] = before._replace(**changes(before, act))
    return Answers(tuple(held), by_unit)


def _reading(told: Mapping[str, str]) -> Session:
    what = told.get("sessions", told["--set"])
    sheet = _sheet(told, (), {}, "")
    return _session(sheet, (), answers(()))._replace(screen="reading", said=f"reading {what} ...")


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


def _folder(name: str) -> Path | None:
    here = Path.cwd()
    folder = (project_root(here) or here) / ".fastjev" / "labels" / name
    return folder if re.fullmatch(r"[\w-][\w.-]{0,63}", name) and folder.is_dir() else None


def _lines(path: Path) -> list[bytes]:
    try:
        return [line for line in path.read_bytes().split(b"\n") if line]
    except FileNotFoundError:
        return []


def _in_order(found: Sequence[tuple[bytes, ...]]) -> bool:
    """Whether the units stand as they are read: session by session, each unit once."""
    convs = {conv: n for n, conv in enumerate(dict.fromkeys(conv for _, conv, *_ in found))}
    places = [(convs[conv], int(m), int(start), int(end), unit) for unit, conv, m, start, end in found]
    return all(one < two for one, two in pairwise(places))


def _act(value: Mapping[str, Any]) -> Act:
    return Act(**{name: value[name] for name in Act._fields if name in value})


def _item(value: Mapping[str, Any]) -> Item:
    at = value["at"]
    return Item(
        id=value["unit"],
        conv=value["conv"],
        at=(at[0], at[1], at[2]),
        turn=value["turn"],
        speaker=value["speaker"],
        time=value.get("t"),
        text=value.get("text", ""),
    )
