"""doccano's JSONL for text classification: a line for each answer; what it does not know it keeps as metadata."""

from collections.abc import Iterator, Sequence

from fastjev.jsontext import dump as line
from fastjev.labeling.formats.record import Record, answered, more, objects, one_of, text_of


def dump(records: Sequence[Record], name: str) -> bytes:
    """The file; `name`: of the set, unused."""
    found = []
    for n, record in enumerate(records, 1):
        label = [record.answer.label] if record.answer.label else []
        found.append(line({"id": n, "text": record.text, "label": label, **record.unit, **more(record)}) + "\n")
    return "".join(found).encode()


def parse(raw: bytes, name: str) -> Iterator[Record]:
    """What a file says; a comment is a note. Raises: ReadError."""
    for where, example in objects(raw, name):
        comments = example.get("Comments")
        note = example.get("note") or ("\n".join(map(str, comments)) if isinstance(comments, list) else None)
        label = example.get("label", example.get("labels"))
        label = label if isinstance(label, str) else one_of(where, "label", label)
        # Who labels it there again says so by the label; why it was unfit stays behind in the metadata.
        told = {**example, "note": note, **({"unfit": None} if label else {})}
        yield Record(
            where=where,
            text=text_of(where, "text", example.get("text", example.get("data"))) or "",
            unit=example if "unit" in example else {},
            by=text_of(where, "by", example.get("by")),
            answer=answered(where, label, told),
            t=text_of(where, "answered", example.get("answered")),
        )
