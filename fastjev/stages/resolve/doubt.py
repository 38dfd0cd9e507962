"""When in doubt between a constraint and anything else, a constraint."""

from fastjev.labels import Label, Status
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed
from fastjev.stages.resolve.slots import lexicon


def doubt(scene: Scene, decisions: Decisions) -> Decisions:
    """A human's statement that no rule and no model could place becomes a constraint.

    A yes is only an answer, a no or a later is a choice, and a no that names something is both. And only in messages
    short enough to have been typed: in a pasted document most sentences bind nobody. A no in one answers nothing, so it
    forbids.
    """
    changes = {}
    for position, decision in enumerate(decisions):
        if decision.label != Label.UNSURE or not scene.human(position) or not scene.prose(position):
            continue
        message = scene.conversation.messages[scene.units[position].message]
        yes = scene.cued(position, "confirm") or scene.cued(position, "right")
        refuses = scene.cued(position, "refuse")
        names = lexicon(scene.rulebook).slots(scene.units[position].text).names if refuses else frozenset()
        if len(names) > 1 or any(name.isascii() for name in names):
            changes[position] = change(decision, "doubt", label=Label.CONSTRAINT, choice=Status.FINAL)
        elif refuses and len(message.text) > scene.policy.typed_chars:
            changes[position] = change(decision, "doubt", label=Label.CONSTRAINT)
        elif refuses or scene.cued(position, "defer") or (yes and scene.cued(position, "reverse")):
            status = Status.DEFERRED if scene.cued(position, "defer") else Status.FINAL
            changes[position] = change(decision, "doubt", label=Label.DECISION, status=status)
        elif yes:
            changes[position] = change(decision, "doubt", label=Label.PROCESS)
        elif len(message.text) <= scene.policy.typed_chars:
            changes[position] = change(decision, "doubt", label=Label.CONSTRAINT)
    return changed(decisions, changes)
