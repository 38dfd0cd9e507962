"""What the assistant said stays where it tells something, best first, within a budget; the rest folds."""

from fastjev.labels import Action, Label, Speaker
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed
from fastjev.stages.value import tokens, worth

_NAME = "passages"


def passages(scene: Scene, decisions: Decisions) -> Decisions:
    """Keeps the assistant's facts and unplaced statements until the budget is spent; settled and proposed ones stay.

    The budget in characters is a share of the conversation's content, and never under a floor. Unplaced ones rank last.
    """
    policy = scene.policy
    mentioned: set[str] = set()
    for message in scene.conversation.messages:
        if message.speaker == Speaker.HUMAN:
            mentioned |= tokens(message.text)
    ranked = []
    for position, unit in enumerate(scene.units):
        if unit.speaker != Speaker.ASSISTANT or unit.kind == "call" or not unit.text.strip():
            continue
        if decisions[position].label in (Label.FACT, Label.UNSURE):
            value = worth(unit.text, 1, mentioned, False) + policy.passage_base * (
                decisions[position].label == Label.FACT
            )
            ranked.append((value / (len(unit.text) + policy.passage_cost), position))
    content = sum(len(message.text) for message in scene.conversation.messages)
    left = max(policy.passage_floor_chars, int(content * policy.passage_share))
    changes = {}
    for _, position in sorted(ranked, key=lambda entry: (-entry[0], -entry[1])):
        size = len(scene.units[position].text)
        if size <= left:
            left -= size
            changes[position] = change(decisions[position], _NAME, action=Action.KEEP)
        else:
            changes[position] = change(decisions[position], _NAME, label=Label.PROCESS, action=Action.FOLD)
    return changed(decisions, changes)
