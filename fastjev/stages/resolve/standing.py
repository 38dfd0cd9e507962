"""What is known of a statement that may be a choice, as numbers: the traits of `fastjev.model.choices`.

Sizes and counts are log1p; `cover` is the share of its words that recur, each by its rarity; what is true is 1. What is
0 may be left out, and mostly is.
"""

from math import log, log1p
from typing import NamedTuple

from fastjev.labels import Label
from fastjev.model.choices import (
    AROUND,
    CUES,
    LABELS,
    NONE,
    PASSES,
    STATUSES,
)
from fastjev.stages.resolve.says import says, starts
from fastjev.stages.resolve.scene import Decisions, Scene
from fastjev.stages.resolve.sides import Side, Sides

_SHORT, _BRIEF, _LONG = 12, 25, 80
"""Characters."""
_ANSWERS = ("confirm", "assent", "right", "refuse", "defer")
_LEAST = 1e-4
"""A probability below it tells no more."""
_BESIDE = frozenset((*LABELS, NONE))
Traits = dict[str, float]


class Ended(NamedTuple):
    """The likeliest end of a statement."""

    p: float = 0.0
    new: int = -1
    """Position of the later statement; -1 where there is none that might."""


def traits(scene: Scene, decisions: Decisions, sides: Sides, position: int, ended: Ended, later: int) -> Traits:
    """By name. `later`: how many statements come after it."""
    side = sides.at(position)
    found = _alone(scene, side) | _talk(scene, sides, side) | _judged(side) | _beside(scene, decisions, position)
    odds = log(max(ended.p, _LEAST) / max(1.0 - ended.p, _LEAST))
    found |= {"ended": odds, "ended_surely": ended.p, "later": log1p(later)}
    text = side.folded[: scene.policy.match_chars]
    return found | says(text) | starts(text)


def _alone(scene: Scene, side: Side) -> Traits:
    unit, slots = scene.units[side.position], side.slots
    return {
        "human": float(side.human),
        "size": log1p(side.size),
        "short": float(side.size <= _SHORT),
        "brief": float(side.size <= _BRIEF),
        "long": float(side.size > _LONG),
        "item": float(unit.kind == "item"),
        "opens": float(unit.opens),
        "question": float(unit.text.rstrip().endswith(("?", "？"))),
        "values": float(bool(slots.values)),
        "names": log1p(len(slots.names)),
        "latin": float(any(name.isascii() for name in slots.names)),
        "groups": float(bool(slots.groups)),
        "no_words": float(not side.words),
        "turn": log1p(side.turn),
        "first_turn": float(side.turn <= 1),
    }


def _talk(scene: Scene, sides: Sides, side: Side) -> Traits:
    """What was said before it, and what the assistant said next."""
    human, asked = float(side.human), float(side.asked and side.human)
    first, brief = human * (side.opening == 0), float(side.size <= _BRIEF)
    taken = side.words & side.offered
    size = sides.whole(side) + 1.0
    refuses = "refuse" in side.cues
    return {
        "asked": asked,
        "heard": float(bool(side.said)),
        "first": first,
        "second": human * (side.opening == 1),
        "opening": log1p(side.opening),
        "cover_heard": sides.weight(side.words & side.heard) / size,
        "cover_reply": sides.weight(side.words & side.reply) / size,
        "cover_offered": sides.weight(taken) / size,
        "offers": float(bool(side.offered)),
        "of_offered": float(bool(taken)),
        "told": float(not side.told.isdisjoint(side.slots.values)),
        "ask_first": asked * first,
        "ask_brief": asked * brief,
        "first_brief": first * brief,
        "offered_brief": brief * bool(taken),
        "refuse_asked": asked * refuses,
        "confirmed_proposal": (1.0 - human) * ("confirm" in side.decision.because),
        **{f"answer_{cue}": 1.0 for cue in _ANSWERS if cue in side.answer},
        "answer_cover": sides.weight(side.words & side.taken) / size,
        "behind": (1.0 - human) * log1p(side.behind),
        "last_said": (1.0 - human) * (side.behind == 0),
    }


def _judged(side: Side) -> Traits:
    """What rules and passes say of it."""
    decision = side.decision
    found = {f"cue_{cue}": 1.0 for cue in CUES if cue in side.cues}
    found |= {f"p_{label}": side.votes[label] for label in LABELS if label in side.votes}
    found |= {f"status_{status}": 1.0 for status in STATUSES if status in (decision.status, decision.choice)}
    found |= {f"by_{name}": 1.0 for name in PASSES if name in decision.because}
    if decision.label != Label.NOISE:
        found[f"is_{decision.label}"] = 1.0
    return found | {"choice": float(decision.choice is not None)}


def _beside(scene: Scene, decisions: Decisions, position: int) -> Traits:
    """Its neighbours in the message."""
    inside = scene.of_message[scene.units[position].message]
    found: Traits = {}
    for side, other in (("before", position - 1), ("behind", position + 1)):
        there = inside[0] <= other <= inside[-1]
        if there:
            found |= {f"{side}_{cue}": 1.0 for cue in AROUND if cue in scene.verdicts[other].cues}
        label = decisions[other].label if there else NONE
        if label in _BESIDE:
            found[f"{side}_is_{label}"] = 1.0
    return found
