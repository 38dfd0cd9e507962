"""What each key does to a unit, and between units."""

from collections.abc import Callable, Mapping

from fastjev.labeling.acting import act, judged
from fastjev.labeling.keys import Key
from fastjev.labeling.moves import next_open, older, onward, to
from fastjev.labeling.state import MOST_CONTEXT, Prompt, Session, Wish, leaf, leafed
from fastjev.labeling.tasks import CLASSES, NOTHING, answered

FAR = 10
"""Lines that a page key goes: less than any screen, so that nothing is passed over."""
_NO_VOTES = "this task has no votes"
Deed = Callable[[Session, Key], Session]


def _choose(session: Session, key: Key) -> Session:
    """A digit of the task's choices."""
    digit = int(key.name) - 1
    task = session.sheet.task
    shown = (NOTHING, *leaf(session)) if task.name == "supersede" else task.choices
    if digit >= len(shown):
        return session._replace(said=f"{key.name}: 1 to {len(shown)} are choices")
    return chosen(session, shown[digit], key.at)


def chosen(session: Session, choice: str, at: float) -> Session:
    """With a choice as the answer, at the next unit."""
    unit = session.unit
    assert unit, "the end has no choices"
    why = session.again.get(unit.id, "")
    before = answered(session.sheet.task, session.answer(unit.id))
    fields = session.sheet.task.act(choice)
    made = act(session, at=at, **fields, **judged(session, at))
    said = f"saved {session.number(unit.id)} = {answered(session.sheet.task, made.answer(unit.id))} (u to undo)"
    if why:
        same = "as before" if before == answered(session.sheet.task, made.answer(unit.id)) else f"was {before}"
        said = f"{said}, {same}; doubted: {why}"
    return onward(made, at, said)


def _take(session: Session, key: Key) -> Session:
    """The vote that is shown, as the answer."""
    seen = session.opinion
    if not session.sheet.task.votes:
        return session._replace(said=_NO_VOTES)
    if not session.shows_votes or seen is None:
        return session._replace(said="no vote is shown; e shows the votes")
    if seen.label not in session.sheet.task.choices:
        return session._replace(said=f"the vote is {seen.label}, which is no answer here")
    return chosen(session, seen.label, key.at)


def _skip(session: Session, key: Key) -> Session:
    number = session.number(session.order[session.at])
    return onward(act(session, "skip", key.at), key.at, f"skipped {number}; it comes back at the end")


def _undo(session: Session, key: Key) -> Session:
    """The newest act of all, whenever it was done."""
    if not session.answers.acts:
        return session._replace(said="nothing to undo")
    last = session.answers.acts[-1]
    made = act(session, "undo", key.at, last.unit, undone=last.t)
    done = last.label or last.op
    if last.unit not in session.sheet.places:
        return made._replace(said=f"undone: {done} of a unit that is no longer in the set")
    said = f"undone: {session.number(last.unit)} = {done}"
    return to(made, made.order.index(last.unit), key.at, said) if last.unit in made.order else made._replace(said=said)


def _boundary(session: Session, key: Key) -> Session:
    unit = session.order[session.at]
    begins = not session.answer(unit).boundary
    said = f"{session.number(unit)} {'begins something new' if begins else 'goes on with what stands before it'}"
    return act(session, "boundary", key.at, value=begins, **judged(session, key.at))._replace(said=said)


def _merge(session: Session, key: Key) -> Session:
    unit = session.order[session.at]
    merged = not session.answer(unit).merged
    if merged and session.sheet.places[unit] == 0:
        return session._replace(said="nothing stands before the first unit")
    number = session.number(unit)
    said = f"{number} is one with {number - 1}" if merged else f"{number} stands by itself"
    return act(session, "merge", key.at, value=merged, **judged(session, key.at))._replace(said=said)


def _supersedes(session: Session, _: Key) -> Session:
    unit = session.unit
    assert unit, "the end ends nothing"
    found = older(session, unit)
    if not found:
        return session._replace(said="nobody said anything before it")
    return session._replace(older=found, leaf=0, prompt=Prompt("pick"), said="")


def _back(session: Session, key: Key) -> Session:
    return to(session, session.at - 1, key.at) if session.at else session._replace(said="this is the first")


def _on(session: Session, key: Key) -> Session:
    return to(session, session.at + 1, key.at) if session.unit else session._replace(said="this is the end")


def _open(session: Session, key: Key) -> Session:
    return to(session, next_open(session, session.at), key.at)


def _context(by: int) -> Deed:
    def changed(session: Session, _: Key) -> Session:
        context = min(MOST_CONTEXT, max(0, session.context + by))
        return session._replace(context=context, said=f"{context} units on each side")

    return changed


def scrolled(by: int) -> Deed:
    """Up and down: line by line through older units where they stand to be picked, else through what is shown."""

    def moved(session: Session, _: Key) -> Session:
        if session.older and session.screen == "label" and abs(by) < FAR:
            return leafed(session, by)
        return session._replace(scroll=max(0, session.scroll + by))

    return moved


def _votes(session: Session, _: Key) -> Session:
    if not session.sheet.task.votes:
        return session._replace(said=_NO_VOTES)
    unit = session.order[session.at]
    return session._replace(seen=session.seen | {unit}, said="the answer is not blind now, and that is recorded")


def _guide_of(session: Session, _: Key) -> Session:
    unit = session.unit
    given = answered(session.sheet.task, session.answer(unit.id)) if unit else ""
    shown = session.opinion.label if session.opinion and session.shows_votes else ""
    if session.sheet.task.name == "class":
        page = next((each for each in (given, shown) if each in CLASSES), str(CLASSES[0]))
    else:
        page = session.sheet.task.name
    return session._replace(screen="guide", page=page, scroll=0, said="")


def _prompt(kind: str) -> Deed:
    return lambda session, _: session._replace(prompt=Prompt(kind), said="")


def _draft(session: Session, _: Key) -> Session:
    """A rule from the unit: by the label it was given, or by the one that is asked for."""
    label = session.answer(session.order[session.at]).label
    if label in CLASSES:
        return session._replace(label=label, wish=Wish("draft", label), said="drafting a rule ...")
    return session._replace(prompt=Prompt("rule"), said="")


def _train(session: Session, _: Key) -> Session:
    """At the end, since a model that learned a few is not what the person waits for."""
    if not session.order:
        return session._replace(said="nothing is asked, and so there is nothing to learn")
    if session.unit is not None or session.sheet.task.name != "class":
        return session._replace(said="t trains on labels when all is answered; fastjev train does at any time")
    return session._replace(screen="quit", wish=Wish("train", ""))


DEED: Mapping[str, Deed] = {
    "choose": _choose,
    "skip": _skip,
    "unfit": _prompt("unfit"),
    "undo": _undo,
    "take": _take,
    "votes": _votes,
    "rule": _draft,
    "back": _back,
    "on": _on,
    "open": _open,
    "go": _prompt("go"),
    "less": _context(-1),
    "more": _context(1),
    "boundary": _boundary,
    "merge": _merge,
    "supersedes": _supersedes,
    "note": _prompt("note"),
    "guide": _guide_of,
    "quit": lambda session, _: session._replace(screen="quit"),
    "train": _train,
    "up": scrolled(-1),
    "down": scrolled(1),
    "far up": scrolled(-FAR),
    "far down": scrolled(FAR),
}
