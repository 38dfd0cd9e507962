"""What another set of rules decides differently in one session."""

from collections.abc import Mapping
from typing import NamedTuple

from fastjev.datatypes import Decision, Run, Span, Unit
from fastjev.labels import Status
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook
from fastjev.stages.classify import asked, settled

_PLAIN = (Status.ACTIVE, Status.FINAL)


class Change(NamedTuple):
    """One unit that becomes something else."""

    unit: Unit
    """As cut by the new rules."""
    before: str
    """Label, and the status where it is not the usual one."""
    after: str
    cue: Span | None
    """Where the rule in question fired; nothing where it did not and the change follows from others."""


def changes(before: Run, after: Run, id: str, rulebook: Rulebook, policy: Policy) -> list[Change]:
    """The units whose label or status differs, in reading order. `id`: the rule, of `rulebook`, whose cue is shown."""
    old: dict[int, list[tuple[Unit, Decision]]] = {}
    for unit, decision in zip(before.units, before.decisions, strict=True):
        old.setdefault(unit.message, []).append((unit, decision))
    found = []
    for unit, decision in zip(after.units, after.decisions, strict=True):
        was = max(old.get(unit.message, ()), key=lambda each: _shared(each[0].span, unit.span), default=None)
        if was and state(was[1]) != state(decision):
            cue = _cue(unit, id, rulebook, policy)
            found.append(Change(unit, state(was[1]), state(decision), cue))
    return found


def state(decision: Decision) -> str:
    """A decision in a word, or two where its status is not the usual one."""
    status = "" if decision.status in _PLAIN else f" ({decision.status})"
    return f"{decision.label}{status}"


def _cue(unit: Unit, id: str, rulebook: Rulebook, policy: Policy) -> Span | None:
    if settled(unit, policy):
        return None
    lead = len(unit.text) - len(unit.text.lstrip())
    hits = rulebook.match(asked(unit, policy), speaker=unit.speaker, kind=unit.kind)
    cues = (Span(hit.cue.start + lead, hit.cue.end + lead) for hit in hits if hit.rule.id == id)
    return next(cues, None)


def _shared(one: Span, two: Span) -> int:
    return min(one.end, two.end) - max(one.start, two.start)


def counted(found: Mapping[str, list[Change]]) -> dict[tuple[str, str], list[tuple[str, Change]]]:
    """The changes of several sessions by what they were and became, the most frequent first."""
    kinds: dict[tuple[str, str], list[tuple[str, Change]]] = {}
    for session, these in found.items():
        for change in these:
            kinds.setdefault((change.before, change.after), []).append((session, change))
    return dict(sorted(kinds.items(), key=lambda kind: (-len(kind[1]), kind[0])))
