"""Boundaries inside messages: precision, recall, F1, Pk and WindowDiff, by their textbook definitions.

A text is its characters without white space; a boundary is the number of them before it. So a blank before or after a
cut makes no difference.
"""

from collections.abc import Callable, Collection, Iterator, Set

from fastjev.evaluate.gold import Corpus
from fastjev.evaluate.measures import Outcome
from fastjev.evaluate.shown import Shown, ink
from fastjev.labels import Speaker


def outcomes(shown: Shown) -> Iterator[Outcome]:
    """For every message of a human with labelled boundaries; its start is none. A doubtful one is as if not there."""
    opened: dict[int, list[int]] = {}
    for unit in shown.run.units:
        if unit.opens and unit.speaker == Speaker.HUMAN:
            opened.setdefault(unit.message, []).append(unit.span.start)
    for m, said in enumerate(shown.corpus.labelled.messages):
        index = shown.places[m]
        if shown.run.conversation.messages[index].speaker != Speaker.HUMAN:
            continue
        gold, doubted = starts(shown.corpus, m)
        length = len(ink(said.text))
        cuts = {before(said.text, start) for start in opened.get(index, ())} - {0, length, *doubted}
        if gold:
            yield from compared(gold, cuts, length)


def starts(corpus: Corpus, m: int) -> tuple[frozenset[int], frozenset[int]]:
    """Where a new intent begins in message `m` of the file, by its labels: the sure places and the doubtful ones."""
    text = corpus.labelled.messages[m].text
    entries = [entry for entry in corpus.gold.boundaries if entry.m == m]
    at = {entry.starts: before(text, text.find(entry.starts)) for entry in entries}
    doubted = frozenset(at[entry.starts] for entry in entries if entry.doubtful)
    return frozenset(at.values()) - doubted - {0, len(ink(text))}, doubted


def compared(gold: Set[int], cuts: Set[int], length: int) -> Iterator[Outcome]:
    """Every measure of one message: labelled boundaries beside cuts."""
    hits = len(gold & cuts)
    yield Outcome("boundary_precision", hits, len(cuts))
    yield Outcome("boundary_recall", hits, len(gold))
    yield Outcome("boundary_f1", 2 * hits, len(cuts) + len(gold))
    for name, compare in (("pk", pk), ("window_diff", window_diff)):
        for line, said in ((name, cuts), (f"{name}_no_boundary", set[int]())):
            if (value := compare(gold, said, length)) is not None:
                yield Outcome(line, value)


def pk(gold: Collection[int], cuts: Collection[int], length: int) -> float | None:
    """Beeferman, Berger and Lafferty 1999: the share of pairs of characters, `window` apart, of which one segmentation
    says that they stand in one segment and the other that they do not. None where the text is not longer than that.
    """
    return _disagreement(gold, cuts, length, lambda a, b: (a > 0) != (b > 0))


def window_diff(gold: Collection[int], cuts: Collection[int], length: int) -> float | None:
    """Pevzner and Hearst 2002: the share of those pairs that have another number of boundaries between them."""
    return _disagreement(gold, cuts, length, lambda a, b: a != b)


def window(gold: Collection[int], length: int) -> int:
    """Half the mean gold segment, rounded, halves to the even number; at least 2. So segeval has it, and published
    lines with it.
    """
    return max(2, round(length / (2 * (len(gold) + 1))))


def _disagreement(
    gold: Collection[int], cuts: Collection[int], length: int, differ: Callable[[int, int], bool]
) -> float | None:
    apart = window(gold, length)
    pairs = length - apart
    if pairs < 1:
        return None
    gold_before, cuts_before = _counts(gold, length), _counts(cuts, length)
    wrong = 0
    for first in range(pairs):
        last = first + apart
        wrong += differ(gold_before[last] - gold_before[first], cuts_before[last] - cuts_before[first])
    return wrong / pairs


def _counts(boundaries: Collection[int], length: int) -> list[int]:
    """For each character the number of boundaries up to it."""
    counts, count = [], 0
    for at in range(length):
        count += at in boundaries
        counts.append(count)
    return counts


def before(text: str, start: int) -> int:
    """The boundary at an offset of a text."""
    return len(ink(text[:start]))
