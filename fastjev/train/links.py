"""The questions which later statement ends an earlier one, and what became of each as a choice: talks to weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sklearn

from fastjev import __version__
from fastjev.ask import SCHEMA, Model
from fastjev.errors import UsageError
from fastjev.model import choices, links
from fastjev.train.exchanges import noul, options
from fastjev.train.fit import Fit, Floats, Ints, fit, folds, held_out, platt, single_thread, slope
from fastjev.train.left_out import model as in_memory
from fastjev.train.talks import Talk

LINKS, CHOICES = "links", "choices"
AUTHORS = 3
"""Fewer authors, and what is learned is how one of them writes."""
TIMES = 20
"""Pairs of which the later ends the earlier, and statements of each standing, that there must be."""
Taught = Sequence[tuple[int, Talk]]
"""Talks, and the group of authors that each belongs to."""


def grouped(talks: Sequence[Talk], seed: int) -> list[tuple[int, Talk]]:
    """Talks in groups that share no author. Raises: UsageError on thin data."""
    names = sorted({talk.author for talk in talks})
    if len(names) < AUTHORS:
        raise UsageError(
            f"{len(names)} of {AUTHORS} authors (the letters that names of files begin with); add what others wrote"
        )
    _refuse_thin(talks)
    rows = np.repeat([names.index(talk.author) for talk in talks], [len(talk.pairs) for talk in talks])
    group = dict(zip(rows.tolist(), folds(rows, seed).tolist(), strict=True))
    return [(group[names.index(talk.author)], talk) for talk in talks]


def _refuse_thin(talks: Sequence[Talk]) -> None:
    ends = int(sum(talk.ends.sum() for talk in talks))
    counts = {name: sum(int((talk.became == n).sum()) for talk in talks) for n, name in enumerate(choices.OPTIONS)}
    wanting = [f"{name}: {count} of {TIMES}" for name, count in (("ends", ends), *counts.items()) if count < TIMES]
    if wanting:
        raise UsageError("too little to learn from: " + "; ".join(wanting) + ". Add labelled conversations")


@dataclass(frozen=True, slots=True)
class Both:
    """Files of weights of both models."""

    links: dict[str, Any]
    choices: dict[str, Any]

    def models(self) -> tuple[Model, Model]:
        """The models that files of such weights would be."""
        return in_memory(self.links), in_memory(self.choices)


def weights(taught: Taught, seed: int) -> Both:
    """What the files hold. Same talks and seed, same numbers.

    What the model of choices learns of ends comes from a model of links that saw nothing of the same authors.
    """
    groups = sorted({group for group, _ in taught})
    columns = {group: _columns([talk for own, talk in taught if own == group]) for group in groups}
    with single_thread():
        apart = {group: _fit([columns[other] for other in groups if other != group]) for group in groups}
        odds = {group: apart[group].at(columns[group][0])[:, 0] for group in groups}
        ends = np.concatenate([columns[group][1] for group in groups])
        calibration = platt(np.concatenate([odds[group] for group in groups]), ends)
        found = _fit([columns[group] for group in groups])
        rows = [(group, _standing(talk, apart[group], calibration), talk.became) for group, talk in taught]
        traits, became = np.concatenate([row for _, row, _ in rows]), np.concatenate([each for _, _, each in rows])
        owner = np.repeat([group for group, _, _ in rows], [len(each) for _, _, each in rows])
        stands = fit(traits, became)
        factor = slope(*held_out(traits, became, owner))
    trained = {
        "fastjev": __version__,
        "scikit-learn": sklearn.__version__,
        "conversations": len(taught),
        "authors": len({talk.author for _, talk in taught}),
        "seed": seed,
    }
    return Both(
        _file(LINKS, trained | {"pairs": len(ends), "ends": int(ends.sum())}, links.TRAITS, found)
        | {"questions": {links.QUESTION: noul(found, calibration)}},
        _file(CHOICES, trained | {"statements": len(became)}, choices.TRAITS, stands)
        | {"questions": {choices.QUESTION: options("choice", choices.OPTIONS, stands, factor)}},
    )


def _columns(talks: Sequence[Talk]) -> tuple[Floats, Ints]:
    return np.concatenate([talk.columns for talk in talks]), np.concatenate([talk.ends for talk in talks])


def _fit(parts: Sequence[tuple[Floats, Ints]]) -> Fit:
    return fit(np.concatenate([traits for traits, _ in parts]), np.concatenate([ends for _, ends in parts]))


def _standing(talk: Talk, ends: Fit, calibration: tuple[float, float]) -> Floats:
    steep, shift = calibration
    odds = ends.at(talk.columns)[:, 0] if talk.pairs else np.empty(0)
    return talk.standing(talk.ended(1.0 / (1.0 + np.exp(-(steep * odds + shift)))))


def _file(name: str, trained: dict[str, Any], traits: Sequence[str], found: Fit) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "name": name,
        "trained": trained,
        "traits": list(traits),
        "mean": found.mean.tolist(),
        "scale": found.scale.tolist(),
    }
