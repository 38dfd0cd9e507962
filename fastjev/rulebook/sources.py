"""From what a rule file says of a pattern to what is matched against folded text."""

import json
import re
from typing import Any

from fastjev.rulebook import schema
from fastjev.rulebook.dialect import check
from fastjev.rulebook.fold import Fold
from fastjev.rulebook.macros import Macros
from fastjev.rulebook.pattern import MARK

_WORD = re.compile(r"[a-z0-9_]")


def source_of(pattern: schema.Pattern, macros: Macros, fold: Fold) -> str:
    """What the rulebook compiles: a regular expression over folded text, or a marked Matcher pattern.

    Raises: ValueError for a macro that is not there, or a pattern that its macros take out of the dialect.
    """
    if pattern.tokens is not None:
        return MARK + json.dumps(_folded(pattern.tokens, fold), ensure_ascii=False, sort_keys=True)
    if pattern.words is not None:
        return "(?:" + "|".join(_literal(fold(word)) for word in pattern.words) + ")"
    text = macros(pattern.text or "")
    if text != pattern.text:
        check(text)
    return "".join(_char(char, fold) for char in text)


def _char(char: str, fold: Fold) -> str:
    """A character beyond ASCII as folded text has it. What becomes punctuation stays a literal."""
    if char.isascii():
        return char
    folded = fold(char)
    return re.escape(folded) if folded.isascii() else folded


def _folded(value: Any, fold: Fold) -> Any:
    if isinstance(value, str):
        return fold(value)
    if isinstance(value, list):
        return [_folded(each, fold) for each in value]
    if isinstance(value, dict):
        return {key: each if key.upper() == "OP" else _folded(each, fold) for key, each in value.items()}
    return value


def _literal(word: str) -> str:
    edges = [r"\b" if _WORD.match(char) else "" for char in (word.strip()[0], word.strip()[-1])]
    return edges[0] + r"\s+".join(map(re.escape, word.split())) + edges[1]
