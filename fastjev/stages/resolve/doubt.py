"""When in doubt between a constraint and anything else, a constraint."""

from fastjev.labels import Label
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed


def doubt(scene: Scene, decisions: Decisions) -> Decisions:
    """A human's statement that no rule and no model could place becomes a constraint.

    Only in messages short enough to have been typed: in a pasted document most sentences bind nobody.
    """
    changes = {}
    for position, decision in enumerate(decisions):
        if decision.label != Label.UNSURE or not scene.human(position) or not scene.prose(position):
            continue
        message = scene.conversation.messages[scene.units[position].message]
        if len(message.text) <= scene.policy.typed_chars and not scene.cued(position, "plain"):
            changes[position] = change(decision, "doubt", label=Label.CONSTRAINT)
    return changed(decisions, changes)
