"""A classifier for each author that saw nothing of theirs, for those who learn from what it says."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from fastjev import terms
from fastjev.model.classifier import Classifier
from fastjev.train.classifier.examples import Example
from fastjev.train.classifier.fit import fitted, weights

_GROUPS = 4
"""Groups of authors; more would cost a training each, and leave out less."""


def apart(
    examples: Sequence[Example], seed: int, follow: Callable[[Sequence[int], str], Iterable[int]]
) -> dict[str, Classifier]:
    """By author. `follow`: numbers of groups and what is done with each, for a bar."""
    authors = sorted({example.author for example in examples})
    found: dict[str, Classifier] = {}
    for group in follow(range(_GROUPS), "labels, authors left out"):
        own = set(authors[group::_GROUPS])
        if own:
            fits = fitted([example for example in examples if example.author not in own], seed)
            raw = json.dumps(weights(fits, seed)).encode()
            found |= dict.fromkeys(own, Classifier(terms.parsed(raw, Path("labels.json"))))
    return found
