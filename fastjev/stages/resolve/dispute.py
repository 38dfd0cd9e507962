"""What somebody else prescribes binds nobody where the speaker asks why or disagrees."""

from fastjev.labels import Label, Status
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed


def dispute(scene: Scene, decisions: Decisions) -> Decisions:
    """A human's constraint that tells another's advice becomes a fact where it, or what is said next, disputes that."""
    changes = {}
    for position, decision in enumerate(decisions):
        if decision.label != Label.CONSTRAINT or not scene.human(position) or not scene.cued(position, "advises"):
            continue
        if scene.cued(position, "disputes") or _disputed_next(scene, position):
            changes[position] = change(decision, "dispute", label=Label.FACT, status=Status.ACTIVE, choice=None)
    return changed(decisions, changes)


def _disputed_next(scene: Scene, position: int) -> bool:
    after = position + 1
    return (
        after < len(scene.units)
        and scene.units[after].message == scene.units[position].message
        and scene.cued(after, "disputes")
    )
