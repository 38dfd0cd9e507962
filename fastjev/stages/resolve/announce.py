"""Items under a line that announces rules are rules."""

from fastjev.labels import Label, Status
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed


def announce(scene: Scene, decisions: Decisions) -> Decisions:
    """In a human message, list items after an announcing line ("house rules:", "约定") become constraints.

    The list ends with the first prose or heading that is not one of its items.
    """
    changes = {}
    for positions in scene.of_message.values():
        announced = False
        for position in positions:
            unit = scene.units[position]
            if not scene.human(position):
                break
            if scene.cued(position, "announce"):
                announced = True
            elif unit.kind == "item" or (unit.kind == "prose" and not unit.opens):
                decision = decisions[position]
                settled = decision.label == Label.PROCESS and decision.p >= scene.policy.settle_weight
                if (
                    announced
                    and not settled
                    and decision.label in (Label.UNSURE, Label.PROCESS, Label.FACT, Label.DECISION)
                ):
                    choice = decision.status if decision.label == Label.DECISION else None
                    changes[position] = change(
                        decision, "announce", label=Label.CONSTRAINT, status=Status.ACTIVE, choice=choice
                    )
            elif unit.text.strip():
                announced = False
    return changed(decisions, changes)
