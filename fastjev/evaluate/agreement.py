"""How far people agree on labels: any number of them, with gaps where somebody gave none, all labels equally unlike.

Everything is worked out from how often each combination of labels was given, so that a draw of a bootstrap is a sum.
Nothing where a value is 0 of 0: no unit with two labels, or, where chance is taken out, one label only.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

Given = tuple[str | None, ...]
"""What each person called one unit; None is a gap."""
Tally = Mapping[Given, int]
"""How many units were called so."""
REST = "rest"
"""All labels but one."""


def tally(*people: Sequence[str | None]) -> Counter[Given]:
    """The labels of each person, unit for unit. Raises: ValueError, where one has more units than another."""
    return Counter(zip(*people, strict=True))


def against_rest(given: Tally, label: str) -> Counter[Given]:
    """The same with all other labels as one."""
    found: Counter[Given] = Counter()
    for labels, units in given.items():
        found[tuple(each if each in (label, None) else REST for each in labels)] += units
    return found


def percent(given: Tally) -> float | None:
    """The share of pairs of labels that are the same, mean over the units with two labels or more."""
    agreed = there = 0.0
    for counts, units in _counts(given):
        if (labels := counts.total()) > 1:
            agreed += units * sum(count * (count - 1) for count in counts.values()) / (labels * (labels - 1))
            there += units
    return agreed / there if there else None


def kappa(given: Tally, one: int = 0, other: int = 1) -> float | None:
    """Cohen 1960, of the two people at these places: chance is what each one's own shares of labels make likely."""
    pairs: Counter[tuple[str, str]] = Counter()
    for labels, units in given.items():
        first, second = labels[one], labels[other]
        if first is not None and second is not None:
            pairs[first, second] += units
    units = pairs.total()
    firsts, seconds = Counter[str](), Counter[str]()
    for (first, second), count in pairs.items():
        firsts[first] += count
        seconds[second] += count
    agreed = sum(count for (first, second), count in pairs.items() if first == second)
    chance = sum(count * seconds[label] for label, count in firsts.items())
    return _beyond(agreed * units, chance, units * units)


def alpha(given: Tally) -> float | None:
    """Krippendorff 1970, nominal: chance is drawing two labels from all that were given to units with two or more."""
    differ, totals = 0.0, Counter[str]()
    for counts, units in _counts(given):
        if (labels := counts.total()) > 1:
            differ += units * sum(count * (labels - count) for count in counts.values()) / (labels - 1)
            totals.update({label: count * units for label, count in counts.items()})
    there = totals.total()
    expected = sum(count * (there - count) for count in totals.values())
    return 1 - (there - 1) * differ / expected if expected else None


def ac2(given: Tally) -> float | None:
    """Gwet 2008 and 2014, all labels equally unlike, which makes it AC1: chance does not grow where one label rules."""
    agreed, there = percent(given), 0
    weights: dict[str, float] = {}
    for counts, units in _counts(given):
        if labels := counts.total():
            there += units
            for label, count in counts.items():
                weights[label] = weights.get(label, 0.0) + units * count / labels
    if agreed is None or len(weights) < 2:
        return None
    chance = sum(weight / there * (1 - weight / there) for weight in weights.values()) / (len(weights) - 1)
    return _beyond(agreed, chance, 1)


def f1(given: Tally, label: str, one: int = 0, other: int = 1) -> float | None:
    """Twice the units that both call so, of those that either does, counted for each; of units that both labelled."""
    both = either = 0
    for labels, units in given.items():
        if labels[one] is not None and labels[other] is not None:
            both += units * (labels[one] == labels[other] == label)
            either += units * ((labels[one] == label) + (labels[other] == label))
    return 2 * both / either if either else None


def _counts(given: Tally) -> Iterator[tuple[Counter[str], int]]:
    for labels, units in given.items():
        yield Counter(label for label in labels if label is not None), units


def _beyond(agreed: float, chance: float, all: float) -> float | None:
    """How much of what chance leaves was agreed on."""
    return (agreed - chance) / (all - chance) if all != chance else None
