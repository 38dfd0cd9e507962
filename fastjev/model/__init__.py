"""The shipped weights of the models that decide about tool exchanges."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from fastjev import ask, bundled
from fastjev.errors import ModelError
from fastjev.model import needed
from fastjev.model.traits import TRAITS


class Models(NamedTuple):
    """Both that a compaction asks."""

    asks: ask.Model
    """About tool exchanges."""
    needs: ask.Model
    """About words of their results."""


def shipped() -> Models:
    """Those that travel with fastjev. Raises: ModelError."""
    return Models(default(), needed.default())


@cache
def default() -> ask.Model:
    """The one about tool exchanges, read once. Raises: ModelError."""
    return read(bundled.models() / "exchanges.json")


def read(path: Path) -> ask.Model:
    """Weights for the traits of this version. Raises: ModelError."""
    model = ask.load(path)
    if model.traits != TRAITS:
        other = sorted(set(model.traits) ^ set(TRAITS))
        differ = f"differ in {', '.join(other[:5])}" if other else "stand in another order"
        raise ModelError(f"{path}: traits {differ}; train again with this version: fastjev train exchanges")
    return model
