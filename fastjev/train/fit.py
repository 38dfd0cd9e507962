"""Logistic regressions over rows, calibrated on held-out sessions, as plain numbers. Same rows, same numbers."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

Floats = NDArray[np.float64]

STRENGTH = 0.01
"""Inverse of the penalty (scikit-learn's C). Of 1, 0.1, 0.01 and 0.001 the best on sessions left out."""
_STEPS = 5000
_FREE = 1e6
"""Inverse of the penalty of a calibration: none to speak of."""
_SLOPES = (0.05, 5.0)
FOLDS = 5
"""Groups of sessions inside a training set, to calibrate without the session that is held out."""


@dataclass(frozen=True, slots=True)
class Data:
    """Traits by row, and the session of each row."""

    traits: Floats
    sessions: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Fit:
    """A regression on standardised traits. Two options have one line, that of the second."""

    mean: Floats
    scale: Floats
    weights: Floats
    """Lines by traits."""
    bias: Floats

    def at(self, traits: Floats) -> Floats:
        """Rows by lines: the log odds."""
        return ((traits - self.mean) / self.scale) @ self.weights.T + self.bias


def fit(traits: Floats, answers: NDArray[np.int64]) -> Fit:
    """The regression over all rows given. `answers`: numbers of options from 0; each must occur."""
    scaler = StandardScaler().fit(traits)
    model = LogisticRegression(C=STRENGTH, max_iter=_STEPS).fit(scaler.transform(traits), answers)
    return Fit(scaler.mean_, scaler.scale_, model.coef_, model.intercept_)


def held_out(data: Data, answers: NDArray[np.int64], groups: NDArray[np.int64]) -> Floats:
    """Rows by lines: the log odds of each row by a regression that saw no row of its group."""
    found: Floats | None = None
    for group in np.unique(groups):
        inside = groups == group
        odds = fit(data.traits[~inside], answers[~inside]).at(data.traits[inside])
        found = np.zeros((len(answers), odds.shape[1])) if found is None else found
        found[inside] = odds
    assert found is not None, "no rows"
    return found


def folds(sessions: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sessions dealt to `FOLDS` groups, the largest first and each to the group with the fewest rows."""
    names, counts = np.unique(sessions, return_counts=True)
    sizes = [0] * min(FOLDS, len(names))
    group = {}
    for size, name in sorted(((int(size), int(name)) for name, size in zip(names, counts, strict=True)), reverse=True):
        smallest = min(range(len(sizes)), key=lambda index: (sizes[index], index))
        group[name] = smallest
        sizes[smallest] += size
    return np.array([group[int(name)] for name in sessions])


def platt(odds: Floats, answers: NDArray[np.int64]) -> tuple[float, float]:
    """Slope and shift that make log odds of held-out rows fit what happened."""
    model = LogisticRegression(C=_FREE, max_iter=_STEPS).fit(odds.reshape(-1, 1), answers)
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def slope(odds: Floats, answers: NDArray[np.int64]) -> float:
    """The one factor for all lines with the least log loss on held-out rows."""

    def loss(factor: float) -> float:
        scaled = factor * odds
        scaled = scaled - scaled.max(axis=1, keepdims=True)
        shares = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        return float(-shares[np.arange(len(answers)), answers].mean())

    return float(minimize_scalar(loss, bounds=_SLOPES, method="bounded").x)


def single_thread() -> Any:
    """A context in which sums are made in one order, whatever the machine's cores."""
    return threadpool_limits(limits=1)
