"""One way in which a secret is written."""

from collections.abc import Callable
from typing import NamedTuple

from fastjev.secrets import values


class Kind(NamedTuple):
    """A name, a pattern in RE2, and what must be true of the value. The value is the first group that took part."""

    name: str
    needs: str
    """Cheap to look for, and in every text that the pattern finds something in."""
    pattern: str
    real: Callable[[str, bytes, int], bool] = values.anything
    bare: int = 0
    """The group that runs on to the next blank and is then cut where something else begins; 0 is none."""
