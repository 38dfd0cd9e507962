"""Every threshold and size, with its unit and reason. Stages hold no number but 0 and 1."""

import difflib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from fastjev.errors import PolicyError


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """One frozen set of constants. A rule's weight stays with its rule."""

    recent_turns: int = 5
    """Turns left verbatim after the zones. What the work is in the middle of should not be rearranged."""
    settle_weight: float = 0.8
    """A rule vote from here on is not put to the model (DESIGN 3.3)."""
    constraint_floor: float = 0.5
    """A constraint vote from here on is never beaten by noise or process: a kept sentence costs tokens, a lost one costs production."""
    deprecate_confidence: float = 0.7
    """Below it a link between two constraints marks a possible conflict and deprecates nothing: a false deprecation is worse than a missed one."""
    act_weight: float = 0.6
    """A constraint or decision vote from here on makes a clause an act of its own, to be cut from the act before it."""
    typed_chars: int = 3000
    """A human message longer than this was pasted, and doubt about one of its sentences is not settled as a constraint."""
    match_chars: int = 4000
    """Characters of a unit that rules look at: linear patterns stay quick on a pasted megabyte."""


DEFAULT = Policy()


def load_policy(path: Path) -> Policy:
    """The default with the keys of a YAML mapping changed.

    Raises: PolicyError, with the file, the key and the nearest name.
    """
    import yaml

    try:
        found: Any = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise PolicyError(f"{path}: cannot be read as YAML: {error}") from error
    if found is None:
        return DEFAULT
    if not isinstance(found, dict):
        raise PolicyError(f"{path}: a policy is a mapping of names to values, not a {type(found).__name__}")
    kinds = {field.name: type(getattr(DEFAULT, field.name)) for field in fields(Policy)}
    for key, value in found.items():
        if key not in kinds:
            near = difflib.get_close_matches(str(key), kinds, n=1)
            raise PolicyError(f"{path}: unknown key {key!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
        wanted = kinds[key]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not (isinstance(value, wanted) and not isinstance(value, bool)) and not (wanted is float and number):
            raise PolicyError(f"{path}: {key} takes a {wanted.__name__}, not {value!r}")
        if number and value < 0:
            raise PolicyError(f"{path}: {key} cannot be negative")
    return Policy(**found)
