"""The bottom of the screen: what the keys do, and what the last one did. Always there."""

from collections.abc import Iterator

from fastjev.labeling.cells import tail, width, wrapped
from fastjev.labeling.draw.pieces import Line, Piece, flowed, line, rule
from fastjev.labeling.keys import LEGEND, REVIEW
from fastjev.labeling.state import Session
from fastjev.labeling.tasks import CLASSES, NOTHING, PAGES, UNFIT, WHY
from fastjev.visible import visible

_ASKS = {
    "note": "note, Enter keeps it, Esc drops it: ",
    "why": "why is the rule right? Enter writes it, Esc drops it: ",
    "go": "go to number, then Enter: ",
    "unfit": "why can nobody label it? Esc goes back",
    "rule": "what should the rule call it? Esc goes back",
    "reason": "why did they differ? Esc goes back",
    "pick": "which older one does it end? down shows older ones, Esc goes back",
}
_TYPED = ("note", "why", "go")
_ROWS_A_KEYS, _ROWS_A_SAID = 12, 8
"""Rows of a screen for each of its keys, and for each of what happened: what is judged stands above them."""


def foot(session: Session, columns: int, rows: int) -> list[Line]:
    """A rule, the choices, the keys as far as there is room, and what happened."""
    keys = [*flowed(_keys(session), columns)][: max(1, rows // _ROWS_A_KEYS)]
    return [
        rule(columns),
        *flowed(_choices(session), columns),
        *keys,
        *_last(session, columns, max(1, rows // _ROWS_A_SAID)),
    ]


def _choices(session: Session) -> Iterator[Piece]:
    kind = session.prompt.kind if session.prompt else ""
    if session.screen == "guide":
        names: tuple[str, ...] = PAGES
    elif session.screen == "rule":
        yield from (Piece("w write it", "strong", "w"), Piece("q close", "strong", "q"))
        return
    elif kind == "unfit":
        names = UNFIT
    elif kind == "reason":
        names = WHY
    elif kind == "rule":
        names = tuple(map(str, CLASSES))
    elif kind == "pick":
        names = (NOTHING,)
    else:
        names = session.sheet.task.choices
    for digit, name in enumerate(names, 1):
        yield Piece(f"{digit} {name}", name if name in CLASSES else "strong", str(digit))
    if names == (NOTHING,) and session.older:
        shown = min(session.leafful, len(session.older) - session.leaf * session.leafful)
        yield Piece(f"2 to {shown + 1} ends that one" if shown > 1 else "2 ends that one", "strong")


def _keys(session: Session) -> Iterator[Piece]:
    if session.prompt:
        yield Piece("Esc back", "dim", "escape")
        return
    if session.screen in ("guide", "rule"):
        yield from (Piece("down more", "dim", "down"), Piece("up back", "dim", "up"), Piece("q close", "dim", "q"))
        return
    if session.shows_votes:
        yield Piece("Enter take the vote", "dim", "enter")
    for key, does in REVIEW if session.sheet.what == "review" else LEGEND:
        if key != "e" or (session.sheet.task.votes and not session.shows_votes):
            yield Piece(f"{key} {does}", "dim", key)


def _last(session: Session, columns: int, most: int) -> list[Line]:
    """What is asked in between, or what happened."""
    if not session.prompt:
        return [line(" ", Piece(each, "said")) for each in _said(session.said, columns, most)]
    kind, text = session.prompt
    asks = Piece(f" {_ASKS[kind]}", "strong")
    typed = f"{visible(text)}_" if kind in _TYPED else f"{text and '  '}{text}"
    said = f"  ({visible(session.said)})" if session.said else ""
    if width(asks.text + typed + said) <= columns:
        return [line(asks, f"{typed}{said}")]
    # Who types sees the end of it, and why it was not taken.
    reasons = [line(" ", Piece(each, "said")) for each in _said(session.said, columns, most)] if session.said else []
    return [*reasons, line(asks), line(" ", tail(typed, columns - 2))]


def _said(text: str, columns: int, most: int) -> tuple[str, ...]:
    return wrapped(visible(text), columns - 2)[:most]
