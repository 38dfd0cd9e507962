"""How many columns of a terminal a text takes: two for a Chinese character, none for a mark upon another."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_CUT = "..."
"""What stands where a line goes on: of full stops, since some terminals draw an ellipsis two columns wide."""
_NONE = ("Mn", "Me", "Cf")


@lru_cache(maxsize=16384)
def _of(letter: str) -> int:
    if unicodedata.category(letter) in _NONE:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def width(text: str) -> int:
    """Columns of a text on one line."""
    return len(text) if text.isascii() else sum(map(_of, text))


def cut(text: str, columns: int) -> str:
    """As much of a text as fits, with three full stops where something is missing."""
    if _head(text, columns) == text:
        return text
    return _head(text, max(0, columns - len(_CUT))) + _CUT[:columns]


def tail(text: str, columns: int) -> str:
    """The end of a text, with three full stops where something is missing before it."""
    if width(text) <= columns:
        return text
    backwards = _head(text[::-1], max(0, columns - len(_CUT)))
    return _CUT[:columns] + backwards[::-1]


def padded(text: str, columns: int) -> str:
    """A text in a column: cut, or filled up with spaces."""
    text = cut(text, columns)
    return text + " " * (columns - width(text))


@lru_cache(maxsize=64)
def wrapped(text: str, columns: int) -> tuple[str, ...]:
    """A text in lines of at most so many columns: broken at spaces, and anywhere between wide characters."""
    return tuple(line for each in text.split("\n") for line in _wrapped(each.expandtabs(4), max(2, columns)))


def _wrapped(line: str, columns: int) -> Iterator[str]:
    while (head := _head(line, columns)) != line:
        at = len(head)
        if line[at] != " " and _of(line[at]) < 2 and _of(head[-1]) < 2:
            space = head.rfind(" ")
            # A word longer than half a line is broken: else paths would leave most lines empty.
            at = space if space > len(head) // 2 else at
        yield line[:at].rstrip()
        line = line[at:].lstrip(" ")
    yield line


def _head(text: str, columns: int) -> str:
    taken = 0
    for n, letter in enumerate(text):
        taken += _of(letter)
        if taken > columns:
            return text[:n]
    return text
