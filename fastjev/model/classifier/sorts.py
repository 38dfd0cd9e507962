"""Sorts of words: lists by what words do (`models/sorts.json`), which say of rare words what single words cannot.

"The auditor wanted", "老板说" and "the client asks" share no word, and all tell what others want.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from fastjev import bundled

_TOKEN = re.compile(r"[a-z_']+|\d+|[^\W\d_]|[^\s\w]")
"""A Latin word, a number, a sign of Han script or another, a mark."""
NUMBER = "0"
"""What any number is read as."""
_OPENS, _CLOSES = "^", "$"


def tokens(text: str) -> list[str]:
    """Of a text in order: full-width folded, in lower case, any number as `NUMBER`."""
    folded = unicodedata.normalize("NFKC", text).lower()
    return [NUMBER if token[0].isdigit() else token for token in _TOKEN.findall(folded)]


@cache
def table() -> dict[str, tuple[str, ...]]:
    """The sorts of each token, and of each pair of neighbours with a blank between the two."""
    listed: dict[str, list[str]] = json.loads((bundled.models() / "sorts.json").read_bytes())
    sorts: dict[str, tuple[str, ...]] = {}
    for sort, terms in listed.items():
        for term in terms:
            key = " ".join(tokens(term))
            sorts[key] = (*sorts.get(key, ()), sort)
    return sorts


def order(found: Sequence[str]) -> Iterator[str]:
    """Pairs of what follows what among a text's tokens, which its other words may stand between: the first sort of
    each, numbers and marks as they are, both ends.
    """
    sorts = table()
    line = [_OPENS]
    for token, after in zip(found, [*found[1:], ""], strict=True):
        known = sorts.get(f"{token} {after}") or sorts.get(token)
        name = known[0] if known else token
        if (known or token == NUMBER or not token.isalnum()) and name != line[-1]:
            line.append(name)
    return map(" ".join, pairwise([*line, _CLOSES]))
