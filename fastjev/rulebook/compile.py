"""From merged layers to the rows that the cache keeps and the rulebook reads."""

import json
from collections.abc import Mapping, Sequence

from fastjev.rulebook.book import Rulebook
from fastjev.rulebook.fold import Fold
from fastjev.rulebook.index import index
from fastjev.rulebook.literals import required
from fastjev.rulebook.matcher import words as _words
from fastjev.rulebook.merge import Entry, Merged, merge
from fastjev.rulebook.pattern import MARK
from fastjev.rulebook.phrases import asked_of
from fastjev.rulebook.places import Source, counted
from fastjev.rulebook.rule import Off, Rule
from fastjev.rulebook.schema import PHRASES


def compile_layers(core: Sequence[Source], above: Sequence[Source]) -> list[str]:
    """The lines of a cached rulebook, index and layers, lexicon, variants, then a rule a line.

    Raises: RuleError for core and for what was asked for by name.
    """
    merged = merge(core, above)
    rules = rules_of(merged)
    always, grams = index(rules)
    head = {
        "always": always,
        "grams": grams,
        "asked": asked_of(rules),
        "off": [(off.id, off.because, off.where) for off in merged.off.values()],
        "refused": merged.refused,
        "packs": [(str(pack.path), pack.sha256) for pack in merged.packs],
        "lost": merged.lost,
        "counts": counted(rule.layer for rule in rules),
        "overridden": sum(bool(entry.changes) for entry in merged.entries.values()),
    }
    lines = [json.dumps(each, ensure_ascii=False) for each in (head, merged.lexicon, *rules)]
    return [*lines[:2], " ".join(merged.variants.split()), *lines[2:]]


def rulebook_of(merged: Merged) -> Rulebook:
    """The rulebook of layers that are at hand, past the cache."""
    off = [Off(off.id, off.because, off.where) for off in merged.off.values()]
    rules = rules_of(merged)
    return Rulebook(
        rules,
        variants=merged.variants,
        lexicon=merged.lexicon,
        digest="",
        off=off,
        refused=merged.refused,
        counts=counted(rule.layer for rule in rules),
    )


def rules_of(merged: Merged) -> list[Rule]:
    """Every rule in force, as matching needs it."""
    fold = Fold(merged.variants)
    return [rule_of(entry, fold) for entry in merged.entries.values() if entry.rule.status != "retired"]


def rule_of(entry: Entry, fold: Fold) -> Rule:
    """The rule as matching needs it."""
    rule = entry.rule
    keywords = tuple(fold(word) for word in rule.when.keywords or ())
    required = {
        pattern: tuple(sorted(found))
        for pattern in (*entry.all, *entry.any, *entry.unless)
        if (found := _required(pattern))
    }
    literals = keywords or _literals(entry.all, entry.any, required)
    return Rule(
        id=rule.id,
        label=rule.label,
        weight=rule.weight,
        key=rule.key,
        force=rule.force,
        speakers=() if rule.label in PHRASES else tuple(rule.when.speakers),
        kinds=tuple(rule.when.kind or ()),
        langs=tuple(rule.when.lang or ()),
        tools=tuple(rule.when.tool or ()),
        max_chars=rule.when.max_chars or 0,
        keywords=keywords,
        all=entry.all,
        any=entry.any,
        unless=entry.unless,
        literals=literals,
        needs={pattern: words for pattern, words in required.items() if words != literals},
        layer=entry.layer,
        where=entry.where,
        changed=entry.changed,
    )


def _literals(every: Sequence[str], some: Sequence[str], required: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    offers = [required[pattern] for pattern in every if pattern in required]
    if some and all(pattern in required for pattern in some):
        offers.append(tuple(sorted({word for pattern in some for word in required[pattern]})))
    return max(offers, key=lambda offer: (min(map(len, offer)), -len(offer)), default=())


def _required(pattern: str) -> frozenset[str] | None:
    return _words(json.loads(pattern.removeprefix(MARK))) if pattern.startswith(MARK) else required(pattern)
