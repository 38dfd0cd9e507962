"""Logistic regressions over rows, calibrated on sessions left out, as plain numbers. Same rows, same numbers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from fastjev.errors import UsageError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STRENGTH = 0.01
"""Inverse of the penalty, scikit-learn's C. Of 1, 0.1, 0.01 and 0.001 the best on sessions and projects left out."""
FOLDS = 5
"""Groups of sessions; the calibration of each group's rows comes from a regression that saw none of them."""
_STEPS = 5000
_FREE = 1e6
"""Inverse of the penalty of a calibration: none to speak of."""
_SLOPES = (0.05, 5.0)


@dataclass(frozen=True, slots=True)
class Fit:
    """A regression on standardised traits. Of two options only the second has a line."""

    mean: Floats
    scale: Floats
    weights: Floats
    """Lines by traits."""
    bias: Floats

    def at(self, traits: Floats) -> Floats:
        """Rows by lines: the log odds."""
        return np.asarray(((traits - self.mean) / self.scale) @ self.weights.T + self.bias)


def fit(traits: Floats, answers: Ints) -> Fit:
    """The regression over all rows given. `answers`: numbers of options from 0, each of which must occur."""
    scaler = StandardScaler().fit(traits)
    model = LogisticRegression(C=STRENGTH, max_iter=_STEPS).fit(scaler.transform(traits), answers)
    return Fit(scaler.mean_, scaler.scale_, model.coef_, model.intercept_)


def held_out(traits: Floats, answers: Ints, groups: Ints) -> tuple[Floats, Ints]:
    """Log odds (rows by lines) by regressions that saw no row of the row's group, and the answers of these rows.

    A group without which an option never occurs is left out. Raises: UsageError where too little is left.
    """
    options = len(np.unique(answers))
    odds, came = [], []
    for group in np.unique(groups):
        inside = groups == group
        if len(np.unique(answers[~inside])) == options:
            odds.append(fit(traits[~inside], answers[~inside]).at(traits[inside]))
            came.append(answers[inside])
    if not came or len(np.unique(np.concatenate(came))) < options:
        raise UsageError("what is asked about happened in too few sessions to calibrate on; add more sessions")
    return np.concatenate(odds), np.concatenate(came)


def folds(sessions: Ints, seed: int) -> Ints:
    """Sessions dealt to `FOLDS` groups in an order that the seed shuffles, each to the group with the fewest rows."""
    names, counts = np.unique(sessions, return_counts=True)
    sizes = [0] * min(FOLDS, len(names))
    group: dict[int, int] = {}
    for index in np.random.default_rng(seed).permutation(len(names)):
        smallest = min(range(len(sizes)), key=lambda each: (sizes[each], each))
        group[int(names[index])] = smallest
        sizes[smallest] += int(counts[index])
    return np.array([group[int(name)] for name in sessions])


def platt(odds: Floats, answers: Ints) -> tuple[float, float]:
    """Slope and shift that make log odds of rows left out fit what happened."""
    model = LogisticRegression(C=_FREE, max_iter=_STEPS).fit(odds.reshape(-1, 1), answers)
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def slope(odds: Floats, answers: Ints) -> float:
    """The one factor for all lines with the least log loss on rows left out."""

    def loss(factor: float) -> float:
        scaled = factor * odds
        scaled = scaled - scaled.max(axis=1, keepdims=True)
        shares = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        return float(-shares[np.arange(len(answers)), answers].mean())

    return float(minimize_scalar(loss, bounds=_SLOPES, method="bounded").x)


def probabilities(traits: Floats, answers: Ints, sessions: Ints, seed: int, each: Iterable[int]) -> Floats:
    """For every row, the calibrated probability of yes by a model that saw nothing of its session.

    The calibration saw nothing of it either. `each`: the sessions, for a bar to follow.
    """
    found = np.zeros(len(answers))
    for session in each:
        inside = sessions == session
        rest, came = traits[~inside], answers[~inside]
        steep, shift = platt(*held_out(rest, came, folds(sessions[~inside], seed)))
        found[inside] = 1.0 / (1.0 + np.exp(-(steep * fit(rest, came).at(traits[inside])[:, 0] + shift)))
    return found


def single_thread() -> Any:
    """A context in which sums are made in one order, however many cores there are."""
    return threadpool_limits(limits=1)
