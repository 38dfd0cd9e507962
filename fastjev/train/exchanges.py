"""The decision model for tool exchanges: rows to weights."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import sklearn

from fastjev import __version__
from fastjev.ask import SCHEMA
from fastjev.errors import UsageError
from fastjev.model.traits import TRAITS
from fastjev.train.fit import Fit, Floats, Ints, fit, folds, held_out, platt, single_thread, slope
from fastjev.train.table import FATES, LEVELS, Row

NAME = "exchanges"
NOULS = ("result", "call")
_YES_NO = ("no", "yes")
OPTIONS: Mapping[str, tuple[str, ...]] = {"result": _YES_NO, "call": _YES_NO, "fate": FATES, "use": LEVELS}
"""What can be answered, by question."""
SESSIONS = 6
"""With fewer, one session is a fifth of all that is known, and what holds for it is learned as a law."""
TIMES = 20
"""Rows in which each option must have come true."""
SPREAD = 3
"""Sessions in which it must have."""


def columns(rows: Sequence[Row]) -> tuple[Floats, Ints]:
    """Traits by row, and the session of each."""
    return np.array([row.traits for row in rows], dtype=np.float64), np.array([row.session for row in rows])


def answers(rows: Sequence[Row]) -> dict[str, Ints]:
    """By question, the number of the option that came true, in the order of `OPTIONS`."""
    return {
        "result": np.array([int(row.behaviour.result) for row in rows]),
        "call": np.array([int(row.behaviour.call) for row in rows]),
        "fate": np.array([FATES.index(row.behaviour.fate) for row in rows]),
        "use": np.array([LEVELS.index(row.level) for row in rows]),
    }


def refuse_thin(rows: Sequence[Row], questions: Sequence[str] = tuple(OPTIONS)) -> None:
    """Raises: UsageError, with how much more is needed, where there is too little to learn from."""
    if wanting := [*_wanting(rows, questions)]:
        raise UsageError("too little to learn from: " + "; ".join(wanting) + ". Add sessions with tool calls")


def _wanting(rows: Sequence[Row], questions: Sequence[str]) -> Iterator[str]:
    sessions = len({row.session for row in rows})
    if sessions < SESSIONS:
        yield f"{sessions} of {SESSIONS} sessions with enough exchanges, {_more(SESSIONS - sessions, 'session')} needed"
    came = answers(rows)
    for question in questions:
        for number, option in enumerate(OPTIONS[question]):
            held = [row.session for row, answer in zip(rows, came[question], strict=True) if answer == number]
            if len(held) < TIMES:
                yield f"{question} = {option} needs {_more(TIMES - len(held), 'row')}"
            elif len(set(held)) < SPREAD <= sessions:
                yield f"{question} = {option} needs {_more(SPREAD - len(set(held)), 'session')}"


def _more(count: int, what: str) -> str:
    return f"{count} more {what}{'s' * (count != 1)}"


def weights(rows: Sequence[Row], seed: int) -> dict[str, Any]:
    """What a file of weights holds. Same rows and seed, same numbers. Raises: UsageError on thin data."""
    refuse_thin(rows)
    return learned(rows, seed, tuple(OPTIONS))


def learned(rows: Sequence[Row], seed: int, questions: Sequence[str]) -> dict[str, Any]:
    """The same for some of the questions, `result` among them, and of rows that are not asked to be many.

    Raises: UsageError where there is too little to calibrate on.
    """
    traits, sessions = columns(rows)
    came = answers(rows)
    groups = folds(sessions, seed)
    with single_thread():
        fits = {name: fit(traits, came[name]) for name in questions}
        odds = {name: held_out(traits, came[name], groups) for name in questions}
        asked = {name: _asked(name, fits[name], *odds[name]) for name in questions}
    return {
        "schema": SCHEMA,
        "name": NAME,
        "trained": {
            "fastjev": __version__,
            "scikit-learn": sklearn.__version__,
            "sessions": len(np.unique(sessions)),
            "exchanges": len({(row.session, row.exchange) for row in rows}),
            "rows": len(rows),
            "seed": seed,
        },
        "traits": list(TRAITS),
        "mean": fits["result"].mean.tolist(),
        "scale": fits["result"].scale.tolist(),
        "questions": asked,
    }


def _asked(name: str, found: Fit, odds: Floats, came: Ints) -> dict[str, Any]:
    if name in NOULS:
        return noul(found, platt(odds, came))
    return options("choice" if name == "fate" else "score", OPTIONS[name], found, slope(odds, came))


def noul(found: Fit, calibration: tuple[float, float]) -> dict[str, Any]:
    """A question of yes and no, as `fastjev.ask` reads it."""
    return {
        "kind": "noul",
        "weights": found.weights[0].tolist(),
        "bias": float(found.bias[0]),
        "calibration": list(calibration),
    }


def options(kind: str, names: Sequence[str], found: Fit, factor: float) -> dict[str, Any]:
    """A question of kind choice or score, as `fastjev.ask` reads it."""
    return {
        "kind": kind,
        "options": list(names),
        "weights": found.weights.tolist(),
        "bias": found.bias.tolist(),
        "slope": factor,
    }
