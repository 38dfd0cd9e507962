"""Results too large to stay whole among the newest rows: their beginning and end, and a pointer to all of it."""

from typing import Any, NamedTuple

from fastjev.datatypes import Elision, Run
from fastjev.integrations.hermes.rows import Row
from fastjev.jsontext import dump
from fastjev.pointers import elision, form
from fastjev.readers import blocks
from fastjev.readers.hermes.talk import printed, wrapped
from fastjev.tokens import estimate

_FRONT = 0.6
"""Share of what stays that is the beginning: the end of a receipt or of a test run tells as much."""
_SHORTEST = 200
"""Characters of a line that is cut itself, since a log may be one line; and of a text that is not cut."""


class Cut(NamedTuple):
    """A result as it stays."""

    content: str | list[Any]
    elision: Elision


def cut(run: Run, record: int, row: Row | None, tokens: int) -> Cut | None:
    """The result that a record is, cut to about so many tokens; nothing where none is gained.

    `row`: as the walk reads it. A content that is a JSON object around what the tool printed, or a list of parts, is
    one afterwards.
    """
    message = next((each for each in run.conversation.messages if each.records == (record,)), None)
    unit = next((each for each in run.units if message and each.message == message.index), None)
    if row is None or message is None or unit is None or message.role != "tool":
        return None
    whole = elision(unit.id, "r", message.text, message.records, message.turn)
    content = row.get("content")
    text = content if isinstance(content, str) else blocks.joined(content)
    if whole.tokens <= tokens or printed(text)[0] != message.text:
        return None
    shown = _shown(text, tokens / whole.tokens, form(whole))
    if estimate(shown) >= estimate(text):
        return None
    return Cut(_parts(content, shown) if isinstance(content, list) else shown, whole)


def _shown(text: str, share: float, pointer: str) -> str:
    """So much of each text of a result, in the object around them where there is one."""
    found, keys = wrapped(text)
    if not found or not keys:
        return _ends(text, share, pointer)
    return dump(found | {key: _ends(found[key], share, pointer) for key in keys})


def _ends(text: str, share: float, pointer: str) -> str:
    if len(text) <= _SHORTEST:
        return text
    chars = int(len(text) * share)
    front = int(chars * _FRONT)
    return "\n".join([_begin(text, front), pointer, _end(text, chars - front)])


def _parts(content: list[Any], shown: str) -> list[Any]:
    """The parts with one text in the place of all; pictures stay."""
    first = next(at for at, part in enumerate(content) if blocks.text(part) is not None)
    kept = ((at, part) for at, part in enumerate(content) if at == first or blocks.text(part) is None)
    return [{"type": "text", "text": shown} if at == first else part for at, part in kept]


def _begin(text: str, chars: int) -> str:
    """Whole lines, unless the last of them is long."""
    at = text.rfind("\n", 0, chars)
    return text[: at if at > 0 and chars - at < _SHORTEST else chars]


def _end(text: str, chars: int) -> str:
    start = max(len(text) - chars, 0)
    at = text.find("\n", start)
    return text[at + 1 if 0 <= at < start + _SHORTEST else start :]
