"""The decision model for tool exchanges: rows to weights."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sklearn
from numpy.typing import NDArray

from fastjev import __version__
from fastjev.ask import SCHEMA
from fastjev.model.traits import TRAITS
from fastjev.train.fit import Data, Fit, fit, folds, held_out, platt, single_thread, slope
from fastjev.train.table import FATES, LEVELS, Row

NAME = "exchanges"
NOULS = ("result", "call")


def data(rows: Sequence[Row]) -> Data:
    """Rows as arrays."""
    return Data(np.array([row.traits for row in rows], dtype=np.float64), np.array([row.session for row in rows]))


def answers(rows: Sequence[Row]) -> dict[str, NDArray[np.int64]]:
    """By question, the number of the option that came true."""
    return {
        "result": np.array([int(row.behaviour.result) for row in rows]),
        "call": np.array([int(row.behaviour.call) for row in rows]),
        "fate": np.array([FATES.index(row.behaviour.fate) for row in rows]),
        "use": np.array([LEVELS.index(row.level) for row in rows]),
    }


def weights(rows: Sequence[Row], seed: int) -> dict[str, Any]:
    """What a file of weights holds. Same rows, same numbers. Every option must occur in two sessions or more."""
    held, came = data(rows), answers(rows)
    groups = folds(held.sessions)
    with single_thread():
        fits = {name: fit(held.traits, came[name]) for name in came}
        odds = {name: held_out(held, came[name], groups) for name in came}
        questions = {name: _noul(fits[name], platt(odds[name], came[name])) for name in NOULS}
        questions |= {
            name: _options(kind, options, fits[name], slope(odds[name], came[name]))
            for name, kind, options in (("fate", "choice", FATES), ("use", "score", LEVELS))
        }
    first = fits[NOULS[0]]
    return {
        "schema": SCHEMA,
        "name": NAME,
        "trained": {
            "fastjev": __version__,
            "scikit-learn": sklearn.__version__,
            "sessions": len(np.unique(held.sessions)),
            "exchanges": len({(row.session, row.exchange) for row in rows}),
            "rows": len(rows),
            "seed": seed,
        },
        "traits": list(TRAITS),
        "mean": first.mean.tolist(),
        "scale": first.scale.tolist(),
        "questions": questions,
    }


def _noul(found: Fit, calibration: tuple[float, float]) -> Mapping[str, Any]:
    return {
        "kind": "noul",
        "weights": found.weights[0].tolist(),
        "bias": float(found.bias[0]),
        "calibration": list(calibration),
    }


def _options(kind: str, options: Sequence[str], found: Fit, factor: float) -> Mapping[str, Any]:
    return {
        "kind": kind,
        "options": list(options),
        "weights": found.weights.tolist(),
        "bias": found.bias.tolist(),
        "slope": factor,
    }
