"""Screens as lines of text: of a session, so many columns wide and so many rows high. Standard library only."""

from collections.abc import Callable

from fastjev.labeling.draw.body import body, window
from fastjev.labeling.draw.end import end
from fastjev.labeling.draw.foot import foot
from fastjev.labeling.draw.head import head
from fastjev.labeling.draw.pieces import Drawn, Line, Piece, fit, line, paragraph
from fastjev.labeling.state import Session

__all__ = ["LEAST", "Drawn", "Line", "Piece", "draw"]

LEAST = (40, 12)
"""Columns and rows below which nothing can be labelled."""


def draw(session: Session, columns: int, rows: int, page: Callable[[str], str] = str) -> Drawn:
    """The screen that a session is at. `page`: the guide's text by a label's name."""
    if columns < LEAST[0] or rows < LEAST[1]:
        small = line(f"{columns} x {rows}: {LEAST[0]} x {LEAST[1]} at least")
        return Drawn(tuple(fit(each, columns) for each in [small, *[()] * (rows - 1)]))
    top, bottom = head(session, columns), foot(session, columns)
    room = max(1, rows - len(top) - len(bottom))
    middle, scroll = _middle(session, columns, room, page)
    lines = [*top, *middle, *bottom][:rows]
    return Drawn(tuple(fit(each, columns) for each in lines), scroll)


def _middle(session: Session, columns: int, rows: int, page: Callable[[str], str]) -> tuple[list[Line], int]:
    if session.screen == "guide":
        return window(_text(page(session.page), columns), session.scroll, rows)
    if session.screen == "rule":
        return window(_text("\n".join(session.draft), columns), session.scroll, rows)
    if session.screen == "reading":
        return window([], 0, rows)
    if session.unit is None:
        return window(list(end(session)), session.scroll, rows)
    return body(session, columns, rows)


def _text(text: str, columns: int) -> list[Line]:
    return [(Piece(" "), *each) for each in paragraph(text, columns - 2)]
