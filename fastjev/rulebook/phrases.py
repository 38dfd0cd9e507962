"""Phrases: rules that a stage asks by name whether one clause holds their words; `match` never looks for them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastjev.rulebook.pattern import Words
from fastjev.rulebook.rule import Rule

if TYPE_CHECKING:
    from fastjev.rulebook.book import Rulebook


class Phrases:
    """The phrases of a rulebook. Texts are folded; a name without rules holds in none.

    A line's end behind a clause is no part of it: to RE2 `$` is the end of all.
    """

    def __init__(self, book: "Rulebook", places: Mapping[str, Sequence[int]]) -> None:
        """`places`: positions of the rules in the book, by name."""
        self._book = book
        self._places = places
        self._rules: dict[str, list[Rule]] = {}

    def holds(self, name: str, folded: str) -> bool:
        """Whether one of the phrase's rules fires on a text."""
        return next(self.firing(name, folded), None) is not None

    def found(self, name: str, folded: str) -> Iterator[Words]:
        """Every match of the patterns of the phrase's rules that fire, with its groups; by rule and pattern."""
        folded = folded.removesuffix("\n")
        for rule in self.firing(name, folded):
            for source in rule.any:
                if may_hold(rule.needs.get(source), folded):
                    pattern: Any = self._book.pattern(source)
                    yield from pattern.finditer(folded)

    def firing(self, name: str, folded: str) -> Iterator[Rule]:
        """The phrase's rules that fire on a text."""
        folded = folded.removesuffix("\n")
        rules = self._rules.get(name)
        if rules is None:
            rules = self._rules[name] = [self._book.rule(n) for n in self._places.get(name, ())]
        for rule in rules:
            tried = may_hold(rule.literals, folded) and self._book.affords(rule, len(folded))
            if tried and self._book.fires(rule, folded):
                yield rule


def may_hold(literals: Sequence[str] | None, folded: str) -> bool:
    """Whether one of the literals stands in a text, of which a match must hold one; nothing is known without any."""
    return not literals or any(map(folded.__contains__, literals))


def asked_of(rules: Iterable[Rule]) -> dict[str, list[int]]:
    """The positions of the phrases among rules, by name."""
    found = defaultdict[str, list[int]](list)
    for n, rule in enumerate(rules):
        if not rule.speakers:
            found[rule.label].append(n)
    return dict(found)
