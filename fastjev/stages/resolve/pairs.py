"""What is known of a statement and a later one together, as numbers: the traits of `fastjev.model.links`.

Counts, sizes and distances are log1p; `cover` is the share of a side's words that recurs, each word by its rarity;
what is true or not is 1 or 0.
"""

from collections.abc import Callable
from math import log1p
from operator import itemgetter

from fastjev.labels import Label
from fastjev.model.links import CUES, LABELS, OLD_CUES, TRAITS
from fastjev.stages.resolve.sides import Side, Sides
from fastjev.stages.resolve.slots import MEASURES

_CHANGES = frozenset({"replace", "reverse", "revoke", "permit", "restore"})
_HOLDS = frozenset({"hold", "refuse"})
_OPENING = 2
"""Units of a message that open it."""
_IN_ORDER: Callable[[dict[str, float]], tuple[float, ...]] = itemgetter(*TRAITS)
Traits = dict[str, float]


def traits(sides: Sides, new: Side, old: Side, rank: int, between: int) -> tuple[float, ...]:
    """In the order of `TRAITS`.

    `rank`: how many earlier statements are more like the new one than the old one is; `between`: how many stand
    between the two.
    """
    found = _shared(sides, new, old) | _values(new, old) | _places(new, old, rank, between)
    found |= _once(sides, "new", new)
    found |= _once(sides, "old", old)
    found |= _both(found, new, old)
    return _IN_ORDER(found)


def likeness(sides: Sides, new: Side, old: Side) -> float:
    """How near the two are at first sight: what they share by rarity, a value of one kind, the time between them.

    By it the few statements are found that are worth a look; one value is as good as three or four common words.
    """
    found = sides.weight(new.words & old.words) + 2.0 / (1 + new.turn - old.turn)
    found += sides.weight(new.heard & old.words - new.words) / 2 + sides.weight(new.words & old.heard - old.words) / 3
    kinds, values = old.kinds, frozenset(old.slots.values)
    changed = [kind for kind, value in new.slots.values if kind in kinds and (kind, value) not in values]
    found += 4.0 if not MEASURES.isdisjoint(changed) else 2.0 * bool(changed)
    return found + 3.0 * bool(values & new.told) + 4.0 * bool(new.groups & old.groups)


def other_slot(new: Side, old: Side) -> bool:
    """Whether words show that the two are of different things, so that neither ends the other.

    They fill different slots of the lexicon, or give one kind of value to two things, or the older one says that it is
    about something else.
    """
    if new.groups and old.groups and not new.groups & old.groups:
        return True
    mine, theirs = new.slots.names, old.slots.names
    if old.apart and not theirs <= mine:
        return True
    return not mine & theirs and bool(new.kinds & old.kinds & MEASURES and mine and theirs)


def _shared(sides: Sides, new: Side, old: Side) -> Traits:
    weight = sides.weight
    shared = new.words & old.words
    told = new.heard & old.words
    size, size_new = sides.whole(old) + 1.0, sides.whole(new) + 1.0
    both, heard = weight(shared), weight(told)
    names = new.slots.names & old.slots.names
    return {
        "shared_count": log1p(len(shared)),
        "shared": log1p(both),
        "cover_old": both / size,
        "cover_new": both / size_new,
        "heard": log1p(heard),
        "heard_cover": heard / size,
        "questions": log1p(weight(new.heard & old.heard)),
        "question_of_old": log1p(weight((new.words & old.heard) - shared)),
        "reply": log1p(weight(new.reply & old.words)),
        "replies": log1p(weight(new.reply & old.reply)),
        "any_cover": weight(old.words & (new.words | new.heard | new.reply)) / size,
        "names": log1p(len(names)),
        "names_latin": float(any(name.isascii() for name in names)),
        "names_new": log1p(len(new.slots.names - names)),
        "names_old": log1p(len(old.slots.names - names)),
        "only_new": float(bool(names) and names == new.slots.names),
        "only_old": float(bool(names) and names == old.slots.names),
        "rivals": float(bool(new.groups & old.groups) and not new.slots.groups & old.slots.groups),
        "same_member": float(bool(new.slots.groups & old.slots.groups)),
        "spurned": log1p(weight((new.words & old.offered) - old.words)),
        "from_offer": float(bool(old.offered)),
        "said_old": float(old.position in new.said),
        "new_apart": float(new.apart),
        "old_apart": float(old.apart),
    }


def _values(new: Side, old: Side) -> Traits:
    mine, theirs = frozenset(new.slots.values), frozenset(old.slots.values)
    kinds = new.kinds & old.kinds
    other = any(kind in old.kinds for kind, _ in mine - theirs)
    return {
        "other_value": float(other and bool(kinds - {""})),
        "other_measure": float(other and bool(kinds & MEASURES)),
        "other_bare": float(other and kinds == {""}),
        "same_value": float(bool(mine & theirs)),
        "told_value": float(bool(theirs & new.told)),
        "new_value": float(bool(mine)),
        "old_value": float(bool(theirs)),
        "old_values": float(len(theirs) > 1),
        "kinds_differ": float(bool(mine) and bool(theirs) and not kinds),
        "amount_for_amount": float(other and not new.slots.names),
    }


def _places(new: Side, old: Side, rank: int, between: int) -> Traits:
    turns, inside = new.turn - old.turn, new.message == old.message
    return {
        "same_message": float(inside),
        "turned": float(inside and new.turned),
        "turns": log1p(turns),
        "units": log1p(new.position - old.position),
        "next_turn": float(turns == 1),
        "rank": 1.0 / (1 + rank),
        "rank_best": float(rank == 0),
        "between": log1p(between),
    }


def _once(sides: Sides, name: str, side: Side) -> Traits:
    """What is known of one side by itself: a statement stands in many pairs."""
    key = name, side.position
    if key not in sides.alone:
        sides.alone[key] = _alone(name, side)
    return sides.alone[key]


def _alone(name: str, side: Side) -> Traits:
    decision = side.decision
    found = {f"{name}_cue_{cue}": float(cue in side.cues) for cue in (CUES if name == "new" else OLD_CUES)}
    found |= {f"{name}_p_{label}": side.votes.get(label, 0.0) for label in LABELS}
    found |= {
        f"{name}_constraint": float(decision.label == Label.CONSTRAINT),
        f"{name}_decision": float(decision.label == Label.DECISION),
        f"{name}_choice": float(decision.choice is not None),
        f"{name}_doubt": float("doubt" in decision.because),
        f"{name}_size": log1p(side.size),
        f"{name}_asked": float(side.asked),
        f"{name}_opening": float(side.opening < _OPENING),
    }
    if name == "old":
        found |= {"old_human": float(side.human), "old_confirmed": float("confirm" in decision.because)}
    return found


def _both(found: Traits, new: Side, old: Side) -> Traits:
    """Products: what a change of mind makes of the rest. A weighted sum cannot say "and"."""
    change = float(bool(new.cues & _CHANGES))
    opposed = float(bool(new.cues & _HOLDS) != bool(old.cues & _HOLDS))
    return {
        "change": change,
        "change_cover": change * found["cover_old"],
        "change_heard": change * found["heard_cover"],
        "change_rank": change * found["rank"],
        "change_best": change * found["rank_best"],
        "change_value": change * found["other_value"],
        "change_rivals": change * found["rivals"],
        "reverse_heard": found["new_cue_reverse"] * found["heard_cover"],
        "frame": found["other_value"] * found["cover_old"],
        "hold_permit": found["new_cue_permit"] * found["old_cue_hold"],
        "opposed": opposed,
        "opposed_cover": opposed * found["cover_old"],
        "value_best": found["other_value"] * found["rank_best"],
        "heard_best": found["heard_cover"] * found["rank_best"],
    }
