"""The shipped weights of the models that decide about tool exchanges, and about statements that end earlier ones."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fastjev import ask, bundled
from fastjev.errors import ModelError
from fastjev.model import choices, links, needed
from fastjev.model.traits import TRAITS


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


def shipped() -> Models:
    """Those that travel with fastjev. Raises: ModelError."""
    return Models(default(), needed.default(), links.default(), choices.default())


def given(paths: Iterable[Path]) -> Models:
    """Those of the files, each in the place of the shipped one that answers the same question.

    Raises: ModelError, also for two of a kind.
    """
    found: dict[str, ask.Model] = {}
    for path in paths:
        model = ask.load(path)
        name, check = next((kind for question, kind in _KINDS.items() if question in model.questions), _EXCHANGES)
        if name in found:
            raise ModelError(f"{path}: answers the same questions as a file before it; give one of each kind")
        check(model, path)
        found[name] = model
    return Models(
        found.get("asks") or default(),
        found.get("needs") or needed.default(),
        found.get("ends") or links.default(),
        found.get("stands") or choices.default(),
    )


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


_EXCHANGES = ("asks", _check)
_KINDS = {
    "needed": ("needs", needed.check),
    links.QUESTION: ("ends", links.check),
    choices.QUESTION: ("stands", choices.check),
}
"""By a question, the place among the models and what a file for it must be like."""
