"""What such a model is worth on authors that it has not seen, beside cutting nowhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fastjev.evaluate.boundaries import compared
from fastjev.evaluate.gold import LANGS
from fastjev.evaluate.measures import Outcome, Score, scores
from fastjev.train.boundaries.fit import Fitted
from fastjev.train.boundaries.seams import Said
from fastjev.train.scores import Bin, calibration_error, reliability

ALL = "all"
MEASURES = (
    "boundary_precision",
    "boundary_recall",
    "boundary_f1",
    "pk",
    "pk_no_boundary",
    "window_diff",
    "window_diff_no_boundary",
)


@dataclass(frozen=True, slots=True)
class Judged:
    """Cuts from one probability on, authors left out."""

    threshold: float
    languages: dict[str, dict[str, Score]]
    """By language, then by measure of `fastjev eval`."""
    reach: dict[str, Score]
    """By language: labelled boundaries at which there is a seam at all."""
    bins: tuple[Bin, ...]
    error: float | None
    """Expected calibration error."""

    def tree(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "threshold": self.threshold,
            "languages": {
                lang: {name: each._asdict() for name, each in held.items()} for lang, held in self.languages.items()
            },
            "reach": {lang: each._asdict() for lang, each in self.reach.items()},
            "error": self.error,
            "bins": [each._asdict() for each in self.bins],
        }


def judge(said: Sequence[Said], found: Fitted, threshold: float) -> Judged:
    """The measures of each language, and of all."""
    opens = np.array([seam.opens for each in said for seam in each.seams]).astype(np.int64)
    bins = reliability(found.left_out, opens)
    outcomes = list(_outcomes(said, found, threshold))
    langs = (*LANGS, ALL)
    return Judged(
        threshold=threshold,
        languages={lang: _scores(outcome for own, outcome in outcomes if lang in (ALL, own)) for lang in langs},
        reach={lang: _reach([each for each in said if lang in (ALL, each.lang)]) for lang in langs},
        bins=bins,
        error=calibration_error(bins),
    )


def _outcomes(said: Sequence[Said], found: Fitted, threshold: float) -> Iterator[tuple[str, Outcome]]:
    told = iter(found.left_out.tolist())
    for each in said:
        cuts = {seam.at for seam in each.seams if next(told) >= threshold or seam.told} - {0, each.length}
        if each.gold:
            yield from ((each.lang, outcome) for outcome in compared(each.gold, cuts, each.length))


def _scores(outcomes: Iterator[Outcome]) -> dict[str, Score]:
    found = scores(outcomes)
    return {name: found[name] for name in MEASURES}


def _reach(said: Sequence[Said]) -> Score:
    held = sum(len(each.gold & {seam.at for seam in each.seams}) for each in said)
    gold = sum(len(each.gold) for each in said)
    return Score(held / gold if gold else None, held, gold)
