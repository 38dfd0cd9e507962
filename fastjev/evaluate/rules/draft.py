"""A rule drafted from one sentence: id, keywords, a pattern from its telling words, and tests that can fail."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from fastjev.errors import UsageError
from fastjev.evaluate.rules import forms
from fastjev.evaluate.rules.gloss import ENGLISH
from fastjev.evaluate.rules.wording import PLACEHOLDERS, Common, Cutter, Word
from fastjev.rulebook.fold import Fold

WHOLE = ("noise", "confirm", "assent", "right", "refuse", "defer")
"""Labels that a sentence gets only if it says nothing else."""
_VALUES = {"number": "[0-9]+", "path": r"\S*[/@\\]\S*", "id": "[a-z0-9_-]+"}
_MOST_WORDS = 3
"""Telling words in the pattern: with more it would fire on this sentence alone."""
_MOST_NEAR = 2
"""Near misses that come from sessions."""
_NEAR_CHARS = 80
_SLACK = 12
"""Characters between two telling words, besides those that stand there in the sentence."""

_LITTLE = 3
"""The same for a label that only a whole sentence gets."""
NO_WHY = "say here why this is right"
"""What a draft says until somebody does; lint does not let it pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a rule is drafted from."""

    sentence: str
    label: str
    pack: str
    weight: float
    why: str


class Shape(NamedTuple):
    """What the rule looks for."""

    keywords: list[str]
    pattern: str
    unless: list[str]
    slug: str


def draft(
    wish: Wish, *, cut: Cutter, fold: Fold, common: Common, taken: Collection[str], others: Iterable[str] = ()
) -> dict[str, Any]:
    """The rule as a rule file has it. `taken`: ids in use; `others`: texts with another label today, as near misses.

    Raises: UsageError for a sentence of which no rule can be made.
    """
    shape = _shape(wish, cut, fold, common)
    made = forms.order(fold(wish.sentence))
    again = (
        f"{wish.sentence.rstrip('。.!！~～')}~" if wish.label in WHOLE else forms.said_otherwise(wish.sentence, made)
    )
    match = [text for text in dict.fromkeys((wish.sentence, again)) if fires(shape, text, fold)]
    near = [forms.asked(wish.sentence, made), forms.reported(wish.sentence), forms.with_more(wish.sentence)]
    near = [text for text in near if not fires(shape, text, fold)]
    near += _near(shape, others, cut, fold)
    if not match or not near:
        raise UsageError(f"{wish.sentence!r}: no rule can be drafted that tells it from others; say it in more words")
    when: dict[str, Any] = {"max_chars": len(wish.sentence) * 2} if wish.label in WHOLE else {}
    when |= {"keywords": shape.keywords} if shape.keywords else {}
    when |= {"any": [{"text": shape.pattern}]}
    when |= {"unless": [{"text": pattern} for pattern in shape.unless]} if shape.unless else {}
    return {
        "id": _free(f"{wish.pack}/{wish.label}.{shape.slug}", taken),
        "label": wish.label,
        "why": wish.why,
        "weight": wish.weight,
        "when": when,
        "tests": {"match": match, "no_match": near, "wins": [{"text": wish.sentence, "label": wish.label}]},
    }


def fires(shape: Shape, text: str, fold: Fold) -> bool:
    """Whether the pattern fires on a text and nothing holds it back."""
    folded = fold(text)
    held = any(re.search(pattern, folded, re.ASCII | re.IGNORECASE) for pattern in shape.unless)
    return not held and bool(re.search(shape.pattern, folded, re.ASCII | re.IGNORECASE))


def _shape(wish: Wish, cut: Cutter, fold: Fold, common: Common) -> Shape:
    folded = fold(wish.sentence)
    whole = wish.label in WHOLE
    made = None if whole else forms.order(folded)
    # Cut around the word that makes the order: jieba takes 别动 for one word.
    words = cut(f"{folded[: made.start]}{' ' * (made.end - made.start)}{folded[made.end :]}" if made else folded)
    parts = list(words) if whole else _telling(words, cut, common, enough=1 if made else 2)
    plain = [word.text for word in parts if word.kind not in PLACEHOLDERS]
    if len("".join(plain)) <= 1 or all(word in common for word in plain):
        raise UsageError(
            f"{wish.sentence!r}: nothing but values and common words; a rule needs words that tell it apart"
        )
    sources = [(word.span.start, word.span.end, _source(word)) for word in parts]
    if made:
        sources.append((made.start, made.end, made.pattern))
    pattern = _in_order(sorted(sources), _LITTLE if whole else _SLACK)
    if whole:
        pattern = f"^[^。!?;]{{0,{_LITTLE}}}{pattern}[^。!?;,]{{0,{_LITTLE}}}[。!,~.\\s]*$"
    keywords = [word for word in plain if len(word) > 1]
    unless = [each for each in forms.UNLESS if not re.search(each, folded, re.ASCII | re.IGNORECASE)]
    return Shape(keywords, pattern, unless, _slug(words, parts, made, folded))


def _telling(words: Sequence[Word], cut: Cutter, common: Common, *, enough: int) -> list[Word]:
    """The words that tell the sentence from others, in order, and the first value; two more where they are few."""
    plain = [word for word in words if word.kind not in PLACEHOLDERS]
    telling = [word for word in plain if word.text not in common and len(word.text) > 1]
    telling = sorted(telling, key=lambda word: (*_rarity(word, cut), word.span))
    if len(telling) < enough:
        telling += [word for word in plain if word not in telling][:2]
    values = [word for word in words if word.kind in PLACEHOLDERS]
    return sorted(telling[:_MOST_WORDS] + values[:1], key=lambda word: word.span)


def _rarity(word: Word, cut: Cutter) -> tuple[bool, int]:
    """Latin words first, as names in a Chinese sentence are; then by how seldom Chinese texts have them."""
    return word.kind != "latin", cut.frequency(word.text) if word.kind == "han" else 0


def _source(word: Word) -> str:
    if word.kind in _VALUES:
        return _VALUES[word.kind]
    if word.kind == "han":
        return word.text
    edges = [r"\b" if char.isalnum() or char == "_" else "" for char in (word.text[0], word.text[-1])]
    return f"{edges[0]}{re.escape(word.text)}{edges[1]}"


def _in_order(sources: Sequence[tuple[int, int, str]], slack: int) -> str:
    pattern, last = "", 0
    for start, end, source in sources:
        pattern += f"[^。!?;]{{0,{start - last + slack}}}{source}" if pattern else source
        last = end
    return pattern


def _slug(words: Sequence[Word], parts: Sequence[Word], made: forms.Order | None, folded: str) -> str:
    """Up to four words in Latin letters; `said` where the sentence has none that can be written so."""
    kept = set(parts)
    order = folded[made.start : made.end] if made else ""
    named = [ENGLISH.get(order, "no" if made and made.pattern == forms.ORDERS[0] else "must")] if made else []
    named += [ENGLISH.get(word.text, word.text) for word in words if word in kept and word.kind in ("han", "latin")]
    legal = [re.sub(r"[^a-z0-9]+", "_", name).strip("_") for name in named]
    slug = "_".join(dict.fromkeys(name for name in legal if name))[:40].strip("_")
    return slug if slug not in ("", "no", "must") else f"{slug}_said".strip("_")


def _free(id: str, taken: Collection[str]) -> str:
    number, found = 1, id
    while found in taken:
        number += 1
        found = f"{id}_{number}"
    return found


def _near(shape: Shape, others: Iterable[str], cut: Cutter, fold: Fold) -> list[str]:
    """Texts that share a keyword and on which the rule does not fire, the shortest first; none that holds a key."""
    shared = [
        text
        for text in dict.fromkeys(map(str.strip, others))
        if len(text) <= _NEAR_CHARS and "\n" not in text and text.isprintable()
        if any(word in fold(text) for word in shape.keywords) and not fires(shape, text, fold)
        if not any(word.kind == "id" for word in cut(fold(text)))
    ]
    return sorted(shared, key=lambda text: (len(text), text))[:_MOST_NEAR]
