"""The human's words against what is left of them."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from fastjev.datatypes import Span
from fastjev.evaluate.measures import At, Outcome
from fastjev.evaluate.shown import Shown, meet
from fastjev.labels import Label, Speaker, Zone

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_WORD = re.compile(rf"[{_HAN}]|[^\W{_HAN}]+")
"""A Han character, or a run of other letters and digits."""


def outcomes(shown: Shown) -> Iterator[Outcome]:
    """For every message of a human the words that are lost, and those without a label that went as noise.

    Noise by gold, doubtful or not, counts in neither. A word in the quote of another label is lost wherever it stands
    in no item, and what is said twice stands once; one in no quote only where fastjev took its unit for anything but
    noise, as it may take a bare yes.
    """
    for m, index in enumerate(shown.places):
        message = shown.run.conversation.messages[index]
        if message.speaker == Speaker.HUMAN:
            yield from _message(shown, m, message.text, index)


def _message(shown: Shown, m: int, text: str, index: int) -> Iterator[Outcome]:
    run = shown.run
    quotes = [
        (label, shown.span(entry)) for label, entries in shown.corpus.gold.labels() for entry in entries if entry.m == m
    ]
    named = [span for label, span in quotes if label != Label.NOISE]
    noise = [span for label, span in quotes if label == Label.NOISE]
    kept = [item.span for zone in Zone for item in shown.items(zone) if item.message == index]
    kept += [Span(0, len(text)) for message in run.skeleton.recent if message.index == index]
    again = {item.text for item in run.skeleton.items}
    kept += [unit.span for unit in run.units if unit.message == index and unit.text.strip() in again]
    let_go = [
        unit.span
        for unit, decision in zip(run.units, run.decisions, strict=True)
        if unit.message == index and decision.label == Label.NOISE
    ]

    def fate(word: Span) -> tuple[bool, str]:
        """Whether a label names the word, and what became of it."""
        labelled = any(meet(word, span) for span in named)
        if not labelled and _within(word, noise):
            return labelled, "noise"
        if _within(word, kept):
            return labelled, "kept"
        return labelled, "lost" if labelled or not any(meet(word, span) for span in let_go) else "removed"

    words = [Span(*found.span()) for found in _WORD.finditer(text)]
    for (labelled, became), group in groupby(words, fate):
        stretch = list(group)
        if became == "noise":
            continue
        count, whole = len(stretch), Span(stretch[0].start, stretch[-1].end)
        at = At(m, whole.of(text), whole)
        yield Outcome("human_words_lost", count * (became == "lost"), count, at)
        if not labelled:
            yield Outcome("unlabelled_words_removed", count * (became == "removed"), count, at)


def _within(word: Span, spans: Sequence[Span]) -> bool:
    """Is every character of the word in one of the spans?"""
    return all(any(span.start <= at < span.end for span in spans) for at in range(word.start, word.end))
