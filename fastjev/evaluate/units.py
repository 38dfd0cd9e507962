"""Units against the labels they touch."""

from collections.abc import Iterator, Sequence

from fastjev.datatypes import Unit
from fastjev.evaluate.gold import Entry, strict
from fastjev.evaluate.measures import LABELS, Outcome
from fastjev.evaluate.shown import Shown
from fastjev.labels import Label


def outcomes(shown: Shown) -> Iterator[Outcome]:
    """Two halves of an F1 for every unit that touches a label: what it is, and what it was decided to be.

    A unit that touches several labels is right with any of them, and counts for that one; where it is wrong it counts
    as a miss of the one it shares most characters with. Left out are units that touch no label, those decided to be
    what only a doubtful entry calls them, and tool exchanges: what ran is process whatever its result says, so no vote
    is taken on them, and the facts in results are a matter of fact recall.
    """
    entries = dict(shown.corpus.gold.labels())
    for unit, decision in zip(shown.run.units, shown.run.decisions, strict=True):
        shares = {label: _shared(shown, unit, strict(entries[label])) for label in LABELS}
        decided = decision.label
        if unit.kind == "call" or not unit.text.strip() or not any(shares.values()):
            continue
        if shares.get(decided):
            yield Outcome(f"unit_f1_{decided}", 2, 2)
        elif not _shared(shown, unit, entries.get(decided, ())):
            yield Outcome(f"unit_f1_{max(LABELS, key=shares.__getitem__)}", 0)
            if decided != Label.UNSURE:
                yield Outcome(f"unit_f1_{decided}", 0)


def _shared(shown: Shown, unit: Unit, entries: Sequence[Entry]) -> int:
    """Characters that the unit has in common with the quotes."""
    spans = [shown.span(entry) for entry in entries if shown.places[entry.m] == unit.message]
    return sum(max(0, min(unit.span.end, span.end) - max(unit.span.start, span.start)) for span in spans)
