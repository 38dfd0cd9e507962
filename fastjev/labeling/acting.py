"""Acts of a session: what a person does to a unit, with how it came about."""

from collections.abc import Mapping
from typing import Any

from fastjev.labeling.acts import Act
from fastjev.labeling.state import Session, stamp
from fastjev.labeling.tasks import answers


def act(session: Session, op: str, at: float, unit: str = "", **fields: Any) -> Session:
    """With one more act, on the unit that is asked about unless another is named."""
    id = unit or session.order[session.at]
    return acted(session, Act(op=op, unit=id, by=session.sheet.by, t=stamp(at), **fields))  # type: ignore[arg-type]


def acted(session: Session, made: Act) -> Session:
    """With an act that was made elsewhere."""
    after = session._replace(
        answers=session.answers.after(made),
        told=(*session.told, made),
        again=_again(session, made),
    )
    closed = (session.is_open(made.unit) - after.is_open(made.unit)) if made.unit in session.asked else 0
    return after._replace(done=session.done + closed)


def _again(session: Session, made: Act) -> Mapping[str, str]:
    """What is still to be asked about once more: not what was answered, but what of that was taken back."""
    why, unit, task = session.sheet.again.get(made.unit), made.unit, session.sheet.task
    if why is None:
        return session.again
    if answers(task, made):
        return {id: each for id, each in session.again.items() if id != unit}
    undone = next((each for each in reversed(session.answers.acts) if each.unit == unit), None)
    if made.op == "undo" and undone and answers(task, undone):
        return {**session.again, unit: why}
    return session.again


def judged(session: Session, at: float) -> dict[str, Any]:
    """The fields of an act that says how an answer came about."""
    seen = session.opinion if session.shows_votes else None
    return {
        "ms": max(0, round((at - session.since) * 1000)),
        "mode": "suggest" if session.shows_votes else "blind",
        "guide": session.sheet.guide or None,
        "saw": {"label": seen.label, "by": seen.by, "weight": round(seen.weight, 3)} if seen else None,
    }
