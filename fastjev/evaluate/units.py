"""Units against the labels they touch."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fastjev.datatypes import Decision, Unit, Verdict
from fastjev.evaluate.gold import strict
from fastjev.evaluate.measures import LABELS, Outcome
from fastjev.evaluate.shown import Shown
from fastjev.labels import Label, Speaker


class Judged(NamedTuple):
    """A unit as gold, its verdict and its decision have it."""

    speaker: Speaker
    touched: frozenset[Label]
    """Labels that it shares characters with."""
    most: Label | None
    """The one that it shares most with."""
    doubted: frozenset[Label]
    """Labels of which it touches doubtful quotes only."""
    verdict: Verdict
    decided: Label

    @property
    def gold(self) -> Label | None:
        """The label it counts for: what was decided, where it touches that; nothing where it touches none."""
        return self.decided if self.decided in self.touched else self.most

    @property
    def by(self) -> str:
        """Whose probability the verdict has: `model` where a classifier voted, else `rules`."""
        return "model" if any(vote.by.startswith("model:") for vote in self.verdict.votes) else "rules"

    @property
    def left_out(self) -> bool:
        """Whether it was decided to be what only a doubtful quote calls it."""
        return self.decided in self.doubted


def judged(shown: Shown) -> Iterator[Judged]:
    """Every unit with words, those without a label too.

    Left out are tool exchanges: what ran is process whatever its result says, so no vote is taken on them, and the
    facts in results are a matter of fact recall.
    """
    run = shown.run
    for unit, verdict, decision in zip(run.units, run.verdicts, run.decisions, strict=True):
        if unit.kind != "call" and unit.text.strip():
            yield _judged(shown, unit, verdict, decision)


def outcomes(units: Sequence[Judged]) -> Iterator[Outcome]:
    """Two halves of an F1 for every unit that touches a label: what it is, and what it was decided to be.

    A unit that touches several labels is right with any of them, and counts for that one; where it is wrong it counts
    as a miss of the one it shares most characters with. Left out are units that touch no label, and those decided to
    be what only a doubtful entry calls them.
    """
    for unit in units:
        if unit.gold is None or unit.left_out:
            continue
        if unit.gold == unit.decided:
            yield Outcome(f"unit_f1_{unit.decided}", 2, 2)
        else:
            yield Outcome(f"unit_f1_{unit.gold}", 0)
            if unit.decided != Label.UNSURE:
                yield Outcome(f"unit_f1_{unit.decided}", 0)


def _judged(shown: Shown, unit: Unit, verdict: Verdict, decision: Decision) -> Judged:
    entries = dict(shown.corpus.gold.labels())
    shares = {label: shown.shared(unit, strict(entries[label])) for label in LABELS}
    touched = frozenset(label for label, share in shares.items() if share)
    doubted = frozenset(label for label in LABELS if label not in touched and shown.shared(unit, entries[label]))
    most = max(LABELS, key=shares.__getitem__) if touched else None
    return Judged(unit.speaker, touched, most, doubted, verdict, decision.label)
