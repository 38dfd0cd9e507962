"""Units against the labels they touch."""

from collections.abc import Iterator

from fastjev.evaluate.gold import strict
from fastjev.evaluate.measures import LABELS, Outcome
from fastjev.evaluate.shown import Shown
from fastjev.labels import Label


def outcomes(shown: Shown) -> Iterator[Outcome]:
    """Two halves of an F1 for every unit that touches a label: what it is, and what it was decided to be.

    A unit that touches several labels is right with any of them, and counts for that one; where it is wrong it counts
    as a miss of the one it shares most characters with. Left out are units that touch no label, and those decided to
    be what only a doubtful entry calls them.
    """
    entries = dict(shown.corpus.gold.labels())
    for unit, decision in zip(shown.run.units, shown.run.decisions, strict=True):
        shares = {label: shown.shared(unit, strict(entries[label])) for label in LABELS}
        decided = decision.label
        if not unit.text.strip() or not any(shares.values()):
            continue
        if shares.get(decided):
            yield Outcome(f"unit_f1_{decided}", 2, 2)
        elif not shown.shared(unit, entries.get(decided, ())):
            yield Outcome(f"unit_f1_{max(LABELS, key=shares.__getitem__)}", 0)
            if decided != Label.UNSURE:
                yield Outcome(f"unit_f1_{decided}", 0)
