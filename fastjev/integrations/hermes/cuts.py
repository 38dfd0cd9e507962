"""Results too large to stay whole among the newest rows: their beginning and end, and a pointer to all of it."""

from typing import NamedTuple

from fastjev.datatypes import Elision, Run
from fastjev.pointers import elision, form

_FRONT = 0.6
"""Share of what stays that is the beginning: the end of a receipt or of a test run tells as much."""
_SHORTEST = 200
"""Characters of a line that is cut itself: a log may be one line."""


class Cut(NamedTuple):
    """A result as it stays."""

    text: str
    elision: Elision


def cut(run: Run, record: int, tokens: int) -> Cut | None:
    """The result that is the only message of a record, cut to about so many tokens; nothing where none is gained."""
    message = next((each for each in run.conversation.messages if each.records == (record,)), None)
    unit = next((each for each in run.units if message and each.message == message.index), None)
    if message is None or unit is None or message.role != "tool":
        return None
    text = message.text
    whole = elision(unit.id, "r", text, message.records, message.turn)
    if whole.tokens <= tokens:
        return None
    chars = int(len(text) * tokens / whole.tokens)
    front = int(chars * _FRONT)
    return Cut("\n".join([_begin(text, front), form(whole), _end(text, chars - front)]), whole)


def _begin(text: str, chars: int) -> str:
    """Whole lines, unless the last of them is long."""
    at = text.rfind("\n", 0, chars)
    return text[: at if at > 0 and chars - at < _SHORTEST else chars]


def _end(text: str, chars: int) -> str:
    start = len(text) - chars
    at = text.find("\n", start)
    return text[at + 1 if 0 <= at < start + _SHORTEST else start :]
