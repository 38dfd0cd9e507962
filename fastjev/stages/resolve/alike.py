"""How alike a statement and a later one are down to single characters and amounts, as numbers: traits of a pair.

Sizes are log1p; `cover` is the share of a side's grains that recurs, each by its rarity; what is true is 1. What is 0
may be left out.
"""

from math import log1p

from fastjev.stages.resolve.sides import Side, Sides

Traits = dict[str, float]


def alike(sides: Sides, new: Side, old: Side) -> Traits:
    """By name."""
    return _words(sides, new, old) | _amounts(new, old) | _named(new, old)


def nearness(sides: Sides, new: Side, old: Side) -> float:
    """How much of what the older statement is told by the new one says, or its line or the talk around it."""
    mine, theirs = new.grains.words, old.grains.words
    line, heard = (new.line & theirs) - mine, (new.heard_grains.words & theirs) - mine
    return sides.telling(mine & theirs) + 0.3 * sides.telling(line) + 0.15 * sides.telling(heard)


def _words(sides: Sides, new: Side, old: Side) -> Traits:
    mine, theirs = new.grains.words, old.grains.words
    both, size = mine & theirs, sides.told_by(old) + 1.0
    found = {"grains_left_new": log1p(len(mine) - len(both)), "grains_left_old": log1p(len(theirs) - len(both))}
    if both:
        weight = sides.telling(both)
        found |= {"grains": log1p(weight), "grains_count": log1p(len(both))}
        found |= {"grains_cover_old": weight / size, "grains_cover_new": weight / (sides.told_by(new) + 1.0)}
    parts = {
        "grains_line": (new.line & theirs) - mine,
        "grains_heard": (new.heard_grains.words & theirs) - mine,
        "grains_reply": (new.reply_grains.words & theirs) - mine,
        "grains_around": new.heard_grains.words & new.reply_grains.words & theirs,
        "grains_any": theirs & (mine | new.line | new.heard_grains.words | new.reply_grains.words),
    }
    return found | {name: sides.telling(words) / size for name, words in parts.items() if words}


def _amounts(new: Side, old: Side) -> Traits:
    mine, theirs = new.grains, old.grains
    if not theirs.amounts:
        return {}
    fresh, gone = mine.amounts - theirs.amounts, theirs.amounts - mine.amounts
    heard, reply = new.heard_grains.amounts, new.reply_grains.amounts
    return {
        "amounts_old": float(min(len(theirs.amounts), 3)),
        "amounts_both": float(bool(mine.amounts)),
        "amounts_counted": float(not mine.counted.isdisjoint(theirs.counted)),
        "amounts_bare": float(bool(mine.amounts) and len(mine.counted) < len(mine.amounts)),
        "amounts_again": float(not mine.amounts.isdisjoint(theirs.amounts)),
        "amounts_fresh": float(bool(fresh)),
        "amounts_heard": float(not theirs.amounts.isdisjoint(heard)),
        "amounts_taken": float(not fresh.isdisjoint(reply)),
        "amounts_kept": float(not gone.isdisjoint(reply)),
    }


def _named(new: Side, old: Side) -> Traits:
    """Of Latin words and of what is quoted: what people choose between."""
    mine, theirs = new.grains, old.grains
    fresh, gone = mine.latin - theirs.latin, theirs.latin - mine.latin
    return {
        "latin_fresh": float(bool(fresh)),
        "latin_other": float(bool(fresh) and bool(gone)),
        "latin_again": float(not mine.latin.isdisjoint(theirs.latin)),
        "latin_taken": float(not fresh.isdisjoint(new.reply_grains.latin)),
        "latin_heard": float(not gone.isdisjoint(new.heard_grains.latin)),
        "latin_kept": float(not gone.isdisjoint(new.reply_grains.latin)),
        "quotes_other": float(bool(mine.quotes and theirs.quotes) and mine.quotes.isdisjoint(theirs.quotes)),
    }
