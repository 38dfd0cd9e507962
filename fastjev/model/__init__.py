"""The shipped weights of the models that find boundaries, label units, link statements, decide about tool exchanges."""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from fastjev import ask, bundled, terms
from fastjev.errors import ModelError
from fastjev.model import boundaries, choices, classifier, links, needed
from fastjev.model.boundaries import Boundaries
from fastjev.model.classifier import Classifier
from fastjev.model.traits import TRAITS

OWN = Path(".fastjev", "labels.json")
"""A project's own labels. Numbers and nothing else: a stranger's file runs nothing here."""


class Models(NamedTuple):
    """All that a compaction asks."""

    asks: ask.Model
    """About tool exchanges."""
    needs: ask.Model
    """About words of their results."""
    ends: ask.Model
    """Whether a later statement ends an earlier one."""
    stands: ask.Model
    """What became of a statement as a choice."""
    labels: Classifier | None
    """About units that no rule settles; nothing where rules alone decide."""
    opens: Boundaries | None
    """About places where a new intent may begin; nothing where cues alone decide."""
    refused: tuple[str, ...] = ()
    """Why a project's own weights are not among them, and what to do."""

    @property
    def version(self) -> str:
        """How a journal names them, and that a project's own could not be used."""
        labels = self.labels.weights.version if self.labels else "no labels"
        opens = self.opens.weights.version if self.opens else "no boundaries"
        asked = (self.asks, self.needs, self.ends, self.stands)
        without = [f"without {OWN.as_posix()}"] if self.refused else []
        return " ".join([*(each.version for each in asked), labels, opens, *without])


def shipped() -> Models:
    """Those that travel with fastjev. Raises: ModelError."""
    return _with({})


def unlinked() -> Models:
    """The shipped ones, but nobody to ask about links and choices: what `fastjev train links` starts from, so that it
    can make weights where the shipped ones are for other traits. Raises: ModelError.
    """
    return _with({"ends": default(), "stands": default()})


def by_rules() -> Models:
    """The shipped ones, but nobody labels what no rule settles: for those who look at rules. Raises: ModelError."""
    return shipped()._replace(labels=None)


def of(root: Path | None) -> Models | None:
    """Those of a project that has labels of its own (`fastjev train classifier --project`); else nothing, so that the
    shipped ones are asked. So they are, and `refused` says it, where its file cannot be used: what a compaction needs
    is there without it. Raises: ModelError for a shipped one.
    """
    path = root / OWN if root else None
    if path is None or not path.is_file():
        return None
    models = shipped()
    try:
        return models._replace(labels=classifier.read(path))
    except ModelError as error:
        return models._replace(refused=(f"{error}; delete it, or train it again: fastjev train classifier --project",))


def given(paths: Iterable[Path]) -> Models:
    """Those of the files, each in the place of the shipped one that answers the same question.

    Raises: ModelError, also for two of a kind.
    """
    found: dict[str, Any] = {}
    for path in paths:
        name, model = _read(path)
        if name in found:
            raise ModelError(f"{path}: answers the same questions as a file before it; give one of each kind")
        found[name] = model
    return _with(found)


def _with(found: dict[str, Any]) -> Models:
    return Models(
        found.get("asks") or default(),
        found.get("needs") or needed.default(),
        found.get("ends") or links.default(),
        found.get("stands") or choices.default(),
        found.get("labels") or classifier.default(),
        found.get("opens") or boundaries.default(),
    )


def _read(path: Path) -> tuple[str, Any]:
    """The place among the models, and the one that the file holds."""
    if terms.held(path):
        weights = terms.load(path)
        opens = weights.name == boundaries.NAME
        return ("opens", boundaries.of(weights, path)) if opens else ("labels", classifier.of(weights, path))
    model = ask.load(path)
    name, check = next((kind for question, kind in _KINDS.items() if question in model.questions), _EXCHANGES)
    check(model, path)
    return name, model


@cache
def default() -> ask.Model:
    """The one about tool exchanges, read once. Raises: ModelError."""
    return read(bundled.models() / "exchanges.json")


def read(path: Path) -> ask.Model:
    """Weights for the traits of this version. Raises: ModelError."""
    model = ask.load(path)
    _check(model, path)
    return model


def _check(model: ask.Model, path: Path) -> None:
    if model.traits != TRAITS:
        other = sorted(set(model.traits) ^ set(TRAITS))
        differ = f"differ in {', '.join(other[:5])}" if other else "stand in another order"
        raise ModelError(f"{path}: traits {differ}; train again with this version: fastjev train exchanges")


_Check = Callable[[ask.Model, Path], None]
_EXCHANGES: tuple[str, _Check] = ("asks", _check)
_KINDS: dict[str, tuple[str, _Check]] = {
    "needed": ("needs", needed.check),
    links.QUESTION: ("ends", links.check),
    choices.QUESTION: ("stands", choices.check),
}
"""By a question, the place among the models and what a file for it must be like."""
