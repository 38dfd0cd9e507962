"""What models of links and choices are worth on authors that they have not seen, by themselves and in a compaction."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
from sklearn.metrics import average_precision_score

from fastjev import pipeline
from fastjev.ask import Model
from fastjev.evaluate import supersession, zones
from fastjev.evaluate.gold import LANGS
from fastjev.evaluate.measures import Outcome, Score, scores
from fastjev.evaluate.shown import beside
from fastjev.model import choices, links
from fastjev.model.choices import Standings
from fastjev.policy import Policy
from fastjev.train.fit import Floats, Ints
from fastjev.train.links import Taught, weights
from fastjev.train.talks import Talk

ALL = "all"
RULES, MODELS = "rules", "models"
SHARES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9)
"""Probabilities at which precision and recall are told."""
MEASURED = (
    *("final_decision_recall", "overridden_as_final_rate", "decision_precision", "rejected_recall", "deferred_recall"),
    *("deprecated_recall", "false_deprecation_rate", "constraint_recall", "constraint_link_precision"),
    *("constraint_link_recall", "decision_link_precision", "decision_link_recall", "near_duplicates_kept"),
)
"""What a compaction by them is told of."""
Follow = Callable[[Sequence[int], str], Iterable[int]]


@dataclass(frozen=True, slots=True)
class Threshold:
    """What is said from a probability on."""

    p: float
    precision: float | None
    recall: float | None
    said: int


@dataclass(frozen=True, slots=True)
class Judged:
    """Everything on authors left out."""

    pairs: int
    ends: int
    precision: dict[str, float | None]
    """Average precision of `ends`, by language."""
    thresholds: tuple[Threshold, ...]
    standings: dict[str, float | None]
    """Average precision of each standing."""
    compacted: dict[str, dict[str, dict[str, Score]]]
    """By what settled (rules, models), language and measure."""

    def tree(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "pairs": self.pairs,
            "ends": self.ends,
            "average_precision": self.precision,
            "thresholds": [{"p": t.p, "precision": t.precision, "recall": t.recall} for t in self.thresholds],
            "standings": self.standings,
            "compacted": {
                settling: {lang: {name: score.value for name, score in found.items()} for lang, found in each.items()}
                for settling, each in self.compacted.items()
            },
        }


def judge(taught: Taught, seed: int, follow: Follow) -> Judged:
    """Each group of authors by models that learned from the others. Raises: UsageError on thin data."""
    odds: list[tuple[str, Floats, Ints]] = []
    standings: list[tuple[Standings, int]] = []
    outcomes: list[tuple[str, str, Outcome]] = []
    for group in follow(sorted({group for group, _ in taught}), "authors left out"):
        both = weights([each for each in taught if each[0] != group], seed).models()
        for talk in (talk for own, talk in taught if own == group):
            lang = talk.corpus.labelled.lang
            asked = (both[0].noul(links.QUESTION, row) for row in talk.columns.tolist())
            odds.append((lang, np.array([*asked]), talk.ends))
            standings += _standings(talk, *both, odds[-1][1])
            for settling in (RULES, MODELS):
                outcomes += ((settling, lang, each) for each in _compacted(talk, settling, *both))
    said = np.concatenate([p for _, p, _ in odds])
    came = np.concatenate([ends for _, _, ends in odds])
    return Judged(
        pairs=len(came),
        ends=int(came.sum()),
        precision={lang: _average([row for row in odds if lang in (ALL, row[0])]) for lang in (*LANGS, ALL)},
        thresholds=tuple(_threshold(p, said, came) for p in SHARES),
        standings={name: _of(standings, name, number) for number, name in enumerate(choices.OPTIONS)},
        compacted={
            settling: {
                lang: _scores(each for own, spoken, each in outcomes if own == settling and lang in (ALL, spoken))
                for lang in (*LANGS, ALL)
            }
            for settling in (RULES, MODELS)
        },
    )


def _standings(talk: Talk, ends: Model, stands: Model, said: Floats) -> Iterator[tuple[Standings, int]]:
    for row, number in zip(talk.standing(talk.ended(said)).tolist(), talk.became.tolist(), strict=True):
        yield stands.choice(choices.QUESTION, row), number


def _compacted(talk: Talk, settling: str, ends: Model, stands: Model) -> Iterator[Outcome]:
    corpus, scene = talk.corpus, talk.scene
    policy: Policy = replace(scene.policy, settling=settling)
    models = talk.models._replace(ends=ends, stands=stands)
    run = pipeline.run(
        corpus.raw, str(corpus.path), rulebook=scene.rulebook, policy=policy, models=models, format="neutral"
    )
    shown = beside(corpus, run)
    return chain(zones.outcomes(shown), supersession.outcomes(shown))


def _scores(outcomes: Iterable[Outcome]) -> dict[str, Score]:
    found = scores(outcomes)
    return {name: found[name] for name in MEASURED}


def _average(rows: Sequence[tuple[str, Floats, Ints]]) -> float | None:
    came = np.concatenate([np.empty(0, dtype=np.int64), *(ends for _, _, ends in rows)])
    said = np.concatenate([np.empty(0), *(p for _, p, _ in rows)])
    return float(average_precision_score(came, said)) if came.sum() else None


def _of(standings: Sequence[tuple[Standings, int]], name: str, number: int) -> float | None:
    came = np.array([own == number for _, own in standings])
    return float(average_precision_score(came, [shares[name] for shares, _ in standings])) if came.any() else None


def _threshold(p: float, said: Floats, came: Ints) -> Threshold:
    over = said >= p
    right, found = int(came[over].sum()), int(over.sum())
    return Threshold(p, right / found if found else None, right / int(came.sum()) if came.any() else None, found)
