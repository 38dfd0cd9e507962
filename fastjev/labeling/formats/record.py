"""What travels between a set and another tool's file: one person's answer about one unit."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fastjev.errors import ReadError
from fastjev.labeling.answers import Answer
from fastjev.labeling.items import Item
from fastjev.labeling.lines import ANSWERS, REASONS, item_tree, nearest
from fastjev.labels import Label

EXCHANGES = ("whole", "call", "none")
_SHOWN = 40
"""Characters of a wrong value that an error shows."""


class Record(NamedTuple):
    """One answer, or a unit that nobody answered."""

    where: str
    """file:line, or which entry of a file."""
    text: str
    unit: Mapping[str, Any]
    """As a line of `units.jsonl` tells it; nothing in a file that is not ours."""
    by: str | None
    """Nothing where the file does not say."""
    answer: Answer
    t: str | None = None
    """When it was given last."""


def options(unit: Mapping[str, Any]) -> tuple[str, ...]:
    """What a unit can be answered by."""
    labels = tuple(str(label) for label in Label if label is not Label.UNSURE)
    return EXCHANGES if unit.get("kind") == "call" else labels


def record_of(item: Item, by: str | None, answer: Answer, t: str | None) -> Record:
    """A record to be written."""
    return Record("", item.text, item_tree(item), by, answer, t)


def more(record: Record) -> dict[str, Any]:
    """What an answer says besides its label; nothing that is not said."""
    answer = record.answer
    told: dict[str, Any] = {"by": record.by, "answered": record.t, "unfit": answer.unfit, "note": answer.note}
    told |= {"boundary": answer.boundary, "skipped": answer.skipped or None, "merged": answer.merged or None}
    told |= {"supersedes": list(answer.supersedes) or None}
    return {key: value for key, value in told.items() if value is not None}


def answered(where: str, label: Any, told: Mapping[str, Any]) -> Answer:
    """The answer that a label and those fields make. Raises: ReadError, with the nearest name."""
    supersedes = told.get("supersedes", [])
    if not (isinstance(supersedes, list) and all(isinstance(each, str) for each in supersedes)):
        raise ReadError(f"{where}: supersedes: {short(supersedes)} is no list of units")
    unfit = word(where, "unfit", told.get("unfit"), REASONS["unfit"])
    return Answer(
        label=word(where, "label", label, ANSWERS),
        skipped=bool(_flag(where, "skipped", told)),
        unfit=unfit,
        note=text_of(where, "note", told.get("note")) or None,
        boundary=_flag(where, "boundary", told),
        merged=bool(_flag(where, "merged", told)),
        supersedes=tuple(supersedes),
    )


def text_of(where: str, key: str, value: Any) -> str | None:
    """A text, or nothing. Raises: ReadError for anything else."""
    if value is None or isinstance(value, str):
        return value
    raise ReadError(f"{where}: {key}: {short(value)} is no text")


def word(where: str, key: str, value: Any, known: tuple[str, ...]) -> str | None:
    """One of the known words, or nothing. Raises: ReadError, with the nearest."""
    if value is None or value == "":
        return None
    found = re.sub(r"\s+", "", value).lower() if isinstance(value, str) else None
    if found not in known:
        hint = nearest(found, known) if found else ""
        raise ReadError(f"{where}: {key}: {short(value)} is none of {', '.join(known)}{hint}")
    return found


def part(where: str, key: str, value: Any) -> Mapping[str, Any]:
    """A JSON object, by default an empty one. Raises: ReadError for anything else."""
    if value is None:
        return {}
    if isinstance(value, dict):
        return value
    raise ReadError(f"{where}: {key}: {short(value)} is no JSON object")


def one_of(where: str, key: str, value: Any) -> Any:
    """The only entry of a list, or nothing of an empty one. Raises: ReadError for several, and for what is no list."""
    if value is None:
        return None
    if not isinstance(value, list):
        raise ReadError(f"{where}: {key}: {short(value)} is no list")
    if len(value) > 1:
        raise ReadError(f"{where}: {key}: {short(value)} are {len(value)}; a unit has one label")
    return value[0] if value else None


def objects(raw: bytes, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a JSON list or of JSON lines, each with where it stands. Raises: ReadError."""
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    if raw.lstrip()[:1] == b"[":
        found = [(f"{name}: entry {n}", value) for n, value in enumerate(_load(raw, name), 1)]
    else:
        lines = enumerate(raw.split(b"\n"), 1)
        found = [(f"{name}:{n}", _load(line, f"{name}:{n}")) for n, line in lines if line.strip()]
    for where, value in found:
        if not isinstance(value, dict):
            raise ReadError(f"{where}: {short(value)} is no JSON object")
        yield where, value


def text(raw: bytes, name: str) -> str:
    """A text file. Raises: ReadError for what is not UTF-8."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ReadError(f"{name}:{line}: is not UTF-8; save it so and import it again") from error


def short(value: object) -> str:
    """A wrong value as errors show it."""
    shown = repr(value)
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + "…"


def _load(raw: bytes, where: str) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise ReadError(f"{where}: is no JSON: {error}") from error


def _flag(where: str, key: str, told: Mapping[str, Any]) -> bool | None:
    value = told.get(key)
    if value is None or isinstance(value, bool):
        return value
    raise ReadError(f"{where}: {key}: {short(value)} is neither true nor false")
