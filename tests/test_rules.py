"""Every rule keeps its own promises: its examples and its languages."""

import re
from collections import Counter

import pytest
from rows import book
from talks import core

from fastjev import bundled
from fastjev.datatypes import Span, Unit
from fastjev.labels import Speaker
from fastjev.policy import DEFAULT
from fastjev.rulebook import Rule, Rulebook, compile, schema
from fastjev.stages.classify import judge

FILES = sorted(bundled.rules().glob("*.yaml"))
RULES = [rule for rule, _ in compile.examples(FILES) if rule.status != "retired"]
HAN, LATIN = re.compile("[\u4e00-\u9fff]"), re.compile("[a-z]{2}", re.IGNORECASE)


EXAMPLES = [
    pytest.param(rule, kind, text, id=f"{rule.id.removeprefix('core/')}-{kind}-{n}")
    for rule in RULES
    for kind in ("match", "no_match", "todo")
    for n, text in enumerate(getattr(rule.tests, kind))
]
WINS = [
    pytest.param(rule, win, id=f"{rule.id.removeprefix('core/')}-{n}")
    for rule in RULES
    for n, win in enumerate(rule.tests.wins)
]


@pytest.mark.parametrize(("rule", "kind", "text"), EXAMPLES)
def test_example(rule: schema.Rule, kind: str, text: str) -> None:
    """A `todo` is a known miss: when it fails here, the rule has learned it and it can become a `match`."""
    assert fires(rule, text) == (kind == "match")


@pytest.mark.parametrize(("rule", "win"), WINS)
def test_win(rule: schema.Rule, win: schema.Win) -> None:
    assert holds(win, rule, core())


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_flipping_a_label_is_noticed(rule: schema.Rule) -> None:
    """One of the wins is the rule's own: it falls when this label changes and no other."""
    flipped = relabelled(rule.id)
    assert not all(holds(win, rule, flipped) for win in rule.tests.wins if win.label == rule.label)


def fires(rule: schema.Rule, text: str) -> bool:
    """Whether the rule fires on a text by one of its speakers, in a unit of one of its kinds."""
    return any(
        hit.rule.id == rule.id
        for speaker in rule.when.speaker
        for kind in rule.when.kind or ["prose"]
        for hit in core().match(text, speaker=speaker, kind=kind)
    )


def holds(win: schema.Win, rule: schema.Rule, rulebook: Rulebook) -> bool:
    """Whether the text, said by the rule's first speaker, gets the label or the cue when all rules have voted."""
    speaker, kind, span = Speaker(rule.when.speaker[0]), (rule.when.kind or ["prose"])[0], Span(0, len(win.text))
    unit = Unit(id="u1.1", message=0, turn=1, span=span, speaker=speaker, text=win.text, kind=kind, opens=True)
    verdict = judge(unit, rulebook, DEFAULT, None)
    return win.label in verdict.cues if win.label in schema.CUES else win.label == verdict.label


def relabelled(id: str) -> Rulebook:
    """The core rules, one of them with another label."""
    found = book(*(rule._replace(label=another(rule.label)) if rule.id == id else rule for rule in core().rules))
    found.fold = core().fold
    return found


def another(label: str) -> str:
    if label in schema.CUES:
        return schema.CUES[schema.CUES.index(label) - 1]
    return "noise" if label == "constraint" else "constraint"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_examples_speak_every_language_of_the_patterns(rule: schema.Rule) -> None:
    """A rule named for one language has examples in it; any other has some in each that its patterns hold words of.

    Every rule has one that mixes both, as bilingual developers write, and two near misses.
    """
    compiled = next(compiled for compiled in core().rules if compiled.id == rule.id)
    named = {language for language in ("zh", "en") if re.search(rf"[._]{language}$", rule.id)}
    spoken = named or set().union(*(languages(source) for source in compiled.any + compiled.all))
    told = [languages(text) for text in (*rule.tests.match, *(win.text for win in rule.tests.wins))]
    assert [wanted for wanted in ({"zh", "en"}, *({language} for language in spoken)) if wanted not in told] == []
    assert spoken <= set().union(*map(languages, rule.tests.no_match))
    assert len(rule.tests.no_match) >= 2


def languages(text: str) -> set[str]:
    """The languages that the text has words of."""
    return {language for language, letters in (("zh", HAN), ("en", LATIN)) if letters.search(text)}


def test_ids_are_unique_and_none_is_lost() -> None:
    assert [rule.id for rule in core().rules] == [rule.id for rule in RULES]
    assert [id for id, count in Counter(rule.id for rule in RULES).items() if count > 1] == []


def patterns(rule: Rule) -> tuple[str, ...]:
    return rule.all + rule.any + rule.unless


@pytest.mark.parametrize("id", [rule.id for rule in RULES])
def test_no_pattern_takes_the_empty_string(id: str) -> None:
    rule = next(rule for rule in core().rules if rule.id == id)
    assert [source for source in patterns(rule) if re.search(source, "", re.ASCII | re.IGNORECASE)] == []
