"""What a model trained like this is worth on sessions that it has not seen, beside what needs no model."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from fastjev import model
from fastjev.ask import Model
from fastjev.model.needed import TRAITS as WORD_TRAITS
from fastjev.model.traits import TRAITS
from fastjev.train.exchanges import NOULS, OPTIONS, answers, columns
from fastjev.train.fit import Floats, fit, probabilities, single_thread
from fastjev.train.left_out import Both, numbered, without
from fastjev.train.read import Files
from fastjev.train.scores import Bin, Ranking, calibration_error, ranking, reliability
from fastjev.train.table import Row
from fastjev.train.words import QUESTION
from fastjev.train.words import columns as word_columns

CAP = 8000
"""Characters to which cap-only cuts every result; kompact's figure."""
LEFT_OUT = "model, session left out"
_SIZE, _AGE = TRAITS.index("size"), TRAITS.index("age_exchanges")
Follow = Callable[[Sequence[int], str], Iterable[int]]
"""Sessions and the question they are judged for -> the sessions again, while a bar moves."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One noul on sessions left out."""

    question: str
    rows: int
    yes: int
    rankings: tuple[Ranking, ...]
    """The model's first, then those without a model."""
    error: float | None
    """Expected calibration error."""
    bins: tuple[Bin, ...]

    def tree(self) -> dict[str, Any]:
        """For JSON."""
        return {
            **asdict(self),
            "rankings": [each._asdict() for each in self.rankings],
            "bins": [each._asdict() for each in self.bins],
        }


def judge(rows: Sequence[Row], seed: int, follow: Follow) -> tuple[Judged, ...]:
    """Leave-one-session-out: each session by a model trained and calibrated on the others. Raises: UsageError."""
    traits, sessions = columns(rows)
    came = answers(rows)
    found = []
    for question in NOULS:
        with single_thread():
            each = follow([int(name) for name in np.unique(sessions)], question)
            told = probabilities(traits, came[question], sessions, seed, each)
            seen = fit(traits, came[question]).at(traits)[:, 0]
        bins = reliability(told, came[question])
        scores = {LEFT_OUT: told, "model, session seen": seen, **_without_a_model(traits)}
        found.append(
            Judged(
                question=question,
                rows=len(rows),
                yes=int(came[question].sum()),
                rankings=tuple(ranking(name, each, came[question], sessions) for name, each in scores.items()),
                error=calibration_error(bins),
                bins=bins,
            )
        )
    return tuple(found)


def judge_words(held: Files[Both], seed: int, follow: Follow) -> Judged:
    """Leave-one-session-out, both models: no answer about a result comes from one that saw it. Raises: UsageError."""
    files = held.files
    told: dict[int, Floats] = {}
    for session in follow(sorted({file.session for file in files if len(file.rows)}), QUESTION):
        asks, needs, *_ = without(held, session, seed)
        for number, file in enumerate(files):
            if file.session == session and len(file.rows):
                told[number] = _told(needs, file.rows.words.under(asks))
    traits, needed, sessions = word_columns(numbered(files), model.default())
    probabilities = np.concatenate([told[number] for number in sorted(told)])
    bins = reliability(probabilities, needed)
    with single_thread():
        seen = fit(traits, needed).at(traits)[:, 0]
    scores = {
        LEFT_OUT: probabilities,
        "model, session seen": seen,
        "recency alone": -traits[:, WORD_TRAITS.index("age")],
        "smallness alone": -traits[:, WORD_TRAITS.index("size")],
    }
    return Judged(
        question=QUESTION,
        rows=len(needed),
        yes=int(needed.sum()),
        rankings=tuple(ranking(name, each, needed, sessions) for name, each in scores.items()),
        error=calibration_error(bins),
        bins=bins,
    )


def _told(needs: Model, traits: Floats) -> Floats:
    """What the model says of each row, all at once: a session has ten thousand words."""
    (line,) = needs.questions[QUESTION].lines
    return np.asarray(1.0 / (1.0 + np.exp(-(traits @ np.array([*line.weights.values()]) + line.bias))))


def balance(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    """By question, how many rows each option came true in."""
    came = answers(rows)
    return {
        question: {option: int((came[question] == number).sum()) for number, option in enumerate(options)}
        for question, options in OPTIONS.items()
    }


def _without_a_model(traits: Floats) -> dict[str, Floats]:
    chars = np.expm1(traits[:, _SIZE])
    return {
        "size alone": chars,
        "recency alone": -traits[:, _AGE],
        "cap-only": np.minimum(1.0, CAP / np.maximum(chars, 1.0)),
    }
