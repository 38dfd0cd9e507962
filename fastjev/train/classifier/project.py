"""A project's own labels on top of the shipped weights, which stay near what they were.

The loss of the new labels plus `STAY` times half the squared change of the weights of a unit's own words; all other
weights stand. So a few hundred labels move what their words say, and nothing that holds of any project.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from fastjev.errors import UsageError
from fastjev.files import put
from fastjev.model import OWN
from fastjev.model.classifier import NAME, Classifier
from fastjev.terms import SCHEMA, THOUSANDTHS, Weights, written
from fastjev.train.classifier.examples import Example
from fastjev.train.classifier.fit import LEAST_OF_LABEL, flat, sections
from fastjev.train.fit import Floats, Ints, folds, single_thread

STAY = 50.0
"""What a change costs. Of 50, 100 and 200 the most on a project of one author (364 units, 178 right before and 188
after) at the same loss on others (453, 279 and 277)."""


class Gain(NamedTuple):
    """Units told right by the likeliest label."""

    name: str
    examples: int
    before: int
    after: int


def tuned(classifier: Classifier, examples: Sequence[Example]) -> dict[str, Any]:
    """The sets of weights of a file. Same examples, same numbers."""
    with single_thread():
        return {
            name: _moved(shipped, [each for each in examples if each.speaker == name])
            for name, shipped in classifier.weights.sets.items()
        }


def gains(classifier: Classifier, examples: Sequence[Example], core: Sequence[Example], seed: int) -> list[Gain]:
    """On the project, each conversation by weights that never saw it; and on others, by those that saw all of it."""
    groups = _by_file(examples, seed)
    after = 0
    for group in np.unique(groups):
        inside = [example for example, own in zip(examples, groups, strict=True) if own == group]
        rest = [example for example, own in zip(examples, groups, strict=True) if own != group]
        after += right(_sets(tuned(classifier, rest)), inside)
    found = [Gain("project, conversation left out", len(examples), right(classifier.weights.sets, examples), after)]
    if core:
        learned = _sets(tuned(classifier, examples))
        found.append(Gain("other conversations", len(core), right(classifier.weights.sets, core), right(learned, core)))
    return found


def put_weights(classifier: Classifier, examples: Sequence[Example], root: Path, seed: int) -> Path:
    """The tuned weights where compactions of the project read them. Raises: UsageError."""
    path = root / OWN
    trained = {
        **classifier.weights.trained,
        "on_top_of": classifier.weights.digest,
        "own_conversations": len({example.file for example in examples}),
        "own_examples": len(examples),
        "seed": seed,
    }
    held = {"schema": SCHEMA, "name": NAME, "trained": trained, "sets": tuned(classifier, examples)}
    try:
        path.parent.mkdir(exist_ok=True)
        put(path, (json.dumps(held, ensure_ascii=False, separators=(",", ":")) + "\n").encode())
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error
    return path


def right(sets: Mapping[str, Weights], examples: Iterable[Example]) -> int:
    """How many the likeliest label is right about."""
    return sum(_likeliest(sets, example) == example.label for example in examples)


def _likeliest(sets: Mapping[str, Weights], example: Example) -> str | None:
    asked = sets.get(example.speaker)
    if asked is None:
        return None
    shares = asked.shares(example.features.terms, example.features.numbers)
    return max(sorted(shares), key=shares.__getitem__)


def _moved(shipped: Weights, examples: Sequence[Example]) -> dict[str, Any]:
    known = _rows(shipped)
    rows = [flat(example.features) for example in examples]
    names = sorted({*known, *(name for row in rows for name in row)})
    place = {name: number for number, name in enumerate(names)}
    count = len(shipped.options)
    start = np.zeros((len(names), count))
    for name, row in known.items():
        start[place[name]] = np.array(shipped.row(row)) / THOUSANDTHS
    bias = np.array(shipped.row(shipped.bias)) / THOUSANDTHS
    if examples:
        held = _matrix(rows, place)
        own = np.array([number for number, name in enumerate(names) if name.startswith("own ")])
        for column, option in enumerate(shipped.options):
            came = np.array([example.label == option for example in examples], dtype=float)
            if came.sum() >= LEAST_OF_LABEL:
                odds = held @ start[:, column] + bias[column]
                start[own, column] += _change(held[:, own], came, odds)
    return {"options": list(shipped.options), "bias": written(bias), "terms": sections(names, start)}


def _change(held: csr_matrix, came: Floats, odds: Floats) -> Floats:
    """What is added to each weight."""

    def loss(change: Floats) -> tuple[float, Floats]:
        at = odds + held @ change
        slip = 1 / (1 + np.exp(-at)) - came
        value = float(np.sum(np.logaddexp(0, at) - came * at) + STAY / 2 * change @ change)
        return value, held.T @ slip + STAY * change

    return np.asarray(minimize(loss, np.zeros(held.shape[1]), jac=True, method="L-BFGS-B").x)


def _matrix(rows: Sequence[Mapping[str, float]], place: Mapping[str, int]) -> csr_matrix:
    at = [number for number, row in enumerate(rows) for _ in row]
    columns = [place[name] for row in rows for name in row]
    values = [value for row in rows for value in row.values()]
    return csr_matrix((values, (at, columns)), shape=(len(rows), len(place)))


def _rows(weights: Weights) -> dict[str, str]:
    return {f"{section} {term}": row for section, terms in weights.terms.items() for term, row in terms.items()}


def _sets(sets: Mapping[str, Any]) -> dict[str, Weights]:
    return {name: Weights(tuple(each["options"]), each["bias"], each["terms"]) for name, each in sets.items()}


def _by_file(examples: Sequence[Example], seed: int) -> Ints:
    numbers = {name: number for number, name in enumerate(sorted({example.file for example in examples}))}
    return folds(np.array([numbers[example.file] for example in examples]), seed)
