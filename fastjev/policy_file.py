"""A file of constants that a project changes."""

import difflib
from dataclasses import fields
from pathlib import Path
from typing import Any

from fastjev.errors import PolicyError
from fastjev.files import get
from fastjev.policy import CHOICES, DEFAULT, Policy

_LARGEST = 10**12
"""No constant is larger; SQLite and clocks end some way behind."""
_A_KIND: dict[type, str] = {
    int: "a whole number",
    float: "a number (1.0e+9, not 1e9)",
    str: "a word",
    bool: "true or false",
    list: "a list",
    dict: "a mapping",
}


def load_policy(path: Path) -> Policy:
    """The default with the keys of a YAML mapping changed.

    Raises: PolicyError, with the file, the key and the nearest name.
    """
    return Policy(**policy_keys(path))


def policy_keys(path: Path) -> dict[str, Any]:
    """What a policy file says, checked. Raises: PolicyError, with the file, the key and the nearest name."""
    import yaml

    try:
        text = get(path).decode("utf-8")
        found: Any = yaml.safe_load(text)
        twice = _twice(yaml.compose(text, yaml.SafeLoader))
    except OSError as error:
        raise PolicyError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        raise PolicyError(f"{path}: cannot be read as YAML: {error}") from error
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise PolicyError(f"{path}: a policy is a mapping of names to values, not {_A_KIND.get(type(found), 'that')}")
    if twice:
        raise PolicyError(f"{path}: {twice} stands there twice; leave one of them")
    kinds = {field.name: type(getattr(DEFAULT, field.name)) for field in fields(Policy)}
    for key, value in found.items():
        if key not in kinds:
            near = difflib.get_close_matches(str(key), kinds, n=1)
            raise PolicyError(f"{path}: unknown key {key!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
        wanted = kinds[key]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not (isinstance(value, wanted) and not isinstance(value, bool)) and not (wanted is float and number):
            raise PolicyError(f"{path}: {key} takes {_A_KIND[wanted]}, not {value!r}")
        if key in CHOICES and found[key] not in CHOICES[key]:
            raise PolicyError(f"{path}: {key} is {' or '.join(CHOICES[key])}, not {value!r}")
        if number and not 0 <= value <= _LARGEST:
            raise PolicyError(f"{path}: {key} is a number from 0 to {_LARGEST:,}, not {value!r}")
    return found


def _twice(node: Any) -> str:
    """The first key of a YAML mapping that stands there a second time, as it is written; else nothing."""
    pairs = node.value if node is not None and node.id == "mapping" else []
    seen: set[str] = set()
    for key, _ in pairs:
        if str(key.value) in seen:
            return str(key.value)
        seen.add(str(key.value))
    return ""
