"""A constraint keeps the reason or condition that stands in the same sentence."""

from fastjev.labels import Label, Status
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed

_ENDS = ("。", ".", "!", "！", "?", "？")


def reasons(scene: Scene, decisions: Decisions) -> Decisions:
    """A human's clause that no strong vote placed joins a neighbouring constraint of its sentence."""
    changes = {}
    for position, decision in enumerate(decisions):
        if decision.label in (Label.CONSTRAINT, Label.NOISE) or decision.p >= scene.policy.settle_weight:
            continue
        if not scene.human(position) or not scene.prose(position):
            continue
        neighbours = [p for p in (position - 1, position + 1) if 0 <= p < len(decisions)]
        if any(decisions[p].label == Label.CONSTRAINT and _one_sentence(scene, *sorted((p, position))) for p in neighbours):
            choice = decision.status if decision.label == Label.DECISION else None
            changes[position] = change(decision, "reasons", label=Label.CONSTRAINT, status=Status.ACTIVE, choice=choice)
    return changed(decisions, changes)


def _one_sentence(scene: Scene, first: int, second: int) -> bool:
    a, b = scene.units[first], scene.units[second]
    touching = a.message == b.message and a.span.end == b.span.start
    return touching and not a.text.endswith("\n") and not a.text.rstrip().endswith(_ENDS)
