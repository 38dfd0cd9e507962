"""Sorts of words: lists by what words do (`models/sorts.json`), which say of rare words what single words cannot.

"The auditor wanted", "老板说" and "the client asks" share no word, and all tell what others want.
"""

import json
import re
import unicodedata
from collections.abc import Sequence
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
    """The sorts of each token, and of each pair of neighbours with a blank between the two; `sort:` and a name."""
    listed: dict[str, list[str]] = json.loads((bundled.models() / "sorts.json").read_bytes())
    sorts: dict[str, tuple[str, ...]] = {}
    for sort, terms in listed.items():
        for term in terms:
            key = " ".join(tokens(term))
            sorts[key] = (*sorts.get(key, ()), f"sort:{sort}")
    return sorts


@cache
def _first() -> dict[str, str]:
    return {term: sorts[0].removeprefix("sort:") for term, sorts in table().items()}


def order(found: Sequence[str], pairs: Sequence[str]) -> frozenset[str]:
    """What follows what among a text's tokens, whatever other words stand between: the first sort of each, numbers and
    marks as they are, both ends. `pairs`: the tokens with their next, one fewer.
    """
    first = _first().get
    line = [_OPENS]
    for token, pair in zip(found, [*pairs, ""], strict=False):
        name = first(pair) or first(token)
        if name is None:
            if token != NUMBER and token.isalnum():
                continue
            name = token
        if name != line[-1]:
            line.append(name)
    line.append(_CLOSES)
    return frozenset(map(" ".join, pairwise(line)))
