"""What stands under a line that announces rules is rules: its items, and the table or block right below it."""

from fastjev.labels import Label, Status
from fastjev.stages.printed import cells
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed


def announce(scene: Scene, decisions: Decisions) -> Decisions:
    """In a human message, list items after an announcing line ("house rules:", "约定") become constraints.

    The list ends with the first prose or heading that is not one of its items. Lines of cells, a table or a block of
    code bind where they stand right below such a line; and a heading announces only in what is short enough to have
    been typed.
    """
    changes = {}
    for message, positions in scene.of_message.items():
        typed = len(scene.conversation.messages[message].text) <= scene.policy.typed_chars
        announced = right_below = False
        for position in positions:
            unit = scene.units[position]
            if not scene.human(position):
                break
            below, right_below = right_below, False
            if scene.cued(position, "announce") and (typed or unit.kind != "heading"):
                announced = right_below = True
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
            elif below and typed and _typed_block(scene, position):
                changes[position] = change(
                    decisions[position], "announce", label=Label.CONSTRAINT, status=Status.ACTIVE
                )
            elif unit.text.strip():
                announced = False
    return changed(decisions, changes)


def _typed_block(scene: Scene, position: int) -> bool:
    unit = scene.units[position]
    return unit.kind in ("table", "code") or (unit.kind == "trace" and cells(unit.text.splitlines()))
