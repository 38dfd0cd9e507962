"""A change to a rule as people would write it into a project's file, with the texts that speak for it as its tests."""

from collections.abc import Iterator
from itertools import islice

import yaml

from fastjev.evaluate.rules.seen import Seen
from fastjev.evaluate.rules.trials import fires, verdict
from fastjev.evaluate.rules.tune import Draft, Standing, patterns
from fastjev.rulebook import Rulebook, schema
from fastjev.rulebook.merge import Entry
from fastjev.visible import visible

MOST_TESTS = 4
"""Texts that a patch brings as tests."""
_TEST_CHARS = 160
"""A longer text is no test that people read."""


def changed(draft: Draft, standing: Standing, rulebook: Rulebook) -> Rulebook:
    """The rulebook with the change in it, made without the file."""
    rule = standing.rule
    weight = rule.weight if draft.weight is None else draft.weight
    return rulebook.changed(rule._replace(weight=weight, unless=rule.unless + patterns(draft, rulebook)))


def patch(draft: Draft, standing: Standing, entry: Entry, rulebook: Rulebook) -> str:
    """A rule file that overrides the rule. What it got wrong becomes `no_match`, or `wins` where it still fires."""
    book = changed(draft, standing, rulebook)
    judged = len(standing.right) + len(standing.wrong)
    override: dict[str, object] = {
        "id": standing.rule.id,
        "because": f"{len(standing.wrong)} of its {judged} labelled wins were wrong; {draft.why}",
    }
    if draft.weight is not None:
        override["set"] = {"weight": draft.weight}
        wins = [{"text": text, "label": label} for text, label in _wins(standing, entry.rule, book)]
        if wins:
            override["add"] = {"tests": {"wins": wins}}
    else:
        words = [word for pattern in draft.unless for word in pattern.words or ()]
        forms = [{"text": pattern.text} for pattern in draft.unless if pattern.text]
        add: dict[str, object] = {"unless": [*([{"words": words}] if words else []), *forms]}
        if texts := list(_near_misses(standing, entry.rule, book)):
            add["tests"] = {"no_match": texts}
        override["add"] = add
    return yaml.safe_dump(
        {"fastjev": 1, "pack": "tuned", "override": [override]}, sort_keys=False, allow_unicode=True, width=110
    )


def _near_misses(standing: Standing, rule: schema.Rule, book: Rulebook) -> Iterator[str]:
    texts = (text for text in _texts(standing.wrong_hits) if not fires(rule, text, book))
    yield from islice(texts, MOST_TESTS)


def _wins(standing: Standing, rule: schema.Rule, book: Rulebook) -> Iterator[tuple[str, str]]:
    """Texts that get what people call them now, and did not before."""
    amiss = (*standing.wrong, *standing.lost)
    called = {seen.unit.text.strip(): seen.gold for seen in amiss}
    labels = ((text, verdict(rule, text, book).label) for text in _texts(amiss))
    right = ((text, str(label)) for text, label in labels if (gold := called[text]) and gold.right(label))
    yield from islice(right, MOST_TESTS)


def _texts(units: tuple[Seen, ...]) -> list[str]:
    """Each once, the short ones of one line that hide nothing."""
    texts = dict.fromkeys(seen.unit.text.strip() for seen in units)
    return [text for text in texts if len(text) <= _TEST_CHARS and "\n" not in text and visible(text) == text]
