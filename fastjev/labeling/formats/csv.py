"""CSV for spreadsheets: a row for each answer, and no cell that a spreadsheet would run."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

from fastjev.errors import ReadError
from fastjev.labeling.formats.escaped import plain, shown
from fastjev.labeling.formats.record import Record, answered, more, text

_COLUMNS = (
    "unit", "speaker", "text", "label", "by", "note", "skipped", "unfit", "boundary", "merged", "supersedes",
    "answered", "conv", "at", "turn", "kind", "t", "sha", "asked", "split",
)  # fmt: skip
_FLAGS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r]")
"""What a spreadsheet takes for a formula, however many marks of text stand before it."""
_NONE_ENDED = "nothing"
"""Where somebody said that a unit ends none of the older ones; an empty cell is where nobody said."""
_CELL = 1 << 30
"""Characters: the library's own limit of 131,072 is less than a pasted log."""


def dump(records: Sequence[Record], name: str) -> bytes:
    """The file; `name`: of the set, unused."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(_COLUMNS)
    for record in records:
        told = {**record.unit, "text": record.text, "label": record.answer.label, **more(record)}
        writer.writerow([_defused(shown(_cell(told.get(column)))) for column in _COLUMNS])
    # The mark by which a spreadsheet knows UTF-8.
    return file.getvalue().encode("utf-8-sig")


def parse(raw: bytes, name: str) -> Iterator[Record]:
    """What a file says. Columns stand in any order, and those that are not known are left out. Raises: ReadError."""
    whole = text(raw, name)
    head = whole.partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    before = csv.field_size_limit(_CELL)
    begins = 1
    try:
        rows = csv.reader(io.StringIO(whole, newline=""), delimiter=delimiter, strict=True)
        columns = [column.strip().lower() for column in next(rows, [])]
        if "text" not in columns and "unit" not in columns:
            raise ReadError(f"{name}:1: is no head of a table; it names columns, of which text and label are two")
        begins = rows.line_num + 1
        for row in rows:
            where = f"{name}:{begins}"
            if any(row[len(columns) :]):
                more = f"{len(row)} cells, and the head {len(columns)}"
                raise ReadError(f"{where}: has {more}; quote those with {delimiter!r}")
            if any(row):
                yield _record(where, dict(zip(columns, map(_read, row), strict=False)))
            begins = rows.line_num + 1
    except csv.Error as error:
        # An unclosed quote takes in all that follows: where it stands is where its row begins.
        raise ReadError(f"{name}:{begins}: is no CSV from there on: {error}") from error
    finally:
        csv.field_size_limit(before)


def _record(where: str, row: dict[str, str]) -> Record:
    told: dict[str, Any] = {key: row.get(key) or None for key in ("by", "note", "unfit", "answered")}
    told |= {key: _flag(where, key, row.get(key, "")) for key in ("skipped", "boundary", "merged")}
    told["supersedes"] = ["" if each == _NONE_ENDED else each for each in row.get("supersedes", "").split()]
    unit: dict[str, Any] = {key: row[key] for key in ("unit", "conv", "speaker", "kind", "t", "sha") if row.get(key)}
    unit |= {"asked": _flag(where, "asked", row.get("asked", "")), "split": row.get("split") or None}
    unit["at"] = [int(each) for each in re.findall(r"\d{1,15}", row.get("at", ""))]
    if (turn := row.get("turn", "")).isdecimal():
        unit["turn"] = int(turn[:15])
    answer = answered(where, row.get("label"), told)
    return Record(where, row.get("text", ""), unit if "unit" in unit else {}, told["by"], answer, told["answered"])


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(str(each) or _NONE_ENDED for each in value)
    return "" if value is None else str(value)


def _defused(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _read(cell: str) -> str:
    return plain(cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell)


def _flag(where: str, key: str, cell: str) -> bool | None:
    word = cell.strip().lower()
    if word and word not in _FLAGS:
        raise ReadError(f"{where}: {key}: {cell!r} is neither yes nor no")
    return _FLAGS.get(word)
