"""Conversations written as text: Markdown with role headings, `User:` lines, exports of editors, aider's history.

A text without role marks is one message of nobody's. That says less than guessing roles would, and nothing wrong.
"""

import json
import re
from collections.abc import Iterator
from itertools import accumulate
from pathlib import PurePath
from typing import TYPE_CHECKING

from fastjev.datatypes import Conversation, Note, Record, Span, ToolCall
from fastjev.errors import ReadError
from fastjev.labels import Speaker
from fastjev.readers import speech
from fastjev.readers.shape import opening, shape
from fastjev.readers.turns import Said, covered, number

if TYPE_CHECKING:
    from fastjev.readers.marks import Section

_CONTROL = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f]")
_RULE = re.compile(r"(?:\n|\A)[ \t]*(?:-{3,}|\*{3,})\s*\Z")
_ELEMENT = re.compile(r"^<(tool-use|think)\b", re.MULTILINE)
_TOOL_NAME = re.compile(r'data-tool-name="([^"\n]*)"')


def identify(head: bytes, name: str) -> bool:
    """Text that is neither JSON, nor binary, nor a skeleton of fastjev's own."""
    first = opening(head)
    if PurePath(name).suffix.lower() in (".json", ".jsonl") or first.startswith("[fastjev "):
        return False
    if _CONTROL.search(head) or head.startswith((b"\xff\xfe", b"\xfe\xff")) or _codec(head, cut=True) is None:
        return False
    return not _json(head, first)


def _json(head: bytes, first: str) -> bool:
    if not first.startswith(("{", "[")):
        return False
    try:
        json.loads(head)
    except (ValueError, RecursionError):
        return bool(shape(head).paths)
    return True


def _codec(raw: bytes, cut: bool = False) -> str | None:
    """UTF-8, or the Chinese encoding of older editors. A head may end inside a character."""
    for codec in ("utf-8", "gb18030"):
        for short in range(4 if cut else 1):
            try:
                raw[: len(raw) - short].decode(codec)
            except UnicodeDecodeError:
                continue
            return codec
    return None


def read(raw: bytes, source: str) -> Conversation:
    """The sections as messages, in the order of the text. Each section is a record.

    Raises: ReadError, where the text is blank.
    """
    codec = _codec(raw)
    notes = [] if codec == "utf-8" else [Note(0, f"not UTF-8: read as {codec or 'UTF-8 with wrong bytes'}")]
    cut = raw.split(b"\n")
    lines = [line.decode(codec or "utf-8", "surrogateescape").removesuffix("\r") for line in cut]
    lines[0] = lines[0].removeprefix("\ufeff")
    # Their many patterns are compiled only when such a text comes.
    from fastjev.readers import aider, marks

    sections = aider.sections(lines) if aider.written(lines) else marks.sections(lines)
    said = [entry for at, section in enumerate(sections) for entry in _said(section, at)]
    if not said:
        raise ReadError(f"{source}: nothing but white space, so there is no conversation to read")
    if sections[0].role == "text":
        notes.append(Note(0, "no role marks such as `## User`: one text that nobody is known to have said"))
    offsets = [0, *accumulate(len(line) + 1 for line in cut)]
    edges = [*(offsets[section.start] for section in sections), len(raw)]
    return Conversation(
        id=PurePath(source).stem or source,
        format="markdown",
        raw=raw,
        records=tuple(Record(at, Span(edges[at], edges[at + 1]), section.role) for at, section in enumerate(sections)),
        messages=number(said),
        covered=covered(said),
        typed=sum(entry.starts for entry in said),
        tool_calls=sum(len(entry.calls) for entry in said),
        notes=tuple(notes),
    )


def _said(section: "Section", record: int) -> Iterator[Said]:
    text = _RULE.sub("", section.text).strip("\n")
    if not text.strip():
        return
    if section.role == "user":
        for part in speech.joined(speech.parts(text)):
            when = part.place.time if part.place else section.time
            yield Said(
                "user", part.speaker, part.text, part.via, when, records=[record], entry=record, place=part.place
            )
    elif section.role == "assistant":
        yield from _answer(text, section.time, record)
    elif section.role == "tool":
        yield Said("tool", Speaker.TOOL, text, "result", section.time, records=[record])
    elif section.role == "text":
        yield Said("user", Speaker.HARNESS, section.text, "unmarked", records=[record])
    else:
        yield Said("system", Speaker.HARNESS, text, "reminder", section.time, records=[record])


def _answer(text: str, time: str | None, record: int) -> Iterator[Said]:
    """The assistant's words, and the tool exchanges that an export shows among them; thoughts are not words."""
    words = ""
    made = 0
    for element, stretch in _elements(text):
        if element != "tool-use":
            words += stretch if not element else ""
            continue
        made += 1
        name = _TOOL_NAME.search(stretch)
        call = ToolCall(f"{record}.{made}", name.group(1) if name else "", {})
        yield Said("assistant", Speaker.ASSISTANT, words.strip(), "text", time, (call,), records=[record])
        yield Said("tool", Speaker.TOOL, stretch.strip(), "result", time, (), call.id, records=[record])
        words = ""
    if words.strip():
        yield Said("assistant", Speaker.ASSISTANT, words.strip(), "text", time, records=[record])


def _elements(text: str) -> Iterator[tuple[str, str]]:
    """The text in stretches: elements of an export that open a line, by name, and what stands between, by no name."""
    at = 0
    for opened in _ELEMENT.finditer(text):
        if opened.start() < at:
            continue
        stop = text.find(f"</{opened.group(1)}>", opened.end())
        if stop < 0:
            break
        stop += len(opened.group(1)) + 3
        yield "", text[at : opened.start()]
        yield opened.group(1), text[opened.start() : stop]
        at = stop
    yield "", text[at:]
