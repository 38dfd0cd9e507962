"""`step`: from one state of a person's work to the next, by one key."""

from fastjev.labeling.deeds import DEED, FAR, chosen, scrolled
from fastjev.labeling.keys import DEEDS, Key, composed, plain
from fastjev.labeling.moves import begun, to
from fastjev.labeling.prompts import answer
from fastjev.labeling.state import (
    IME,
    Opinion,
    Prompt,
    Session,
    Sheet,
    Wish,
    heard,
    reordered,
    written,
)
from fastjev.labeling.tasks import PAGES

__all__ = ["Key", "Opinion", "Prompt", "Session", "Sheet", "Wish", "begun", "heard", "reordered", "step", "written"]

_AT_END = ("undo", "back", "on", "open", "go", "guide", "quit", "train", "up", "down", "far up", "far down")
"""What can be done where no unit is asked about."""


def step(session: Session, key: Key) -> Session:
    """What one key makes of a session. Acts to be written are in `told`, what else is to be done in `wish`."""
    name = plain(key.name)
    if name.startswith("go:"):
        return _click(session, name.removeprefix("go:"), key.at)
    if session.prompt:
        return answer(session, key)
    if session.screen == "guide":
        return _guide(session, name)
    if session.screen == "rule":
        return _rule(session, name)
    if composed(name):
        return session._replace(said=IME)
    deed = DEEDS.get(name)
    if deed is None:
        return session._replace(said="no such key; ? shows what there is")
    if session.unit is None and deed not in _AT_END:
        return session._replace(said="all is answered; k goes back, q ends")
    return DEED[deed](session, Key(name, key.at))


def _click(session: Session, unit: str, at: float) -> Session:
    if session.screen != "label" or session.prompt or unit not in session.sheet.places:
        return session
    if unit in session.older and session.sheet.task.name == "supersede":
        return chosen(session, unit, at)
    if unit in session.order:
        return to(session, session.order.index(unit), at)
    return session._replace(said=f"{session.number(unit)} is not asked about")


_DOWN = {"up": -1, "k": -1, "pageup": -FAR, "down": 1, "j": 1, "space": FAR, "pagedown": FAR}
"""Lines that keys go where there is something to read."""


def _guide(session: Session, name: str) -> Session:
    if name in _DOWN:
        return scrolled(_DOWN[name])(session, Key(name, 0))
    if name in ("left", "right"):
        at = (PAGES.index(session.page) + (1 if name == "right" else -1)) % len(PAGES)
        return session._replace(page=PAGES[at], scroll=0)
    if len(name) == 1 and "1" <= name <= str(len(PAGES)):
        return session._replace(page=PAGES[int(name) - 1], scroll=0)
    return session._replace(screen="label", page="", scroll=0)


def _rule(session: Session, name: str) -> Session:
    if name in _DOWN:
        return scrolled(_DOWN[name])(session, Key(name, 0))
    if name == "w" and session.draft:
        return session._replace(prompt=Prompt("why"))
    return session._replace(screen="label", draft=(), scroll=0, said="nothing is written")
