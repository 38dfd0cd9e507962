"""How far the people of a set agree, blind to each other: any number of them, with gaps where one has not answered."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, combinations
from typing import Any

from fastjev.evaluate.agree import Statistic, Value
from fastjev.evaluate.agreement import Given, Tally, ac2, against_rest, alpha, f1, kappa, percent
from fastjev.evaluate.bootstrap import Counts, between, pooled
from fastjev.labeling.answers import Answer, Answers
from fastjev.labeling.formats.record import EXCHANGES
from fastjev.labeling.items import Item
from fastjev.labeling.lines import ANSWERS

SCHEMA = "fastjev.set-agreement/1"
TASKS = {"class": tuple(each for each in ANSWERS if each not in EXCHANGES), "exchange": EXCHANGES}
CLAIM = 30
"""Units that somebody called so; of fewer nothing is claimed, since two of them are seven points."""
_EMPTY = Answer()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people, on the units that both answered."""

    one: str
    other: str
    units: int
    percent: float | None
    kappa: float | None
    confusion: Tally
    """How often the one called a unit this and the other that."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """Of one task. Intervals are of draws of turns, since the units of one are alike."""

    units: int
    """Answered by two people or more."""
    turns: int
    whole: Mapping[str, Value]
    """By statistic; kappa is the mean of the pairs' (Light 1971)."""
    by_label: Mapping[str, Mapping[str, Value]]
    """Each label that occurs against the rest, by statistic and `f1`, the mean of the pairs' too."""
    counts: Mapping[str, tuple[int, ...]]
    """How often each person gave each label, on those units."""
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class SetAgreement:
    """Of a set. A task that no two people share is not there."""

    people: tuple[str, ...]
    tasks: Mapping[str, Agreed]
    boundaries: Value
    """F1 of where two people say that a new intent begins, on units of which both say something."""


def agreement(items: Sequence[Item], given: Mapping[str, Answers], seed: int = 0) -> SetAgreement:
    """Of all that each person answered; skipped and unfit units are gaps. `seed`: of the draws behind intervals."""
    people = tuple(given)
    tasks = {}
    for task, labels in TASKS.items():
        turns = _turns(items, given, labels)
        if any(_is_shared(each) for turn in turns for each in turn):
            tasks[task] = _agreed(people, labels, turns, seed)
    places = _boundaries(items, given)
    return SetAgreement(people, tasks, Value(pooled(places)(range(len(places))), _ends(places, seed)))


def short_of(found: SetAgreement, floor: float) -> list[str]:
    """Whose alpha, at the lower end of its interval, is below the floor; an undefined one of all labels is, too.

    Labels of fewer than `CLAIM` units are left out.
    """
    told = []
    for task, each in found.tasks.items():
        values = {f"{task}: all labels": each.whole["alpha"]}
        sure = (label for label, counts in each.counts.items() if max(counts) >= CLAIM)
        values |= {f"{task}: {label}": each.by_label[label]["alpha"] for label in sure}
        told += [name for name, value in values.items() if _low(value) < floor]
    return told or ([] if found.tasks else ["no unit has answers of two people"])


def tree(name: str, found: SetAgreement, seed: int) -> dict[str, Any]:
    """All of it as plain data (`fastjev.set-agreement/1`); a value that is undefined is null."""

    def plain(values: Mapping[str, Value]) -> dict[str, Any]:
        return {key: value._asdict() for key, value in values.items()}

    return {
        "schema": SCHEMA,
        "set": name,
        "seed": seed,
        "people": list(found.people),
        "boundary_f1": found.boundaries._asdict(),
        "tasks": {
            task: {
                "units": each.units,
                "turns": each.turns,
                "labels": plain(each.whole),
                "by_label": {label: plain(values) for label, values in each.by_label.items()},
                "counts": {label: dict(zip(found.people, own, strict=True)) for label, own in each.counts.items()},
                "pairs": [
                    {
                        "people": [pair.one, pair.other],
                        "units": pair.units,
                        "percent": pair.percent,
                        "kappa": pair.kappa,
                        "confusion": [[*labels, units] for labels, units in sorted(pair.confusion.items(), key=str)],
                    }
                    for pair in each.pairs
                ],
            }
            for task, each in found.tasks.items()
        },
    }


def _turns(items: Sequence[Item], given: Mapping[str, Answers], labels: Sequence[str]) -> list[Counter[Given]]:
    """How often each combination of labels was given, turn by turn; units that nobody labelled are left out."""
    found: dict[tuple[str, int], Counter[Given]] = defaultdict(Counter)
    for item in items:
        told = tuple(_label(own.by_unit.get(item.id, _EMPTY), labels) for own in given.values())
        if any(told):
            found[item.conv, item.turn][told] += 1
    return list(found.values())


def _label(answer: Answer, labels: Sequence[str]) -> str | None:
    return answer.label if answer.label in labels and not answer.skipped else None


def _is_shared(given: Given) -> bool:
    return sum(label is not None for label in given) > 1


def _agreed(people: Sequence[str], labels: Sequence[str], turns: Sequence[Counter[Given]], seed: int) -> Agreed:
    summed = _summed(turns)
    many = len(turns)
    whole = summed(range(many))
    pairs = list(combinations(range(len(people)), 2))

    def mean(statistic: Callable[..., float | None], given: Tally) -> float | None:
        values = [value for one, other in pairs if (value := statistic(given, one=one, other=other)) is not None]
        return sum(values) / len(values) if values else None

    def valued(statistic: Statistic, rest: str | None = None) -> Value:
        def of(drawn: Sequence[int]) -> float | None:
            given = summed(drawn)
            return statistic(against_rest(given, rest) if rest else given)

        return Value(of(range(many)), between(many, seed, of))

    statistics: dict[str, Statistic] = {
        "percent": percent,
        "kappa": partial(mean, kappa),
        "alpha": alpha,
        "ac2": ac2,
    }
    shared = {each: units for each, units in whole.items() if _is_shared(each)}
    used = [label for label in labels if any(label in each for each in shared)]
    by_label = {}
    for label in used:
        values = {name: valued(statistic, label) for name, statistic in statistics.items()}
        by_label[label] = {**values, "f1": valued(partial(mean, partial(f1, label=label)), label)}
    return Agreed(
        units=sum(shared.values()),
        turns=many,
        whole={name: valued(statistic) for name, statistic in statistics.items()},
        by_label=by_label,
        counts={label: tuple(_count(shared, who, label) for who in range(len(people))) for label in used},
        pairs=tuple(_pair(people, one, other, whole) for one, other in pairs),
    )


def _summed(turns: Sequence[Counter[Given]]) -> Callable[[Sequence[int]], Tally]:
    """The sum of the turns with these numbers. Most turns are like others, which makes a draw a count of kinds."""
    kinds = {frozenset(turn.items()): n for n, turn in enumerate(turns)}
    numbers = [kinds[frozenset(turn.items())] for turn in turns]

    @cache
    def summed(drawn: Sequence[int]) -> Tally:
        found: Counter[Given] = Counter()
        for number, times in Counter(map(numbers.__getitem__, drawn)).items():
            for given, units in turns[number].items():
                found[given] += units * times
        return found

    return summed


def _count(shared: Tally, who: int, label: str) -> int:
    return sum(units for given, units in shared.items() if given[who] == label)


def _pair(people: Sequence[str], one: int, other: int, whole: Tally) -> Pair:
    confusion: Counter[Given] = Counter()
    for given, units in whole.items():
        if given[one] is not None and given[other] is not None:
            confusion[given[one], given[other]] += units
    return Pair(people[one], people[other], confusion.total(), percent(confusion), kappa(confusion), confusion)


def _boundaries(items: Iterable[Item], given: Mapping[str, Answers]) -> list[Counts]:
    """Turn by turn: twice the units at which both of two people see one begin, of those at which either does."""
    found: dict[tuple[str, int], Counts] = {}
    for item in items:
        told = [own.by_unit.get(item.id, _EMPTY).boundary for own in given.values()]
        said = list(combinations([each for each in told if each is not None], 2))
        if said:
            both, either = found.get((item.conv, item.turn), (0, 0))
            both += sum(2 * (one and other) for one, other in said)
            found[item.conv, item.turn] = both, either + sum(chain.from_iterable(said))
    return list(found.values())


def _ends(places: Sequence[Counts], seed: int) -> tuple[float, float] | None:
    return between(len(places), seed, pooled(places))


def _low(value: Value) -> float:
    if value.value is None:
        return float("-inf")
    return value.interval[0] if value.interval else value.value
