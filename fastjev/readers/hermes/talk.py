"""Rows to what was said."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fastjev.datatypes import Note
from fastjev.labels import Speaker
from fastjev.readers import flat, speech
from fastjev.readers.hermes.copies import originals
from fastjev.readers.hermes.marks import Stretch, opened
from fastjev.readers.hermes.rows import Row
from fastjev.readers.turns import Said

_BODY = ("output", "content", "diff")
"""Keys under which a tool's result holds what the tool printed."""


def said(segments: Sequence[Sequence[Row]]) -> tuple[list[Said], list[Note]]:
    """What is said in a session, its segments (those that it continues, and itself) in order.

    Rows that were taken back say nothing. Where what a compaction took out is in the source, a skeleton says nothing
    that the source does not.
    """
    live = [[row for row in rows if not _taken_back(row.item)] for rows in segments]
    whole = len(live) > 1 or any(row.item.get("compacted") for rows in live for row in rows)
    found: list[Said] = []
    notes: list[Note] = []
    for number, (row, cut) in enumerate(originals(live)):
        first = next((at for at, stretch in enumerate(cut) if stretch.said), -1)
        for at, stretch in enumerate(cut):
            entries, more = _entries(row, stretch, calls=at == first, alone=len(cut) == 1, whole=whole)
            for entry in entries:
                entry.entry = number
            found += entries
            notes += more
    return found, notes


def boundaries(found: Iterable[Said]) -> int:
    """Compactions of the built-in compressor."""
    return sum(entry.via == "summary" for entry in found)


def _taken_back(item: dict[str, Any]) -> bool:
    """Hermes keeps what a person rewound, as inactive; what a compaction took out is inactive and compacted."""
    return item.get("active") == 0 and not item.get("compacted")


def _entries(row: Row, stretch: Stretch, *, calls: bool, alone: bool, whole: bool) -> tuple[list[Said], list[Note]]:
    """Of one stretch. `calls`: whether the row's calls are made in it; `alone`: whether it is all of the text."""
    item = row.item
    time = flat.stamp(item)
    if not stretch.said:
        role = "user" if item.get("role") == "user" else "assistant"
        return [Said(role, Speaker.HARNESS, stretch.text, stretch.via, time, records=[row.record])], []
    if opened(item):
        return ([] if whole else list(_skeleton(row, stretch.text, time))), []
    if item.get("role") == "tool":
        text, wrong = printed(stretch.text)
        item = {**item, "content": text, "is_error": wrong or item.get("is_error") is True}
    elif not alone:
        item = {**item, "content": stretch.text, "tool_calls": item.get("tool_calls") if calls else None}
    return flat.message(item, row.record, opens=False)


def _skeleton(row: Row, text: str, time: str | None) -> Iterator[Said]:
    for part in speech.parts(text):
        when = part.place.time if part.place else time
        yield Said("user", part.speaker, part.text, part.via, when, records=[row.record], place=part.place)


def printed(text: str) -> tuple[str, bool]:
    """What a tool printed, and whether it failed.

    Hermes's tools answer with a JSON object. Where it holds one text and numbers beside it, that text is the result,
    with its lines; any other stays as it is.
    """
    found, keys = wrapped(text)
    if found is None:
        return text, text.startswith("Error")
    wrong = bool(found.get("error")) or found.get("success") is False or found.get("exit_code") not in (None, 0)
    return ("\n".join(found[key] for key in keys if found[key]) if keys else text), wrong


def wrapped(text: str) -> tuple[dict[str, Any] | None, tuple[str, ...]]:
    """The object that a tool answered with, and its keys whose texts are the result, one behind the other.

    No object for another text, and no keys where the object is the result.
    """
    try:
        found = json.loads(text) if text.startswith("{") else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        return None, ()
    key = next((key for key in _BODY if isinstance(found.get(key), str)), None)
    if key is None or any(isinstance(value, dict | list) for value in found.values()):
        return found, ()
    return found, (key, "error") if isinstance(found.get("error"), str) else (key,)
