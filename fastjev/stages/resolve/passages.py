"""What the assistant said stays where it tells something, best first, within a budget; the rest folds."""

from collections.abc import Iterator

from fastjev.datatypes import Decision
from fastjev.labels import Action, Label, Speaker
from fastjev.stages.focus import hits, names
from fastjev.stages.resolve.dialogue import statement
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed
from fastjev.stages.value import worth
from fastjev.telling import tokens

_NAME = "passages"


def passages(scene: Scene, decisions: Decisions) -> Decisions:
    """Keeps the assistant's facts and unplaced statements until the budget is spent; settled and proposed ones stay.

    So does what only a model placed: a proposal by its word alone waits for a yes. The budget in characters is a share
    of the conversation's content, and never under a floor. What is no fact ranks last.
    """
    policy = scene.policy
    mentioned: set[str] = set()
    for message in scene.conversation.messages:
        if message.speaker == Speaker.HUMAN:
            mentioned |= tokens(message.text)
    about = names(policy.focus)
    ranked = []
    for position, unit in enumerate(scene.units):
        if unit.speaker != Speaker.ASSISTANT or unit.kind == "call" or not unit.text.strip():
            continue
        if decisions[position].label in (Label.FACT, Label.UNSURE) or _only_modelled(decisions[position]):
            value = worth(unit.text, 1, mentioned, False) + policy.passage_base * (
                decisions[position].label == Label.FACT
            )
            value += policy.focus_worth * hits(unit.text, about)
            ranked.append((value / (len(unit.text) + policy.passage_cost), position))
    content = sum(len(message.text) for message in scene.conversation.messages)
    left = max(policy.passage_floor_chars, int(content * policy.passage_share))
    changes = {}
    for _, position in sorted(ranked, key=lambda entry: (-entry[0], -entry[1])):
        size = len(scene.units[position].text) + policy.passage_cost
        if size <= left:
            left -= size
            changes[position] = change(decisions[position], _NAME, action=Action.KEEP)
        else:
            changes[position] = change(decisions[position], _NAME, label=Label.PROCESS, action=Action.FOLD)
    for position in _asked(scene, decisions):
        if decisions[position].action == Action.FOLD:
            changes[position] = change(decisions[position], "asked", action=Action.KEEP)
    return changed(decisions, changes)


def _only_modelled(decision: Decision) -> bool:
    """Whether no rule and no pass has said anything of it."""
    return len(decision.because) == 1 and decision.because[0].startswith("model:")


def _asked(scene: Scene, decisions: Decisions) -> Iterator[int]:
    """The question that a short answer answers: "the latter" tells nothing without it."""
    for message, positions in scene.of_message.items():
        opening = scene.units[positions[0]]
        thanks = decisions[positions[0]].label == Label.NOISE
        if opening.speaker == Speaker.HUMAN and not thanks and len(opening.text.strip()) <= scene.policy.bare_chars:
            asks = [p for p in statement(scene, message) if scene.cued(p, "ask") or scene.cued(p, "bare_ask")]
            yield from asks[-1:]
