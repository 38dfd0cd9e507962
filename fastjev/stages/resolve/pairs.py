"""What is known of a statement and a later one together, as numbers: the traits of `fastjev.model.links`.

Counts, sizes and distances are log1p; `cover` is the share of a side's words that recurs, each word by its rarity;
what is true is 1. What is 0 may be left out, and mostly is.
"""

from math import log1p
from typing import NamedTuple

from fastjev.labels import Label
from fastjev.model.links import CUES, LABELS, OLD_CUES
from fastjev.stages.resolve.alike import alike
from fastjev.stages.resolve.says import says
from fastjev.stages.resolve.sides import Side, Sides
from fastjev.stages.resolve.slots import MEASURES

_CHANGES = frozenset({"replace", "reverse", "revoke", "permit", "restore"})
_HOLDS = frozenset({"hold", "refuse"})
_SAYS = 120
"""Characters of the new statement whose small words are looked at."""
_OPENING = 2
"""Units of a message that open it."""
_PRODUCTS = {
    "change": (
        *(("change_cover", "cover_old"), ("change_heard", "heard_cover"), ("change_rank", "rank")),
        *(("change_best", "rank_best"), ("change_value", "other_value"), ("change_rivals", "rivals")),
    ),
    "new_cue_reverse": (("reverse_heard", "heard_cover"),),
    "new_cue_permit": (("hold_permit", "old_cue_hold"),),
    "opposed": (("opposed_cover", "cover_old"),),
    "other_value": (("frame", "cover_old"), ("value_best", "rank_best")),
    "rank_best": (("heard_best", "heard_cover"),),
}
"""What a change of mind makes of the rest, and the like: a weighted sum cannot say "and"."""
Traits = dict[str, float]


class Pair(NamedTuple):
    """A statement and a later one, by position."""

    new: int
    old: int
    rank: int
    """How many earlier statements are more like the new one than the old one is."""
    between: int
    """How many statements stand between the two."""
    share: float = 0.0
    """The part that the old one has of all that settled statements share with the new one, from 0 to 1."""
    margin: float = 0.0
    """How much more it shares than the next of them; less than 0 where another shares more."""


def traits(sides: Sides, pair: Pair) -> Traits:
    """By name."""
    new, old = sides.at(pair.new), sides.at(pair.old)
    found = {
        **_once(sides, "new", new),
        **_once(sides, "old", old),
        **_shared(sides, new, old),
        **_named(new, old),
        **_values(new, old),
        **_places(new, old, pair),
        **alike(sides, new, old),
        "valued_apart": float(_valued_apart(new, old)),
        "share": pair.share,
        "margin": pair.margin,
    }
    for one, products in _PRODUCTS.items():
        if factor := found.get(one):
            found |= {name: factor * found[other] for name, other in products if other in found}
    return found


def likeness(sides: Sides, new: Side, old: Side) -> float:
    """How near the two are at first sight: what they share by rarity, a value of one kind, the time between them.

    By it the few statements are found that are worth a look; one value is as good as three or four common words.
    """
    found = 2.0 / (1 + new.turn - old.turn)
    if both := new.words & old.words:
        found += sides.weight(both)
    heard, asked = new.unsaid & old.words, new.words & old.unsaid
    if heard or asked:
        found += sides.weight(heard) / 2 + sides.weight(asked) / 3
    if old.values:
        changed = {kind for kind, _ in new.values - old.values} & old.kinds
        found += 4.0 if not MEASURES.isdisjoint(changed) else 2.0 * bool(changed)
        found += 3.0 * (not old.values.isdisjoint(new.told))
    return found + 4.0 * (not new.groups.isdisjoint(old.groups))


def other_slot(new: Side, old: Side) -> bool:
    """Whether words show that the two are of different things, so that neither ends the other.

    They fill different slots of the lexicon, or the older one says that it is about something else.
    """
    if new.groups and old.groups and new.groups.isdisjoint(old.groups):
        return True
    return old.apart and not old.slots.names <= new.slots.names


def _valued_apart(new: Side, old: Side) -> bool:
    """Whether they give one kind of value to things of other names. People call one thing by several: a hint."""
    mine, theirs = new.slots.names, old.slots.names
    return bool(old.kinds and new.kinds & old.kinds & MEASURES and mine and theirs) and mine.isdisjoint(theirs)


def _shared(sides: Sides, new: Side, old: Side) -> Traits:
    """Of words that both say, or that stand around one of them."""
    found: Traits = {"from_offer": float(bool(old.offered)), "said_old": float(old.position in new.said)}
    said, heard, replied = new.words & old.words, new.heard & old.words, new.reply & old.words
    size = sides.whole(old) + 1.0
    if said:
        both = sides.weight(said)
        found |= {"shared_count": log1p(len(said)), "shared": log1p(both)}
        found |= {"cover_old": both / size, "cover_new": both / (sides.whole(new) + 1.0)}
    if heard:
        told = sides.weight(heard)
        found |= {"heard": log1p(told), "heard_cover": told / size}
    if said or heard or replied:
        found["any_cover"] = sides.weight(said | heard | replied) / size
    others = {
        "questions": new.heard & old.heard,
        "question_of_old": new.words & old.unsaid,
        "reply": replied,
        "replies": new.reply & old.reply,
        "spurned": (new.words & old.offered) - old.words,
    }
    return found | {name: log1p(sides.weight(words)) for name, words in others.items() if words}


def _named(new: Side, old: Side) -> Traits:
    """Of names, and of members of the lexicon's alternatives."""
    mine, theirs = new.slots.names, old.slots.names
    names = mine & theirs
    found = {"names_new": log1p(len(mine) - len(names)), "names_old": log1p(len(theirs) - len(names))}
    if names:
        found |= {"names": log1p(len(names)), "names_latin": float(any(map(str.isascii, names)))}
        found |= {"only_new": float(names == mine), "only_old": float(names == theirs)}
    if new.groups and old.groups:
        same = not new.slots.groups.isdisjoint(old.slots.groups)
        found |= {"rivals": float(not same and bool(new.groups & old.groups)), "same_member": float(same)}
    return found


def _values(new: Side, old: Side) -> Traits:
    if not old.values:
        return {}
    kinds = new.kinds & old.kinds
    found = {
        "same_value": float(bool(new.values & old.values)),
        "told_value": float(bool(old.values & new.told)),
        "kinds_differ": float(bool(new.values) and not kinds),
    }
    if any(kind in old.kinds for kind, _ in new.values - old.values):
        found |= {
            "other_value": float(bool(kinds - {""})),
            "other_measure": float(bool(kinds & MEASURES)),
            "other_bare": float(kinds == {""}),
            "amount_for_amount": float(not new.slots.names),
        }
    return found


def _places(new: Side, old: Side, pair: Pair) -> Traits:
    turns, inside = new.turn - old.turn, new.message == old.message
    return {
        "same_message": float(inside),
        "turned": float(inside and new.turned),
        "turns": log1p(turns),
        "units": log1p(new.position - old.position),
        "next_turn": float(turns == 1),
        "rank": 1.0 / (1 + pair.rank),
        "rank_best": float(pair.rank == 0),
        "between": log1p(pair.between),
        "opposed": float(_HOLDS.isdisjoint(new.cues) != _HOLDS.isdisjoint(old.cues)),
    }


def _once(sides: Sides, name: str, side: Side) -> Traits:
    """What is known of one side by itself: a statement stands in many pairs."""
    key = name, side.position
    if key not in sides.alone:
        sides.alone[key] = _alone(name, side) | (_newer(side) if name == "new" else _older(side))
    return sides.alone[key]


def _alone(name: str, side: Side) -> Traits:
    decision = side.decision
    found = {f"{name}_cue_{cue}": 1.0 for cue in (CUES if name == "new" else OLD_CUES) if cue in side.cues}
    found |= {f"{name}_p_{label}": side.votes[label] for label in LABELS if label in side.votes}
    return found | {
        f"{name}_constraint": float(decision.label == Label.CONSTRAINT),
        f"{name}_decision": float(decision.label == Label.DECISION),
        f"{name}_choice": float(decision.choice is not None),
        f"{name}_doubt": float("doubt" in decision.because),
        f"{name}_size": log1p(side.size),
        f"{name}_asked": float(side.asked),
        f"{name}_opening": float(side.opening < _OPENING),
        f"{name}_apart": float(side.apart),
        f"{name}_value": float(bool(side.values)),
    }


def _newer(side: Side) -> Traits:
    return says(side.folded[:_SAYS]) | {"change": float(not _CHANGES.isdisjoint(side.cues))}


def _older(side: Side) -> Traits:
    return {
        "old_human": float(side.human),
        "old_confirmed": float("confirm" in side.decision.because),
        "old_values": float(len(side.values) > 1),
    }
