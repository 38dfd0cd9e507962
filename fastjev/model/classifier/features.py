"""What the classifier looks at: a unit's words and their sorts, those of its neighbours, its shape, its votes, what it
answers.

Training and compaction both take their features from here, so they cannot differ.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import chain, compress, pairwise
from typing import NamedTuple

from fastjev.datatypes import Unit, Verdict
from fastjev.labels import Label
from fastjev.model.classifier.sorts import order, table, tokens
from fastjev.model.classifier.surroundings import Surroundings

_CHARS = 300
"""Of a unit that are read: what binds is said in a sentence, and a long one is a document's."""
_LETTERS = re.compile(r"[a-z]+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LENGTHS = (4, 8, 15, 30, 60, 120)
_COUNTS = (1, 2, 4, 8, 15)
_ORDINALS = 5
_IDENTIFIER = re.compile(r"[a-z][A-Z]|_|`|\.[A-Za-z0-9]{1,4}(?![A-Za-z0-9])|/|\(\)")
_ASKS = ("?", "？")
_LABELS = frozenset(Label)


class Features(NamedTuple):
    """What holds of one unit."""

    terms: Mapping[str, AbstractSet[str]]
    """Words and pairs of words by section: `own`, `before` and `after` (of the neighbours in the message); `order` of
    the sorts of words; what else holds, `is`.
    """
    numbers: Mapping[str, float]
    """Named values, each from 0 to 1."""


def features(around: Surroundings, position: int) -> Features:
    """Those of the unit at a position."""
    unit, verdict = around.units[position], around.verdicts[position]
    before, after = around.before(position), around.after(position)
    own = words(unit.text)
    said, numbers = set(_shape(unit)), dict(_amounts(unit))
    said.update(_place(around, position))
    said.update(own.sorts)
    for vote, weight in _votes(verdict):
        numbers[vote] = weight
    said.update(_cues(verdict))
    heard = _heard(around, position)
    said.update(heard.marks)
    numbers.update(_shared(own.single, heard))
    for name, beside in (("before", before), ("after", after)):
        if beside is None:
            said.add(f"{name}:none")
            continue
        neighbour = around.verdicts[beside]
        for vote, weight in _votes(neighbour):
            numbers[f"{name}:{vote}"] = weight
        said.update(f"{name}:{cue}" for cue in neighbour.cues)
        said.add(f"{name}:{neighbour.label}")
        if _asks(around.units[beside].text):
            said.add(f"{name}:asks")
    return Features(
        {
            "own": own.terms,
            "before": _beside(around, before),
            "after": _beside(around, after),
            "order": own.order,
            "is": said,
        },
        numbers,
    )


class Heard(NamedTuple):
    """What the assistant said last, as far as an answer to it is told by it."""

    marks: frozenset[str]
    words: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    """Words of its questions."""


class Words(NamedTuple):
    """The words of a text."""

    single: frozenset[str]
    terms: frozenset[str]
    """These and pairs of neighbours, with a blank between the two."""
    sorts: frozenset[str]
    """`sort:` and the name, of each that one of the terms is of."""
    order: frozenset[str]
    """What sort follows what sort."""


@lru_cache(maxsize=4096)
def words(text: str) -> Words:
    """Those of its first characters."""
    found = tokens(text.strip()[:_CHARS])
    pairs = [*map(" ".join, pairwise(found))]
    single, sorts = frozenset(found), table()
    terms = single.union(pairs)
    held = frozenset(chain.from_iterable(map(sorts.__getitem__, terms & sorts.keys())))
    return Words(single, terms, held, order(found, pairs))


def _beside(around: Surroundings, position: int | None) -> AbstractSet[str]:
    if position is None:
        return frozenset()
    found = words(around.units[position].text)
    return found.single | found.sorts


def _shape(unit: Unit) -> Iterator[str]:
    text = unit.text.strip()
    yield f"length:{_step(len(text), _LENGTHS)}"
    yield f"ends:{'word' if text[-1:].isalnum() else text[-1:]}"
    yield f"kind:{unit.kind}"
    if unit.opens:
        yield "opens"
    if _IDENTIFIER.search(text):
        yield "identifier"
    if any(map(str.isdigit, text)):
        yield "digit"
    if any(mark in text for mark in _ASKS):
        yield "question"


def _amounts(unit: Unit) -> Iterator[tuple[str, float]]:
    text = unit.text.strip()
    length = max(1, len(text))
    yield "han", len(_HAN.findall(text)) / length
    yield "latin", sum(map(len, _LETTERS.findall(text.lower()))) / length


def _place(around: Surroundings, position: int) -> Iterator[str]:
    place = around.place(position)
    yield f"unit:{min(place.ordinal, _ORDINALS)}"
    yield f"units:{_step(place.size, _COUNTS)}"
    yield f"turn:{_step(around.units[position].turn, _COUNTS[:-1])}"
    if place.ordinal == place.size - 1:
        yield "last"


def _votes(verdict: Verdict) -> Iterator[tuple[str, float]]:
    heaviest: dict[str, float] = {}
    for vote in verdict.votes:
        name = f"vote:{vote.label}"
        heaviest[name] = max(heaviest.get(name, 0.0), vote.weight)
    yield from heaviest.items()


def _cues(verdict: Verdict) -> Iterator[str]:
    yield f"verdict:{verdict.label}"
    yield from (vote.by for vote in verdict.votes if vote.label in _LABELS)
    yield from (f"cue:{cue}" for cue in verdict.cues)


def _heard(around: Surroundings, position: int) -> Heard:
    """Made once for all units that answer the same message."""
    message = around.place(position).answered
    found: Heard | None = around.heard.get(message)
    if found is None:
        found = around.heard[message] = _hear(around.answered(position))
    return found


def _hear(said: Sequence[tuple[Unit, Verdict]]) -> Heard:
    if not said:
        return Heard(frozenset({"opening"}))
    held = [words(unit.text).single for unit, _ in said]
    asks = [_asks(unit.text) for unit, _ in said]
    proposed = any("propose" in verdict.cues or verdict.label == Label.DECISION for _, verdict in said)
    marks = {"answers": asks[-1], "asked": any(asks), "proposed": proposed}
    return Heard(
        frozenset(mark for mark, holds in marks.items() if holds),
        frozenset().union(*held),
        frozenset().union(*compress(held, asks)),
    )


def _shared(own: frozenset[str], heard: Heard) -> Iterator[tuple[str, float]]:
    count = max(1, len(own))
    if heard.words:
        yield "shared", len(own & heard.words) / count
    if heard.asked:
        yield "shared:question", len(own & heard.asked) / count


def _asks(text: str) -> bool:
    return text.rstrip().endswith(_ASKS)


def _step(count: int, steps: Sequence[int]) -> int:
    return next((index for index, step in enumerate(steps) if count <= step), len(steps))
