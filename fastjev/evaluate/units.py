"""Units against the labels they touch, and the human's words against what is left of them."""

import re
from collections.abc import Iterator

from fastjev.datatypes import Decision, Span, Unit
from fastjev.evaluate.gold import Entry, strict
from fastjev.evaluate.measures import LABELS, At, Outcome
from fastjev.evaluate.shown import Shown, meet
from fastjev.labels import Label, Zone

_WORD = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]|[^\W\u3400-\u4dbf\u4e00-\u9fff]+")
"""A Han character, or a run of other letters and digits."""


def sections(shown: Shown) -> dict[str, tuple[Entry, ...]]:
    """The entries of each label, doubtful ones too."""
    gold = shown.corpus.gold
    return dict(zip(LABELS, (gold.constraints, gold.decisions, gold.facts, gold.process, gold.noise), strict=True))


def labels(shown: Shown) -> Iterator[Outcome]:
    """Two halves of an F1 for every unit that touches a label: what it is, and what it was decided to be.

    A unit that touches several labels is right with any of them, and counts for that one; where it is wrong it counts as
    a miss of the one it shares most characters with. Units that touch a doubtful label, or none, are left out.
    """
    entries = sections(shown)
    for unit, decision in zip(shown.run.units, shown.run.decisions, strict=True):
        if not unit.text.strip() or any(_shares(shown, unit, entry) for every in entries.values() for entry in _doubtful(every)):
            continue
        shares = {label: sum(_shares(shown, unit, entry) for entry in strict(entries[label])) for label in LABELS}
        if not any(shares.values()):
            continue
        decided = decision.label
        if shares.get(decided):
            yield Outcome(f"unit_f1_{decided}", 2, 2)
        else:
            yield Outcome(f"unit_f1_{max(LABELS, key=shares.__getitem__)}", 0)
            if decided != Label.UNSURE:
                yield Outcome(f"unit_f1_{decided}", 0)


def words(shown: Shown) -> Iterator[Outcome]:
    """For every message of a human the words that are lost, and those without a label that went as noise.

    Noise by gold, doubtful or not, counts in neither. A word that stands in another label's quote is lost wherever it does
    not stand in an item; one without a label only if fastjev took it for anything but noise, such as a bare yes.
    """
    entries = sections(shown)
    recent = {message.index for message in shown.run.skeleton.recent}
    items = [item for zone in Zone for item in shown.items(zone)]
    fates: dict[int, list[tuple[Unit, Decision]]] = {}
    for unit, decision in zip(shown.run.units, shown.run.decisions, strict=True):
        fates.setdefault(unit.message, []).append((unit, decision))
    for m, said in enumerate(shown.corpus.labelled.messages):
        index = shown.places[m]
        if said.role != "user" or shown.run.conversation.messages[index].speaker != "human":
            continue
        noise = _spans(shown, m, entries["noise"])
        named = [span for label in LABELS if label != "noise" for span in _spans(shown, m, entries[label])]
        kept = [item.span for item in items if item.message == index] + [Span(0, len(said.text))] * (index in recent)
        let_go = [unit.span for unit, decision in fates.get(index, ()) if decision.label == Label.NOISE]
        for found in _WORD.finditer(said.text):
            word = Span(*found.span())
            free = not any(meet(word, span) for span in named)
            if free and _within(word, noise):
                continue
            gone = not _within(word, kept)
            removed = gone and free and any(meet(word, span) for span in let_go)
            at = At(m, found[0], word)
            yield Outcome("human_words_lost", gone and not removed, at=at)
            if free:
                yield Outcome("unlabelled_words_removed", removed, at=at)


def _doubtful(entries: tuple[Entry, ...]) -> list[Entry]:
    return [entry for entry in entries if entry.doubtful]


def _shares(shown: Shown, unit: Unit, entry: Entry) -> int:
    """Characters that the unit has in common with the entry's quote."""
    span = shown.span(entry)
    if shown.places[entry.m] != unit.message:
        return 0
    return max(0, min(unit.span.end, span.end) - max(unit.span.start, span.start))


def _spans(shown: Shown, m: int, entries: tuple[Entry, ...]) -> list[Span]:
    return [shown.span(entry) for entry in entries if entry.m == m]


def _within(word: Span, spans: list[Span]) -> bool:
    """Is every character of the word in one of the spans?"""
    return all(any(span.start <= at < span.end for span in spans) for at in range(word.start, word.end))
