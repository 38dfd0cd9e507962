"""What is known of a statement that may be a choice, as numbers: the traits of `fastjev.model.choices`.

Sizes and counts are log1p; `cover` is the share of its words that recur, each by its rarity; what is true or not is 1
or 0.
"""

import re
from collections.abc import Callable, Iterable
from math import log, log1p
from operator import itemgetter
from typing import NamedTuple

from fastjev.labels import Label
from fastjev.model.choices import (
    AROUND,
    CUES,
    HAN,
    LABELS,
    LATIN,
    NONE,
    PASSES,
    STARTS,
    STATUSES,
    TRAITS,
    spelled,
)
from fastjev.stages.resolve.scene import Decisions, Scene
from fastjev.stages.resolve.sides import Side, Sides, Words

_SHORT, _BRIEF, _LONG = 12, 25, 80
"""Characters."""
_ANSWERS = ("confirm", "assent", "right", "refuse", "defer")
_LATIN = re.compile("[a-z']+")
_LEAST = 1e-4
"""A probability below it tells no more."""
_IN_ORDER: Callable[[dict[str, float]], tuple[float, ...]] = itemgetter(*TRAITS)
Traits = dict[str, float]


def _named(prefix: str, words: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((word, f"{prefix}_{spelled(word)}") for word in words)


_HAN, _WORDS, _STARTS = _named("says", HAN), _named("says", LATIN), _named("starts", STARTS)
"""Words and the names of their traits."""


class Ended(NamedTuple):
    """The likeliest end of a statement."""

    p: float = 0.0
    new: int = -1
    """Position of the later statement; -1 where there is none that might."""


def traits(
    scene: Scene, decisions: Decisions, sides: Sides, position: int, ended: Ended, later: int
) -> tuple[float, ...]:
    """In the order of `TRAITS`. `later`: how many statements come after it."""
    side = sides.at(position)
    found = _alone(scene, side) | _talk(scene, sides, side) | _judged(side) | _beside(scene, decisions, position)
    odds = log(max(ended.p, _LEAST) / max(1.0 - ended.p, _LEAST))
    found |= {"ended": odds, "ended_surely": ended.p, "later": log1p(later)}
    found |= _says(scene.rulebook.fold(scene.units[position].text.strip()[: scene.policy.match_chars]))
    return _IN_ORDER(found)


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
        **{f"answer_{cue}": float(cue in side.answer) for cue in _ANSWERS},
        "answer_cover": sides.weight(side.words & side.taken) / size,
        "behind": (1.0 - human) * log1p(side.behind),
        "last_said": (1.0 - human) * (side.behind == 0),
    }


def _judged(side: Side) -> Traits:
    """What rules and passes say of it."""
    decision = side.decision
    found = {f"cue_{cue}": float(cue in side.cues) for cue in CUES}
    found |= {f"p_{label}": side.votes.get(label, 0.0) for label in LABELS}
    found |= {f"is_{label}": float(decision.label == label) for label in Label}
    found |= {f"status_{status}": float(status in (decision.status, decision.choice)) for status in STATUSES}
    found |= {f"by_{name}": float(name in decision.because) for name in PASSES}
    return found | {"choice": float(decision.choice is not None)}


def _beside(scene: Scene, decisions: Decisions, position: int) -> Traits:
    """Its neighbours in the message."""
    inside = scene.of_message[scene.units[position].message]
    found: Traits = {}
    for side, other in (("before", position - 1), ("behind", position + 1)):
        there = inside[0] <= other <= inside[-1]
        cues: Words = scene.verdicts[other].cues if there else frozenset()
        label = decisions[other].label if there else NONE
        found |= {f"{side}_{cue}": float(cue in cues) for cue in AROUND}
        found |= {f"{side}_is_{each}": float(label == each) for each in (*LABELS, NONE)}
    return found


def _says(text: str) -> Traits:
    """The small words of a text, in lower case and simplified characters."""
    latin = _LATIN.findall(text)
    held = frozenset(latin)
    start = latin[0] if latin and text[:1].isascii() else text[:1]
    found = {name: float(word in text) for word, name in _HAN} | {name: float(word in held) for word, name in _WORDS}
    return found | {name: float(word == start) for word, name in _STARTS}
