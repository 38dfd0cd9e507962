"""Other learners and other features on the same examples, each author left out: what the choice was made on."""

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from sklearn.calibration import CalibratedClassifierCV
from sklearn.naive_bayes import ComplementNB
from sklearn.svm import LinearSVC

from fastjev.model.classifier.features import Features
from fastjev.train.classifier import fit
from fastjev.train.classifier.examples import Example
from fastjev.train.classifier.scores import Scored, scored

_HAN = re.compile(r"[\u4e00-\u9fff]")
Follow = Callable[[Sequence[str]], Iterable[str]]


class Compared(NamedTuple):
    """One way to do it."""

    name: str
    scores: Scored
    """Over all languages, each author left out."""


def compared(examples: Sequence[Example], seed: int, follow: Follow) -> list[Compared]:
    """Every way, in order; the first is what is shipped. `follow`: names, for a bar."""
    ways = dict(_ways())
    return [Compared(name, _tried(examples, ways[name], seed)) for name in follow([*ways])]


class _Way(NamedTuple):
    features: Callable[[Example], Features] = lambda example: example.features
    learner: Callable[[], Any] = fit.regression


def _ways() -> Iterator[tuple[str, _Way]]:
    yield "logistic regression, as shipped", _Way()
    yield "complement naive Bayes", _Way(learner=ComplementNB)
    yield (
        "linear support vectors",
        _Way(learner=lambda: CalibratedClassifierCV(LinearSVC(C=0.05, random_state=0), cv=3)),
    )
    yield "without votes and cues of rules", _Way(lambda example: _without(example.features, _of_rules))
    yield "without neighbours and dialogue", _Way(lambda example: _without(example.features, _of_context))
    yield "without own words", _Way(lambda example: _own(example, frozenset()))
    yield "own words cut by jieba", _Way(lambda example: _own(example, _jieba(example.text)))
    yield "own words cut by spaCy", _Way(lambda example: _own(example, _spacy(example.text)))
    yield "own characters, 1 to 4", _Way(lambda example: _own(example, _characters(example.text)))


def _tried(examples: Sequence[Example], way: _Way, seed: int) -> Scored:
    changed = [replace(example, features=way.features(example)) for example in examples]
    return scored(fit.tried(changed, seed, way.learner))[-1]


def _of_rules(section: str, term: str) -> bool:
    return any(part in term for part in ("vote:", "verdict:", "cue:", "rule:", "gate:")) and section in ("is", "named")


def _of_context(section: str, term: str) -> bool:
    return section in ("before", "after") or term.startswith(
        ("before:", "after:", "shared", "answers", "asked", "proposed", "opening", "unit:", "units:", "turn:", "last")
    )


def _without(found: Features, left: Callable[[str, str], bool]) -> Features:
    return Features(
        {name: {term for term in terms if not left(name, term)} for name, terms in found.terms.items()},
        {name: value for name, value in found.numbers.items() if not left("named", name)},
    )


def _own(example: Example, words: frozenset[str]) -> Features:
    return Features({**example.features.terms, "own": words}, example.features.numbers)


def _pairs(words: Sequence[str]) -> frozenset[str]:
    return frozenset(words).union(map(" ".join, pairwise(words)))


def _jieba(text: str) -> frozenset[str]:
    import jieba

    jieba.setLogLevel(logging.ERROR)
    return _pairs([word.lower() for word in jieba.lcut(text) if not word.isspace()])


def _spacy(text: str) -> frozenset[str]:
    return _pairs([token.lower_ for token in _tokenizer("zh" if _HAN.search(text) else "en")(text)])


@cache
def _tokenizer(lang: str) -> Any:
    import spacy

    return spacy.blank(lang)


def _characters(text: str) -> frozenset[str]:
    framed = f"^{text.strip().lower()}$"
    return frozenset(framed[at : at + size] for size in range(1, 5) for at in range(len(framed) - size + 1))
