"""A table or template that the human says to follow is a rule."""

from fastjev.labels import Label, Status
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed


def adopt(scene: Scene, decisions: Decisions) -> Decisions:
    """In a human message, a table or code block becomes a constraint where the words right after it adopt it."""
    changes = {}
    for position in range(1, len(decisions)):
        unit, block = scene.units[position], scene.units[position - 1]
        follows = block.message == unit.message and block.kind in ("table", "code")
        if follows and scene.human(position) and scene.cued(position, "adopt"):
            changes[position - 1] = change(
                decisions[position - 1], "adopt", label=Label.CONSTRAINT, status=Status.ACTIVE
            )
    return changed(decisions, changes)
