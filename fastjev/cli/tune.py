"""`fastjev tune`: a better setting from the journal."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fastjev.cli.progress import progress
from fastjev.cli.shares import Share
from fastjev.cli.stored import project_option, say_damaged, where
from fastjev.errors import StoreError, UsageError
from fastjev.files import put
from fastjev.jsontext import dump
from fastjev.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastjev.evaluate.tune.again import Kept, Walked
    from fastjev.evaluate.tune.evidence import Evidence
    from fastjev.evaluate.tune.proposal import Tuning
    from fastjev.evaluate.tune.settings import Outcome, Setting
    from fastjev.store.database import Store
    from fastjev.store.journal import Compaction


@click.command("tune")
@click.argument("sessions", metavar="[SESSION]...", nargs=-1)
@click.option("--most", type=Share(), default="10%", show_default=True, help="Share of needed words it may lose.")
@click.option("--svg", "picture", type=click.Path(path_type=Path), metavar="FILE", help="Draw the trade-off here.")
@click.option("--json", "as_json", is_flag=True, help="Everything as one line of JSON; null for undefined.")
@project_option
@click.pass_context
def tune(
    ctx: click.Context,
    sessions: tuple[str, ...],
    most: float,
    picture: Path | None,
    as_json: bool,
    project: Path | None,
) -> None:
    """Propose a setting from what the journal shows went wrong.

    SESSION is an id or its beginning; by default all of the project. Compactions behind which the session went on are
    walked again from the archived records, at larger and smaller budgets: how many of the words that it used next still
    stand there? Settings of the policy classic are there to compare with. The newest 20 sessions, 4 compactions of
    each, about a second for each megabyte of them. Exit code 1 where there is too little to go by, or nothing fits.

    \b
    Example 例:  fastjev tune --svg 权衡.svg
    """
    # Measuring is not needed for `--help`.
    from fastjev.cli import tuned
    from fastjev.evaluate.tune import plot
    from fastjev.evaluate.tune.proposal import classic
    from fastjev.evaluate.tune.proposal import tune as measured
    from fastjev.policy import DEFAULT

    held, kept = _evidence(sessions, project)
    alone = classic(held, most)
    found = measured(held, _walked(kept, alone.setting if alone else None), DEFAULT, most)
    if picture:
        _draw(picture, plot.svg(found))
    if as_json:
        click.echo(dump(tree(found)).encode())
    else:
        tuned.show(found)
    _talk(found, picture)
    ctx.exit(0 if found.proposed else 1)


def tree(tuning: "Tuning") -> dict[str, Any]:
    """Everything as JSON takes it; null for undefined."""
    from fastjev.evaluate.tune.proposal import snippet

    held = tuning.evidence
    return {
        "schema": "fastjev.tune/1",
        "most": tuning.most,
        "evidence": {
            "sessions": held.sessions,
            "decisions": len(held.decided),
            "results": held.results,
            "needed": held.needed,
            "waiting": held.waiting,
        },
        "missing": tuning.missing,
        "journalled": _outcome(tuning.journalled),
        "walked": [_choice(each) for each in tuning.walked],
        "settings": [_outcome(each) for each in tuning.outcomes],
        "best": [_outcome(each) for each in tuning.front],
        "now": _choice(tuning.now),
        "proposed": _choice(tuning.proposed),
        "left_out": _choice(tuning.left_out),
        "policy": snippet(tuning) if tuning.proposed else None,
    }


def _outcome(outcome: "Outcome | None") -> dict[str, Any] | None:
    if outcome is None:
        return None
    shares = {"saved": outcome.saved, "lost": outcome.lost, "wrong": outcome.wrong}
    return {**outcome._asdict(), "setting": outcome.setting._asdict() if outcome.setting else None, **shares}


def _choice(walked: "Walked | None") -> dict[str, Any] | None:
    if walked is None:
        return None
    return {**walked._asdict(), "choice": dict(walked.choice.keys), "saved": walked.saved, "lost": walked.lost}


def _walked(kept: "Sequence[Kept]", alone: "Setting | None") -> "dict[str, tuple[Walked, ...]]":
    from fastjev.cli.options import rulebook_of
    from fastjev.evaluate.tune.again import again, choices
    from fastjev.policy import DEFAULT

    with progress(kept, "sessions walked again") as each:
        return dict(again(each, choices(DEFAULT, alone), rulebook_of((), quiet=True), DEFAULT))


def _kept(store: "Store", found: "Sequence[Compaction]") -> "Iterator[Kept]":
    """The newest sessions with something to look back at, as the archive has them."""
    from fastjev.evaluate.tune.again import CUTS, SESSIONS, Kept
    from fastjev.evaluate.tune.evidence import cuts
    from fastjev.store.entries import find, raw

    places = {session: each[-CUTS:] for session, each in cuts(found).items() if each}
    newest = {each.session: each for each in sorted(found, key=lambda each: (each.time, each.epoch))}
    last = sorted((each for each in newest.values() if each.session in places), key=lambda each: -each.time)
    for each in last[:SESSIONS]:
        try:
            whole = raw(store, find(store, f"e{each.epoch}", each.session))
        except StoreError:  # never archived, or purged
            continue
        yield Kept(each.session, whole, each.source, each.format, places[each.session])


def _evidence(sessions: tuple[str, ...], project: Path | None) -> "tuple[Evidence, list[Kept]]":
    from fastjev.evaluate.tune.evidence import evidence
    from fastjev.store.database import look
    from fastjev.store.entries import session_of
    from fastjev.store.events import events
    from fastjev.store.journal import compactions

    with look(where(project)) as store:
        chosen = tuple(dict.fromkeys(session_of(store, each) for each in sessions)) or (None,)
        with progress(chosen, "sessions") as each:
            found = [one for session in each for one in compactions(store, session, say_damaged)]
        asked = [event for session in chosen for event in events(store, session)]
        return evidence(found, asked), list(_kept(store, found))


def _draw(picture: Path, text: str) -> None:
    try:
        put(picture, text.encode())
    except OSError as error:
        raise UsageError(f"{picture}: cannot be written: {error.strerror}") from error


def _talk(tuning: "Tuning", picture: Path | None) -> None:
    if picture:
        click.echo(f"written: {visible(str(picture))}", err=True)
    if tuning.missing:
        click.echo("fastjev: too little to go by; a proposal needs", err=True)
        for each in tuning.missing:
            click.echo(f"  {each}", err=True)
        click.echo("next: compact sessions again as they go on, or fastjev replay FILE... for finished ones", err=True)
    elif tuning.proposed is None:
        click.echo(f"fastjev: no budget loses at most {tuning.most:.0%} of the needed words; try --most", err=True)
    elif tuning.proposed == tuning.now:
        click.echo("next: nothing to change; fastjev replay FILE... for single words that were lost", err=True)
    else:
        click.echo("next: put it into a file, and fastjev replay FILE... --policy policy.yaml", err=True)
