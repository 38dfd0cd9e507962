"""The rulebook in memory: which rules fire on a text, and where."""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from fastjev.datatypes import Span
from fastjev.labels import Label
from fastjev.rulebook.fold import Fold
from fastjev.rulebook.index import Index, index
from fastjev.rulebook.pattern import MARK, Match, Pattern, compiled
from fastjev.rulebook.phrases import Phrases, asked_of
from fastjev.rulebook.rule import Hit, Off, Rule, admits, heard, language

_REMEMBERED = 32768
"""Texts whose hits are remembered before all are forgotten: what is cut is classified only when all is cut. A talk of
2,500 turns has some 18,000."""
_TRY_COST = 64
"""What trying a pattern costs besides the characters it reads, in the same unit."""
_SHORT_PROGRAM = 200
"""Instructions of RE2 that count as nothing; a pattern of core has some hundred."""
_TOKENS_COST = 500
"""How many times dearer a character is to a `tokens:` pattern, which cuts words first."""
_LABELS = frozenset(Label)


class Rulebook:
    """Rules in a total order, a literal prefilter in front of them, everything else made when first needed."""

    def __init__(
        self,
        rules: Sequence[Rule | bytes],
        *,
        variants: str | bytes,
        lexicon: Mapping[str, Any] | bytes,
        digest: str,
        index_: Index | None = None,
        asked: Mapping[str, Sequence[int]] | None = None,
        off: Sequence[Off] = (),
        refused: Sequence[str] = (),
        counts: Mapping[str, int] | None = None,
        overridden: int = 0,
        packs: Sequence[str] = (),
    ) -> None:
        """`rules` from the lowest layer up; a rule or the lexicon may come as JSON, read when it is asked for.

        `digest` names their content (`sha256:...`); `refused` are lines on files that were left out; `packs` are paths
        that were read, or looked for, because a rule file names them.
        """
        self.digest = digest
        self.fold = Fold(variants)
        self.off = tuple(off)
        self.refused = tuple(refused)
        self.counts = dict(counts or {})
        """Rules in force by layer; `core` among them, though it be 0."""
        self.overridden = overridden
        """Rules of which a higher layer changed a part, or which it retired."""
        self.packs = tuple(packs)
        self._rows = list(rules)
        self._lexicon = lexicon
        self._index = index_ or index([*self.rules])
        self._asked = asked_of(self.rules) if asked is None else asked
        self._owners: dict[str, dict[str, list[tuple[str, list[int]]]]] = {}
        """By speaker, since few rules listen to the assistant, then by gram."""
        self._matched: dict[tuple[str, str, str, str], tuple[tuple[Hit, ...], int]] = {}
        self._compiled: dict[str, Pattern] = {}
        self._weights: dict[str, int] = {}
        self._spent = 0
        self._limit = 0

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All of them, in order."""
        return tuple(self.rule(n) for n in range(len(self._rows)))

    @property
    def lexicon(self) -> Mapping[str, Any]:
        """What fills one slot, and words too common to tell things apart."""
        if isinstance(self._lexicon, bytes):
            self._lexicon = dict(json.loads(self._lexicon))
        return self._lexicon

    @cached_property
    def phrases(self) -> Phrases:
        """The rules that are asked by name."""
        return Phrases(self, self._asked)

    @property
    def stopped(self) -> bool:
        """Whether the rules above core have used up what a run may spend on them."""
        return 0 < self._limit <= self._spent

    def changed(self, rule: Rule) -> "Rulebook":
        """The same rules, that of the same id in another form; to try it out, as its digest stays the old one."""
        return self._like([rule if each.id == rule.id else each for each in self.rules])

    def cues(self) -> "Rulebook":
        """The same without the rules that vote for a label: what cuts and links units, and has no opinion on them."""
        return self._like([rule for rule in self.rules if rule.label not in _LABELS])

    def _like(self, rules: Sequence[Rule]) -> "Rulebook":
        book = Rulebook(
            rules, variants="", lexicon=self.lexicon, digest=self.digest, off=self.off, refused=self.refused
        )
        # Texts look the same and patterns are the same; both are dear to make.
        book.fold, book._compiled = self.fold, self._compiled
        return book

    def affords(self, rule: Rule, length: int) -> bool:
        """Whether a rule may still read so many characters in this run; if so, they are counted."""
        if rule.layer and self.stopped:
            return False
        self._spent += self._cost(rule, length) if rule.layer else 0
        return True

    def start(self, limit: int) -> None:
        """A run begins: the rules above core may read `limit` characters (times patterns tried) until it ends.

        Counted, not timed, so that the same input stops at the same place on any machine. 0: no limit.
        """
        self._spent, self._limit = 0, limit

    def match(self, text: str, *, speaker: str, kind: str, tool: str = "") -> tuple[Hit, ...]:
        """Every rule that fires on `text`, in rule order. Remembered: a clause is often the whole unit."""
        if self.stopped:
            return self._match(text, speaker, kind, tool, core_only=True)[0]
        key = (text, speaker, kind, tool)
        found = self._matched.get(key)
        if found is None:
            if len(self._matched) >= _REMEMBERED:
                self._matched.clear()
            found = self._matched[key] = self._match(text, speaker, kind, tool)
        self._spent += found[1]
        return found[0]

    def match_slowly(self, text: str, *, speaker: str, kind: str, tool: str = "") -> tuple[Hit, ...]:
        """The same without the prefilter; for the test that holds the two equal."""
        return self._match(text, speaker, kind, tool, every=True)[0]

    def hears(self, speaker: str) -> bool:
        """Whether any rule listens to a speaker."""
        # A row that does not hold the word at all need not be read for that.
        word = f'"{speaker}"'.encode()
        return any(
            speaker in self.rule(n).speakers
            for n, row in enumerate(self._rows)
            if not isinstance(row, bytes) or word in row
        )

    def _match(
        self, text: str, speaker: str, kind: str, tool: str, *, core_only: bool = False, every: bool = False
    ) -> tuple[tuple[Hit, ...], int]:
        """The hits, and what the rules above core cost."""
        folded, lang = self.fold(text), language(text)
        raw = folded.encode()
        hits, cost = [], 0
        for n in range(len(self._rows)) if every else self._candidates(folded, speaker):
            rule = self.rule(n)
            if (core_only and rule.layer) or not admits(rule, len(text), speaker, kind, lang, tool):
                continue
            cost += self._cost(rule, len(text)) if rule.layer else 0
            cue = self.fires(rule._replace(needs={}) if every else rule, folded, raw)
            if cue:
                hits.append(Hit(rule, cue))
        return heard(hits), cost

    def rule(self, n: int) -> Rule:
        """The one at a position, read when it is first asked for."""
        row = self._rows[n]
        if isinstance(row, bytes):
            row = self._rows[n] = Rule._make(
                tuple(field) if isinstance(field, list) else field for field in json.loads(row)
            )
        return row

    def _candidates(self, folded: str, speaker: str) -> list[int]:
        grams = set(folded)
        grams.update(map(str.__add__, folded, folded[1:]))
        found = set(self._index.always)
        met = self._owners.setdefault(speaker, {})
        for gram in grams & self._index.grams.keys():
            known = met.get(gram)
            if known is None:
                known = met[gram] = self._index.owners(gram, lambda n: speaker in self.rule(n).speakers)
            for literal, owners in known:
                if literal in folded:
                    found.update(owners)
        return sorted(found)

    def fires(self, rule: Rule, folded: str, raw: bytes | None = None) -> Span | None:
        """The characters on which a rule's patterns fire: of the last kind of pattern, its first that matches.

        `raw` is the UTF-8 of `folded`, for callers that try many rules: RE2 reads bytes, and would write them anew
        for each pattern.
        """
        if rule.keywords and not any(map(folded.__contains__, rule.keywords)):
            return None
        raw = folded.encode() if raw is None else raw
        cue: tuple[int, int] | None = None
        for pattern in rule.all:
            found = self._search(rule, pattern, folded, raw)
            if not found:
                return None
            cue = cue or found.span()
        if rule.any:
            found = next((m for pattern in rule.any if (m := self._search(rule, pattern, folded, raw))), None)
            if not found:
                return None
            cue = found.span()
        if any(self._search(rule, pattern, folded, raw) for pattern in rule.unless):
            return None
        start, end = cue or (0, len(raw))
        if len(raw) == len(folded):
            return Span(start, end)
        return Span(len(raw[:start].decode()), len(raw[:end].decode()))

    def _search(self, rule: Rule, pattern: str, folded: str, raw: bytes) -> Match | None:
        needed = rule.needs.get(pattern)
        if needed and not any(map(folded.__contains__, needed)):
            return None
        return self.pattern(pattern).search(raw)

    def _cost(self, rule: Rule, length: int) -> int:
        """What trying a rule on so many characters costs: more for patterns that RE2 needs long programs for."""
        weights = self._weights.get(rule.id)
        if weights is None:
            patterns = (*rule.all, *rule.any, *rule.unless)
            weights = self._weights[rule.id] = sum(map(self._weight, patterns))
        return weights * (length + _TRY_COST)

    def _weight(self, source: str) -> int:
        if source.startswith(MARK):
            return _TOKENS_COST
        return 1 + int(getattr(self.pattern(source), "programsize", 0)) // _SHORT_PROGRAM

    def pattern(self, source: str) -> Pattern:
        """A rule's pattern, compiled once."""
        found = self._compiled.get(source)
        if found is None:
            found = self._compiled[source] = compiled(source)
        return found
