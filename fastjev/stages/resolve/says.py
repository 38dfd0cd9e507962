"""Which small words of talk a text holds, as traits by name."""

import re
from collections.abc import Iterable

from fastjev.model.talk import HAN, LATIN, STARTS, spelled

_LATIN = re.compile("[a-z']+")


def _named(prefix: str, words: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((word, f"{prefix}_{spelled(word)}") for word in words)


_HAN, _WORDS, _STARTS = _named("says", HAN), _named("says", LATIN), _named("starts", STARTS)
"""Words and the names of their traits."""


def says(text: str) -> dict[str, float]:
    """The small words of a text, in lower case and simplified characters."""
    held = frozenset(_LATIN.findall(text))
    return {name: 1.0 for word, name in _HAN if word in text} | {name: 1.0 for word, name in _WORDS if word in held}


def starts(text: str) -> dict[str, float]:
    """The one of them that such a text starts with."""
    found = _LATIN.match(text)
    start = found[0] if found else text[:1]
    return {name: 1.0 for word, name in _STARTS if word == start}
