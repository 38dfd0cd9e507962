"""The card beside the weights of the classifier. No date and no path: the same training, the same card."""

import hashlib
import platform
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from fastjev.evaluate.gold import Corpus
from fastjev.evaluate.measures import LABELS
from fastjev.train.classifier.compare import Compared
from fastjev.train.classifier.examples import Example
from fastjev.train.classifier.scores import RECALLS, Scored
from fastjev.train.markdown import number, table

_CARD = """\
# {name}

What is a unit that no rule settles: constraint, decision, fact, process or noise? A logistic regression for each label
over words, pairs of words, words of neighbours, votes and cues of rules, shape, and what the unit answers; calibrated;
a set of weights for a human's units and one for an assistant's. Weights: `{digest}`.
Written by `fastjev train classifier`.

## Scores

Likeliest label against the one that people gave. *Left out*: on what was trained on, by weights that never saw the
author. AP: average precision of constraints among a human's units. Error: expected calibration error.

| on | language | units | AP | error | {labels} | macro-F1 |
| --- | --- | ---: | ---: | ---: | {rules} | ---: |
{scores}

Precision of constraints at a recall of at least:

| on | language | {recalls} |
| --- | --- | {recall_rules} |
{curve}

Confusions, of all languages; rows as people said, columns as told:

{confusions}
{compared}
## Data

{conversations} conversations by {authors} authors, {examples:,} units: {balance}. A human's units that no label
touches count as process, an assistant's are left out, and so is what is doubtful. Files by hash:

| sha256 | split | units |
| --- | --- | ---: |
{origins}

fastjev {fastjev}, scikit-learn {sklearn}, numpy {numpy}, Python {python}, seed {seed}. The same files, versions and
seed give the same bytes.

## Limits

- Written conversations, by few authors; two people who label the same ones agree at kappa 0.7 (`fastjev agree`).
- Rules were tuned on most of these authors, so votes look better here than on strangers.
- The model may find a constraint that rules missed; one that a rule found it cannot take away.
"""
_COMPARED = """
## Other ways

On the same examples, each author left out, not calibrated.

| | AP | precision at recall 0.95 | macro-F1 |
| --- | ---: | ---: | ---: |
{rows}

"""


class Origin(NamedTuple):
    """A conversation by hash."""

    sha256: str
    split: str
    examples: int


def origins(corpora: Iterable[tuple[str, Corpus]], examples: Iterable[Example]) -> list[Origin]:
    """Of the conversations of each split, in order of hash."""
    counts = Counter(example.file for example in examples)
    found = [
        Origin(hashlib.sha256(corpus.raw).hexdigest(), split, counts[corpus.path.name]) for split, corpus in corpora
    ]
    return sorted(found)


def card(
    weights: Mapping[str, Any],
    digest: str,
    scores: Mapping[str, Sequence[Scored]],
    compared: Sequence[Compared],
    files: Sequence[Origin],
    examples: Sequence[Example],
) -> str:
    """Markdown. `scores`: by what they are on; `digest`: of the file of weights; `examples`: what was trained on."""
    trained = weights["trained"]
    balance = Counter(str(example.label) for example in examples)
    return _CARD.format(
        name=weights["name"],
        digest=digest,
        labels=" | ".join(LABELS),
        rules=" | ".join(["---:"] * len(LABELS)),
        scores=table(_row(on, each) for on, held in scores.items() for each in held if each.examples),
        recalls=" | ".join(map(str, RECALLS)),
        recall_rules=" | ".join(["---:"] * len(RECALLS)),
        curve=table(
            (on, each.lang, *map(number, each.precision.values()))
            for on, held in scores.items()
            for each in held
            if each.examples
        ),
        confusions="\n".join(_confusions(on, held[-1]) for on, held in scores.items() if held[-1].examples),
        compared=_COMPARED.format(rows=table(map(_way, compared))) if compared else "",
        balance=", ".join(f"{balance[label]:,} {label}" for label in LABELS),
        origins=table((f"`{each.sha256}`", each.split, each.examples) for each in files),
        sklearn=trained["scikit-learn"],
        numpy=np.__version__,
        python=platform.python_version(),
        **{name: trained[name] for name in ("conversations", "authors", "examples", "fastjev", "seed")},
    )


def _row(on: str, each: Scored) -> Sequence[object]:
    return (
        on,
        each.lang,
        each.examples,
        number(each.average_precision),
        number(each.error),
        *map(number, each.f1.values()),
    )


def _way(each: Compared) -> Sequence[object]:
    scores = each.scores
    return each.name, number(scores.average_precision), number(scores.precision[0.95]), number(scores.f1["macro"])


def _confusions(on: str, scores: Scored) -> str:
    head = table([(on, *LABELS), ("---", *["---:"] * len(LABELS))])
    rows = table((given, *(scores.confusion.get((given, told), 0) for told in LABELS)) for given in LABELS)
    return f"{head}\n{rows}\n"
