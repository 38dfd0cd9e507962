"""The lines of a set's files, version 1: one JSON object each. A line that ends too early is a crash, not an error.

Files are only added to, so that fields of later versions stay where they are.
"""

import difflib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from types import NoneType
from typing import Any, NamedTuple, get_args

from fastjev.errors import ReadError
from fastjev.jsontext import dump
from fastjev.labeling.acts import Act, Mode, Op
from fastjev.labeling.items import HOLDOUT, Item
from fastjev.labels import Label, Speaker

VERSION = 1
ANSWERS = (*map(str, Label), "whole", "call", "none")
"""What `set` may say: a label, or how much of an exchange is needed."""
REASONS = {"unfit": ("garbled", "secret", "language"), "set": ("text", "guide", "slip", "edge")}
"""Why a unit is unfit, and why an adjudication was needed."""
_OPS = get_args(Op)
_FIELDS = {field.name: "from" if field.name == "of" else field.name for field in fields(Act)}
_SPEAKERS = {str(speaker): speaker for speaker in Speaker}
_TEXT, _MAYBE_TEXT, _MAYBE_FLAG = (str,), (str, NoneType), (bool, NoneType)
_ITEM = {
    "unit": _TEXT, "conv": _TEXT, "at": (list,), "turn": (int,), "speaker": _TEXT, "kind": _TEXT, "sha": _TEXT,
    "t": _MAYBE_TEXT, "text": _MAYBE_TEXT, "asked": _MAYBE_FLAG, "split": _MAYBE_TEXT,
}  # fmt: skip
_OP = {"op": _TEXT}
_EVERY = {
    "unit": _TEXT, "by": _TEXT, "t": _TEXT, "ms": (int, NoneType), "mode": _MAYBE_TEXT, "guide": _MAYBE_TEXT,
    "label": _MAYBE_TEXT, "value": _MAYBE_FLAG, "old": _MAYBE_TEXT, "undone": _MAYBE_TEXT, "note": _MAYBE_TEXT,
    "reason": _MAYBE_TEXT, "from": (list, NoneType),
}  # fmt: skip
_NEEDED: dict[str, dict[str, tuple[type, ...]]] = {
    "set": {"label": _TEXT},
    "supersedes": {"old": _TEXT},
    "boundary": {"value": (bool,)},
    "merge": {"value": (bool,)},
}
_ACT = {op: {**_EVERY, **_NEEDED.get(op, {})} for op in _OPS}
_UNIT, _CONV = (re.compile(rf"{kind}_\w{{1,64}}", re.ASCII) for kind in "uc")
"""What units and sessions are called: no part of a path, and nothing that a terminal obeys."""
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?", re.ASCII)
_MOST_MS = 10**12
"""Thirty years: no unit was shown for longer."""
_MOST = 10**15
"""More messages, characters and turns no session has."""
_SHOWN = 40
"""Characters of a wrong value that an error shows."""


class Row(NamedTuple):
    """One line's object and where it stands."""

    where: str
    """file:line"""
    value: Mapping[str, Any]


def rows(raw: bytes, name: str, notes: list[str]) -> Iterator[Row]:
    """Each line of a file; one that ends too early is told in `notes` and left out.

    Raises: ReadError, with file and line, for what is no JSON object or not of this version.
    """
    lines = raw.split(b"\n")
    for number, line in enumerate(lines, 1):
        if not (line := line.strip(b" \t\r\0")):
            continue
        where = f"{name}:{number}"
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            if number == len(lines) or _is_torn(line, error):
                notes.append(f"{where}: ends too early, as after a crash; it is left out")
                continue
            raise ReadError(f"{where}: {_not_json(line, error)}") from error
        if not isinstance(value, dict):
            raise ReadError(f"{where}: each line is a JSON object")
        if value.get("v") != VERSION or isinstance(value["v"], bool):
            raise ReadError(f"{where}: v: {_short(value.get('v'))} is not {VERSION}, all that this version reads")
        yield Row(where, value)


def item(row: Row) -> Item:
    """The unit that a line tells of. Raises: ReadError, with file, line and field."""
    value = _fitting(row, _ITEM)
    at = value["at"]
    if not (len(at) == 3 and all(type(each) is int and 0 <= each <= _MOST for each in at)):
        raise ReadError(f"{row.where}: at: {_short(at)} is not like [message, start, end]")
    _within(row, "turn", _MOST)
    _named(row, "unit", _UNIT)
    _named(row, "conv", _CONV)
    split = value.get("split") or ""
    if split not in ("", HOLDOUT):
        raise ReadError(f"{row.where}: split: {_short(split)} is neither {HOLDOUT!r} nor left out")
    return Item(
        id=value["unit"],
        conv=value["conv"],
        at=(at[0], at[1], at[2]),
        turn=value["turn"],
        speaker=_SPEAKERS.get(value["speaker"]) or Speaker(_one_of(row, "speaker", tuple(_SPEAKERS))),
        kind=value["kind"],
        time=value.get("t"),
        text=value.get("text") or "",
        sha=value["sha"],
        asked=bool(value.get("asked")),
        split=split,
    )


def act(row: Row) -> Act:
    """What a line says that somebody did. Raises: ReadError, with file, line and field."""
    # First, since an op of a later version may have other fields.
    _fitting(row, _OP)
    op = _one_of(row, "op", _OPS)
    value = _fitting(row, _ACT[op])
    of = value.get("from") or []
    if not all(isinstance(each, str) for each in of):
        raise ReadError(f"{row.where}: from: {_short(of)} is no list of names")
    made = Act(
        op=op,
        unit=value["unit"],
        by=value["by"],
        t=value["t"],
        ms=value.get("ms"),
        mode=_one_of(row, "mode", get_args(Mode)) if value.get("mode") else None,
        guide=value.get("guide"),
        label=_one_of(row, "label", ANSWERS) if op == "set" else value.get("label"),
        value=value.get("value"),
        old=value.get("old"),
        undone=value.get("undone"),
        note=value.get("note"),
        reason=_one_of(row, "reason", REASONS[op]) if op in REASONS and value.get("reason") else None,
        saw=value.get("saw"),
        of=tuple(of),
    )
    _within(row, "ms", _MOST_MS)
    _named(row, "unit", _UNIT)
    if made.old:  # empty where a unit ends nothing
        _named(row, "old", _UNIT)
    if not is_time(made.t):
        raise ReadError(f"{row.where}: t: {_short(made.t)} is no time like 2026-11-30T08:00:00Z")
    return made


def item_line(item: Item) -> str:
    """The line of a unit, its end included."""
    return _line({"v": VERSION, **item_tree(item), "text": item.text})


def item_tree(item: Item) -> dict[str, Any]:
    """What a line tells of a unit besides its text."""
    told: dict[str, Any] = {"unit": item.id, "conv": item.conv, "at": list(item.at), "turn": item.turn}
    told |= {"speaker": str(item.speaker), "kind": item.kind, "t": item.time, "sha": item.sha}
    told |= {"asked": item.asked or None, "split": item.split or None}
    return {key: value for key, value in told.items() if value is not None}


def names(line: bytes) -> str | None:
    """The unit that a line is about; nothing where it cannot be read."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value.get("unit") if isinstance(value, dict) else None


def without_text(line: bytes) -> bytes:
    """The line of a unit without its text; fields that this version does not know stay."""
    return _line({**json.loads(line), "text": ""}).rstrip("\n").encode()


def act_line(act: Act) -> str:
    """The line of an act, its end included."""
    told = {key: getattr(act, name) for name, key in _FIELDS.items()}
    return _line({"v": VERSION, **told, "from": list(act.of) or None})


def nearest(word: str, known: tuple[str, ...]) -> str:
    """`; did you mean 'fact'?`, where one of the known is near."""
    near = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def is_time(t: str) -> bool:
    """Whether it is a time as acts have it, ISO 8601."""
    return _TIME.fullmatch(t) is not None


def _line(told: Mapping[str, Any]) -> str:
    return dump({key: value for key, value in told.items() if value is not None}, dense=True) + "\n"


def _is_torn(line: bytes, error: Exception) -> bool:
    """Whether a line is the beginning of one: the next writer set a line end behind it."""
    if not line.startswith(b"{"):
        return False
    at_end = isinstance(error, json.JSONDecodeError) and error.pos >= len(error.doc)
    return at_end or not line.endswith(b"}")


def _not_json(line: bytes, error: Exception) -> str:
    if line.startswith((b"<<<<<<<", b"=======", b">>>>>>>")):
        return "git left a conflict here; keep all lines of both sides and take out its marks"
    return f"no JSON object: {error}"


def _one_of(row: Row, key: str, known: tuple[str, ...]) -> Any:
    value = row.value[key]
    if value not in known:
        raise ReadError(f"{row.where}: {key}: {_short(value)} is none of {', '.join(known)}{nearest(value, known)}")
    return value


def _fitting(row: Row, kinds: Mapping[str, tuple[type, ...]]) -> Mapping[str, Any]:
    """The line, whose fields are of these types. Raises: ReadError."""
    for key, kind in kinds.items():
        value = row.value.get(key)
        if type(value) not in kind:  # True is an int
            said = "is missing" if value is None else f"{_short(value)} is not of type {kind[0].__name__}"
            raise ReadError(f"{row.where}: {key}: {said}")
    return row.value


def _within(row: Row, key: str, most: int) -> None:
    value = row.value.get(key)
    if value is not None and not 0 <= value <= most:
        raise ReadError(f"{row.where}: {key}: {_short(value)} is not between 0 and {most}")


def _named(row: Row, key: str, form: re.Pattern[str]) -> None:
    if not form.fullmatch(row.value[key]):
        like = form.pattern[:2]
        raise ReadError(f"{row.where}: {key}: {_short(row.value[key])} is not {like} and 1 to 64 letters or digits")


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + "…"
