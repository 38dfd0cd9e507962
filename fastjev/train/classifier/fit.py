"""A regression for each label on the terms of units, calibrated on authors left out, as numbers. Same examples, same
numbers.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import sklearn
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer

from fastjev import __version__, terms
from fastjev.errors import UsageError
from fastjev.labels import Label, Speaker
from fastjev.model.classifier import NAME
from fastjev.model.classifier.features import Features
from fastjev.train.classifier.examples import SPEAKERS, Example
from fastjev.train.fit import Floats, Ints, folds, platt, single_thread

STRENGTH = 0.2
"""Inverse of the penalty, scikit-learn's C. Of 0.2, 0.3 and 0.5 the best on authors left out."""
WORTH = {"before": 0.35, "after": 0.35, "order": 0.5}
"""By section, what a term is worth where one of the unit's own words is worth 1: it is learned from more slowly. Of
0.25, 0.35, 0.5 and 1 (of `order` 0, 0.5 and 1) the best on authors left out.
"""
LEAST = 3
"""Examples that a term must stand in."""
SLIGHT = 0.08
"""Log odds that a term must move some label by, or it is left out: two in five are, and a hook reads the file."""
LEAST_OF_LABEL = 10
"""Examples that a label must have; with fewer a speaker's units are not told to be it."""
LEAST_FILES = 5
"""Conversations, since each is left out in turn."""
_STEPS = 1000
_TOLERANCE = 1e-3


@dataclass(frozen=True, slots=True)
class Told:
    """An example and what was said of it."""

    example: Example
    shares: Mapping[Label, float]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A speaker's regressions, and what they say of examples by authors that they never saw."""

    pipeline: Pipeline
    """From a mapping of names to values, to probabilities of `labels`; calibrated."""
    labels: tuple[Label, ...]
    examples: tuple[Example, ...]
    left_out: Floats
    """Examples by labels: probabilities by regressions, and calibrations, that saw nothing of the example's author."""


def flat(found: Features) -> dict[str, float]:
    """Features as one mapping, for scikit-learn, in an order that does not hang on the hash seed."""
    held = {f"{section} {term}": 1.0 for section, terms in found.terms.items() for term in terms}
    return dict(sorted((held | {f"named {name}": value for name, value in found.numbers.items()}).items()))


def fitted(examples: Sequence[Example], seed: int) -> dict[Speaker, Fitted]:
    """By speaker, where the speaker has three labels or more. Every regression is a binary one (liblinear), so that
    one thread makes the same numbers anywhere.
    """
    held = {speaker: _enough([each for each in examples if each.speaker == speaker]) for speaker in SPEAKERS}
    with single_thread():
        return {speaker: _fit(own, seed) for speaker, own in held.items() if len({each.label for each in own}) > 2}


def regression() -> LogisticRegression:
    """One label against the rest."""
    return LogisticRegression(C=STRENGTH, solver="liblinear", tol=_TOLERANCE, max_iter=_STEPS, random_state=0)


def regressions(
    rows: Sequence[Mapping[str, float]], labels: Sequence[Label], learner: Callable[[], Any] = regression
) -> Pipeline:
    """A pipeline on rows, of which terms that are rare are left out, with a `learner` for each label."""
    counts = Counter(name for row in rows for name in row)
    kept = [{name: value for name, value in row.items() if counts[name] >= LEAST} for row in rows]
    vectorizer = DictVectorizer(sort=False).fit(kept)
    weighing = FunctionTransformer(_weighed, accept_sparse=True, kw_args={"worths": worths(vectorizer.feature_names_)})
    steps = vectorizer, weighing, OneVsRestClassifier(learner())
    return make_pipeline(*steps).fit(kept, [str(each) for each in labels])


def worths(names: Sequence[str]) -> Floats:
    """Of each name (section, blank, term) what its section is worth."""
    return np.array([WORTH.get(name.split(" ", 1)[0], 1.0) for name in names])


def narrow(matrix: Any) -> Any:
    """The same with indices of 32 bits, which liblinear asks for and the vectorizer does not give."""
    matrix.indices, matrix.indptr = matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32)
    return matrix


def tried(examples: Sequence[Example], seed: int, learner: Callable[[], Any]) -> list[Told]:
    """What another learner says of examples whose author it never saw; not calibrated."""
    told: list[Told] = []
    for speaker in SPEAKERS:
        held = _enough([each for each in examples if each.speaker == speaker])
        groups = _groups(held, seed)
        with single_thread():
            for group in np.unique(groups):
                inside, rest = _where(held, groups == group), _where(held, groups != group)
                learned = regressions([flat(each.features) for each in rest], [each.label for each in rest], learner)
                shares = learned.predict_proba([flat(each.features) for each in inside]).tolist()
                names = [Label(name) for name in learned[-1].classes_]
                told += (
                    Told(each, dict(zip(names, row, strict=True))) for each, row in zip(inside, shares, strict=True)
                )
    return told


def said(each: Fitted, examples: Sequence[Example]) -> Floats:
    """Examples by labels: the probabilities by what is exported."""
    return np.asarray(each.pipeline.predict_proba([flat(example.features) for example in examples]))


def weights(found: Mapping[Speaker, Fitted], seed: int) -> dict[str, Any]:
    """What a file of weights holds."""
    every = [example for each in found.values() for example in each.examples]
    return {
        "schema": terms.SCHEMA,
        "name": NAME,
        "trained": {
            "fastjev": __version__,
            "scikit-learn": sklearn.__version__,
            "conversations": len({example.file for example in every}),
            "authors": len({example.author for example in every}),
            "examples": len(every),
            "seed": seed,
        },
        "sets": {str(speaker): exported(each.pipeline) for speaker, each in found.items()},
    }


def keep(found: Mapping[Speaker, Fitted], path: Path) -> None:
    """The pipelines as scikit-learn has them, by speaker, for those who go on from them. fastjev never loads it: to
    unpickle is to run. Raises: UsageError.
    """
    try:
        joblib.dump({str(speaker): each.pipeline for speaker, each in found.items()}, path)
        path.chmod(0o600)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error


def refuse_thin(
    examples: Sequence[Example], files: int = LEAST_FILES, labels: int = 3, of_label: int = LEAST_OF_LABEL
) -> None:
    """Raises: UsageError, with how much more is needed, where there is too little to learn from: fewer conversations
    than `files`, or than `labels` labels with `of_label` units of a human.
    """
    there = len({example.file for example in examples})
    counts = Counter(example.label for example in examples if example.speaker == Speaker.HUMAN)
    enough = [label for label, number in counts.items() if number >= of_label]
    if there < files or len(enough) < labels:
        told = ", ".join(f"{number} {label}" for label, number in sorted(counts.items())) or "none"
        raise UsageError(
            f"too little to learn from: {there} of {files} conversations; units of a human by label: {told}; "
            f"{len(enough)} of {labels} labels have {of_label}. Label more"
        )


def exported(pipeline: Pipeline) -> dict[str, Any]:
    """One set of weights, in thousandths; terms that round to nothing are left out."""
    vectorizer, regressions = pipeline[0], pipeline[-1]
    lines = np.stack([each.coef_[0] for each in regressions.estimators_], axis=1)
    lines *= worths(vectorizer.feature_names_)[:, None]
    bias = np.array([each.intercept_[0] for each in regressions.estimators_])
    return {
        "options": [str(each) for each in regressions.classes_],
        "bias": terms.written(bias),
        "terms": sections(vectorizer.feature_names_, lines),
    }


def sections(names: Sequence[str], lines: Floats) -> dict[str, dict[str, str]]:
    """Terms by section, each with its row. `names`: section, blank, term; `lines`: names by options."""
    found: dict[str, dict[str, str]] = {}
    for name, row in zip(names, lines, strict=True):
        section, term = name.split(" ", 1)
        if np.rint(row * terms.THOUSANDTHS).any():
            found.setdefault(section, {})[term] = terms.written(row)
    return found


def _weighed(matrix: Any, worths: Floats) -> Any:
    return narrow(matrix.multiply(worths).tocsr())


def _enough(examples: Sequence[Example]) -> list[Example]:
    counts = Counter(example.label for example in examples)
    return [example for example in examples if counts[example.label] >= LEAST_OF_LABEL]


def _fit(examples: Sequence[Example], seed: int) -> Fitted:
    rows = [flat(example.features) for example in examples]
    labels = [example.label for example in examples]
    names = sorted(set(labels))
    groups = _groups(examples, seed)
    odds = np.zeros((len(rows), len(names)))
    for group in np.unique(groups):
        inside = groups == group
        learned = regressions(_where(rows, ~inside), _where(labels, ~inside))
        columns = [names.index(Label(each)) for each in learned[-1].classes_]
        odds[np.ix_(inside, columns)] = learned.decision_function(_where(rows, inside)).reshape(int(inside.sum()), -1)
    came = np.array([[label == name for name in names] for label in labels]).astype(int)
    pipeline = regressions(rows, labels)
    for column, regression in enumerate(pipeline[-1].estimators_):
        steep, shift = platt(odds[:, column], came[:, column])
        regression.coef_ *= steep
        regression.intercept_ = regression.intercept_ * steep + shift
    _drop_slight(pipeline)
    return Fitted(pipeline, tuple(names), tuple(examples), _calibrated(odds, came, groups))


def _drop_slight(pipeline: Pipeline) -> None:
    regressions = pipeline[-1].estimators_
    lines = np.stack([each.coef_[0] for each in regressions]) * worths(pipeline[0].feature_names_)
    slight = np.abs(lines).max(axis=0) < SLIGHT
    for each in regressions:
        each.coef_[:, slight] = 0.0


def _calibrated(odds: Floats, came: Ints, groups: Ints) -> Floats:
    """Probabilities, each by calibrations on the other groups."""
    shares = np.zeros_like(odds)
    for group in np.unique(groups):
        inside = groups == group
        for column in range(odds.shape[1]):
            steep, shift = platt(odds[~inside, column], came[~inside, column])
            shares[inside, column] = 1 / (1 + np.exp(-(steep * odds[inside, column] + shift)))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _groups(examples: Sequence[Example], seed: int) -> Ints:
    """Authors dealt to groups; conversations, where there is but one author."""
    by_author = len({example.author for example in examples}) > 1
    names = [example.author if by_author else example.file for example in examples]
    numbers = {name: number for number, name in enumerate(sorted(set(names)))}
    return folds(np.array([numbers[name] for name in names]), seed)


def _where(values: Sequence[Any], mask: Any) -> list[Any]:
    return [*_picked(values, mask)]


def _picked(values: Sequence[Any], mask: Any) -> Iterator[Any]:
    yield from (value for value, inside in zip(values, mask, strict=True) if inside)
