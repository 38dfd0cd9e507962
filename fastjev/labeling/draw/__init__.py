"""Screens as lines of text: of a session, so many columns wide and so many rows high. Standard library only."""

from collections.abc import Callable

from fastjev.labeling.draw.body import BESIDE, body, window
from fastjev.labeling.draw.end import end
from fastjev.labeling.draw.foot import foot
from fastjev.labeling.draw.head import head
from fastjev.labeling.draw.pieces import Drawn, Line, Piece, fit, line, paragraph
from fastjev.labeling.state import PAGE, Session

__all__ = ["LEAST", "Drawn", "Line", "Piece", "draw"]

LEAST = (40, 12)
"""Columns and rows below which nothing can be labelled."""
_PAGE_COLUMNS = 80
"""Of a page of the guide."""


def draw(session: Session, columns: int, rows: int, page: Callable[[str], str] = str) -> Drawn:
    """The screen that a session is at. `page`: the guide's text by a label's name."""
    if columns < LEAST[0] or rows < LEAST[1]:
        small = line(f"{columns} x {rows}: {LEAST[0]} x {LEAST[1]} at least")
        return Drawn(tuple(fit(each, columns) for each in [small, *[()] * (rows - 1)]))
    top, bottom = head(session, columns), foot(session, columns, rows)
    room = max(1, rows - len(top) - len(bottom))
    # What a digit can pick must be seen.
    session = session._replace(leafful=min(PAGE, max(1, room - BESIDE)))
    bottom = foot(session, columns, rows)
    middle, scroll = _middle(session, columns, room, page)
    lines = [*top, *middle, *bottom][:rows]
    return Drawn(tuple(fit(each, columns) for each in lines), scroll, session.leafful)


def _middle(session: Session, columns: int, rows: int, page: Callable[[str], str]) -> tuple[list[Line], int]:
    if session.screen == "guide":
        # A page is as wide as most terminals; where there is no more, it stands without a margin.
        margin = min(1, max(0, columns - _PAGE_COLUMNS) // 2)
        return window(_text(page(session.page), columns, margin), session.scroll, rows)
    if session.screen == "rule":
        return window(_text("\n".join(session.draft), columns), session.scroll, rows)
    if session.screen == "reading":
        return window([], 0, rows)
    if session.unit is None:
        return window(list(end(session)), session.scroll, rows)
    return body(session, columns, rows)


def _text(text: str, columns: int, margin: int = 1) -> list[Line]:
    return [(Piece(" " * margin), *each) for each in paragraph(text, columns - 2 * margin)]
