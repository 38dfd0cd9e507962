"""`fastjev tune`: a better setting from the journal."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fastjev.cli.progress import progress
from fastjev.cli.shares import Share
from fastjev.cli.stored import project_option, say_damaged, where
from fastjev.errors import UsageError
from fastjev.files import put
from fastjev.jsontext import dump
from fastjev.renderers.visible import visible

if TYPE_CHECKING:
    from fastjev.evaluate.tune.evidence import Evidence
    from fastjev.evaluate.tune.proposal import Tuning
    from fastjev.evaluate.tune.settings import Outcome
    from fastjev.store.journal import Compaction


@click.command("tune")
@click.argument("sessions", metavar="[SESSION]...", nargs=-1)
@click.option("--most", type=Share(), default="10%", show_default=True, help="Share of needed results it may lose.")
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

    SESSION is an id or its beginning; by default all of the project. Decisions about tool results are replayed at other
    thresholds, floors and caps; those proved wrong whose result was expanded later, or taken up by the talk by the next
    compaction. Nothing is run again. Exit code 1 where there is too little to go by, or nothing fits.

    \b
    Example 例:  fastjev tune --svg 权衡.svg
    """
    # Measuring is not needed for `--help`.
    from fastjev.cli import tuned
    from fastjev.evaluate.tune import plot
    from fastjev.evaluate.tune.proposal import tune as measured

    found = measured(_evidence(sessions, project), most)
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
        "settings": [_outcome(each) for each in tuning.outcomes],
        "best": [_outcome(each) for each in tuning.front],
        "proposed": _outcome(tuning.proposed),
        "left_out": _outcome(tuning.left_out),
        "policy": snippet(tuning) if tuning.proposed else None,
    }


def _outcome(outcome: "Outcome | None") -> dict[str, Any] | None:
    if outcome is None:
        return None
    shares = {"saved": outcome.saved, "lost": outcome.lost, "wrong": outcome.wrong}
    return {**outcome._asdict(), "setting": outcome.setting._asdict() if outcome.setting else None, **shares}


def _evidence(sessions: tuple[str, ...], project: Path | None) -> "Evidence":
    from fastjev.evaluate.tune.evidence import evidence
    from fastjev.store.database import look
    from fastjev.store.entries import session_of
    from fastjev.store.journal import compactions, events

    with look(where(project)) as store:
        chosen = tuple(dict.fromkeys(session_of(store, each) for each in sessions)) or (None,)
        with progress(chosen, "sessions") as each:

            def found() -> "Iterator[Compaction]":
                for session in each:
                    yield from compactions(store, session, say_damaged)

            return evidence(found(), [event for session in chosen for event in events(store, session)])


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
        click.echo(f"fastjev: no setting loses at most {tuning.most:.0%} of the needed results; try --most", err=True)
    else:
        if (tuning.journalled.saved or 0) > (tuning.proposed.saved or 0):
            said = "what was decided saves more; whether its lines held what was needed, a journal does not say"
            click.echo(f"note: {said}, and fastjev replay does", err=True)
        click.echo("next: put it into a file, and fastjev replay FILE... --policy policy.yaml", err=True)
