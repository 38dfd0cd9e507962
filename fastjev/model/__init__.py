"""The shipped weights of the models that find boundaries, label units and decide about tool exchanges."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fastjev import ask, bundled, terms
from fastjev.errors import ModelError
from fastjev.model import boundaries, classifier, needed
from fastjev.model.boundaries import Boundaries
from fastjev.model.classifier import Classifier
from fastjev.model.traits import TRAITS

OWN = Path(".fastjev", "labels.json")
"""A project's own labels. Numbers and nothing else: a stranger's file runs nothing here."""


class Models(NamedTuple):
    """Those that a compaction asks."""

    asks: ask.Model
    """About tool exchanges."""
    needs: ask.Model
    """About words of their results."""
    labels: Classifier | None
    """About units that no rule settles; nothing where rules alone decide."""
    opens: Boundaries | None
    """About places where a new intent may begin; nothing where cues alone decide."""

    @property
    def version(self) -> str:
        """How a journal names them."""
        labels = self.labels.weights.version if self.labels else "no labels"
        opens = self.opens.weights.version if self.opens else "no boundaries"
        return f"{self.asks.version} {self.needs.version} {labels} {opens}"


def shipped() -> Models:
    """Those that travel with fastjev. Raises: ModelError."""
    return Models(default(), needed.default(), classifier.default(), boundaries.default())


def of(root: Path | None) -> Models | None:
    """Those of a project that has labels of its own (`fastjev train classifier --project`); else nothing, so that the
    shipped ones are asked.

    Raises: ModelError.
    """
    path = root / OWN if root else None
    if path is None or not path.is_file():
        return None
    return shipped()._replace(labels=classifier.read(path))


def given(paths: Iterable[Path]) -> Models:
    """Those of the files, each known by what it answers; the shipped one where there is none.

    Raises: ModelError, also for two of a kind.
    """
    asks: ask.Model | None = None
    needs: ask.Model | None = None
    labels: Classifier | None = None
    opens: Boundaries | None = None
    for path in paths:
        if terms.held(path):
            begins = terms.load(path).name == boundaries.NAME
            if (opens if begins else labels) is not None:
                raise ModelError(f"{path}: answers what a file before it does; give one of each kind")
            if begins:
                opens = boundaries.read(path)
            else:
                labels = classifier.read(path)
            continue
        model = ask.load(path)
        if (needs if "needed" in model.questions else asks) is not None:
            raise ModelError(f"{path}: answers the same questions as a file before it; give one of each kind")
        if "needed" in model.questions:
            needed.check(model, path)
            needs = model
        else:
            asks = _checked(model, path)
    return Models(
        asks or default(), needs or needed.default(), labels or classifier.default(), opens or boundaries.default()
    )


@cache
def default() -> ask.Model:
    """The one about tool exchanges, read once. Raises: ModelError."""
    return read(bundled.models() / "exchanges.json")


def read(path: Path) -> ask.Model:
    """Weights for the traits of this version. Raises: ModelError."""
    return _checked(ask.load(path), path)


def _checked(model: ask.Model, path: Path) -> ask.Model:
    if model.traits != TRAITS:
        other = sorted(set(model.traits) ^ set(TRAITS))
        differ = f"differ in {', '.join(other[:5])}" if other else "stand in another order"
        raise ModelError(f"{path}: traits {differ}; train again with this version: fastjev train exchanges")
    return model
