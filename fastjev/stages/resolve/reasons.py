"""A constraint keeps the reason or condition that stands in the same sentence."""

from fastjev.labels import Label, Status
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed
from fastjev.stages.sentences import one_sentence


def reasons(scene: Scene, decisions: Decisions) -> Decisions:
    """A human's clause that no strong vote placed joins a neighbouring constraint of its sentence."""
    changes = {}
    for position, decision in enumerate(decisions):
        if decision.label in (Label.CONSTRAINT, Label.NOISE) or decision.p >= scene.policy.settle_weight:
            continue
        if not scene.human(position) or not scene.prose(position):
            continue
        neighbours = [p for p in (position - 1, position + 1) if 0 <= p < len(decisions)]
        if any(decisions[p].label == Label.CONSTRAINT and _beside(scene, *sorted((p, position))) for p in neighbours):
            choice = decision.status if decision.label == Label.DECISION else None
            changes[position] = change(decision, "reasons", label=Label.CONSTRAINT, status=Status.ACTIVE, choice=choice)
    return changed(decisions, changes)


def _beside(scene: Scene, first: int, second: int) -> bool:
    return one_sentence(scene.units[first], scene.units[second])
