"""The question about words of results: rows to weights."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import sklearn

from fastjev import __version__
from fastjev.ask import SCHEMA, Model
from fastjev.errors import UsageError
from fastjev.model.needed import TRAITS
from fastjev.train.exchanges import SESSIONS, SPREAD, TIMES, noul
from fastjev.train.fit import Floats, Ints, fit, folds, held_out, platt, single_thread
from fastjev.train.word_rows import Words

NAME = "words"
QUESTION = "needed"
Numbered = Sequence[tuple[int, Words]]
"""Words of files, and the number of the session that each belongs to."""


def columns(words: Numbered, asks: Model) -> tuple[Floats, Ints, Ints]:
    """Traits by row, whether each was needed, and its session. `asks`: who answers about results."""
    return (
        np.concatenate([np.empty((0, len(TRAITS))), *(each.under(asks) for _, each in words)]),
        np.concatenate([np.empty(0, dtype=np.int64), *(each.needed for _, each in words)]),
        np.repeat([number for number, _ in words], [len(each) for _, each in words]).astype(np.int64),
    )


def refuse_thin(words: Numbered) -> None:
    """Raises: UsageError, with how much more is needed, where there is too little to learn from."""
    if wanting := [*_wanting(words)]:
        raise UsageError("too little to learn from: " + "; ".join(wanting) + ". Add sessions with tool calls")


def _wanting(words: Numbered) -> Iterator[str]:
    sessions = len({number for number, each in words if len(each)})
    if sessions < SESSIONS:
        yield f"{sessions} of {SESSIONS} sessions with enough exchanges, {SESSIONS - sessions} more are needed"
    for answer, name in enumerate(("that were not needed", "that were needed")):
        counts = {number: 0 for number, _ in words}
        for number, each in words:
            counts[number] += int((each.needed == answer).sum())
        spread = sum(count > 0 for count in counts.values())
        if sum(counts.values()) < TIMES or spread < SPREAD:
            yield f"words {name}: {sum(counts.values())} of {TIMES}, in {spread} of {SPREAD} sessions"


def weights(words: Numbered, asks: Model, seed: int) -> dict[str, Any]:
    """What a file of weights holds. Same words, model and seed, same numbers. Raises: UsageError on thin data."""
    refuse_thin(words)
    return learned(words, asks, seed)


def learned(words: Numbered, asks: Model, seed: int) -> dict[str, Any]:
    """The same of words that are not asked to be many. Raises: UsageError where there is too little to calibrate on."""
    traits, needed, sessions = columns(words, asks)
    with single_thread():
        found = fit(traits, needed)
        calibration = platt(*held_out(traits, needed, folds(sessions, seed)))
    return {
        "schema": SCHEMA,
        "name": NAME,
        "trained": {
            "fastjev": __version__,
            "scikit-learn": sklearn.__version__,
            "sessions": len(np.unique(sessions)),
            "rows": len(needed),
            "needed": int(needed.sum()),
            "seed": seed,
        },
        "traits": list(TRAITS),
        "mean": found.mean.tolist(),
        "scale": found.scale.tolist(),
        "questions": {QUESTION: noul(found, calibration)},
    }
