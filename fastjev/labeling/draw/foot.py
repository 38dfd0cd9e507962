"""The bottom of the screen: what the keys do, and what the last one did. Always there."""

from collections.abc import Iterator

from fastjev.labeling.draw.pieces import Line, Piece, flowed, line, rule
from fastjev.labeling.keys import LEGEND, REVIEW
from fastjev.labeling.state import PAGE, Session
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


def foot(session: Session, columns: int) -> list[Line]:
    """A rule, the choices, the keys, and a line that says what happened."""
    return [rule(columns), *flowed(_choices(session), columns), *flowed(_keys(session), columns), _said(session)]


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
        shown = min(PAGE, len(session.older) - session.leaf * PAGE)
        yield Piece(f"2 to {shown + 1} ends that one" if shown > 1 else "2 ends that one", "strong")


def _keys(session: Session) -> Iterator[Piece]:
    if session.prompt:
        yield Piece("Esc back", "dim", "escape")
        return
    if session.screen in ("guide", "rule"):
        yield from (Piece("down more", "dim", "down"), Piece("up back", "dim", "up"), Piece("q close", "dim", "q"))
        return
    for key, does in REVIEW if session.sheet.what == "review" else LEGEND:
        yield Piece(f"{key} {does}", "dim", key)
    if session.shows_votes:
        yield Piece("Enter take the vote", "dim", "enter")


def _said(session: Session) -> Line:
    if not session.prompt:
        return line(Piece(f" {visible(session.said)}", "said"))
    kind, text = session.prompt
    asks = Piece(f" {_ASKS[kind]}", "strong")
    said = f"  ({session.said})" if session.said else ""
    if kind in _TYPED:
        return line(asks, f"{visible(text)}_{said}")
    return line(asks, f"{text and '  '}{text}{said}")
