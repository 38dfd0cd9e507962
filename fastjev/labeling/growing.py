"""A session whose set grows under it: who labels need not wait until the last unit is cut."""

from collections.abc import Sequence

from fastjev.labeling.items import Item
from fastjev.labeling.moves import next_open, to
from fastjev.labeling.sets import whole
from fastjev.labeling.state import Session
from fastjev.labeling.tasks import asked


def grown(session: Session, added: Sequence[Item], at: float, *, growing: bool) -> Session:
    """With more units, asked about after all that are there; who was at the end is at the first of them.

    `growing`: whether there are still more to come.
    """
    sheet = session.sheet
    known = sheet.items
    if _follows(known, added):
        items: Sequence[Item] = (*known, *added)
        places = {**sheet.places, **{item.id: len(known) + n for n, item in enumerate(added)}}
        new = asked(sheet.task, added, known[-1] if known else None)
    else:
        items = whole([*known, *added])
        places = {item.id: place for place, item in enumerate(items)}
        new = tuple(id for id in asked(sheet.task, items) if id not in session.asked)
    more = session._replace(
        sheet=sheet._replace(items=items, places=places),
        order=(*session.order, *new),
        asked=session.asked.union(new),
        growing=growing,
    )
    more = more._replace(done=session.done + sum(not more.is_open(id) for id in new))
    return to(more, next_open(more, session.at - 1), at) if session.unit is None and new else more


def _follows(known: Sequence[Item], added: Sequence[Item]) -> bool:
    """Whether they stand behind all that are known: of the last session, or of none that is known."""
    last = known[-1] if known else None
    if last and added and added[0].conv == last.conv:
        return all((item.conv, item.at) > (last.conv, last.at) and item.conv == last.conv for item in added)
    return {item.conv for item in added}.isdisjoint({item.conv for item in known})
