"""The tests inside rules: each rule's texts against all rules together."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from fastjev.datatypes import Span, Unit, Verdict
from fastjev.labels import Speaker
from fastjev.policy import DEFAULT
from fastjev.rulebook import Rulebook
from fastjev.rulebook.merge import Entry
from fastjev.rulebook.schema import CUES, PHRASES, Rule
from fastjev.stages.classify import judge


class Outcome(NamedTuple):
    """One text of one rule, and what came of it."""

    entry: Entry
    kind: str
    """match, no_match, wins or todo."""
    text: str
    passed: bool
    said: str
    """What happened, in a line; empty where it is what the test says."""


def trials(entries: Iterable[Entry], rulebook: Rulebook) -> Iterator[Outcome]:
    """Every text of every rule that is not retired, in order.

    A `match` fires the rule and a `no_match` does not; a `wins` gets its label from all rules together, or hears its
    cue; a `todo` is a known miss, and fails once the rule fires on it.
    """
    for entry in entries:
        rule = entry.rule
        if rule.status == "retired":
            continue
        for text in rule.tests.match:
            said = "" if fires(rule, text, rulebook) else f"does not fire: {stop(rule, text, rulebook)}"
            yield Outcome(entry, "match", text, not said, said)
        for text in rule.tests.no_match:
            fired = fires(rule, text, rulebook)
            yield Outcome(entry, "no_match", text, not fired, "fires" if fired else "")
        for win in rule.tests.wins:
            said = lost(win.label, verdict(rule, win.text, rulebook))
            yield Outcome(entry, "wins", win.text, not said, said)
        for text in rule.tests.todo:
            fired = fires(rule, text, rulebook)
            yield Outcome(entry, "todo", text, not fired, "fires now: move it to match" if fired else "")


def places(rule: Rule) -> Iterator[tuple[str, str, str]]:
    """The speakers, kinds and tools that a rule listens to."""
    for speaker in rule.when.speakers:
        for kind in rule.when.kind or (["call"] if speaker == "tool" else ["prose"]):
            for tool in rule.when.tool or [""]:
                yield speaker, kind, tool


def fires(rule: Rule, text: str, rulebook: Rulebook) -> bool:
    """Whether the rule fires on a text by one of its speakers, in a unit of one of its kinds; a phrase on a clause."""
    if rule.label in PHRASES:
        return any(each.id == rule.id for each in rulebook.phrases.firing(rule.label, rulebook.fold(text)))
    return any(
        hit.rule.id == rule.id
        for speaker, kind, tool in places(rule)
        for hit in rulebook.match(text, speaker=speaker, kind=kind, tool=tool)
    )


def stop(rule: Rule, text: str, rulebook: Rulebook) -> str:
    """Where the rule stopped on a text, in a line."""
    from fastjev.rulebook.whynot import why_not

    speaker, kind, tool = next(places(rule))
    compiled = next(each for each in rulebook.rules if each.id == rule.id)
    miss = why_not(rulebook, compiled, text, speaker=speaker, kind=kind, tool=tool)
    return f"{miss.at}: {miss.detail}" if miss else "it does for another speaker"


def verdict(rule: Rule, text: str, rulebook: Rulebook) -> Verdict:
    """What all rules make of a text by the rule's first speaker; of a phrase, among the cues, whether it holds."""
    speaker, kind, _ = next(places(rule))
    unit = Unit(
        id="u1.1",
        message=0,
        turn=1,
        span=Span(0, len(text)),
        speaker=Speaker(speaker),
        text=text,
        kind=kind,
        opens=True,
    )
    found = judge(unit, rulebook, DEFAULT)
    held = rule.label in PHRASES and rulebook.phrases.holds(rule.label, rulebook.fold(text))
    return replace(found, cues=found.cues | {rule.label}) if held else found


def lost(label: str, verdict: Verdict) -> str:
    """Why a text did not get a label, in a line; empty where it did."""
    if label in CUES + PHRASES:
        heard = ", ".join(sorted(verdict.cues)) or "none"
        return "" if label in verdict.cues else f"the cue {label} is not heard; heard: {heard}"
    if verdict.label == label:
        return ""
    winner = next((vote for vote in verdict.votes if vote.label == verdict.label and vote.weight == verdict.p), None)
    by = f" by {winner.by.removeprefix('rule:')} ({winner.weight:.2f})" if winner else ""
    return f"is {verdict.label}{by}, not {label}"
