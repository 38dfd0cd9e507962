"""What acts come to, whatever they and the answers are made of: the first frame has no time to load dataclasses."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

Act = TypeVar("Act")


def standing(acts: Iterable[Act]) -> list[Act]:
    """Those that hold, in order; what was undone and the undoing are not among them."""
    held: list[Any] = []
    for act in acts:
        told: Any = act
        if told.op != "undo":
            held.append(told)
            continue
        at = undone(held, told)
        if at is not None:
            del held[at]
    return held


def undone(held: Sequence[Any], undo: Any) -> int | None:
    """The place of the act that an `undo` takes back; nothing where none that holds is meant.

    It names its act: another window's answer on the same unit is not taken back for it.
    """
    meant = (
        at for at in reversed(range(len(held))) if held[at].unit == undo.unit and undo.undone in (None, held[at].t)
    )
    return next(meant, None)


def changes(before: Any, act: Any) -> dict[str, Any]:
    """The fields of an answer that an act changes, and what they are after it."""
    match act.op:
        case "set":
            return {"label": act.label, "skipped": False, "unfit": None, "note": act.note or before.note}
        case "skip":
            return {"skipped": True}
        case "unfit":
            return {"unfit": act.reason, "label": None, "skipped": False}
        case "note":
            return {"note": act.note}
        case "boundary":
            return {"boundary": act.value}
        case "merge":
            return {"merged": bool(act.value)}
        case "supersedes":
            return {"supersedes": (*before.supersedes, act.old or "")}
        case _:
            return {}
