"""What two sets of rules make of the same conversation: stretches with another label, status or zone."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from fastjev.datatypes import Decision, Run, Span, Unit, Verdict
from fastjev.evaluate.rules.walks import Walk
from fastjev.evaluate.shown import ink, meet
from fastjev.labels import Label, Zone


class Fate(NamedTuple):
    """What became of a stretch."""

    label: str
    status: str
    zone: str
    """Where its words stand verbatim; empty where they do not: folded, cut or gone."""

    @property
    def binding(self) -> bool:
        """Whether it stands among the constraints in force."""
        return self.label == Label.CONSTRAINT and self.zone == Zone.CONSTRAINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A stretch that one unit of each run has, and of which they made something else."""

    file: str
    ids: tuple[str, str]
    """Of the unit before and after; a rule that cuts elsewhere moves the numbers."""
    speaker: str
    text: str
    cue: Span
    """Characters of `text` that made the deciding rule fire: the later one's, else the earlier one's."""
    fates: tuple[Fate, Fate]
    by: tuple[str, str]
    """What led there: rules and passes, in order."""
    lost: bool
    """Whether it was a constraint in force and is none any more, though its words may stand beside one."""

    @property
    def kind(self) -> str:
        """`from -> to`, in as many words as tell them apart."""
        before, after = self.fates
        if before.label != after.label:
            return f"{before.label} -> {after.label}"
        if before.status != after.status:
            return f"{before.label}, {before.status} -> {after.status}"
        return f"{before.label}, {before.zone or 'not shown'} -> {after.zone or 'not shown'}"


class _Part(NamedTuple):
    """A unit of one run with all that is known of it."""

    unit: Unit
    verdict: Verdict
    decision: Decision


def changes(before: Walk, after: Walk) -> Iterator[Change]:
    """What differs, in reading order; of the same conversation under two rulebooks."""
    there: dict[int, list[_Part]] = {}
    for part in _parts(after.run):
        there.setdefault(part.unit.message, []).append(part)
    zones = _zones(before.run), _zones(after.run)
    binding = [ink(item.text) for item in after.run.skeleton.items if item.zone == Zone.CONSTRAINTS]
    for old in _parts(before.run):
        for new in there.get(old.unit.message, ()):
            common = _common(old.unit, new.unit)
            if common is None:
                continue
            fates = _fate(old, common, zones[0]), _fate(new, common, zones[1])
            if fates[0] != fates[1]:
                change = _change(before.file, old, new, common, fates)
                lost = fates[0].binding and not fates[1].binding and not _repeated(change, binding)
                yield replace(change, lost=lost)


def _repeated(change: Change, binding: Sequence[str]) -> bool:
    """Whether it stayed what it was: of what was said twice a skeleton shows one, and which one may differ."""
    same = change.fates[0].label == change.fates[1].label and change.fates[0].status == change.fates[1].status
    return same and any(ink(change.text) in each for each in binding)


def _parts(run: Run) -> Iterator[_Part]:
    for part in zip(run.units, run.verdicts, run.decisions, strict=True):
        if part[0].text.strip() or part[0].call:
            yield _Part(*part)


def _common(old: Unit, new: Unit) -> Span | None:
    """The characters of the message that both have; an exchange, which may have none, is one as a whole."""
    if old.call or new.call:
        same = old.call and new.call and old.call.id == new.call.id and old.span == new.span
        return old.span if same else None
    start, end = max(old.span.start, new.span.start), min(old.span.end, new.span.end)
    if start >= end or not old.text[start - old.span.start : end - old.span.start].strip():
        return None
    return Span(start, end)


_Zones = dict[int, list[tuple[Span, Zone]]]


def _zones(run: Run) -> _Zones:
    """Verbatim items by message."""
    found: _Zones = {}
    for item in run.skeleton.items:
        if item.covers is None:
            found.setdefault(item.message, []).append((item.span, item.zone))
    return found


def _fate(part: _Part, common: Span, zones: _Zones) -> Fate:
    spans = zones.get(part.unit.message, ())
    zone = next((zone for span, zone in spans if span == common or meet(span, common)), "")
    return Fate(part.decision.label, part.decision.status, zone)


def _change(file: str, old: _Part, new: _Part, common: Span, fates: tuple[Fate, Fate]) -> Change:
    text = old.unit.text[common.start - old.unit.span.start : common.end - old.unit.span.start]
    blank = len(text) - len(text.lstrip())
    shown = Span(common.start + blank, common.start + len(text.rstrip()))
    cues = (cue for part in (new, old) if (cue := _cue(part, shown)))
    return Change(
        file=file,
        ids=(old.unit.id, new.unit.id),
        speaker=old.unit.speaker,
        text=text.strip(),
        cue=next(cues, Span(0, 0)),
        fates=fates,
        by=(_by(old.decision), _by(new.decision)),
        lost=False,
    )


def _cue(part: _Part, shown: Span) -> Span | None:
    """The cue of the first vote that made the label, in characters of what is shown."""
    verdict = part.verdict
    for vote in verdict.votes:
        if vote.label == verdict.label and vote.weight == verdict.p and vote.by.startswith("rule:"):
            start = max(0, part.unit.span.start + vote.cue.start - shown.start)
            end = min(part.unit.span.start + vote.cue.end, shown.end) - shown.start
            return Span(start, end) if start < end else None
    return None


def _by(decision: Decision) -> str:
    return " > ".join(each.removeprefix("rule:") for each in decision.because) or "no rule"


def counts(found: Iterable[Change]) -> list[tuple[str, int]]:
    """How many changes there are of each kind, most frequent first."""
    return sorted(Counter(change.kind for change in found).items(), key=lambda each: (-each[1], each[0]))


def urgent_first(found: Iterable[Change]) -> list[Change]:
    """Lost constraints, then what became one, then the rest; in their order otherwise."""
    return sorted(found, key=lambda change: (not change.lost, not change.fates[1].binding))


def tree(found: Sequence[Change], names: tuple[str, str], conversations: int, notes: Sequence[str]) -> dict[str, Any]:
    """As plain data (`fastjev.rules-diff/1`)."""
    return {
        "schema": "fastjev.rules-diff/1",
        "before": names[0],
        "after": names[1],
        "conversations": conversations,
        "lost": sum(change.lost for change in found),
        "counts": [{"change": kind, "units": count} for kind, count in counts(found)],
        "changes": [
            {
                **asdict(change),
                "fates": [fate._asdict() for fate in change.fates],
                "cue": list(change.cue),
                "kind": change.kind,
            }
            for change in found
        ],
        "notes": list(notes),
    }
