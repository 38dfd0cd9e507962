"""Units as rules saw them: which fired, which one decided, and what people call the unit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fastjev.datatypes import Decision, Span, Unit, Verdict, Vote
from fastjev.evaluate.gold import strict
from fastjev.evaluate.rules.walks import POLICY, Walk, walk
from fastjev.evaluate.shown import Shown, meet
from fastjev.labels import Label, Speaker
from fastjev.rulebook import Rule, Rulebook
from fastjev.stages.sentences import clauses

_CHOICES = (Label.CONSTRAINT, Label.DECISION)
"""What a trap looks like and is not."""


class Fired(NamedTuple):
    """A rule that fired on a unit."""

    rule: Rule
    cue: Span
    """Characters of `Unit.text`."""


class Gold(NamedTuple):
    """What people call the stretches that a unit shares characters with."""

    sure: frozenset[str]
    doubtful: frozenset[str]
    trap: bool

    def right(self, label: str) -> bool | None:
        """Whether the label is one of theirs; nothing where they did not say, or doubt it.

        As in `evaluate.units`: any of several labels is right, and a unit without one is neither right nor wrong;
        but a trap that is called a constraint or decision is wrong.
        """
        if label in self.sure:
            return True
        if label in self.doubtful:
            return None
        return False if self.sure or (self.trap and label in _CHOICES) else None


@dataclass(frozen=True, slots=True)
class Seen:
    """One unit of a walk."""

    file: str
    unit: Unit
    verdict: Verdict
    decision: Decision
    fired: tuple[Fired, ...]
    """In the order of the rulebook. A rule whose label is a cue may have fired on a clause of the unit alone."""
    by: str
    """Id of the rule whose vote decided the label from the unit alone; empty where none did."""
    gold: Gold | None
    """Nothing where the conversation has no labels."""

    @property
    def asked(self) -> bool:
        """Whether rules were asked for the label: code, tables, tool results and the like are decided before."""
        return not _given(self.verdict)

    def of(self, id: str) -> Fired | None:
        """That rule's hit, if it fired."""
        return next((fired for fired in self.fired if fired.rule.id == id), None)


@dataclass(frozen=True, slots=True)
class Walked:
    """A conversation and its units."""

    walk: Walk
    units: tuple[Seen, ...]


def look(file: str, rulebook: Rulebook) -> Walked:
    """A conversation walked once, and its units as its rules saw them. Raises: ReadError, UsageError."""
    found = walk(file, rulebook)
    return Walked(found, tuple(seen(found, rulebook)))


def seen(walk: Walk, rulebook: Rulebook) -> Iterator[Seen]:
    """Every unit with words, in reading order."""
    rules = {rule.id: rule for rule in rulebook.rules}
    marks = _marks(walk.shown) if walk.shown else None
    run = walk.run
    # What is asked again here costs the run nothing.
    rulebook.start(0)
    for unit, verdict, decision in zip(run.units, run.verdicts, run.decisions, strict=True):
        if not unit.text.strip():
            continue
        votes = [vote for vote in verdict.votes if vote.by.startswith("rule:")]
        fired = [Fired(rules[vote.by.removeprefix("rule:")], vote.cue) for vote in votes]
        cues = _tool_lines(unit, rulebook) if unit.kind == "call" else _cues(unit, verdict, rulebook)
        winner = deciding(verdict, rules)
        yield Seen(
            file=walk.file,
            unit=unit,
            verdict=verdict,
            decision=decision,
            fired=(*fired, *cues),
            by=winner.by.removeprefix("rule:") if winner else "",
            gold=None if marks is None else _gold(unit, marks.get(unit.message, ())),
        )


def _given(verdict: Verdict) -> bool:
    """Whether speaker, kind or quotation gave the label before any rule was asked."""
    return any(vote.by.startswith("gate:") and vote.weight == 1 for vote in verdict.votes)


def deciding(verdict: Verdict, rules: Mapping[str, Rule]) -> Vote | None:
    """The rule's vote that made the label: of those with its weight the highest layer's, then the longest cue's."""
    votes = [vote for vote in verdict.votes if vote.label == verdict.label and vote.weight == verdict.p]
    votes = [vote for vote in votes if vote.by.startswith("rule:")]
    return max(
        votes,
        key=lambda vote: (rules[vote.by.removeprefix("rule:")].layer, vote.cue.end - vote.cue.start),
        default=None,
    )


def _cues(unit: Unit, verdict: Verdict, rulebook: Rulebook) -> Iterator[Fired]:
    """The rules for cutting and for what is said back and forth, which are asked for clauses too."""
    if _given(verdict):
        return
    found: dict[str, Fired] = {}
    for span in (Span(0, len(unit.text)), *clauses(unit.text, Span(0, len(unit.text)))):
        text = span.of(unit.text)
        start = span.start + len(text) - len(text.lstrip())
        text = text.strip()[: POLICY.match_chars]
        for hit in rulebook.match(text, speaker=unit.speaker, kind=unit.kind):
            if hit.rule.label not in frozenset(Label):
                cue = Span(hit.cue.start + start, hit.cue.end + start)
                found.setdefault(hit.rule.id, Fired(hit.rule, cue))
    yield from found.values()


def _tool_lines(unit: Unit, rulebook: Rulebook) -> Iterator[Fired]:
    """The rules for what tools say, which are asked line by line."""
    if not rulebook.hears("tool"):
        return
    found: dict[str, Fired] = {}
    at = 0
    for line in unit.text[: POLICY.scan_chars].splitlines(keepends=True):
        text = line.strip()[: POLICY.match_chars]
        start = at + len(line) - len(line.lstrip())
        at += len(line)
        for hit in rulebook.match(text, speaker=Speaker.TOOL, kind="call", tool=unit.call.name if unit.call else ""):
            found.setdefault(hit.rule.id, Fired(hit.rule, Span(hit.cue.start + start, hit.cue.end + start)))
    yield from found.values()


class _Mark(NamedTuple):
    """One labelled stretch of a message."""

    span: Span
    label: str
    doubtful: bool


_TRAP = "trap"


def _marks(shown: Shown) -> dict[int, list[_Mark]]:
    """Labelled stretches by the index of their message in the conversation as read."""
    found: dict[int, list[_Mark]] = {}
    for label, entries in shown.corpus.gold.labels():
        for entry in entries:
            found.setdefault(shown.places[entry.m], []).append(_Mark(shown.span(entry), label, entry.doubtful))
    for trap in strict(shown.corpus.gold.traps):
        found.setdefault(shown.places[trap.m], []).append(_Mark(shown.span(trap), _TRAP, False))
    return found


def _gold(unit: Unit, marks: Sequence[_Mark]) -> Gold:
    touched = [mark for mark in marks if meet(mark.span, unit.span)]
    return Gold(
        frozenset(mark.label for mark in touched if not mark.doubtful and mark.label != _TRAP),
        frozenset(mark.label for mark in touched if mark.doubtful),
        any(mark.label == _TRAP for mark in touched),
    )
