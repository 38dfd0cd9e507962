"""The rulebook in memory: which rules fire on a text, and where."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fastjev.datatypes import Span
from fastjev.rulebook.fold import Fold
from fastjev.rulebook.pattern import Pattern, compiled

_REMEMBERED = 4096
"""Texts whose hits are remembered before all are forgotten."""


class Rule(NamedTuple):
    """One rule as matching needs it. Empty tuples mean no condition."""

    id: str
    label: str
    weight: float
    key: str | None
    force: bool
    speakers: tuple[str, ...]
    kinds: tuple[str, ...]
    langs: tuple[str, ...]
    max_chars: int
    """0: any length."""
    all: tuple[str, ...]
    any: tuple[str, ...]
    unless: tuple[str, ...]
    literals: tuple[str, ...]
    """One of these stands in every text the rule fires on; empty: unknown, always tried."""


class Hit(NamedTuple):
    """A rule that fired, and the characters that made it fire."""

    rule: Rule
    cue: Span


class Miss(NamedTuple):
    """Where a rule stopped."""

    at: str
    """condition, literals, all, any or unless."""
    detail: str


def language(text: str) -> str:
    """`zh` where a Han character stands, else `en`."""
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


class Rulebook:
    """Rules in a total order, a literal prefilter in front of them, patterns compiled when first needed."""

    def __init__(self, rules: Sequence[Rule], *, variants: str, lexicon: Mapping[str, Any], digest: str) -> None:
        """`rules` in file order; `digest` names their content (`sha256:...`)."""
        self.rules = tuple(rules)
        self.lexicon = lexicon
        self.digest = digest
        self.fold = Fold(variants)
        self._matched: dict[tuple[str, str, str], tuple[Hit, ...]] = {}
        self._compiled: dict[str, Pattern] = {}
        self._always = tuple(n for n, rule in enumerate(self.rules) if not rule.literals)
        self._by_gram: dict[str, list[tuple[str, list[int]]]] = {}
        by_literal: dict[str, list[int]] = {}
        for n, rule in enumerate(self.rules):
            for literal in rule.literals:
                by_literal.setdefault(literal, []).append(n)
        for literal, owners in by_literal.items():
            self._by_gram.setdefault(literal[:2], []).append((literal, owners))

    def match(self, text: str, *, speaker: str, kind: str) -> tuple[Hit, ...]:
        """Every rule that fires on `text`, in rule order. Remembered: a clause is often the whole unit."""
        key = (text, speaker, kind)
        found = self._matched.get(key)
        if found is None:
            if len(self._matched) >= _REMEMBERED:
                self._matched.clear()
            found = self._matched[key] = self._match(text, speaker, kind)
        return found

    def _match(self, text: str, speaker: str, kind: str) -> tuple[Hit, ...]:
        folded = self.fold(text)
        lang = language(text)
        hits = []
        for n in self._candidates(folded):
            rule = self.rules[n]
            if self._admits(rule, len(text), speaker, kind, lang):
                cue = self._fires(rule, folded)
                if cue:
                    hits.append(Hit(rule, cue))
        return tuple(hits)

    def match_slowly(self, text: str, *, speaker: str, kind: str) -> tuple[Hit, ...]:
        """The same without the prefilter; for the test that holds the two equal."""
        folded = self.fold(text)
        lang = language(text)
        admitted = (rule for rule in self.rules if self._admits(rule, len(text), speaker, kind, lang))
        return tuple(Hit(rule, cue) for rule in admitted if (cue := self._fires(rule, folded)))

    def why_not(self, rule: Rule, text: str, *, speaker: str, kind: str) -> Miss | None:
        """Where `rule` stopped on `text`; `None` if it fired."""
        folded = self.fold(text)
        if not self._admits(rule, len(text), speaker, kind, language(text)):
            return Miss("condition", f"speaker {speaker}, kind {kind}, {len(text)} characters")
        if rule.literals and not any(literal in folded for literal in rule.literals):
            return Miss("literals", ", ".join(rule.literals))
        for pattern in rule.all:
            if not self._pattern(pattern).search(folded):
                return Miss("all", pattern)
        if rule.any and not any(self._pattern(pattern).search(folded) for pattern in rule.any):
            return Miss("any", " | ".join(rule.any))
        for pattern in rule.unless:
            if self._pattern(pattern).search(folded):
                return Miss("unless", pattern)
        return None

    def _candidates(self, folded: str) -> list[int]:
        grams = set(folded)
        grams.update(map(str.__add__, folded, folded[1:]))
        found = set(self._always)
        for gram in grams & self._by_gram.keys():
            for literal, owners in self._by_gram[gram]:
                if literal in folded:
                    found.update(owners)
        return sorted(found)

    def _admits(self, rule: Rule, length: int, speaker: str, kind: str, lang: str) -> bool:
        return (
            speaker in rule.speakers
            and (not rule.kinds or kind in rule.kinds)
            and (not rule.langs or lang in rule.langs)
            and (not rule.max_chars or length <= rule.max_chars)
        )

    def _fires(self, rule: Rule, folded: str) -> Span | None:
        cue: Span | None = None
        for pattern in rule.all:
            found = self._pattern(pattern).search(folded)
            if not found:
                return None
            cue = cue or Span(*found.span())
        if rule.any:
            found = next((m for pattern in rule.any if (m := self._pattern(pattern).search(folded))), None)
            if not found:
                return None
            cue = Span(*found.span())
        if any(self._pattern(pattern).search(folded) for pattern in rule.unless):
            return None
        return cue or Span(0, len(folded))

    def _pattern(self, source: str) -> Pattern:
        found = self._compiled.get(source)
        if found is None:
            found = self._compiled[source] = compiled(source)
        return found
