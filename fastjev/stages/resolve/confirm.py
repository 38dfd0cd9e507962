"""A short yes or no settles the proposal just before it."""

from fastjev.stages.resolve.scene import Decisions, Scene


def confirm(scene: Scene, decisions: Decisions) -> Decisions:
    """To come."""
    return decisions
