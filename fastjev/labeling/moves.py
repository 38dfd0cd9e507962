"""From unit to unit."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from fastjev.labeling.keys import EAST
from fastjev.labeling.state import Session
from fastjev.labels import Speaker

if TYPE_CHECKING:
    from fastjev.labeling.items import Item


def to(session: Session, place: int, at: float, said: str = "") -> Session:
    """At another place of the order, with the unit shown from now on."""
    moved = session._replace(
        at=place,
        since=at,
        scroll=0,
        prompt=None,
        opinion=None,
        older=(),
        leaf=0,
        said=said,
    )
    unit = moved.unit
    return moved._replace(older=older(moved, unit)) if unit and session.sheet.task.name == "supersede" else moved


def begun(session: Session, at: float) -> Session:
    """At the first unit that is still to be answered, or at the end. Where every session begins."""
    asked = frozenset(session.order)
    # Of what has no answer none is closed, and at first that is nearly all.
    done = sum(id in asked and not session.is_open(id) for id in session.answers.by_unit)
    session = session._replace(asked=asked, done=done)
    return to(session, next_open(session, -1), at)


def onward(session: Session, at: float, said: str = "") -> Session:
    """At the next unit that is still to be answered, or at the end."""
    found = next_open(session, session.at)
    back = found < len(session.order) and session.answer(session.order[found]).skipped
    return to(session, found, at, f"{said}; back to what was skipped" if back and said else said)


def next_open(session: Session, place: int) -> int:
    """The place of the next unit to answer after `place`, from the beginning after the end; skipped ones come last."""
    size = len(session.order)
    ring: list[int] = [*range(place + 1, size), *range(min(place + 1, size))]
    for each in ring:
        if session.is_open(session.order[each]) and not session.answer(session.order[each]).skipped:
            return each
    return next((each for each in ring if session.is_open(session.order[each])), size)


def go(session: Session, number: int, at: float) -> Session:
    """At the unit of that number, or the next one that is asked about."""
    items = session.sheet.items
    if not 1 <= number <= len(items):
        return session._replace(prompt=None, said=f"{number}: there are units 1 to {len(items)}")
    asked = {id: place for place, id in enumerate(session.order)}
    for item in items[number - 1 :]:
        if item.id in asked:
            there = session.number(item.id)
            return to(
                session, asked[item.id], at, "" if there == number else f"{number} is not asked about; {there} is"
            )
    return session._replace(prompt=None, said=f"{number}: nothing is asked about from there on")


def older(session: Session, unit: "Item") -> tuple[str, ...]:
    """What a unit may end: what a human said before it in its session, the most words in common first, then newest."""
    own = _pairs(unit.text)
    place = session.sheet.places[unit.id]
    before = [
        item
        for item in session.sheet.items[:place]
        if item.conv == unit.conv and item.speaker == Speaker.HUMAN and any(map(str.isalnum, item.text))
    ]
    ranked = sorted(enumerate(before), key=lambda each: (-len(own & _pairs(each[1].text)), -each[0]))
    return tuple(item.id for _, item in ranked)


@lru_cache(maxsize=8192)
def _pairs(text: str) -> frozenset[str]:
    """Words of Latin letters, and pairs of neighbours of others: a Chinese word is mostly two characters."""
    found: set[str] = set()
    word = ""
    for letter in [*text.lower(), " "]:
        if letter.isalnum() and letter.isascii():
            word += letter
            continue
        if len(word) > 2:
            found.add(word)
        word = ""
    found.update(_neighbours(text))
    return frozenset(found)


def _neighbours(text: str) -> Iterable[str]:
    return (one + two for one, two in pairwise(text) if ord(one) >= EAST and two.isalnum())
