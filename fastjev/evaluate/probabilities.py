"""Whether probabilities are what they say, how far the classifier's tell constraints, and which labels are confused."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fastjev.evaluate.units import Judged
from fastjev.labels import Label, Speaker

BINS = 10
NONE = "none"
"""What a unit of a human is that touches no label."""
_BINDING = (Label.CONSTRAINT, Label.DECISION)


class Bin(NamedTuple):
    """Verdicts whose probability lies between two tenths."""

    low: float
    high: float
    p: float
    """Their mean probability."""
    right: int
    there: int


class Point(NamedTuple):
    """What calling a constraint all from some probability on finds, and how much of that is right."""

    recall: float
    precision: float


def reliability(units: Iterable[Judged]) -> list[Bin]:
    """Verdicts by probability, in tenths; empty ones are left out.

    A verdict is right with any label that the unit touches. Of units that touch none only those of a human are
    counted, as wrong, where they are called what gold names without gaps: a constraint or a decision. Left out are
    verdicts that no vote decided, or the gate, and those that only a doubtful quote would make right.
    """
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for unit in units:
        if (right := _right(unit)) is not None:
            bins[min(int(unit.verdict.p * BINS), BINS - 1)].append((unit.verdict.p, right))
    return [
        Bin(n / BINS, (n + 1) / BINS, sum(p for p, _ in held) / len(held), sum(right for _, right in held), len(held))
        for n, held in enumerate(bins)
        if held
    ]


def expected_error(bins: Sequence[Bin]) -> float | None:
    """The expected calibration error (Naeini 2015): how far bins are off, mean over verdicts; nothing without any."""
    there = sum(bin.there for bin in bins)
    return sum(bin.there * abs(bin.p - bin.right / bin.there) for bin in bins) / there if there else None


def curve(units: Iterable[Judged]) -> list[Point]:
    """Recall and precision at each probability of a constraint by the classifier, the highest first.

    Of units of a human on which it voted; nothing where it voted on none, or none of them is a constraint.
    """
    voted = [(p, Label.CONSTRAINT in unit.touched) for unit in units if (p := _constraint(unit)) is not None]
    there = sum(right for _, right in voted)
    points: list[Point] = []
    found = 0
    ranked = sorted(voted, key=lambda each: -each[0])
    for n, (p, right) in enumerate(ranked, 1):
        found += right
        # Units of one probability are found together.
        if there and (n == len(ranked) or ranked[n][0] != p):
            points.append(Point(found / there, found / n))
    return points


def average_precision(points: Sequence[Point]) -> float | None:
    """The mean precision over recall, by steps; nothing without a curve."""
    before, area = 0.0, 0.0
    for point in points:
        area += (point.recall - before) * point.precision
        before = point.recall
    return area if points else None


def confusion(units: Iterable[Judged]) -> Counter[tuple[str, str]]:
    """How many units gold calls one thing and fastjev another, by the labels they count for in the F1 of units.

    Of units that touch no label only a human's are counted, as `none`.
    """
    return Counter(
        (str(unit.gold or NONE), str(unit.decided))
        for unit in units
        if not unit.left_out and (unit.gold or unit.speaker == Speaker.HUMAN)
    )


def _right(unit: Judged) -> bool | None:
    verdict = unit.verdict
    voted = any(not vote.by.startswith("gate:") for vote in verdict.votes)
    if not voted or verdict.label == Label.UNSURE or verdict.label in unit.doubted:
        return None
    if unit.touched:
        return verdict.label in unit.touched
    return False if unit.speaker == Speaker.HUMAN and verdict.label in _BINDING else None


def _constraint(unit: Judged) -> float | None:
    """The classifier's, that a unit of a human is a constraint; nothing where it did not vote or gold doubts."""
    if unit.speaker != Speaker.HUMAN or Label.CONSTRAINT in unit.doubted:
        return None
    votes = [vote for vote in unit.verdict.votes if vote.by.startswith("model:")]
    return next((vote.weight for vote in votes if vote.label == Label.CONSTRAINT), 0.0) if votes else None
