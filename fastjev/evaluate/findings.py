"""What is to be looked up: a quote that a measure counts against the run, and the units that it touches."""

from collections.abc import Iterator
from dataclasses import dataclass

from fastjev.datatypes import Run
from fastjev.evaluate.measures import At, Outcome
from fastjev.evaluate.shown import Shown, meet
from fastjev.labels import Zone


@dataclass(frozen=True, slots=True)
class Voter:
    """One opinion on a unit."""

    label: str
    weight: float
    by: str


@dataclass(frozen=True, slots=True)
class Trace:
    """A unit that a finding touches: what it was taken for, and what the passes made of it."""

    id: str
    speaker: str
    text: str
    label: str
    p: float
    votes: tuple[Voter, ...]
    decided: str
    status: str
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that one measure counts against the run."""

    measure: str
    file: str
    message: int
    """Counts from 0 in the file."""
    text: str
    zones: tuple[str, ...]
    """Where items that touch it stand."""
    units: tuple[Trace, ...]


def finding(shown: Shown, outcome: Outcome) -> Finding:
    """What an outcome has amiss; it must say where."""
    at = outcome.at
    assert at is not None, outcome
    index = shown.places[at.m]
    touched = [
        zone for zone in Zone if any(item.message == index and meet(item.span, at.span) for item in shown.items(zone))
    ]
    file = str(shown.corpus.path)
    return Finding(outcome.measure, file, at.m, at.text, tuple(touched), tuple(_traces(shown.run, index, at)))


def _traces(run: Run, index: int, at: At) -> Iterator[Trace]:
    for unit, verdict, decision in zip(run.units, run.verdicts, run.decisions, strict=True):
        if unit.message == index and meet(unit.span, at.span):
            yield Trace(
                id=unit.id,
                speaker=unit.speaker,
                text=unit.text,
                label=verdict.label,
                p=verdict.p,
                votes=tuple(Voter(vote.label, vote.weight, vote.by) for vote in verdict.votes),
                decided=decision.label,
                status=decision.status,
                because=decision.because,
            )
