"""Two people's labels of the same conversations: how far they agree, by language and by label."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from fastjev import pipeline
from fastjev.datatypes import Unit
from fastjev.evaluate.agreement import Given, Tally, ac2, against_rest, alpha, f1, kappa, percent, tally
from fastjev.evaluate.bootstrap import Counts, Interval, between, pooled
from fastjev.evaluate.boundaries import starts
from fastjev.evaluate.gold import LANGS, strict
from fastjev.evaluate.measures import LABELS
from fastjev.evaluate.second import Pair
from fastjev.evaluate.shown import Shown, beside
from fastjev.labels import Speaker
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook

ALL = "all"
NONE = "none"
"""What a unit is that no quote touches."""
NAMES = (*map(str, LABELS), NONE)
Statistic = Callable[[Tally], float | None]
STATISTICS: Mapping[str, Statistic] = {"percent": percent, "kappa": kappa, "alpha": alpha, "ac2": ac2}


class Value(NamedTuple):
    """Nothing is undefined: 0 of 0."""

    value: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Compared:
    """One conversation: how often the first person called a unit one thing and the second another."""

    lang: str
    units: Counter[Given]
    boundaries: Counts
    """Twice the boundaries that both have, of those that either has, counted for each."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of conversations of one language, or of all."""

    conversations: int
    units: Tally
    """By what the first and the second person called them; nothing where one doubts it."""
    whole: Mapping[str, Value]
    """All labels together, by statistic."""
    by_label: Mapping[str, Mapping[str, Value]]
    """Each label against the rest, by statistic and `f1`."""
    boundaries: Value
    """F1 of the places inside messages where a new intent begins."""


def agreement(pairs: Iterable[Pair], *, rulebook: Rulebook, policy: Policy, seed: int = 0) -> dict[str, Agreement]:
    """For each language that occurs and for all. Units are those into which fastjev cuts what the human said."""
    compared = [_compared(pair, rulebook, policy) for pair in pairs]
    by_lang = {lang: [each for each in compared if each.lang == lang] for lang in LANGS}
    return {lang: _agreement(each, seed) for lang, each in (*by_lang.items(), (ALL, compared)) if each}


def tree(found: Mapping[str, Agreement], seed: int) -> dict[str, Any]:
    """All of it as plain data (`fastjev.agreement/1`); a value that is undefined is null."""

    def plain(values: Mapping[str, Value]) -> dict[str, Any]:
        return {name: value._asdict() for name, value in values.items()}

    return {
        "schema": "fastjev.agreement/1",
        "seed": seed,
        "languages": {
            lang: {
                "conversations": each.conversations,
                "units": sum(each.units.values()),
                "labels": plain(each.whole),
                "by_label": {label: plain(values) for label, values in each.by_label.items()},
                "boundary_f1": each.boundaries._asdict(),
                "confusion": [
                    {"first": one, "second": other, "units": each.units.get((one, other), 0)}
                    for one in (*NAMES, None)
                    for other in (*NAMES, None)
                ],
            }
            for lang, each in found.items()
        },
    }


def _compared(pair: Pair, rulebook: Rulebook, policy: Policy) -> Compared:
    first = pair.first
    run = pipeline.run(first.raw, str(first.path), rulebook=rulebook, policy=policy, format="neutral")
    shown = [beside(corpus, run) for corpus in (first, pair.second)]
    units = [unit for unit in run.units if unit.speaker == Speaker.HUMAN and unit.text.strip()]
    labels = [[_label(each, unit) for unit in units] for each in shown]
    return Compared(first.labelled.lang, tally(*labels), _boundaries(*shown))


def _label(shown: Shown, unit: Unit) -> str | None:
    """The label that the unit shares most characters with, a gap where all of these are doubtful."""
    entries = dict(shown.corpus.gold.labels())
    shares = {label: shown.shared(unit, entries[label]) for label in LABELS}
    most = max(LABELS, key=shares.__getitem__)
    if not shares[most]:
        return NONE
    return str(most) if shown.shared(unit, strict(entries[most])) else None


def _boundaries(first: Shown, second: Shown) -> Counts:
    """In messages of a human; a place that either doubts is as if not there."""
    both = either = 0
    for m, index in enumerate(first.places):
        if first.run.conversation.messages[index].speaker == Speaker.HUMAN:
            sure, doubted = zip(*(starts(shown.corpus, m) for shown in (first, second)), strict=True)
            ours, theirs = (each - doubted[0] - doubted[1] for each in sure)
            both += 2 * len(ours & theirs)
            either += len(ours) + len(theirs)
    return both, either


def _agreement(compared: Sequence[Compared], seed: int) -> Agreement:
    tallies = [each.units for each in compared]

    def valued(statistic: Statistic, of: Sequence[Tally]) -> Value:
        return Value(
            statistic(_sum(of)), between(len(of), seed, lambda drawn: statistic(_sum([of[number] for number in drawn])))
        )

    by_label = {}
    for label in NAMES:
        rest = [against_rest(each, label) for each in tallies]
        statistics: dict[str, Statistic] = {**STATISTICS, "f1": partial(f1, label=label)}
        by_label[label] = {name: valued(statistic, rest) for name, statistic in statistics.items()}
    places = pooled([each.boundaries for each in compared])
    return Agreement(
        conversations=len(compared),
        units=_sum(tallies),
        whole={name: valued(statistic, tallies) for name, statistic in STATISTICS.items()},
        by_label=by_label,
        boundaries=Value(places(range(len(compared))), between(len(compared), seed, places)),
    )


def _sum(tallies: Sequence[Tally]) -> Counter[Given]:
    found: Counter[Given] = Counter()
    for given, units in chain.from_iterable(each.items() for each in tallies):
        found[given] += units
    return found
