"""Walks labelled conversations and puts together what was measured: values by language, and what to look up."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from typing import Any

from fastjev import pipeline
from fastjev.datatypes import Provenance, Run
from fastjev.evaluate import boundaries, supersession, survival, units, words, zones
from fastjev.evaluate.decide import BOTH, voices
from fastjev.evaluate.findings import Finding, finding
from fastjev.evaluate.gold import LANGS, Corpus
from fastjev.evaluate.intervals import intervals
from fastjev.evaluate.measures import MEASURES, ROUNDS, Measure, Outcome, Score, amiss, measured, scores, sums
from fastjev.evaluate.probabilities import average_precision, confusion, curve, expected_error, reliability
from fastjev.evaluate.shown import Shown, beside
from fastjev.evaluate.units import Judged
from fastjev.model import Models, shipped
from fastjev.policy import Policy
from fastjev.readers import READERS
from fastjev.renderers import RENDERERS
from fastjev.renderers.provenance import provenance
from fastjev.renderers.size import size
from fastjev.rulebook import Rulebook

ALL = "all"
NO_SKELETON = "survival and idempotence are undefined: no reader here reads a skeleton"


@dataclass(frozen=True, slots=True)
class Result:
    """One conversation."""

    corpus: Corpus
    outcomes: tuple[Outcome, ...]
    units: tuple[Judged, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is measured, and how."""

    decide: str = BOTH
    """Who votes on labels, one of `DECIDE`."""
    rounds: int = ROUNDS
    """How often a skeleton is compacted again."""
    seed: int = 0
    """Of the draws that make intervals."""
    split: str | None = None
    """The split of the corpora that the conversations are."""


DEFAULT = Asked()


@dataclass(frozen=True, slots=True)
class Report:
    """All of them."""

    results: tuple[Result, ...]
    notes: tuple[str, ...]
    recent: int
    """Turns that were left verbatim."""
    asked: Asked
    provenance: Provenance
    scored: Mapping[str, Mapping[str, Score]]

    def of(self, lang: str) -> list[Result]:
        """Those of a language, or of `ALL`."""
        return _of(self.results, lang)

    @property
    def langs(self) -> list[str]:
        """The languages that occur, and `ALL`."""
        return [*(lang for lang in LANGS if self.of(lang)), ALL]

    @property
    def measures(self) -> dict[str, Measure]:
        """Those that were taken, in the order in which they are shown."""
        return measured(self.asked.rounds)

    def scores(self, lang: str = ALL) -> Mapping[str, Score]:
        """Every measure over the conversations of a language, with its interval."""
        return self.scored[lang]

    def units(self, lang: str = ALL) -> list[Judged]:
        """Those of the conversations of a language."""
        return [unit for result in self.of(lang) for unit in result.units]

    @property
    def findings(self) -> list[Finding]:
        """Those of all conversations, measure by measure."""
        order = list(MEASURES)
        found = [finding for result in self.results for finding in result.findings]
        return sorted(found, key=lambda finding: order.index(finding.measure))


def evaluate(
    corpora: Iterable[Corpus],
    notes: Sequence[str],
    *,
    rulebook: Rulebook,
    policy: Policy,
    models: Models | None = None,
    asked: Asked = DEFAULT,
) -> Report:
    """Compact every conversation and measure it; `models` are by default the shipped ones. Raises: ReadError."""
    voters, models = voices(asked.decide, rulebook, policy, models or shipped())
    walk = partial(pipeline.run, rulebook=rulebook, policy=policy, models=models, voters=voters)

    def again(run: Run) -> Run:
        if not run.skeleton.items:
            return run  # of thanks alone nothing stands that could be read again
        text = RENDERERS["text"].render(run, made, 0.0)
        return walk(text.encode(), run.conversation.id, format="skeleton")

    made = provenance(rules=rulebook.digest, policy=policy, model=models.version)
    rereads = "skeleton" in READERS
    results = tuple(_result(corpus, walk, again if rereads else None, asked.rounds) for corpus in corpora)
    said = (*notes, *([] if rereads else [NO_SKELETON]))
    scored = {lang: _scored(_of(results, lang), asked.seed) for lang in (*LANGS, ALL)}
    return Report(results, said, policy.recent_turns, asked, made, scored)


def tree(report: Report) -> dict[str, Any]:
    """The report as plain data (`fastjev.evaluation/1`); a value that is undefined is null."""
    return {
        "schema": "fastjev.evaluation/1",
        "recent": report.recent,
        **asdict(report.asked),
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
        "calibration": {lang: _calibration(report.units(lang)) for lang in report.langs},
        "calibration_by": {
            who: _calibration([unit for unit in report.units() if unit.by == who]) for who in ("rules", "model")
        },
        "confusion": [
            {"gold": gold, "decided": decided, "units": units}
            for (gold, decided), units in sorted(confusion(report.units()).items())
        ],
        "findings": [asdict(finding) for finding in report.findings],
        "notes": list(report.notes),
        "provenance": asdict(report.provenance),
    }


def _of(results: Sequence[Result], lang: str) -> list[Result]:
    return [result for result in results if lang in (ALL, result.corpus.labelled.lang)]


def _scored(results: Sequence[Result], seed: int) -> dict[str, Score]:
    ends = intervals([sums(result.outcomes) for result in results], seed)
    values = scores(chain.from_iterable(result.outcomes for result in results))
    return {name: score._replace(interval=ends[name]) for name, score in values.items()}


def _result(corpus: Corpus, walk: Callable[..., Run], again: Callable[[Run], Run] | None, rounds: int) -> Result:
    shown = beside(corpus, walk(corpus.raw, str(corpus.path), format="neutral"))
    judged = tuple(units.judged(shown))
    outcomes = tuple(_outcomes(shown, judged, again, rounds))
    return Result(corpus, outcomes, judged, tuple(finding(shown, each) for each in outcomes if amiss(each)))


def _outcomes(
    shown: Shown, judged: Sequence[Judged], again: Callable[[Run], Run] | None, rounds: int
) -> Iterator[Outcome]:
    yield from zones.outcomes(shown)
    yield from supersession.outcomes(shown)
    yield from words.outcomes(shown)
    yield from units.outcomes(judged)
    yield from boundaries.outcomes(shown)
    sizes = size(shown.run)
    yield Outcome("reduction_chars", sizes.chars_before - sizes.chars_after, sizes.chars_before)
    yield Outcome("reduction_tokens", sizes.tokens_before - sizes.tokens_after, sizes.tokens_before)
    if again:
        yield from survival.outcomes(shown, again, rounds)


def _calibration(units: Sequence[Judged]) -> dict[str, Any]:
    bins, points = reliability(units), curve(units)
    return {
        "expected_error": expected_error(bins),
        "bins": [bin._asdict() for bin in bins],
        "average_precision": average_precision(points),
    }


def _values(found: Mapping[str, Score]) -> dict[str, dict[str, Any]]:
    return {
        name: {"value": score.value, "n": _plain(score.n), "m": _plain(score.m), "interval": score.interval}
        for name, score in found.items()
    }


def _plain(count: float) -> float:
    """A whole count as an integer."""
    return int(count) if count == int(count) else count
