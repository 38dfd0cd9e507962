"""How well probabilities rank, and whether they are what they say. Nothing of nothing is None."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from sklearn.metrics import roc_auc_score

from fastjev.train.fit import Floats, Ints

BINS = 10


class Ranking(NamedTuple):
    """How often a yes stands above a no: 1 always, 0.5 as by chance."""

    name: str
    pooled: float | None
    """Of all rows of all sessions."""
    within: float | None
    """The mean of the sessions' own, where a session has both."""
    sessions: int
    """How many have both."""


class Bin(NamedTuple):
    """The rows whose probability lies in one tenth."""

    low: float
    high: float
    rows: int
    said: float
    """Mean probability."""
    came: float
    """Share of yes."""


def auc(scores: Floats, answers: Ints) -> float | None:
    """The area under the curve; None where only one answer occurs."""
    return float(roc_auc_score(answers, scores)) if len(np.unique(answers)) == 2 else None


def ranking(name: str, scores: Floats, answers: Ints, sessions: Ints) -> Ranking:
    """Pooled and within sessions."""
    own = [auc(scores[sessions == each], answers[sessions == each]) for each in np.unique(sessions)]
    both = [value for value in own if value is not None]
    return Ranking(name, auc(scores, answers), float(np.mean(both)) if both else None, len(both))


def reliability(probabilities: Floats, answers: Ints) -> tuple[Bin, ...]:
    """What was said beside what came, by tenths; tenths without a row are left out."""
    tenth = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    return tuple(
        Bin(
            each / BINS,
            (each + 1) / BINS,
            int((tenth == each).sum()),
            float(probabilities[tenth == each].mean()),
            float(answers[tenth == each].mean()),
        )
        for each in range(BINS)
        if (tenth == each).any()
    )


def calibration_error(bins: Sequence[Bin]) -> float | None:
    """The expected calibration error: |said - came|, weighted by rows."""
    rows = sum(each.rows for each in bins)
    return sum(each.rows * abs(each.said - each.came) for each in bins) / rows if rows else None
