"""A set opened for one person: where a session begins."""

from collections.abc import Callable, Mapping, Sequence

from fastjev.labeling.answers import Answers
from fastjev.labeling.items import Item
from fastjev.labeling.moves import begun
from fastjev.labeling.state import Session, Sheet
from fastjev.labeling.tasks import Task, answered, asked

Ordered = Callable[[Answers], Sequence[str]]
"""The units that are still to be asked about, in the order in which they are."""


def opened(
    *,
    name: str,
    by: str,
    task: Task,
    items: tuple[Item, ...],
    answers: Answers,
    at: float,
    day: str = "",
    guide: str = "",
    suggest: bool = False,
    ordered: Ordered | None = None,
    again: Mapping[str, str] | None = None,
    what: str = "",
) -> Session:
    """A session at the first unit that is still to be answered.

    `ordered`: by default reading order. `again`: units to be asked about whatever was answered, and why; then they
    alone are asked. `what` the person is at, where that is not labeling. `at`: seconds since 1970. `day`: when the
    person's day began, as acts have times.
    """
    sheet = Sheet(
        name=name,
        by=by,
        task=task,
        items=items,
        places={item.id: place for place, item in enumerate(items)},
        guide=guide,
        suggest=suggest,
        day=day,
        what=what,
    )
    if again is not None:
        order = tuple(id for id in again if id in sheet.places)
        still = {id: again[id] for id in order}
        return begun(Session(sheet=sheet._replace(again=still), order=order, answers=answers, again=still), at)
    order = asked(task, items)
    if ordered:
        left = tuple(ordered(answers))
        # What was answered stands before it, so that one can go back to it and count.
        order = (*(id for id in order if id not in {*left} and answered(task, answers.of(id))), *left)
    return begun(Session(sheet=sheet, order=order, answers=answers), at)
