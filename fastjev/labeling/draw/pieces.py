"""What a screen is made of: lines of pieces, each with a name for how it looks and the key that a click on it is."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fastjev.labeling.cells import cut, padded, width, wrapped
from fastjev.visible import visible

_OPEN, _CLOSE = "\u2060", "\u2061"
"""Around a cue until its line is cut. Without width, and never in a text that was made visible."""


class Piece(NamedTuple):
    """A stretch of one line."""

    text: str
    style: str = ""
    """A label, or dim, strong, cue, here, said, rule; empty for plain text."""
    key: str = ""
    """What a click on it does; nothing where it is empty."""


Line = tuple[Piece, ...]


class Drawn(NamedTuple):
    """A whole screen, a line for each of its rows."""

    lines: tuple[Line, ...]
    scroll: int = 0
    """Where the middle begins: no further than there is something to show."""
    leafful: int = 0
    """How many older units there is room for at a time."""


def line(*pieces: Piece | str) -> Line:
    """Of pieces and plain texts."""
    return tuple(Piece(each) if isinstance(each, str) else each for each in pieces)


def long(pieces: Line) -> int:
    """Columns that a line takes."""
    return sum(width(piece.text) for piece in pieces)


def fit(pieces: Line, columns: int) -> Line:
    """A line that takes exactly so many columns."""
    found: list[Piece] = []
    for piece in pieces:
        if width(piece.text) > columns:
            found.append(piece._replace(text=cut(piece.text, columns)))
            columns -= width(found[-1].text)
            break
        found.append(piece)
        columns -= width(piece.text)
    return (*found, Piece(" " * columns)) if columns else tuple(found)


def rule(columns: int) -> Line:
    """A line across."""
    return (Piece("-" * columns, "rule"),)


def flat(text: str, columns: int) -> str:
    """The beginning of a text on one line of so many columns."""
    return padded(visible(" ".join(text[: columns * 2 + 80].split())), columns)


def paragraph(text: str, columns: int, style: str = "", cue: tuple[int, int] = (0, 0)) -> Iterator[Line]:
    """A text in lines of so many columns, its cue set off."""
    start, end = cue
    if start < end:
        whole = f"{visible(text[:start])}{_OPEN}{visible(text[start:end])}{_CLOSE}{visible(text[end:])}"
    else:
        whole = visible(text)
    inside = False
    for each in wrapped(whole.replace("\r\n", "\n"), columns):
        found = []
        for n, part in enumerate(each.replace(_CLOSE, _OPEN).split(_OPEN)):
            inside = inside != bool(n)
            if part:
                found.append(Piece(part, "cue" if inside else style))
        yield tuple(found)


def flowed(pieces: Iterable[Piece], columns: int, gap: str = "  ") -> Iterator[Line]:
    """Pieces side by side, in as many lines as they need."""
    row: list[Piece] = [Piece(" ")]
    for piece in pieces:
        if len(row) > 1 and long(tuple(row)) + width(piece.text) > columns:
            yield tuple(row)
            row = [Piece(" ")]
        row += [piece, Piece(gap)]
    if len(row) > 1:
        yield tuple(row)
