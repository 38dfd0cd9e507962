"""A project's own labels on top of the shipped weights, which stay near what they were.

The loss of the new labels plus a cost of half the squared change of the weights of a unit's own words; all other
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
from fastjev.terms import SCHEMA, THOUSANDTHS, Weights, likeliest, written
from fastjev.train.classifier.examples import Example
from fastjev.train.fit import FOLDS, Floats, Ints, folds, single_thread

STAY = 50.0
"""What a change costs of a word that the shipped weights know. Of 50, 100 and 200 the most on a project of one author
(364 units, 178 right before and 188 after) at the same loss on others (453, 279 and 277)."""
FRESH = 3.0
"""The same of a word that they do not know, which hardly stands in other projects. Of 1, 2, 3, 5, 10, 20 and 50 the
least that is as good as the others on two authors left out, with 35 to 200 labels, at no loss on five others (3,195
units, 2,673 right before and 2,678 after); what a project calls its own is learned the sooner the less it costs."""
LEAST = 5
"""Examples that a label must have for its weights to be moved. With 3, others lose 10 of these units; 10 are there only
after a hundred answers."""


SLACK = 0.01
"""Share of the units of other conversations, or one unit, that may be told wrong after it: so few change sides by
chance."""


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


def gains(
    classifier: Classifier,
    examples: Sequence[Example],
    core: Sequence[Example],
    seed: int,
    holdout: Sequence[Example] = (),
) -> list[Gain]:
    """On the project, each part by weights that never saw it; and by those that saw all of it on what was held out and
    on others.
    """
    shipped, learned = classifier.weights.sets, sets(classifier, examples)
    after = sum(
        likeliest(shares) == example.label
        for shares, example in zip(left_out(classifier, examples, seed), examples, strict=True)
    )
    what = "conversation" if _many(examples) else "part"
    found = [Gain(f"project, {what} left out", len(examples), right(shipped, examples), after)]
    for name, others in ((HOLDOUT, holdout), (OTHERS, core)):
        if others:
            found.append(Gain(name, len(others), right(shipped, others), right(learned, others)))
    return found


HOLDOUT, OTHERS = "holdout", "other conversations"


def worse(gains: Sequence[Gain]) -> Gain | None:
    """What was lost: of the holdout anything, of other conversations more than `SLACK`."""
    return next((gain for gain in gains if gain.before - gain.after > _spare(gain)), None)


def no_better(gains: Sequence[Gain]) -> tuple[str, ...]:
    """What of the project is told right no oftener than before."""
    return tuple(gain.name for gain in gains if gain.name != OTHERS and gain.after <= gain.before)


def _spare(gain: Gain) -> float:
    """Units that may be lost. The project's own parts are told by weights that know less than those to be written."""
    if gain.name == OTHERS:
        return max(1, SLACK * gain.examples)
    return 0 if gain.name == HOLDOUT else gain.examples


def left_out(classifier: Classifier, examples: Sequence[Example], seed: int) -> list[Mapping[str, float]]:
    """The shares of each example by weights that never saw its conversation; of few conversations, its turn."""
    groups = _parts(examples, seed)
    found: list[Mapping[str, float]] = [{} for _ in examples]
    for group in np.unique(groups):
        rest = [example for example, own in zip(examples, groups, strict=True) if own != group]
        learned = sets(classifier, rest)
        for at, example in enumerate(examples):
            if groups[at] == group:
                found[at] = shares(learned, example)
    return found


def sets(classifier: Classifier, examples: Sequence[Example]) -> dict[str, Weights]:
    """The tuned weights, to be asked at once."""
    return {
        name: Weights(tuple(each["options"]), each["bias"], each["terms"])
        for name, each in tuned(classifier, examples).items()
    }


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
    return sum(likeliest(shares(sets, example)) == example.label for example in examples)


def shares(sets: Mapping[str, Weights], example: Example) -> dict[str, float]:
    """What they say of one; nothing where they know no unit of its speaker."""
    asked = sets.get(example.speaker)
    return asked.shares(example.features.terms, example.features.numbers) if asked else {}


def _moved(shipped: Weights, examples: Sequence[Example]) -> dict[str, Any]:
    known = shipped.terms.get("own", {})
    names = sorted({name for example in examples for name in example.features.terms["own"]})
    lines = np.zeros((len(names), len(shipped.options)))
    for number, name in enumerate(names):
        if name in known:
            lines[number] = np.array(shipped.row(known[name])) / THOUSANDTHS
    if examples:
        place = {name: number for number, name in enumerate(names)}
        held = _matrix([sorted(place[name] for name in example.features.terms["own"]) for example in examples], place)
        odds = np.array([shipped.odds(example.features.terms, example.features.numbers) for example in examples])
        costs = np.array([STAY if name in known else FRESH for name in names])
        for column, option in enumerate(shipped.options):
            came = np.array([example.label == option for example in examples], dtype=float)
            if came.sum() >= LEAST:
                lines[:, column] += _change(held, came, odds[:, column], costs)
    rows = {name: written(line) for name, line in zip(names, lines, strict=True)}
    none = written(np.zeros(len(shipped.options)))
    own = {name: row for name, row in sorted({**known, **rows}.items()) if row != none}
    return {"options": list(shipped.options), "bias": shipped.bias, "terms": {**shipped.terms, "own": own}}


def _change(held: csr_matrix, came: Floats, odds: Floats, costs: Floats) -> Floats:
    """What is added to each weight."""

    def loss(change: Floats) -> tuple[float, Floats]:
        at = odds + held @ change
        slip = 1 / (1 + np.exp(-at)) - came
        value = float(np.sum(np.logaddexp(0, at) - came * at) + (costs * change) @ change / 2)
        return value, held.T @ slip + costs * change

    return np.asarray(minimize(loss, np.zeros(held.shape[1]), jac=True, method="L-BFGS-B").x)


def _matrix(rows: Sequence[Sequence[int]], place: Mapping[str, int]) -> csr_matrix:
    at = [number for number, row in enumerate(rows) for _ in row]
    columns = [column for row in rows for column in row]
    return csr_matrix((np.ones(len(at)), (at, columns)), shape=(len(rows), len(place)))


def _many(examples: Sequence[Example]) -> bool:
    return len({example.file for example in examples}) >= FOLDS


def _parts(examples: Sequence[Example], seed: int) -> Ints:
    """Conversations dealt to groups; of few conversations their turns, so that neighbours stay together."""
    many = _many(examples)
    names = [example.file if many else f"{example.file} {example.unit.split('.')[0]}" for example in examples]
    numbers = {name: number for number, name in enumerate(sorted(set(names)))}
    return folds(np.array([numbers[name] for name in names]), seed)
