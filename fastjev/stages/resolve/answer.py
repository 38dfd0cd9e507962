"""What a human says first, right after a question, is the choice it asked for."""

from fastjev.labels import Label, Speaker, Status
from fastjev.stages.resolve.dialogue import statement
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed


def answer(scene: Scene, decisions: Decisions) -> Decisions:
    """The opening unit of a human message that answers an assistant's question or proposal becomes a final decision.

    Only where the words alone are not a rule for all later work, and are short enough for an answer.
    """
    changes = {}
    for message, positions in scene.of_message.items():
        if scene.conversation.messages[message].speaker != Speaker.HUMAN:
            continue
        said = statement(scene, message)
        if not any(scene.cued(position, cue) for position in said for cue in ("ask", "bare_ask", "propose", "prefer")):
            continue
        opening = [p for p in positions if decisions[p].label != Label.NOISE and scene.units[p].text.strip()]
        for position in opening[:1]:
            decision, unit = decisions[position], scene.units[position]
            if len(unit.text) > scene.policy.answer_chars or scene.cued(position, "lasting") or not scene.prose(position):
                continue
            bare = scene.cued(position, "refuse") and len(unit.text.strip()) <= scene.policy.bare_chars
            weak = decision.p < scene.policy.settle_weight
            if decision.label in (Label.CONSTRAINT, Label.UNSURE) and (weak or bare):
                changes[position] = change(decision, "answer", label=Label.DECISION, status=Status.FINAL)
    return changed(decisions, changes)
