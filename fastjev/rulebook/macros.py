"""Named fragments of patterns."""

import difflib
import re
from collections.abc import Mapping

NAMED = re.compile(r"\{([a-z_][a-z0-9_]*)\}")
_MOST_CHARS = 20_000
"""Characters of a pattern with its macros written out; core's longest has 3,000."""


class Macros:
    """Writes `{name}` out, each fragment once, so that fragments inside fragments cost nothing more."""

    def __init__(self, macros: Mapping[str, str]) -> None:
        self._macros = macros
        self._written: dict[str, str] = {}

    def __call__(self, text: str, above: tuple[str, ...] = ()) -> str:
        """The pattern with every fragment in its place. Raises: ValueError: unknown, endless or too long."""
        found = NAMED.sub(lambda name: self._write(name[1], above), text)
        if len(found) > _MOST_CHARS:
            raise ValueError(f"{len(found):,} characters with its macros written out; {_MOST_CHARS:,} is the most")
        return found

    def _write(self, name: str, above: tuple[str, ...]) -> str:
        if name not in self._macros:
            near = difflib.get_close_matches(name, self._macros, n=1)
            raise ValueError(f"no macro {{{name}}}" + (f"; did you mean {near[0]}?" if near else ""))
        if name in above:
            raise ValueError(f"the macro {{{name}}} stands inside itself")
        if name not in self._written:
            self._written[name] = f"(?:{self(self._macros[name], (*above, name))})"
        return self._written[name]
