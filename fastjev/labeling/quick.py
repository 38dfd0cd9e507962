"""A set opened in a hurry: of its units only those are read that a first frame shows."""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, overload

from fastjev.labeling.acts import Act
from fastjev.labeling.answers import Answers, answers
from fastjev.labeling.items import Item
from fastjev.labeling.moves import begun
from fastjev.labeling.state import Session, Sheet, day
from fastjev.labeling.tasks import TASKS
from fastjev.labels import Speaker
from fastjev.project import project_root

_UNIT = re.compile(rb'\{"v":1,"unit":"(\w+)","conv":"(\w+)","at":\[(\d+),(\d+),(\d+)\]')
"""How the lines of units begin."""
_ASKED = b'"asked":true'
"""No text of a line can hold it: there the quotes have a backslash."""


class Lines(Sequence[Item]):
    """The units of a file, each read when it is looked at."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.lines = lines

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, at: int) -> Item: ...

    @overload
    def __getitem__(self, at: slice) -> "Lines": ...

    def __getitem__(self, at: int | slice) -> "Item | Lines":
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
    return begun(Session(sheet=sheet, order=order, answers=_answers(folder / f"{told['--by']}.jsonl")), at)


def _reading(told: Mapping[str, str]) -> Session:
    what = told.get("sessions", told["--set"])
    return Session(sheet=_sheet(told, (), {}, ""), order=(), screen="reading", said=f"reading {what} ...")


def _sheet(told: Mapping[str, str], items: Sequence[Item], places: Mapping[str, int], day: str) -> Sheet:
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


def _answers(path: Path) -> Answers:
    return answers(_act(json.loads(line)) for line in _lines(path))


def _act(value: Mapping[str, Any]) -> Act:
    names = ("op", "unit", "by", "t", "ms", "label", "value", "old", "note", "reason")
    return Act(**{name: value[name] for name in names if name in value})


def _item(value: Mapping[str, Any]) -> Item:
    m, start, end = value["at"]
    return Item(
        id=value["unit"],
        conv=value["conv"],
        at=(m, start, end),
        turn=value["turn"],
        speaker=Speaker(value["speaker"]),
        kind=value["kind"],
        time=value.get("t"),
        text=value.get("text", ""),
        sha=value["sha"],
        asked=value.get("asked", False),
    )
