"""A change of mind inside one message: "A, then. Wait, ... So B"."""

import re

from fastjev.labels import Label, Speaker, Status
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed

_TURN = re.compile(
    r"[^a-z0-9\u4e00-\u9fff]*(?:(?:hm+|oh|ah|ugh|no|but|actually|哎|诶|啊|哦|嗯|呃)[,.\s…]*)*"
    r"(?:(?:wait|hold on|hang on)(?= no\b|\s*[^\sa-z0-9]|\s*$)|on second thoughts?\b|hm+,? but\b|scratch that\b|no,"
    r"|(?:等等|等下|等一下|慢着|且慢|不对|不不不?|想了想|再想想)(?=[^\u4e00-\u9fffa-z0-9]|$))"
)


def turn(scene: Scene, decisions: Decisions) -> Decisions:
    """What a human settles after such a turn is a choice, whatever else it binds."""
    changes = {}
    for message, positions in scene.of_message.items():
        if scene.conversation.messages[message].speaker != Speaker.HUMAN:
            continue
        chosen = [p for p in positions if _settles(decisions[p].status, decisions[p].choice, decisions[p].label)]
        for position in positions:
            decision = decisions[position]
            if decision.label != Label.CONSTRAINT or decision.choice or not settles_anew(scene, position):
                continue
            if any(p < position and turned(scene, p, position) for p in chosen):
                changes[position] = change(decision, "turn", choice=Status.FINAL)
    return changed(decisions, changes)


def turned(scene: Scene, before: int, after: int) -> bool:
    """Whether the words between two units of a message, or at the start of the second, take the first one back."""
    units = scene.units
    return units[before].message == units[after].message and any(
        _TURN.match(scene.rulebook.fold(units[p].text.strip())) for p in range(before + 1, after + 1)
    )


def settles_anew(scene: Scene, position: int) -> bool:
    """Whether the unit, but for the turn it may open with, draws a consequence or puts something in a place.

    "Wait, don't write the port into the file" puts nothing in the place of a choice.
    """
    text = scene.rulebook.fold(scene.units[position].text.strip())
    rest = _TURN.sub("", text, count=1).strip(" ,.…!")
    cues = {hit.rule.label for hit in scene.rulebook.match(rest, speaker=Speaker.HUMAN, kind="prose")}
    return bool(cues & {"reverse", "consequence"}) or ("replace" in cues and not cues & {"hold", "refuse"})


def _settles(status: Status, choice: Status | None, label: Label) -> bool:
    return choice == Status.FINAL or (label == Label.DECISION and status == Status.FINAL)
