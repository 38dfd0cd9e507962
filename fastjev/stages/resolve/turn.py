"""A change of mind inside one message: "A, then. Wait, ... So B"."""

import re
from itertools import pairwise

from fastjev.datatypes import Decision
from fastjev.labels import Label, Speaker, Status
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed

_TURN = re.compile(
    r"[^a-z0-9\u4e00-\u9fff]*(?:(?:hm+|oh|ah|ugh|no|but|actually|哎|诶|啊|哦|嗯|呃)[,.\s…]*)*"
    r"(?:(?:wait|hold on|hang on)(?= no\b|\s*[^\sa-z0-9]|\s*$)|on second thoughts?\b|hm+,? but\b|scratch that\b|no,"
    r"|(?:等等|等下|等一下|慢着|且慢|不对|不不不?|想了想|再想想)(?=[^\u4e00-\u9fffa-z0-9]|$)"
    r"|(?<=[啊哎诶哦])\s*不对(?=[那这我他它人]))"
)


def turn(scene: Scene, decisions: Decisions) -> Decisions:
    """What a human settles after such a turn is a choice, whatever else it binds; so is what trails off before it."""
    changes: dict[int, Decision] = {}
    turned = turns(scene)
    for positions in scene.of_message.values():
        for before, position in pairwise(positions):
            if turned.get(position) == position and _trails_off(scene, before, decisions[before]):
                changes[before] = change(decisions[before], "turn", label=Label.DECISION, status=Status.FINAL)
        chosen = next(
            (p for p in positions if scene.human(p) and _chooses(changes.get(p, decisions[p]))), len(decisions)
        )
        for position in positions:
            decision = decisions[position]
            binds = decision.label == Label.CONSTRAINT and not decision.choice
            if binds and chosen < turned.get(position, -1) and settles_anew(scene, position):
                changes[position] = change(decision, "turn", choice=Status.FINAL)
    return changed(decisions, changes)


def turns(scene: Scene) -> dict[int, int]:
    """By position, the newest unit at or before it in its message, a human's, that opens with a change of mind."""
    found: dict[int, int] = {}
    for message, positions in scene.of_message.items():
        if scene.conversation.messages[message].speaker != Speaker.HUMAN:
            continue
        text, last = scene.conversation.messages[message].text, -1
        for position in positions:
            start = scene.units[position].span.start
            if _TURN.match(scene.rulebook.fold(text[start : start + scene.policy.answer_chars])):
                last = position
            if last >= 0:
                found[position] = last
    return found


def settles_anew(scene: Scene, position: int) -> bool:
    """Whether the unit, but for the turn it may open with, draws a consequence or puts something in a place.

    "Wait, don't write the port into the file" puts nothing in the place of a choice.
    """
    text = scene.rulebook.fold(scene.units[position].text.strip()[: scene.policy.match_chars])
    opening = _TURN.match(text)
    rest = text[opening.end() if opening else 0 :].strip(" ,.…!")
    cues = {hit.rule.label for hit in scene.rulebook.match(rest, speaker=Speaker.HUMAN, kind="prose")}
    return bool(cues & {"reverse", "consequence"}) or ("replace" in cues and not cues & {"hold", "refuse"})


def _trails_off(scene: Scene, position: int, decision: Decision) -> bool:
    """Whether a rule calls a choice what is only half said ("use the old one...")."""
    votes = (vote for vote in scene.verdicts[position].votes if vote.label == Label.DECISION)
    return decision.label == Label.PROCESS and any(vote.weight >= scene.policy.act_weight for vote in votes)


def _chooses(decision: Decision) -> bool:
    return decision.choice == Status.FINAL or (decision.label == Label.DECISION and decision.status == Status.FINAL)
