"""The arguments of a call, checked: a model reads what was wrong and asks again."""

import difflib
from collections.abc import Mapping
from typing import Any

from fastjev.errors import UsageError
from fastjev.secrets import mask

CHARS = 2000
"""A longer argument is a mistake."""
_KINDS: Mapping[str, tuple[type, str]] = {"string": (str, "a string"), "integer": (int, "a whole number")}


def checked(tool: str, schema: Mapping[str, Any], given: object) -> dict[str, Any]:
    """The arguments by the tool's own schema; those left out, or null, are not there. Raises: UsageError."""
    known: Mapping[str, Any] = schema["properties"]
    given = given or {}
    if not isinstance(given, Mapping):
        raise UsageError(f"{tool}: takes its arguments as an object, not {_shown(given)}; it has {', '.join(known)}")
    found = {str(name): value for name, value in given.items() if value is not None}
    for name in found:
        if name not in known:
            near = difflib.get_close_matches(name[:CHARS], known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"it takes {', '.join(known)}"
            raise UsageError(f"{tool}: knows no argument {mask(name)!r:.80}; {hint}")
    for name in schema["required"]:
        if name not in found:
            raise UsageError(f"{tool}: needs {name}: {known[name]['description']}")
    for name, value in found.items():
        _check(f"{tool}: {name}", known[name], value)
    return found


def _check(at: str, wanted: Mapping[str, Any], value: object) -> None:
    kind, called = _KINDS[wanted["type"]]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise UsageError(f"{at} is {called}, not {_shown(value)}; {wanted['description']}")
    if isinstance(value, str) and len(value) > CHARS:
        raise UsageError(f"{at} is {len(value):,} characters long; {CHARS:,} are enough")
    if isinstance(value, str) and not value.strip():
        raise UsageError(f"{at} is empty; {wanted['description']}")
    if isinstance(value, int) and not wanted["minimum"] <= value <= wanted["maximum"]:
        raise UsageError(f"{at} is a number from {wanted['minimum']} to {wanted['maximum']:,}, not {_shown(value)}")
    if "enum" in wanted and value not in wanted["enum"]:
        raise UsageError(f"{at} is one of {', '.join(wanted['enum'])}, not {_shown(value)}")


def _shown(value: object) -> str:
    # An integer of a million digits is legal JSON, and too long for Python to write out.
    if isinstance(value, int) and value.bit_length() > 64:
        return "one of that size"
    return mask(f"{value!r:.80}") if isinstance(value, str | int | float | bool) else f"a {type(value).__name__}"
