"""What a tool result looks like by itself."""

from collections.abc import Sequence
from math import log1p
from typing import NamedTuple

from fastjev.telling import encoded, parts

LOOKS = ("size", "marks", "other_script", "line_length", "errors")

_MARKS = b"_./:@-"
_SCANNED = 100_000
"""Characters at either end of a longer result that are looked at: a log of 100 MB shall not stop a compaction."""
_ERROR_WORDS = frozenset(
    b"error Error ERROR errors failed Failed FAILED fail FAIL failure failures exception Exception Traceback fatal"
    b" Fatal FATAL panic denied refused invalid Invalid cannot Cannot undefined missing TypeError ValueError KeyError"
    b" SyntaxError ReferenceError AssertionError ImportError ModuleNotFoundError".split()
)
_END_PARTS, _ENDS = 100, 500
"""Parts, and for signs in Han script characters, at either end in which an error is looked for: it stands there."""
_ERROR_SIGNS = ("失败", "错误", "异常", "报错", "超时", "找不到", "无法")


class Look(NamedTuple):
    """A result's numbers, in the order of `LOOKS`, and its parts."""

    numbers: tuple[float, ...]
    parts: Sequence[bytes]
    """Names and numbers, in order. No set: to build one for each result takes longer than all that is asked of it."""


def look(text: str) -> Look:
    """Sizes are log1p of characters; the rest are shares, but for errors: log1p of the kinds of words that name one."""
    seen = text if len(text) <= 2 * _SCANNED else f"{text[:_SCANNED]}\n{text[-_SCANNED:]}"
    raw = encoded(seen)
    held = parts(raw)
    length = max(len(raw), 1)
    foreign = len(raw) - len(seen)
    errors = len(_ERROR_WORDS.intersection(held[:_END_PARTS] + held[-_END_PARTS:]))
    if foreign:
        ends = seen[:_ENDS] + seen[-_ENDS:]
        errors += sum(sign in ends for sign in _ERROR_SIGNS)
    numbers = (
        log1p(len(text)),
        (len(raw) - len(raw.translate(None, _MARKS))) / length,
        foreign / length,
        log1p(len(seen) / (seen.count("\n") + 1)),
        log1p(errors),
    )
    return Look(numbers, held)
