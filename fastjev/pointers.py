"""What a run takes out of sight, and the pointer that stands in its place."""

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from fastjev.carried import carried
from fastjev.datatypes import Elision, Item, Run, Span, Unit
from fastjev.jsontext import dump
from fastjev.policy import Policy
from fastjev.tokens import estimate

_DIGITS = 8
"""Hex digits of a pointer's id: the contract's form; longer only where two texts of a session share these."""
_STEP = 4


def elisions(run: Run) -> tuple[Elision, ...]:
    """Everything of the conversation that the skeleton does not show whole, in time order, folds behind their units.

    What a recent message shows verbatim is not taken out, nor is a line that an earlier compaction placed.
    """
    recent = {message.index for message in run.skeleton.recent}
    shown = _shown(run.skeleton.items)
    found: list[Elision] = []
    for unit in run.units:
        via = run.conversation.messages[unit.message].via
        if unit.message not in recent and not carried(via):
            found += _of_unit(run, unit, shown.get(unit.message, []))
    return tuple(_named([*found, *_folds(run.skeleton.items, found)]))


def form(elision: Elision) -> str:
    """The pointer as it stands in a skeleton."""
    return f"[[elided id={elision.pointer} lines=1-{elision.lines} tokens={elision.tokens}]]"


def point(run: Run, live: AbstractSet[str], found: Iterable[Elision], policy: Policy) -> Run:
    """The run with pointers in the items that stand for something taken out.

    `live`: ids of the elisions that can be expanded; others get no pointer, and neither do those of fewer than
    `pointer_tokens`, where the pointer would cost more than it saves.
    """
    ready = {each.id: each for each in found if each.id in live and each.tokens >= policy.pointer_tokens}
    items = tuple(_pointed(item, ready) for item in run.skeleton.items)
    return replace(run, skeleton=replace(run.skeleton, items=items))


def _pointed(item: Item, ready: Mapping[str, Elision]) -> Item:
    elision = ready.get(item.id) or ready.get(f"{item.id}.call")
    return replace(item, pointer=form(elision)) if elision and item.covers is not None else item


def _shown(items: Iterable[Item]) -> dict[int, list[Span]]:
    """Spans of each message's text that stand in the skeleton."""
    shown: dict[int, list[Span]] = {}
    for item in items:
        if item.covers is None:
            shown.setdefault(item.message, []).append(item.span)
    return shown


def _of_unit(run: Run, unit: Unit, shown: Sequence[Span]) -> Iterator[Elision]:
    messages = run.conversation.messages
    if unit.kind == "call":
        if unit.text and not _covers(shown, Span(0, len(unit.text)), unit.text):
            yield _elision(unit.id, "r", unit.text, messages[unit.message].records, unit.turn)
        if unit.call and unit.call.input:
            caller = messages[unit.caller].records if unit.caller is not None else ()
            yield _elision(f"{unit.id}.call", "c", dump(dict(unit.call.input)), caller, unit.turn)
    elif unit.text.strip() and not _covers(shown, unit.span, messages[unit.message].text):
        yield _elision(unit.id, "u", unit.text, messages[unit.message].records, unit.turn)


def _covers(shown: Sequence[Span], span: Span, text: str) -> bool:
    """Whether some item shows all of the span that is not blank."""
    inside = span.of(text)
    start = span.start + len(inside) - len(inside.lstrip())
    end = span.end - (len(inside) - len(inside.rstrip()))
    return any(each.start <= start and end <= each.end for each in shown)


def _folds(items: Sequence[Item], found: Sequence[Elision]) -> Iterator[Elision]:
    """For each fold line, what has no line of its own in the turns that it covers and in no narrower fold."""
    lines = {item.id for item in items}
    folds = sorted(
        (item for item in items if item.covers and item.id.startswith("f")),
        key=lambda item: (item.covers[1] - item.covers[0], item.turn) if item.covers else (0, 0),
    )
    left: dict[int, list[int]] = {}
    for number, elision in enumerate(found):
        if elision.id.removesuffix(".call") not in lines:
            left.setdefault(elision.turns.start, []).append(number)
    turns = sorted(left)
    for item in folds:
        first, last = item.covers or (0, 0)
        covered = slice(bisect_left(turns, first), bisect_right(turns, last))
        own = sorted(number for turn in turns[covered] for number in left[turn])
        del turns[covered]
        if own:
            yield _fold(item.id, [found[number] for number in own])


def _fold(id: str, own: Sequence[Elision]) -> Elision:
    digest = hashlib.sha256("".join(elision.digest for elision in own).encode()).hexdigest()
    return Elision(
        id=id,
        pointer=f"f:{digest[:_DIGITS]}",
        digest=digest,
        text=None,
        units=tuple(elision.id for elision in own),
        records=tuple(dict.fromkeys(index for elision in own for index in elision.records)),
        turns=Span(own[0].turns.start, own[-1].turns.end),
        lines=sum(elision.lines for elision in own),
        tokens=sum(elision.tokens for elision in own),
    )


def _elision(id: str, letter: str, text: str, records: tuple[int, ...], turn: int) -> Elision:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return Elision(
        id=id,
        pointer=f"{letter}:{digest[:_DIGITS]}",
        digest=digest,
        text=text,
        records=records,
        turns=Span(turn, turn),
        lines=text.count("\n") + (not text.endswith("\n")),
        tokens=estimate(text),
    )


def _named(found: Sequence[Elision]) -> Iterator[Elision]:
    """Pointers made longer where two different texts would share one."""
    owners: dict[str, str] = {}
    for elision in found:
        letter, digits = elision.pointer[:2], _DIGITS
        while owners.setdefault(letter + elision.digest[:digits], elision.digest) != elision.digest:
            digits += _STEP
        yield elision if digits == _DIGITS else replace(elision, pointer=letter + elision.digest[:digits])
