"""Label Studio's JSON: a list of tasks, each with the annotations of everybody who answered."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from fastjev.errors import ReadError
from fastjev.jsontext import dump as line
from fastjev.labeling.answers import Answer
from fastjev.labeling.formats.record import Record, answered, more, objects, one_of, part, short, text_of

_CHOICES = ("label", "unfit", "boundary", "merged")
_TEXTS = ("note", "supersedes")
_YES = {"yes": True, "no": False}


def dump(records: Sequence[Record], name: str) -> bytes:
    """The file; `name`: of the set, unused."""
    tasks = []
    for _, group in groupby(records, key=lambda record: record.unit.get("unit")):
        own = list(group)
        annotations = [_annotation(record) for record in own if record.by is not None]
        data = {**own[0].unit, "text": own[0].text}
        tasks.append(line({"data": data, "annotations": annotations, "predictions": []}))
    return ("[\n" + ",\n".join(tasks) + "\n]\n").encode()


def parse(raw: bytes, name: str) -> Iterator[Record]:
    """What a file says. Raises: ReadError."""
    for where, task in objects(raw, name):
        data = part(where, "data", task.get("data"))
        said = text_of(where, "data.text", data.get("text")) or ""
        unit = data if "unit" in data else {}
        annotations = task.get("annotations") or task.get("completions") or []
        if not isinstance(annotations, list):
            raise ReadError(f"{where}: annotations: {short(annotations)} is no list")
        if not annotations:
            yield Record(where, said, unit, None, Answer())
        for each in annotations:
            yield _record(where, said, unit, part(where, "annotations", each))


def _annotation(record: Record) -> dict[str, Any]:
    told = {"label": record.answer.label, **more(record)}
    result = [_result(key, "choices", [_choice(told[key])]) for key in _CHOICES if told.get(key) is not None]
    texts = {key: value if isinstance(value, list) else [value] for key, value in told.items() if key in _TEXTS}
    result += [_result(key, "textarea", value) for key, value in texts.items()]
    at = {"created_at": record.t} if record.t else {}
    return {"completed_by": {"email": record.by}, "was_cancelled": record.answer.skipped, **at, "result": result}


def _result(name: str, kind: str, value: list[str]) -> dict[str, Any]:
    inner = "text" if kind == "textarea" else kind
    return {"from_name": name, "to_name": "text", "type": kind, "value": {inner: value}}


def _choice(value: bool | str) -> str:
    return value if isinstance(value, str) else "yes" if value else "no"


def _record(where: str, said: str, unit: Mapping[str, Any], annotation: Mapping[str, Any]) -> Record:
    told: dict[str, Any] = {"skipped": annotation.get("was_cancelled") is True}
    label = None
    results = annotation.get("result") or []
    if not isinstance(results, list):
        raise ReadError(f"{where}: result: {short(results)} is no list")
    for each in results:
        result = part(where, "result", each)
        name, value = result.get("from_name"), part(where, "value", result.get("value"))
        if result.get("type") == "choices":
            # Somebody else's configuration calls the labels' field as it likes.
            chosen = one_of(where, name if isinstance(name, str) else "choices", value.get("choices"))
            if name in _CHOICES and name != "label":
                told[name] = _YES.get(chosen, chosen) if name in ("boundary", "merged") else chosen
            else:
                label = chosen
        elif name in _TEXTS:
            given = value.get("text")
            told[name] = given if name == "supersedes" else one_of(where, name, given)
    answer = answered(where, label, told)
    by = _by(where, annotation.get("completed_by"))
    return Record(where, said, unit, by, answer, text_of(where, "created_at", annotation.get("created_at")))


def _by(where: str, given: Any) -> str | None:
    who = given.get("email") or given.get("id") if isinstance(given, dict) else given
    return str(who) if type(who) is int else text_of(where, "completed_by", who)
