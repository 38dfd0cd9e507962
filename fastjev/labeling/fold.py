"""What acts come to, whatever they and the answers are made of: the first frame has no time to load dataclasses."""

from collections.abc import Iterable
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
        at = next((i for i in reversed(range(len(held))) if held[i].unit == told.unit), None)
        if at is not None:
            del held[at]
    return held


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
