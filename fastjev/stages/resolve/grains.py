"""What a statement may be told by, down to single Han characters: looser than names, for weighing and not for deciding.

A person who changes "打卡记录留 90 天" says "留一年": no name stands in both.
"""

import re
from typing import NamedTuple

from fastjev.stages.resolve.slots import Lexicon, stem

_WORD = re.compile(r"[a-z_][a-z0-9_.+#/@-]*|[\u4e00-\u9fff]")
_AMOUNT = re.compile(r"([0-9]+(?:[.,][0-9]+)*|[零一二两三四五六七八九十百千万半]+)\s*([a-z%]{1,3}|[\u4e00-\u9fff]?)")
_QUOTED = re.compile(r"[「“\"'`]([^「」“”\"'`\n]{1,12})[」”\"'`]")


class Grains(NamedTuple):
    """Of one text."""

    words: frozenset[str]
    """Stems of Latin words, and single Han characters, but for those that tell nothing."""
    latin: frozenset[str]
    """The Latin ones of them."""
    amounts: frozenset[str]
    """Numbers as they are written."""
    counted: frozenset[str]
    """What these are of: the first letters, or the one character, behind each."""
    quotes: frozenset[str]
    """What stands in quotation marks, where that is short."""


def grains(lexicon: Lexicon, text: str) -> Grains:
    """Those of a text."""
    folded = lexicon.fold(text)
    words = frozenset(stem(word.strip("./-")) for word in _WORD.findall(folded)) - lexicon.small
    found = _AMOUNT.findall(folded)
    return Grains(
        words=words,
        latin=frozenset(word for word in words if word.isascii()),
        amounts=frozenset(number for number, _ in found),
        counted=frozenset(unit.rstrip("s") for _, unit in found if unit),
        quotes=frozenset(_QUOTED.findall(folded)),
    )
