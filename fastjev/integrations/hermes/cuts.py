"""Results too large to stay whole among the newest rows: their beginning and end, and a pointer to all of it."""

import json
from typing import Any, NamedTuple

from fastjev.datatypes import Elision, Run
from fastjev.jsontext import dump
from fastjev.pointers import elision, form

_FRONT = 0.6
"""Share of what stays that is the beginning: the end of a receipt or of a test run tells as much."""
_SHORTEST = 200
"""Characters of a line that is cut itself: a log may be one line."""


class Cut(NamedTuple):
    """A result as it stays."""

    content: str
    elision: Elision


def cut(run: Run, record: int, content: str, tokens: int) -> Cut | None:
    """The result that a record is, cut to about so many tokens; nothing where none is gained.

    `content`: of the row. Where it is a JSON object that wraps what the tool printed, it is one afterwards.
    """
    message = next((each for each in run.conversation.messages if each.records == (record,)), None)
    unit = next((each for each in run.units if message and each.message == message.index), None)
    if message is None or unit is None or message.role != "tool":
        return None
    whole = elision(unit.id, "r", message.text, message.records, message.turn)
    wrapped, key = _wrapped(content, message.text)
    text = wrapped[key] if key else message.text
    if whole.tokens <= tokens:
        return None
    chars = int(len(message.text) * tokens / whole.tokens)
    front = int(chars * _FRONT)
    shown = "\n".join([_begin(text, front), form(whole), _end(text, chars - front)])
    return Cut(dump({**wrapped, key: shown}) if key else shown, whole)


def _wrapped(content: str, text: str) -> tuple[dict[str, Any], str]:
    """The object around what the tool printed, and the key under which it holds it; nothing where there is none."""
    if content == text:
        return {}, ""
    found = json.loads(content)
    return found, next(
        key for key, value in found.items() if isinstance(value, str) and value and text.startswith(value)
    )


def _begin(text: str, chars: int) -> str:
    """Whole lines, unless the last of them is long."""
    at = text.rfind("\n", 0, chars)
    return text[: at if at > 0 and chars - at < _SHORTEST else chars]


def _end(text: str, chars: int) -> str:
    start = max(len(text) - chars, 0)
    at = text.find("\n", start)
    return text[at + 1 if 0 <= at < start + _SHORTEST else start :]
