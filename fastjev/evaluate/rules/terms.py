"""Words and short phrases that texts have in common: jieba's words where Han stands, runs of letters elsewhere."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import comb
from typing import NamedTuple

from fastjev.rulebook.fold import Fold
from fastjev.rulebook.macros import Macros
from fastjev.rulebook.pattern import compiled
from fastjev.rulebook.schema import Pattern
from fastjev.rulebook.sources import source_of

QUESTION = Pattern.model_validate({"text": r"[?]\s*$"})
"""The one form that is no word: a text that ends with a question mark, full-width ones folded to it."""
MOST_TERMS = 3
"""Terms of one exception; more of them learn these texts by heart."""
_CHANCE = 0.05
"""A term is nothing if so large a share of all ways to spread its texts would put them all among the wrong ones."""
_LETTERS = 4
"""A Latin word alone tells something from here on; in a phrase any does."""
_PARTICLES = frozenset("吗呢吧么嘛")
"""Single characters that tell something alone."""
_WORD = re.compile(r"[a-z][a-z'-]*[a-z]|[a-z]|[\u3400-\u9fff]+")


class Term(NamedTuple):
    """A pattern that stands in some texts and in none of others."""

    pattern: Pattern
    inside: frozenset[int]
    """Positions of the texts it stands in."""


def telling(inside: Sequence[str], outside: Sequence[str], fold: Fold) -> list[Term]:
    """The fewest terms that together stand in most of `inside` and in none of `outside`; nothing if there are none."""
    texts = [fold(text.strip()) for text in inside]
    others = [fold(text.strip()) for text in outside]
    found = [term for pattern in _patterns(texts) if (term := _term(pattern, texts, others, fold))]
    chosen: list[Term] = []
    covered: frozenset[int] = frozenset()
    while found and len(chosen) < MOST_TERMS:
        best = max(found, key=lambda term: (len(term.inside - covered), len(term.inside), _weight(term.pattern)))
        if not best.inside - covered:
            break
        chosen.append(best)
        covered |= best.inside
    return chosen if 2 * len(covered) > len(texts) else []


def _weight(pattern: Pattern) -> tuple[int, str]:
    """Of terms that do the same the longer one is safer; then by name, so that the choice is always the same."""
    text = pattern.words[0] if pattern.words else ""
    return len(text), text


def _term(pattern: Pattern, texts: Sequence[str], others: Sequence[str], fold: Fold) -> Term | None:
    """The pattern, if it stands in so many of the texts, and in none of the others, that it is hardly by chance."""
    search = compiled(source_of(pattern, Macros({}), fold)).search
    if any(search(text) for text in others):
        return None
    inside = frozenset(n for n, text in enumerate(texts) if search(text))
    ways = comb(len(texts), len(inside)) / comb(len(texts) + len(others), len(inside))
    return Term(pattern, inside) if ways <= _CHANCE else None


def _patterns(texts: Sequence[str]) -> list[Pattern]:
    phrases = sorted({phrase for text in texts for phrase in _phrases(text)})
    return [QUESTION, *(Pattern.model_validate({"words": [phrase]}) for phrase in phrases)]


def _phrases(text: str) -> Iterator[str]:
    """Words that tell something alone, and any two that stand side by side. No numbers: they name one case."""
    words = list(_words(text))
    for start, end in words:
        word = text[start:end]
        if word in _PARTICLES or (len(word) >= _LETTERS if word.isascii() else len(word) > 1):
            yield word
    for (start, end), (after, stop) in pairwise(words):
        if not text[end:after].strip() and (text[start:end].isascii() == text[after:stop].isascii()):
            yield text[start:stop]


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Where each begins and ends."""
    import logging

    import jieba

    jieba.setLogLevel(logging.ERROR)
    for run in _WORD.finditer(text):
        if run[0].isascii():
            yield run.span()
            continue
        for _, start, end in jieba.tokenize(run[0]):
            yield run.start() + start, run.start() + end
