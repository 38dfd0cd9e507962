"""Who labels what rules leave open: calibrated probabilities from shipped weights (`models/labels.json`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fastjev import bundled, terms
from fastjev.datatypes import Unit, Verdict
from fastjev.errors import ModelError
from fastjev.labels import Label
from fastjev.model.classifier.features import features
from fastjev.model.classifier.surroundings import Surroundings

NAME = "labels"
_OPTIONS = frozenset(Label) - {Label.UNSURE}


@dataclass(frozen=True, slots=True)
class Classifier:
    """Weights for the units of each speaker that it was trained on."""

    weights: terms.Model

    @property
    def name(self) -> str:
        """How its votes name it."""
        return self.weights.name

    def over(self, units: Sequence[Unit], verdicts: Sequence[Verdict]) -> "Reading":
        """A reading of one conversation; `verdicts` are the rules', in the same order."""
        return Reading(self.weights, Surroundings(units, verdicts))


@dataclass(frozen=True, slots=True)
class Reading:
    """One conversation, whose units it is asked about by position."""

    weights: terms.Model
    around: Surroundings

    def at(self, position: int) -> Mapping[Label, float]:
        """Probabilities by label, which sum to 1; none where it was trained on no unit of the kind."""
        unit = self.around.units[position]
        asked = self.weights.sets.get(unit.speaker)
        if asked is None or unit.call is not None or not unit.text.strip():
            return {}
        held = features(self.around, position)
        return {Label(label): share for label, share in asked.shares(held.terms, held.numbers).items()}


@cache
def default() -> Classifier:
    """The one that travels with fastjev, read once. Raises: ModelError."""
    path = bundled.models() / "labels.json"
    return of(terms.load(path, ours=True), path)


def read(path: Path) -> Classifier:
    """Weights for labels. Raises: ModelError."""
    return of(terms.load(path), path)


def of(weights: terms.Model, path: Path) -> Classifier:
    """The same of what a file holds; `path`: how complaints name it. Raises: ModelError."""
    for name, each in weights.sets.items():
        if weights.name != NAME or set(each.options) - _OPTIONS:
            raise ModelError(
                f"{path}: sets.{name:.40} answers with other names than labels; train again: fastjev train"
            )
    return Classifier(weights)
