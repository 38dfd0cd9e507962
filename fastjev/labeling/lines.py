"""The lines of a set's files, version 1: one JSON object each. A line that ends too early is a crash, not an error.

Files are only added to, so that fields of later versions stay where they are.
"""

import difflib
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, NamedTuple, TypeVar, get_args

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
_SHOWN = 40
"""Characters of a wrong value that an error shows."""

Kind = TypeVar("Kind")


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
    value = row.value
    speaker = _one_of(row, "speaker", tuple(map(str, Speaker)))
    at = value.get("at")
    if not (isinstance(at, list) and len(at) == 3 and all(type(each) is int and each >= 0 for each in at)):
        raise ReadError(f"{row.where}: at: {_short(at)} is not like [message, start, end]")
    split = _maybe(row, "split", str) or ""
    if split not in ("", HOLDOUT):
        raise ReadError(f"{row.where}: split: {_short(split)} is neither {HOLDOUT!r} nor left out")
    return Item(
        id=_needed(row, "unit", str),
        conv=_needed(row, "conv", str),
        at=(at[0], at[1], at[2]),
        turn=_needed(row, "turn", int),
        speaker=Speaker(speaker),
        kind=_needed(row, "kind", str),
        time=_maybe(row, "t", str),
        text=_maybe(row, "text", str) or "",
        sha=_needed(row, "sha", str),
        asked=bool(_maybe(row, "asked", bool)),
        split=split,
    )


def act(row: Row) -> Act:
    """What a line says that somebody did. Raises: ReadError, with file, line and field."""
    op = _one_of(row, "op", _OPS)
    of = row.value.get("from", [])
    if not (isinstance(of, list) and all(isinstance(each, str) for each in of)):
        raise ReadError(f"{row.where}: from: {_short(of)} is no list of names")
    if op == "supersedes":
        _needed(row, "old", str)
    if op in ("boundary", "merge"):
        _needed(row, "value", bool)
    return Act(
        op=op,
        unit=_needed(row, "unit", str),
        by=_needed(row, "by", str),
        t=_needed(row, "t", str),
        ms=_maybe(row, "ms", int),
        mode=_one_of(row, "mode", get_args(Mode)) if "mode" in row.value else None,
        guide=_maybe(row, "guide", str),
        label=_one_of(row, "label", ANSWERS) if op == "set" else _maybe(row, "label", str),
        value=_maybe(row, "value", bool),
        old=_maybe(row, "old", str),
        note=_maybe(row, "note", str),
        reason=_one_of(row, "reason", REASONS[op]) if op in REASONS and "reason" in row.value else None,
        saw=row.value.get("saw"),
        of=tuple(of),
    )


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
    value = _needed(row, key, str)
    if value not in known:
        raise ReadError(f"{row.where}: {key}: {_short(value)} is none of {', '.join(known)}{nearest(value, known)}")
    return value


def _needed(row: Row, key: str, kind: type[Kind]) -> Kind:
    value = _maybe(row, key, kind)
    if value is None:
        raise ReadError(f"{row.where}: {key}: is missing")
    return value


def _maybe(row: Row, key: str, kind: type[Kind]) -> Kind | None:
    value = row.value.get(key)
    if value is None:
        return None
    if type(value) is not kind:  # True is an int
        raise ReadError(f"{row.where}: {key}: {_short(value)} is not of type {kind.__name__}")
    return value


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + "…"
