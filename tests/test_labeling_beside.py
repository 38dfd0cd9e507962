"""A set that grows while somebody labels, and a model that learns once it is whole."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from fastjev.errors import ReadError
from fastjev.labeling.beside import Beside
from fastjev.labeling.growing import grown
from fastjev.labeling.items import Item
from fastjev.labeling.session import Session
from tests.labeling import ITEMS, NOW, item, pressed, sat

OTHER = tuple(item(n, "human", n, f"another session's {n}", conv="c_2") for n in (20, 21))


def at(session: Session) -> str:
    return session.unit.id if session.unit else "end"


@pytest.mark.parametrize("task", ["class", "boundary", "supersede", "exchange"])
@pytest.mark.parametrize("first", range(len(ITEMS) + 1))
def test_little_by_little_comes_to_the_whole(task: str, first: int) -> None:
    session = sat(task, items=ITEMS[:first])
    for each in (*ITEMS, *OTHER)[first:]:
        session = grown(session, [each], NOW, growing=True)
    session = grown(session, [], NOW, growing=False)
    assert session._replace(at=0, older=(), since=NOW) == sat(task, items=(*ITEMS, *OTHER))._replace(
        at=0, older=(), since=NOW
    )


def test_who_was_at_the_end_is_at_the_first_new_one() -> None:
    session = pressed(sat(items=ITEMS[:2]), "1", "1")
    assert at(session) == "end"
    session = grown(session, ITEMS[2:], NOW + 60, growing=False)
    assert (at(session), session.since) == ("u_5", NOW + 60)


def test_who_was_somewhere_stays_there() -> None:
    session = pressed(sat(items=ITEMS[:2]), "j", "i", "x")
    later = grown(session, ITEMS[2:], NOW + 60, growing=False)
    assert (at(later), later.prompt, later.since) == ("u_2", session.prompt, session.since)


def test_what_a_session_grew_by_stands_with_it_and_is_asked_last() -> None:
    session = grown(sat(items=(*ITEMS[:2], *OTHER)), ITEMS[2:], NOW, growing=False)
    assert [each.id for each in session.sheet.items] == [each.id for each in (*ITEMS, *OTHER)]
    assert session.order == ("u_1", "u_2", "u_20", "u_21", "u_5", "u_6", "u_7")
    assert [session.number(id) for id in session.order] == [1, 2, 8, 9, 5, 6, 7]


def test_what_was_answered_before_is_counted() -> None:
    acts = pressed(sat(), *"123").told
    session = grown(sat(acts=acts, items=ITEMS[:2]), ITEMS[2:], NOW, growing=False)
    assert (session.done, at(session)) == (3, "u_6")


class Pupil:
    def __init__(self) -> None:
        self.items: Sequence[Item] = ()
        self.heard = 0
        self.closed = False

    def of(self, items: Sequence[Item]) -> Any:
        self.items = items
        return self

    def told(self, session: Session) -> Session:
        self.heard += 1
        return session

    def looked(self, session: Session) -> Session:
        return session._replace(curve=((0, 1, 2),))

    def close(self) -> None:
        self.closed = True


def test_a_model_learns_when_all_units_are_there() -> None:
    pupil = Pupil()
    beside = Beside(iter([ITEMS[2:4], (), ITEMS[4:]]), pupil.of)
    session = beside.begun(sat(items=ITEMS[:2]))
    assert session.growing and beside.busy
    session = beside.told(pressed(session, "1"))
    for _ in range(3):
        session = beside.looked(session, NOW)
        assert (session.growing, pupil.heard) == (True, 0)
    session = beside.looked(session, NOW)
    assert not session.growing and not beside.busy
    assert (len(pupil.items), pupil.heard, len(session.order)) == (7, 1, 5)
    assert beside.looked(session, NOW).curve == ((0, 1, 2),)
    beside.close()
    assert pupil.closed


def test_at_the_end_the_next_is_shown_as_soon_as_there_is_one() -> None:
    beside = Beside(iter([ITEMS[2:5], ITEMS[5:]]), lambda items: None)
    session = beside.looked(pressed(beside.begun(sat(items=ITEMS[:2])), "1", "1"), NOW)
    assert at(session) == "u_5"
    assert session.growing


def test_who_quits_early_has_the_whole_set_all_the_same() -> None:
    beside = Beside(iter([ITEMS[2:4], ITEMS[4:]]), lambda items: None)
    session = beside.looked(beside.begun(sat(items=ITEMS[:2])), NOW)
    session = beside.finished(session, NOW)
    assert session.sheet.items == ITEMS
    assert not session.growing


def test_what_goes_wrong_is_said_and_ends_it() -> None:
    def steps() -> Iterator[tuple[Item, ...]]:
        yield ITEMS[2:4]
        raise ReadError("no more of it")

    beside = Beside(steps(), lambda items: None)
    session = beside.begun(sat(items=ITEMS[:2]))
    for _ in range(2):
        session = beside.looked(session, NOW)
    assert session.said == "the rest is not in the set: no more of it"
    assert (len(session.sheet.items), session.growing, beside.busy) == (4, False, False)


def test_without_steps_a_model_learns_from_the_first() -> None:
    pupil = Pupil()
    beside = Beside(None, pupil.of)
    assert not beside.begun(sat()).growing
    assert pupil.heard == 1
