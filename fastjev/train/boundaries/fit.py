"""One regression on the features of seams, calibrated on authors left out, as numbers. Same messages, same numbers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sklearn
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from fastjev import __version__
from fastjev.errors import UsageError
from fastjev.model.boundaries import NAME, OPTION
from fastjev.terms import SCHEMA, THOUSANDTHS
from fastjev.train.boundaries.seams import Said
from fastjev.train.classifier.fit import flat, narrow
from fastjev.train.fit import Floats, Ints, folds, platt, single_thread

STRENGTH = 0.1
"""Inverse of the penalty, scikit-learn's C. Of 0.03, 0.1 and 0.3 the best on authors left out."""
LEAST = 5
"""Seams that a term must stand at."""
ENOUGH = 100
"""Boundaries, and seams that are none, with fewer of which nothing is learned."""
_STEPS = 1000
_TOLERANCE = 1e-3
Row = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A regression, calibrated, and what it says of seams by authors that it never saw."""

    weights: Mapping[str, float]
    """By term: section, blank, name."""
    bias: float
    left_out: Floats
    """For each seam, in order: the probability by a regression, and a calibration, that saw nothing of its author."""


def fitted(said: Sequence[Said], seed: int) -> Fitted:
    """The regression over all seams. `seed` deals conversations to groups, where all are by one author.

    Raises: UsageError, where there is too little to learn from.
    """
    rows = [flat(seam.features) for each in said for seam in each.seams]
    opens = np.array([seam.opens for each in said for seam in each.seams]).astype(np.int64)
    if min(opens.sum(), (1 - opens).sum()) < ENOUGH:
        raise UsageError(
            f"too little to learn from: {opens.sum()} boundaries at {len(opens)} seams; "
            f"{ENOUGH} are needed, and as many seams without one. Add labelled conversations"
        )
    groups = _groups(said, seed)
    with single_thread():
        odds = np.zeros(len(rows))
        for group in np.unique(groups):
            inside = groups == group
            weights, bias = _regression([row for row, own in zip(rows, inside, strict=True) if not own], opens[~inside])
            own = [row for row, held in zip(rows, inside, strict=True) if held]
            odds[inside] = [bias + sum(value * weights.get(name, 0.0) for name, value in row.items()) for row in own]
        weights, bias = _regression(rows, opens)
        steep, shift = platt(odds, opens)
        left_out = _calibrated(odds, opens, groups)
    return Fitted({name: weight * steep for name, weight in weights.items()}, bias * steep + shift, left_out)


def exported(found: Fitted, said: Sequence[Said], seed: int) -> dict[str, Any]:
    """What a file of weights holds, in thousandths; terms that round to nothing are left out."""
    terms: dict[str, dict[str, str]] = {}
    for name, weight in sorted(found.weights.items()):
        section, term = name.split(" ", 1)
        if whole := round(weight * THOUSANDTHS):
            terms.setdefault(section, {})[term] = str(whole)
    return {
        "schema": SCHEMA,
        "name": NAME,
        "trained": {
            "fastjev": __version__,
            "scikit-learn": sklearn.__version__,
            "conversations": len({each.file for each in said}),
            "authors": len({each.author for each in said}),
            "messages": len(said),
            "seams": len(found.left_out),
            "boundaries": sum(seam.opens for each in said for seam in each.seams),
            "seed": seed,
        },
        "sets": {OPTION: {"options": [OPTION], "bias": str(round(found.bias * THOUSANDTHS)), "terms": terms}},
    }


def _regression(rows: Sequence[Row], opens: Ints) -> tuple[dict[str, float], float]:
    """By liblinear, which makes the same numbers on any machine. Terms that are rare are left out."""
    counts = Counter(name for row in rows for name in row)
    kept = [{name: value for name, value in row.items() if counts[name] >= LEAST} for row in rows]
    vectorizer = DictVectorizer(sort=False)
    matrix = narrow(vectorizer.fit_transform(kept))
    model = LogisticRegression(C=STRENGTH, solver="liblinear", tol=_TOLERANCE, max_iter=_STEPS, random_state=0)
    model.fit(matrix, opens)
    return dict(zip(vectorizer.feature_names_, model.coef_[0].tolist(), strict=True)), float(model.intercept_[0])


def _calibrated(odds: Floats, opens: Ints, groups: Ints) -> Floats:
    """Probabilities, each by a calibration on the other groups."""
    found = np.zeros(len(odds))
    for group in np.unique(groups):
        inside = groups == group
        steep, shift = platt(odds[~inside], opens[~inside])
        found[inside] = 1 / (1 + np.exp(-(steep * odds[inside] + shift)))
    return found


def _groups(said: Sequence[Said], seed: int) -> Ints:
    """A number for each author; where there is but one, groups of conversations."""
    by_author = len({each.author for each in said}) > 1
    names = [each.author if by_author else each.file for each in said for _ in each.seams]
    numbers = {name: number for number, name in enumerate(sorted(set(names)))}
    found = np.array([numbers[name] for name in names])
    return found if by_author else folds(found, seed)
