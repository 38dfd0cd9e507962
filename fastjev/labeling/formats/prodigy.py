"""Prodigy's JSONL, as its `choice` view takes and `db-out` gives it: a line for each answer."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from fastjev.jsontext import dump as line
from fastjev.labeling.formats.record import Record, answered, more, objects, one_of, options, part, text_of, word

_OWN = "fastjev"
_ANSWERS = ("accept", "reject", "ignore")
_SHOWN = ("unit", "turn", "speaker")


def dump(records: Sequence[Record], name: str) -> bytes:
    """The file; `name`: of the set, with which a session's name begins."""
    return "".join(f"{line(_task(record, name))}\n" for record in records).encode()


def parse(raw: bytes, name: str) -> Iterator[Record]:
    """What a file says. What was rejected is unfit only where the file says why. Raises: ReadError."""
    for where, task in objects(raw, name):
        own = part(where, _OWN, task.get(_OWN))
        answer = word(where, "answer", task.get("answer"), _ANSWERS)
        accepted = one_of(where, "accept", task.get("accept"))
        # Tasks of one label have no list of those accepted.
        label = accepted or (task.get("label") if answer == "accept" else None)
        told = {**own, "skipped": answer == "ignore" or (answer == "reject" and "unfit" not in own)}
        if label is not None or answer == "accept":
            told.pop("unfit", None)
        yield Record(
            where=where,
            text=text_of(where, "text", task.get("text")) or "",
            unit=own if "unit" in own else _known(part(where, "meta", task.get("meta"))),
            by=_by(where, task, own),
            answer=answered(where, label, told),
            t=_iso(task.get("_timestamp")) or text_of(where, "answered", own.get("answered")),
        )


def _task(record: Record, name: str) -> dict[str, Any]:
    told = more(record)
    by, skipped = told.pop("by", None), told.pop("skipped", False)
    task: dict[str, Any] = {
        "text": record.text,
        "options": [{"id": each, "text": each} for each in options(record.unit)],
        # What its cards show, and what it only keeps.
        "meta": {key: record.unit[key] for key in _SHOWN if key in record.unit},
        _OWN: {**record.unit, **told, "set": name},
        "_view_id": "choice",
    }
    if by is None:
        return task
    task["accept"] = [record.answer.label] if record.answer.label else []
    task["answer"] = "ignore" if skipped else "reject" if record.answer.unfit else "accept"
    session = f"{name}-{by}"
    return {**task, "_session_id": session, "_annotator_id": session, "_timestamp": _seconds(record.t)}


def _known(meta: Mapping[str, Any]) -> dict[str, Any]:
    """A unit's id alone: of a file whose own keys somebody took out."""
    return {"unit": meta["unit"]} if "unit" in meta else {}


def _by(where: str, task: dict[str, Any], own: Mapping[str, Any]) -> str | None:
    given = task.get("_annotator_id") or task.get("_session_id")
    who = text_of(where, "_session_id", given)
    return who.removeprefix(f"{own.get('set')}-") if who else None


def _seconds(t: str | None) -> int | None:
    try:
        return int(datetime.fromisoformat(t).timestamp()) if t else None
    except ValueError:
        return None


def _iso(seconds: Any) -> str | None:
    if type(seconds) not in (int, float):
        return None
    try:
        return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return None
