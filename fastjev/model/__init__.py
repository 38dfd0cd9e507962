"""The shipped weights of the decision model for tool exchanges."""

from functools import cache
from pathlib import Path

from fastjev import ask, bundled
from fastjev.errors import ModelError
from fastjev.model.traits import TRAITS


@cache
def default() -> ask.Model:
    """The weights that travel with fastjev, read once. Raises: ModelError."""
    return read(bundled.models() / "exchanges.json")


def read(path: Path) -> ask.Model:
    """Weights for the traits of this version. Raises: ModelError."""
    model = ask.load(path)
    if model.traits != TRAITS:
        other = sorted(set(model.traits) ^ set(TRAITS))
        differ = f"differ in {', '.join(other[:5])}" if other else "stand in another order"
        raise ModelError(f"{path}: traits {differ}; train again with this version: fastjev train exchanges")
    return model
