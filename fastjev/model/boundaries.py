"""Where in a human's message a new intent begins: a probability for each seam, from shipped weights."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fastjev import bundled, terms
from fastjev.ask import sigmoid
from fastjev.errors import ModelError
from fastjev.model.seams import Clause, features

NAME = "boundaries"
OPTION = "opens"


@dataclass(frozen=True, slots=True)
class Boundaries:
    """Weights for seams (`models/boundaries.json`, card beside it)."""

    weights: terms.Model

    def over(self, text: str, clauses: Sequence[Clause]) -> Iterator[float]:
        """For each clause of a message but the first, the probability that a new intent begins with it.

        `text`: the message's, folded; the clauses tile it.
        """
        seams = self.weights.sets[OPTION]
        for held in features(text, clauses):
            yield sigmoid(seams.odds(held.terms, held.numbers)[0])


@cache
def default() -> Boundaries:
    """The one that travels with fastjev, read once. Raises: ModelError."""
    path = bundled.models() / "boundaries.json"
    return of(terms.load(path, ours=True), path)


def read(path: Path) -> Boundaries:
    """Weights for seams. Raises: ModelError."""
    return of(terms.load(path), path)


def of(weights: terms.Model, path: Path) -> Boundaries:
    """The same of what a file holds; `path`: how complaints name it. Raises: ModelError."""
    if weights.name != NAME or {name: each.options for name, each in weights.sets.items()} != {OPTION: (OPTION,)}:
        raise ModelError(f"{path}: does not say where a new intent begins; train again: fastjev train boundaries")
    return Boundaries(weights)
