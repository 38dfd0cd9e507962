"""The literal prefilter: which rules can fire on a text at all, told by the two characters a literal begins with."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol


class Needing(Protocol):
    """What a rule tells the index."""

    @property
    def literals(self) -> tuple[str, ...]:
        """One of these stands in every text the rule fires on; empty: unknown."""

    @property
    def speakers(self) -> tuple[str, ...]:
        """Whom the rule listens to; empty: it is asked by name and never looked for."""


_BETWEEN, _AFTER = "\ue000", "\ue001"
"""Separators in the index, of which no text or literal is made: private, and written in JSON as they are."""


class Index(NamedTuple):
    """What the prefilter knows of the rules, by position. Flat, since a hook reads it anew each time it starts."""

    always: Sequence[int]
    """Rules without literals."""
    grams: Mapping[str, str]
    """The first two characters of a literal to `literal, rules` of all literals that begin so, by the separators."""

    def owners(self, gram: str, listens: Callable[[int], bool]) -> list[tuple[str, list[int]]]:
        """The literals that begin with `gram`, and the rules that need one of them and listen."""
        entries = (entry.split(_BETWEEN) for entry in self.grams[gram].split(_AFTER))
        found = ((literal, [*filter(listens, map(int, rules))]) for literal, *rules in entries)
        return [(literal, rules) for literal, rules in found if rules]


def index(rules: Iterable[Needing]) -> Index:
    """The prefilter's index of these rules."""
    by_literal: dict[str, list[str]] = {}
    always = []
    for n, rule in enumerate(rules):
        if not rule.speakers:
            continue
        if not rule.literals or any(mark in literal for literal in rule.literals for mark in (_BETWEEN, _AFTER)):
            always.append(n)
            continue
        for literal in rule.literals:
            by_literal.setdefault(literal, []).append(str(n))
    grams: dict[str, list[str]] = {}
    for literal, owners in by_literal.items():
        grams.setdefault(literal[:2], []).append(_BETWEEN.join([literal, *owners]))
    return Index(always, {gram: _AFTER.join(entries) for gram, entries in grams.items()})
