"""What a session needs of the world, and the one place where it gets it: acts are written, votes are looked up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fastjev.errors import FastjevError
from fastjev.labeling.acts import Act
from fastjev.labeling.items import Item
from fastjev.labeling.state import Opinion, Session, heard, written

_AROUND = 30
"""Units on each side that are read with one: the model goes by what stands around it, and a key must not wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The world as functions, so that a screen can be tried without one."""

    save: Callable[[Act], None]
    """Has written the act when it returns."""
    opinion: Callable[[Item, Sequence[Item]], Opinion]
    """What fastjev makes of a unit; the second are its neighbours and itself."""
    draft: Callable[[Item, str], tuple[str, ...]]
    """A rule by a label, its tests and what came of them, in lines. Raises: FastjevError."""
    write: Callable[[Item, str, str], str]
    """Writes that rule, with why it is right, and says where. Raises: FastjevError."""
    page: Callable[[str], str]
    """The guide on a label."""
    told: Callable[[Session], Session] = lambda session: session
    """Tells a learner what was answered, and what it has to say: another order, a longer curve."""
    looked: Callable[[Session, float], Session] = lambda session, at: session
    """What came of all that goes on beside, at a time in seconds since 1970."""
    busy: Callable[[], bool] = lambda: False
    """Whether one should look again soon."""


def served(session: Session, desk: Desk, before: Session | None = None) -> Session:
    """With its acts written and its wishes seen to.

    `before`: what stands, and why, where an act cannot be written; without it that is raised. One key makes one act.
    """
    try:
        for act in session.told:
            desk.save(act)
    except (FastjevError, OSError) as error:
        if before is None:
            raise
        return before._replace(said=f"not saved: {_why(error)}")
    session = desk.told(written(session)) if session.told else session
    unit = session.unit
    if unit and session.wish:
        session = _wished(session, unit, desk)
    if unit and session.shows_votes and session.opinion is None:
        session = heard(session, _opinion(session, unit, desk))
    return session


def _opinion(session: Session, unit: Item, desk: Desk) -> Opinion:
    try:
        return desk.opinion(unit, _near(session, unit))
    except (FastjevError, OSError) as error:
        return Opinion("unsure", 0.0, "nobody", (f"no votes: {_why(error)}",))


def _why(error: FastjevError | OSError) -> str:
    """In words, without the number of the error."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _near(session: Session, unit: Item) -> list[Item]:
    place = session.sheet.places[unit.id]
    near = session.sheet.items[max(0, place - _AROUND) : place + _AROUND + 1]
    return [each for each in near if each.conv == unit.conv]


def _wished(session: Session, unit: Item, desk: Desk) -> Session:
    wish = session.wish
    assert wish, "there is nothing to see to"
    done = session._replace(wish=None)
    try:
        if wish.what == "draft":
            return done._replace(screen="rule", draft=desk.draft(unit, wish.label), scroll=0, said="")
        return done._replace(screen="label", draft=(), said=desk.write(unit, wish.label, wish.why))
    except (FastjevError, OSError) as error:
        return done._replace(screen="label", draft=(), said=_why(error))
