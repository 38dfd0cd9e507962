"""JSON lines cut from bytes, so that joining the pieces gives the same bytes back.

The line end is byte `\\n` and nothing else: `str.splitlines` also breaks at U+2028, text mode rewrites `\\r\\n`.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from fastjev.datatypes import Span

_DECODER = json.JSONDecoder(strict=False)
# Raw control characters inside strings are common in hand-mended files and harmless to us.
_decode = _DECODER.decode
_JUNK = re.compile("[ \t\r\n\0\ufeff]*")
# NUL runs are what a lost power supply leaves behind; a BOM is what an editor puts in front.
_RESTART = re.compile(r'\{"(?:parentUuid|type|uuid|sessionId|role)"')
_SCALAR = "not an object"
_RESTARTS = 8
"""Places tried in a torn line for the start of the next entry; few, so that a broken 100 MB line stays linear."""


class Bad(NamedTuple):
    """Bytes that are no JSON."""

    why: str
    torn: bool = False
    """The last line, without a line end: another process is still writing it, which is normal."""


class Blank(NamedTuple):
    """A line of white space or NULs."""


class Piece(NamedTuple):
    """One entry: its bytes, line end included, and the value in them (`Bad` or `Blank` where there is none)."""

    span: Span
    value: Any
    lossy: bool = False
    """The bytes are not UTF-8; each wrong one stands in the text as a lone surrogate."""


def pieces(raw: bytes) -> Iterator[Piece]:
    """Every entry in order. Several objects glued on one line are several entries. Spans tile `raw`."""
    start, size = 0, len(raw)
    while start < size:
        end = raw.find(b"\n", start) + 1 or size
        try:
            value = _decode(raw[start:end].decode())
        except (ValueError, RecursionError):
            yield from _mend(raw, start, end)
        else:
            yield Piece(Span(start, end), value if isinstance(value, dict | list) else Bad(_SCALAR))
        start = end


def _mend(raw: bytes, start: int, end: int) -> Iterator[Piece]:
    """What can be read of a line that is not one JSON value."""
    text, lossy = _text(raw[start:end])
    torn = end == len(raw) and not raw.endswith(b"\n")
    found: list[tuple[int, Any]] = []
    at = _skip(text, 0)
    while at < len(text):
        value, stop = _value(text, at, torn)
        at = _skip(text, stop)
        found.append((at, value))
    if not found:
        yield Piece(Span(start, end), Blank())
        return
    here, done = start, 0
    for number, (stop, value) in enumerate(found, 1):
        size = len(text[done:stop].encode("utf-8", "surrogateescape" if lossy else "surrogatepass"))
        there = end if number == len(found) else here + size
        yield Piece(Span(here, there), value, lossy)
        here, done = there, stop


def _text(line: bytes) -> tuple[str, bool]:
    try:
        return line.decode("utf-8", "surrogatepass"), False
    except UnicodeDecodeError:
        return line.decode("utf-8", "surrogateescape"), True


def _skip(text: str, at: int) -> int:
    junk = _JUNK.match(text, at)
    return junk.end() if junk else at


def _value(text: str, at: int, torn: bool) -> tuple[Any, int]:
    """The value at `at` and where it stops; `Bad` up to the next place from which entries can be read again."""
    try:
        value, stop = _DECODER.raw_decode(text, at)
        if isinstance(value, dict | list):
            return value, stop
        why = _SCALAR
    except ValueError as error:
        why = str(error)
    except RecursionError:
        why = "nested too deeply"
    for tries, restart in enumerate(_RESTART.finditer(text, at + 1)):
        if tries == _RESTARTS:
            break
        try:
            _, stop = _DECODER.raw_decode(text, restart.start())
        except (ValueError, RecursionError):
            continue
        stop = _skip(text, stop)
        if stop == len(text) or text[stop] == "{":
            return Bad(why), restart.start()
    return Bad(why, torn), len(text)
