"""Every rule keeps its own promises: its examples and its languages."""

import re
from collections import Counter
from pathlib import Path

import pytest
from talks import core

from fastjev.evaluate.rules.trials import Outcome, lost, trials, verdict
from fastjev.rulebook import Rule, Rulebook, schema
from fastjev.rulebook.load import merged

ENTRIES = [entry for entry in merged(None, user=False).entries.values() if entry.rule.status != "retired"]
RULES = [entry.rule for entry in ENTRIES]
HAN, LATIN = re.compile("[\u4e00-\u9fff]"), re.compile("[a-z]{2}", re.IGNORECASE)


OUTCOMES = list(trials(ENTRIES, core()))


NAMES = [f"{each.entry.rule.id.removeprefix('core/')}-{each.kind}-{n}" for n, each in enumerate(OUTCOMES)]


@pytest.mark.parametrize("outcome", OUTCOMES, ids=NAMES)
def test_example(outcome: Outcome) -> None:
    """A `todo` is a known miss: when it fails here, the rule has learned it and it can become a `match`."""
    assert outcome.said == ""


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_flipping_a_label_is_noticed(rule: schema.Rule) -> None:
    """One of the wins is the rule's own: it falls when this label changes and no other."""
    flipped = relabelled(rule.id)
    assert any(lost(win.label, verdict(rule, win.text, flipped)) for win in rule.tests.wins if win.label == rule.label)


def relabelled(id: str) -> Rulebook:
    """The core rules, one of them with another label."""
    rule = next(rule for rule in core().rules if rule.id == id)
    return core().changed(rule._replace(label=another(rule.label)))


def another(label: str) -> str:
    for names in (schema.CUES, schema.PHRASES):
        if label in names:
            return names[names.index(label) - 1]
    return "noise" if label == "constraint" else "constraint"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_examples_speak_every_language_of_the_patterns(rule: schema.Rule) -> None:
    """A rule named for one language has examples in it; any other has some in each that its patterns hold words of.

    Every rule has one that mixes both, as bilingual developers write, and two near misses; a phrase is often all of a
    clause, and too short to mix.
    """
    compiled = next(compiled for compiled in core().rules if compiled.id == rule.id)
    named = {language for language in ("zh", "en") if re.search(rf"[._]{language}$", rule.id)}
    spoken = named or set().union(*(languages(source) for source in compiled.any + compiled.all))
    told = [languages(text) for text in (*rule.tests.match, *(win.text for win in rule.tests.wins))]
    if rule.label not in schema.PHRASES:
        assert [wanted for wanted in ({"zh", "en"}, *({language} for language in spoken)) if wanted not in told] == []
    assert spoken <= set().union(*told)
    assert spoken <= set().union(*map(languages, rule.tests.no_match))
    assert len(rule.tests.no_match) >= 2


def languages(text: str) -> set[str]:
    """The languages that the text has words of."""
    return {language for language, letters in (("zh", HAN), ("en", LATIN)) if letters.search(text)}


def test_ids_are_unique_and_none_is_lost() -> None:
    assert [rule.id for rule in core().rules] == [rule.id for rule in RULES]
    assert [id for id, count in Counter(rule.id for rule in RULES).items() if count > 1] == []


def test_every_phrase_has_rules_and_is_asked_for() -> None:
    """A name that nobody asks for is words without a use, and a name without words holds nowhere."""
    stages = Path(__file__).parent.parent / "fastjev" / "stages"
    source = "\n".join(path.read_text("utf-8") for path in stages.rglob("*.py"))
    told = {rule.label for rule in RULES if rule.label in schema.PHRASES}
    assert sorted(schema.PHRASES) == sorted(told)
    assert [name for name in schema.PHRASES if f'"{name}"' not in source] == []
    asked = re.findall(r'phrases\.(?:holds|found)\("([a-z_]+)"', source)
    assert sorted(set(asked) - told) == []


def patterns(rule: Rule) -> tuple[str, ...]:
    return rule.all + rule.any + rule.unless


@pytest.mark.parametrize("id", [rule.id for rule in RULES])
def test_no_pattern_takes_the_empty_string(id: str) -> None:
    rule = next(rule for rule in core().rules if rule.id == id)
    assert [source for source in patterns(rule) if re.search(source, "", re.ASCII | re.IGNORECASE)] == []
