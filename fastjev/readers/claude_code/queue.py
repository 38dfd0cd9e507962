"""Prompts typed while the assistant worked, where the queue is the only place that has them."""

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fastjev.readers import speech
from fastjev.readers.claude_code.rows import Operation, Row


class Queued(NamedTuple):
    """One queued text, and the operation that let it out; the enqueueing itself where none did."""

    put: Operation
    out: Operation


def unsent(operations: Sequence[Operation], rows: Sequence[Row]) -> list[tuple[int, Row]]:
    """A row for each queued prompt that never became one, with the record at which the queue let it out.

    A prompt taken back to be edited stays in, unless the next thing typed repeats it: its words were typed, and
    what became of them does not show.
    """
    if not operations:
        return []
    sent = [row for row in rows if not row.sidechain and row.parts and (row.prompted or row.kind.startswith("attach"))]
    records = [row.record for row in sent]
    places: dict[str, list[int]] = {}
    for row in sent:
        for part in row.parts:
            places.setdefault(part.text.strip(), []).append(row.record)
    claimed: dict[str, int] = {}
    found = []
    for put, out in sorted(_queued(operations)):
        text = put.text.strip()
        later = bisect_right(places.get(text, []), put.record, claimed.get(text, 0))
        if later < len(places.get(text, [])):
            claimed[text] = later + 1
            continue
        # A command that was let out became a row of another form.
        command = out.name == "dequeue" and text.startswith("/")
        following = bisect_right(records, out.record)
        if command or (following < len(sent) and _repeats(sent[following], text)):
            continue
        parts = tuple(part._replace(via="queued") for part in speech.parts(text) if part.via == "prompt")
        if parts:
            found.append((out.record, Row(put.record, "queued", time=put.time, parts=parts)))
    return sorted(found, key=lambda entry: entry[0])


def _queued(operations: Iterable[Operation]) -> list[Queued]:
    """First in, first out, unless an operation names the text."""
    waiting: deque[Operation] = deque()
    named: dict[str, deque[Operation]] = {}
    out: dict[int, Queued] = {}
    for operation in operations:
        if operation.name == "enqueue":
            waiting.append(operation)
            named.setdefault(operation.text, deque()).append(operation)
            continue
        line = named.get(operation.text, deque()) if operation.text else waiting
        while line:
            put = line.popleft()
            if put.record not in out:
                out[put.record] = Queued(put, operation)
                if operation.name != "popAll" or operation.text:
                    break
    return [*out.values(), *(Queued(put, put) for put in waiting if put.record not in out)]


def _repeats(row: Row, text: str) -> bool:
    """Does the row hold the text as whole lines, or begin with it?"""
    said = "\n\n".join(part.text for part in row.parts).strip()
    if f"\n{text}\n" in f"\n{said}\n":
        return True
    return said.startswith(text) and not said[len(text) : len(text) + 1].isalnum()
