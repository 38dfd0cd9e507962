"""CoNLL: a unit on each line, `B-` where a passage of one label begins, a blank line where a new intent does.

Columns: text, tag, unit, and what else was said as `key=value|key=value`. Passages of one person follow `# by = name`.
"""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from fastjev.errors import ReadError
from fastjev.jsontext import dump as as_json
from fastjev.labeling.answers import Answer
from fastjev.labeling.formats.record import Record, answered, more, text

_EMPTY = "_"
_OUTSIDE = "O"
_ABOUT = re.compile(r"#\s*by\s*=\s*(.*)")
_TAG = re.compile(r"(?:[BIES]-)?(.*)")


def dump(records: Sequence[Record], name: str) -> bytes:
    """The file; `name`: of the set, unused. People one after the other, each in reading order."""
    found: list[str] = []
    ordered = sorted(records, key=lambda record: record.by or "")
    for by, own in groupby(ordered, key=lambda record: record.by):
        found.append(f"# by = {by or _EMPTY}\n")
        before: Record | None = None
        for record in own:
            if before is not None and _opens(before, record):
                found.append("\n")
            found.append("\t".join(_columns(before, record)) + "\n")
            before = record
        found.append("\n")
    return "".join(found).encode()


def parse(raw: bytes, name: str) -> Iterator[Record]:
    """What a file says. Raises: ReadError."""
    by: str | None = None
    for number, each in enumerate(text(raw, name).split("\n"), 1):
        where = f"{name}:{number}"
        if "\t" not in each and each.startswith("#"):
            about = _ABOUT.match(each)
            by = (about[1].strip() if about[1].strip() != _EMPTY else None) if about else by
        elif each.strip():
            yield _record(where, each.rstrip("\r").split("\t"), by)


def _opens(before: Record, record: Record) -> bool:
    said = record.answer.boundary
    return before.unit.get("at", [])[:1] != record.unit.get("at", [])[:1] if said is None else said


def _columns(before: Record | None, record: Record) -> list[str]:
    label = record.answer.label
    goes_on = before is not None and before.answer.label == label and not _opens(before, record)
    tag = f"{'I' if goes_on or record.answer.merged else 'B'}-{label}" if label else _OUTSIDE
    told = {**record.unit, **more(record)}
    unit = told.pop("unit", _EMPTY)
    told.pop("by", None)
    rest = "|".join(f"{key}={_escaped(as_json(value))}" for key, value in told.items())
    return [_escaped(record.text) or _EMPTY, tag, unit, rest or _EMPTY]


def _record(where: str, columns: list[str], by: str | None) -> Record:
    if len(columns) < 2:
        raise ReadError(f"{where}: has one column; text and tag are two, with a tab between them")
    said, tag, *rest = columns
    unit = rest[0] if rest and rest[0] != _EMPTY else None
    told = _told(where, rest[1]) if len(rest) > 1 and rest[1] != _EMPTY else {}
    label = None if tag in (_OUTSIDE, _EMPTY, "") else _TAG.fullmatch(tag)[1]  # type: ignore[index]
    answer = answered(where, label, told) if label or told else Answer()
    known = {**told, "unit": unit} if unit else {}
    return Record(where, "" if said == _EMPTY else _plain(said), known, by, answer, told.get("answered"))


def _told(where: str, column: str) -> dict[str, Any]:
    found = {}
    for each in column.split("|"):
        key, _, value = each.partition("=")
        try:
            found[key] = json.loads(_plain(value))
        except (ValueError, RecursionError) as error:
            raise ReadError(f"{where}: {key}: its value is no JSON: {error}") from error
    return found


def _escaped(said: str) -> str:
    """On one line and without a column's end; a text that is the sign for none is none no more."""
    inner = as_json(said)[1:-1].replace('\\"', '"').replace("|", "\\u007c")
    return "\\u005f" if inner == _EMPTY else inner


def _plain(said: str) -> str:
    """What was escaped; of a file that is not ours, the text as it stands."""
    bare = re.sub(r'(?<!\\)((?:\\\\)*)"', r'\1\\"', said)
    try:
        found: str = json.loads(f'"{bare}"')
    except ValueError:
        return said
    return found
