"""A person at work on a set, as a value. No terminal, no clock, no files.

Of tuples, and without the acts' own class: the first frame is drawn from it before there is time for more.
"""

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from fastjev.labeling.tasks import Task, answered

if TYPE_CHECKING:
    from fastjev.labeling.acts import Act
    from fastjev.labeling.answers import Answer, Answers
    from fastjev.labeling.items import Item

CONTEXT, MOST_CONTEXT = 2, 20
"""Units shown on each side of the one that is asked about: at first, and at most."""
PAGE = 8
"""Older units that stand to be picked at a time, by the digits from 2 on: at most."""
IME = "input method on? digits work"


class Opinion(NamedTuple):
    """What fastjev makes of a unit by itself."""

    label: str
    weight: float
    by: str
    """`rule:<id>`, `model:<name>` or what else settled it."""
    lines: tuple[str, ...] = ()
    """Every vote, the winner first, as it is shown."""
    cue: tuple[int, int] = (0, 0)
    """The characters of the text that the winner went by."""


class Prompt(NamedTuple):
    """A question in between, which the next keys answer."""

    kind: str
    """note, go, unfit, pick, rule (what it is to be called by), why (a rule is right) or reason (people differed)."""
    text: str = ""


class Wish(NamedTuple):
    """What a session wants of the world around it; whoever holds the session sees to it and takes it away."""

    what: str
    """draft or write a rule; train, once the screen is closed."""
    label: str
    why: str = ""


class Sheet(NamedTuple):
    """What stays the same through a session."""

    name: str
    by: str
    task: Task
    items: "Sequence[Item]"
    """All of the set, in reading order."""
    places: Mapping[str, int]
    """Of each unit in `items`."""
    guide: str = ""
    suggest: bool = False
    """Whether the verdict is shown before the answer is given."""
    day: str = ""
    """When the person's day began: ISO 8601, UTC, seconds."""
    what: str = ""
    """What the person is at where that is not labeling: review or doubt."""
    again: Mapping[str, str] = {}
    """Units that are asked about once more whatever was answered, and why, which is said after the answer."""


class Session(NamedTuple):
    """Where a person is, and what they said. `step` and the functions beside it make the next."""

    sheet: Sheet
    order: tuple[str, ...]
    """The units to ask about."""
    answers: "Answers"
    asked: frozenset[str] = frozenset()
    """The same without an order."""
    done: int = 0
    """How many of them are answered."""
    growing: bool = False
    """Whether there are more to come, which are still being read."""
    again: Mapping[str, str] = {}
    """Of the sheet's, those that were not answered again yet."""
    at: int = 0
    """Place in `order`; its length is the end."""
    since: float = 0.0
    """When the unit was shown."""
    context: int = CONTEXT
    scroll: int = 0
    """Lines of the screen's middle that are above its top."""
    screen: str = "label"
    """label, guide, rule or quit; reading while there is nothing yet to be shown."""
    prompt: Prompt | None = None
    older: tuple[str, ...] = ()
    """What the unit may end, likeliest first, while that is asked."""
    leaf: int = 0
    """Which page of them is shown."""
    leafful: int = PAGE
    """How many of them a page has: as many as the screen has room for."""
    opinion: Opinion | None = None
    """On the unit; nothing until somebody looked it up."""
    seen: frozenset[str] = frozenset()
    """Units of which the votes were shown because of a key: no answer on them is blind."""
    page: str = ""
    """Of the guide: a label's name."""
    aside: tuple[str, ...] = ()
    """Lines beneath the unit: in a review, what people say of it."""
    draft: tuple[str, ...] = ()
    """Of a rule: what is shown of it."""
    label: str = ""
    """What a rule is drafted for."""
    wish: Wish | None = None
    told: "tuple[Act, ...]" = ()
    """Acts that are not written yet."""
    said: str = ""
    """The last line of the screen."""
    curve: tuple[tuple[int, int, int], ...] = ()
    """Of a learner: after how many answers how many were right on the holdout, of how many."""

    @property
    def unit(self) -> "Item | None":
        """The one that is asked about; nothing at the end."""
        return self.item(self.order[self.at]) if self.at < len(self.order) else None

    @property
    def shows_votes(self) -> bool:
        """Whether an answer given now is not blind."""
        if not self.sheet.task.votes:
            return False
        return self.sheet.suggest or (self.at < len(self.order) and self.order[self.at] in self.seen)

    def item(self, id: str) -> "Item":
        """The unit of that id."""
        return self.sheet.items[self.sheet.places[id]]

    def number(self, id: str) -> int:
        """Of a unit in the set, from 1."""
        return self.sheet.places[id] + 1

    def answer(self, id: str) -> "Answer":
        """What the person answered about a unit so far."""
        return self.answers.of(id)

    def is_open(self, id: str) -> bool:
        """Whether it is still to be answered."""
        return id in self.again or not answered(self.sheet.task, self.answers.of(id))


def written(session: Session) -> Session:
    """With nothing left to write."""
    return session._replace(told=())


def heard(session: Session, opinion: Opinion) -> Session:
    """With what fastjev makes of the unit."""
    return session._replace(opinion=opinion)


def reordered(session: Session, order: tuple[str, ...]) -> Session:
    """What is still to come in another order; where the person was stays where it was."""
    head = session.order[: session.at + 1]
    before = frozenset(head)
    after = tuple(id for id in order if id not in before)
    there = before.union(after)
    # What the order leaves out was answered in the meantime, and can still be gone back to.
    return session._replace(order=(*head, *after, *(id for id in session.order if id not in there)))


def stamp(at: float) -> str:
    """Seconds since 1970 as acts have them."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))


def leaf(session: Session) -> tuple[str, ...]:
    """The older units that are shown."""
    first = session.leaf * session.leafful
    return session.older[first : first + session.leafful]


def leafed(session: Session, by: int) -> Session:
    """At another page of the older units."""
    pages = -(-len(session.older) // session.leafful)
    return session._replace(leaf=min(max(0, pages - 1), max(0, session.leaf + by)))


def day(at: float) -> str:
    """When the day began where the person is, as acts have times."""
    here = time.localtime(at)
    return stamp(at - here.tm_hour * 3600 - here.tm_min * 60 - here.tm_sec)
