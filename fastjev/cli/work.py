"""What `fastjev label` does between its options and its last words."""

import os
import shlex
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from fastjev.cli.paint import put
from fastjev.errors import FastjevError, UsageError
from fastjev.labeling import asking, first, guide, sets, world
from fastjev.labeling.answers import answers
from fastjev.labeling.beside import Beside
from fastjev.labeling.draw.end import counts, skipped
from fastjev.labeling.opened import opened
from fastjev.labeling.project import Project, project
from fastjev.labeling.sets import Set
from fastjev.labeling.state import Session, day
from fastjev.labeling.tasks import TASKS, asked
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.labeling.items import Item
    from fastjev.labeling.review import Dispute
    from fastjev.labeling.screens.labeler import Labeler


_MOST_NOTES = 3
"""Of a reader: the others say mostly the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The options, as given."""

    sessions: tuple[str, ...]
    name: str
    by: str
    task: str
    order: str
    misses: Path | None
    holdout: int
    seed: int
    suggest: bool
    assistant: bool
    theme: str
    lang: str | None
    rules: tuple[Path, ...]


def done(wanted: Wanted, place: Project) -> Session:
    """A person's work from the first key to the last. Raises: FastjevError, before the first."""
    if wanted.suggest and not TASKS[wanted.task].votes:
        raise UsageError(f"--suggest is for --task class; {wanted.task} has no votes")
    found = sets.find(place.root, wanted.name)
    given = answers(sets.acts(found, wanted.by))
    notes: list[str] = []
    items, rest = _items(wanted, found, place, notes)
    if not items and not wanted.sessions:
        raise UsageError(
            f"{wanted.name}: there is no such set in {place.root}; name a session: "
            f"fastjev label last --set {wanted.name} --by {wanted.by}"
        )
    if not asked(TASKS[wanted.task], items):
        raise UsageError(_unasked(wanted, items, notes))
    order = asking.order(wanted.order, wanted.task, items, wanted.seed, place, wanted.misses)
    now = time.time()
    session = opened(
        name=found.name,
        by=wanted.by,
        task=TASKS[wanted.task],
        items=items,
        answers=given,
        at=now,
        day=day(now),
        guide=guide.version(),
        suggest=wanted.suggest,
        ordered=(lambda given: order(given, {})) if order else None,
    )
    # Importing textual takes longer than all before it.
    from fastjev.labeling.screens.labeler import Labeler

    beside = Beside(rest, lambda items: asking.learner(wanted.order, wanted.task, items, order, place))
    desk = replace(
        world.desk(found, place, wanted.lang or _lang()),
        told=beside.told,
        looked=beside.looked,
        busy=lambda: beside.busy,
    )
    try:
        ended = _ran(Labeler(beside.begun(session), desk, wanted.theme))
        if beside.busy:
            click.echo("the rest of the session comes into the set; Ctrl-C leaves it for the next time", err=True)
        return beside.finished(ended, time.time())
    finally:
        beside.close()


def forget(place: Project, session: Session) -> None:
    """Take the text of what the person called a secret out of the set; until then the answer could be taken back."""
    told = {item.id for item in session.sheet.items if item.text and session.answer(item.id).unfit == "secret"}
    if told:
        sets.forget(sets.find(place.root, session.sheet.name), told)
        click.echo(f"the text of what holds a secret ({len(told):,}) is taken out of the set", err=True)


def _unasked(wanted: Wanted, items: "Sequence[Item]", notes: Sequence[str]) -> str:
    """Why nothing is asked, and what to do."""
    by = Counter(str(item.speaker) for item in items)
    told = ", ".join(f"{n:,} by {speaker}" for speaker, n in by.most_common()) or "it has none"
    read = "".join(f"; {each}" for each in notes[:_MOST_NOTES])
    return (
        f"{wanted.name}: --task {wanted.task} asks about none of its units ({told}){read}; "
        "--assistant asks about the assistant's; a file must say by roles what a human said"
    )


def _items(
    wanted: Wanted, found: Set, place: Project, notes: list[str]
) -> "tuple[tuple[Item, ...], Iterator[tuple[Item, ...]] | None]":
    """What the set has, and what is still to come into it; in reading order one can begin before the rest is there."""
    if not wanted.sessions:
        return sets.items(found), None
    # To cut sessions takes what is not needed to go on with a set.
    from fastjev.labeling.taking import taken

    drawn = {"holdout": wanted.holdout, "seed": wanted.seed}
    steps = taken(found, wanted.sessions, place, assistant=wanted.assistant, note=notes.append, **drawn)
    begins = wanted.order == "file"
    for _ in steps:
        if begins and asked(TASKS[wanted.task], items := sets.items(found)):
            return items, steps
    return sets.items(found), None


def again(held: Set, by: str, why: Mapping[str, str], root: Path, rules: tuple[Path, ...]) -> Session:
    """The same over units that were answered, which are asked about once more. `why`: by unit, said afterwards."""
    from fastjev.labeling.screens.labeler import Labeler

    items, now = sets.items(held), time.time()
    session = opened(
        name=held.name,
        by=by,
        task=TASKS["class"],
        items=items,
        answers=answers(sets.acts(held, by)),
        at=now,
        day=day(now),
        guide=guide.version(),
        again=why,
        what="doubt",
    )
    return _ran(Labeler(session, world.desk(held, project(root, rules), _lang())))


def reviewed(held: Set, by: str, disputes: "Sequence[Dispute]", root: Path, rules: tuple[Path, ...]) -> Session:
    """What people differ on, decided into the set's gold."""
    from fastjev.labeling.reviewing import reviewer, shown
    from fastjev.labeling.screens.labeler import Labeler

    items, now = sets.items(held), time.time()
    found = {dispute.item.id: dispute for dispute in disputes}
    session = opened(
        name=held.name,
        by=by,
        task=TASKS["class"],
        items=items,
        answers=answers(sets.gold(held)),
        at=now,
        day=day(now),
        guide=guide.version(),
        again=dict.fromkeys(found, ""),
        what="review",
    )
    desk = replace(world.desk(held, project(root, rules), _lang()), save=lambda act: sets.append(held, act, gold=True))
    return _ran(Labeler(shown(session, found), desk, step=reviewer(found)))


def _ran(app: "Labeler") -> Session:
    first.settle(app.session)
    ended = app.run()
    if app.trouble:
        raise app.trouble
    if app.return_code:
        raise FastjevError("the screen ended by itself; what was answered is written")
    return ended or app.session


def _lang() -> str:
    told = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "zh" if told.startswith("zh") else "en"


def note(place: Project, name: str) -> None:
    """What was left out of the project's rules, of its weights and of the set's files, and why."""
    for line in (*place.refused(), *sets.notes(sets.find(place.root, name))):
        click.echo(f"note: {visible(line)}", err=True)


def tell(session: Session) -> None:
    """Counts per label, what was skipped, and what to do next."""
    found, by = counts(session), session.sheet.by
    put([Text(f"{session.done} of {len(session.order)} answered by {by}")])
    put(Text.assemble((f"{n:>7,}  ", "bold"), said) for said, n in found.most_common())
    if left := skipped(session):
        put([Text(f"{left:>7,}  skipped, and asked again at the end")])
    name = shlex.quote(session.sheet.name)
    if session.sheet.what:
        click.echo(f"next: fastjev agree {name}; fastjev train classifier {name} --project learns from it", err=True)
        return
    more = session.done < len(session.order)
    way = f"fastjev label --set {name} --by {shlex.quote(by)} goes on" if more else f"fastjev agree {name}"
    click.echo(f"next: {way}; fastjev train classifier {name} --project learns from it", err=True)
