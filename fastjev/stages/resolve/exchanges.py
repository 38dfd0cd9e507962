"""Decides exchange by exchange what stays of a tool's call and result."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from fastjev.datatypes import Decision
from fastjev.labels import Action, Label, Speaker, Status
from fastjev.stages.resolve.budget import budget
from fastjev.stages.resolve.classic import classic
from fastjev.stages.resolve.fate import Fate, Judged, judge
from fastjev.stages.resolve.scene import Decisions, Scene, changed
from fastjev.telling import telling

POLICIES: dict[str, Callable[[Scene, dict[int, Judged], AbstractSet[bytes]], Mapping[int, Fate]]] = {
    "budget": budget,
    "classic": classic,
}
"""By the names of `policy.exchanges`: from a scene, the answers about each exchange, and the telling words that stand
in the context in any case, to what becomes of each exchange."""


def exchanges(scene: Scene, decisions: Decisions) -> Decisions:
    """Each exchange as the policy says, with the answers of the decision model beside it."""
    judged = judge(scene)
    if not judged:
        return decisions
    changes: dict[int, Decision] = {}
    for position, fate in POLICIES[scene.policy.exchanges](scene, judged, held(scene, decisions)).items():
        changes[position] = replace(
            decisions[position],
            because=(*decisions[position].because, *fate.because, "exchanges"),
            label=Label.PROCESS,
            status=Status.ACTIVE,
            action=fate.action,
            kept=fate.kept,
            words=fate.words,
            answers=judged[position].answers,
            reused=judged[position].reused,
        )
    return changed(decisions, changes)


def held(scene: Scene, decisions: Decisions) -> set[bytes]:
    """Telling words that stand in the context whatever becomes of the exchanges: what is kept, and what is recent."""
    messages = scene.conversation.messages
    texts = [message.text for message in messages if message.speaker == Speaker.HUMAN]
    texts += [messages[index].text for index in scene.recent]
    texts += [
        unit.text
        for unit, decision in zip(scene.units, decisions, strict=True)
        if unit.kind != "call" and decision.action == Action.KEEP
    ]
    return telling("\n".join(texts))
