"""Walks labelled conversations and puts together what was measured: values by language, and what to look up."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any

from fastjev import pipeline
from fastjev.datatypes import Provenance, Run
from fastjev.evaluate import boundaries, supersession, survival, units, words, zones
from fastjev.evaluate.gold import LANGS, Corpus
from fastjev.evaluate.measures import MEASURES, At, Outcome, Score, amiss, scores
from fastjev.evaluate.shown import Shown, beside, meet
from fastjev.labels import Zone
from fastjev.policy import Policy
from fastjev.readers import READERS
from fastjev.renderers import RENDERERS
from fastjev.renderers.provenance import provenance
from fastjev.renderers.size import size
from fastjev.rulebook import Rulebook

ALL = "all"
NO_SKELETON = "survival and idempotence are undefined: no reader here reads a skeleton"


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


@dataclass(frozen=True, slots=True)
class Result:
    """One conversation."""

    corpus: Corpus
    outcomes: tuple[Outcome, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All of them."""

    results: tuple[Result, ...]
    notes: tuple[str, ...]
    recent: int
    """Turns that were left verbatim."""
    provenance: Provenance

    def of(self, lang: str) -> list[Result]:
        """Those of a language, or of `ALL`."""
        return [result for result in self.results if lang in (ALL, result.corpus.labelled.lang)]

    def scores(self, lang: str = ALL) -> dict[str, Score]:
        """Every measure over the conversations of a language."""
        return scores(chain.from_iterable(result.outcomes for result in self.of(lang)))

    @property
    def findings(self) -> list[Finding]:
        """Those of all conversations, measure by measure."""
        order = list(MEASURES)
        found = [finding for result in self.results for finding in result.findings]
        return sorted(found, key=lambda finding: order.index(finding.measure))


def evaluate(corpora: Iterable[Corpus], notes: Sequence[str], *, rulebook: Rulebook, policy: Policy) -> Report:
    """Compact every conversation and measure it. Raises: ReadError."""

    def again(run: Run) -> Run:
        text = RENDERERS["text"].render(run, made, 0.0)
        return pipeline.run(text.encode(), run.conversation.id, rulebook=rulebook, policy=policy, format="skeleton")

    made = provenance(rules=rulebook.digest, policy=policy)
    rereads = "skeleton" in READERS
    results = tuple(_result(corpus, rulebook, policy, again if rereads else None) for corpus in corpora)
    return Report(results, (*notes, *([] if rereads else [NO_SKELETON])), policy.recent_turns, made)


def tree(report: Report) -> dict[str, Any]:
    """The report as plain data (`fastjev.evaluation/1`); a value that is undefined is null."""
    return {
        "schema": "fastjev.evaluation/1",
        "recent": report.recent,
        "languages": {
            lang: {
                "conversations": len(report.of(lang)),
                "messages": sum(len(result.corpus.labelled.messages) for result in report.of(lang)),
                "measures": _values(report.scores(lang)),
            }
            for lang in (*LANGS, ALL)
        },
        "files": [
            {
                "file": str(result.corpus.path),
                "id": result.corpus.labelled.id,
                "lang": result.corpus.labelled.lang,
                "measures": _values(scores(result.outcomes)),
            }
            for result in report.results
        ],
        "findings": [asdict(finding) for finding in report.findings],
        "notes": list(report.notes),
        "provenance": asdict(report.provenance),
    }


def _result(corpus: Corpus, rulebook: Rulebook, policy: Policy, again: Callable[[Run], Run] | None) -> Result:
    run = pipeline.run(corpus.raw, str(corpus.path), rulebook=rulebook, policy=policy, format="neutral")
    shown = beside(corpus, run)
    outcomes = tuple(_outcomes(shown, again))
    return Result(corpus, outcomes, tuple(_finding(shown, each) for each in outcomes if amiss(each)))


def _outcomes(shown: Shown, again: Callable[[Run], Run] | None) -> Iterator[Outcome]:
    yield from zones.outcomes(shown)
    yield from supersession.outcomes(shown)
    yield from words.outcomes(shown)
    yield from units.outcomes(shown)
    yield from boundaries.outcomes(shown)
    sizes = size(shown.run)
    yield Outcome("reduction_chars", sizes.chars_before - sizes.chars_after, sizes.chars_before)
    yield Outcome("reduction_tokens", sizes.tokens_before - sizes.tokens_after, sizes.tokens_before)
    if again:
        yield from survival.outcomes(shown, again)


def _finding(shown: Shown, outcome: Outcome) -> Finding:
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


def _values(found: dict[str, Score]) -> dict[str, dict[str, float | None]]:
    return {name: {"value": score.value, "n": _plain(score.n), "m": _plain(score.m)} for name, score in found.items()}


def _plain(count: float) -> float:
    """A whole count as an integer."""
    return int(count) if count == int(count) else count
