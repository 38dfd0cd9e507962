"""`fastjev archive`: what is kept of what was taken out, whether it is sound, and how to be rid of it."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from fastjev.cli.paint import put
from fastjev.cli.stored import of_session, project_option, short, when, where
from fastjev.cli.tables import flat, heading, put_table, row, table
from fastjev.errors import StoreError, UsageError
from fastjev.jsontext import dump
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.store.place import Place
    from fastjev.store.upkeep import Held

_json_option = click.option("--json", "as_json", is_flag=True, help="Everything as one line of JSON.")


@click.group()
def archive() -> None:
    """List, check, shrink and purge what is kept."""


@archive.command("list")
@click.option("--all", "every", is_flag=True, help="The sessions of every project.")
@_json_option
@project_option
def list_(every: bool, as_json: bool, project: Path | None) -> None:
    """List the sessions that are archived, the last one first.

    Examples: fastjev archive list, fastjev archive list --all (所有项目).
    """
    found = _everywhere() if every else [_of(where(project))]
    if as_json:
        told = [{"project": str(place.project), "sessions": [asdict(each) for each in held]} for place, held in found]
        click.echo(dump({"schema": "fastjev.archive/1", "projects": told}).encode())
        return
    for place, held in found:
        put([heading(str(place.project), f"{len(held)} session{'s' * (len(held) != 1)}")])
        _table(held)
    put([Text("epochs: compactions; entries: what can be expanded; size: of the session file", "dim")])
    newest = next((each.session for _, held in found for each in held), None)
    if newest is not None:
        click.echo(f"next: fastjev expand e1 --raw{of_session(newest)}, or fastjev log", err=True)


@archive.command()
@_json_option
@project_option
def stats(as_json: bool, project: Path | None) -> None:
    """Show how much is kept, and of what. Examples: fastjev archive stats (占多少空间)."""
    from fastjev.store.database import look
    from fastjev.store.upkeep import stats as counted

    place = where(project)
    with look(place) as store:
        found = counted(store)
    if as_json:
        told = {"schema": "fastjev.archive-stats/1", "project": str(place.project), "file": str(place.file)}
        click.echo(dump({**told, "stats": asdict(found)}).encode())
        return
    texts = f"{found.results:,} results, {found.inputs:,} inputs of calls, {found.passages:,} passages"
    put(
        [
            row("project", str(place.project)),
            row("file", f"{place.file}, {_size(found.file)}"),
            row("sessions", f"{found.sessions:,}, {found.epochs:,} epochs"),
            row("texts", f"{texts}, {found.folds:,} folds"),
            row("blobs", f"{found.blobs:,}, {_size(found.blob_bytes)}, each once however often it is taken out"),
            row("loose", f"{found.loose:,}, {_size(found.loose_bytes)}, to which nothing refers"),
            row("journal", f"{found.compactions:,} compactions, {found.events:,} events, {_size(found.journal_bytes)}"),
        ]
    )
    click.echo(f"next: fastjev archive {'gc' if found.loose else 'verify'}", err=True)


@archive.command()
@project_option
@click.pass_context
def verify(ctx: click.Context, project: Path | None) -> None:
    """Read every byte and compare it with its digest; write nothing. Ends with 1 if something is wrong.

    Examples: fastjev archive verify (逐字节核对).
    """
    from fastjev.store.database import look
    from fastjev.store.soundness import mendable
    from fastjev.store.soundness import verify as wrong

    place = where(project)
    count = 0
    with look(place) as store:
        for line in wrong(store):
            count += 1
            click.echo(visible(line).encode())
        whole = not count or mendable(store)
        sound = "sound" if not count else f"{count} thing{'s' * (count != 1)} wrong"
    click.echo(f"{visible(str(place.file))}: {sound}", err=True)
    if count and whole:
        click.echo("next: compact the session again while its file is there: that mends what it holds", err=True)
    elif count:
        again = "fastjev archive purge --all, and compact the sessions again while their files are there"
        click.echo(f"next: expand what you need of the rest, then {again}", err=True)
    ctx.exit(1 if count else 0)


@archive.command()
@project_option
def gc(project: Path | None) -> None:
    """Drop what nothing refers to. No name that can be expanded is touched."""
    from fastjev.store.database import create
    from fastjev.store.upkeep import gc as collected

    place = _there(where(project))
    with create(place) as store:
        blobs, size = collected(store)
    click.echo(f"dropped {blobs:,} blob{'s' * (blobs != 1)}, {_size(size)}", err=True)


@archive.command()
@click.option("--session", metavar="S", help="The session to be rid of: its id or its beginning.")
@click.option("--all", "every", is_flag=True, help="The whole store of the project, damaged or not.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@project_option
def purge(session: str | None, every: bool, yes: bool, project: Path | None) -> None:
    """Delete a session, or the project's whole store, for good: archive and journal. Asks first.

    What a skeleton's pointers of it stand for cannot be expanded afterwards; the session's own file is not touched.

    Examples: fastjev archive purge --session 5c0375b4 (彻底删除一个会话), fastjev archive purge --all --yes.
    """
    from fastjev.store.database import create
    from fastjev.store.entries import brief, session_of
    from fastjev.store.upkeep import destroy
    from fastjev.store.upkeep import purge as purged

    if (session is None) == (not every):
        raise UsageError("purge: say what: --session S for one session, or --all for the project's whole store")
    place = _there(where(project))
    if every:
        _ask(f"Delete all that is archived for {place.project}?", yes)
        click.echo(f"deleted {_size(destroy(place))}", err=True)
        return
    with create(place) as store:
        chosen = session_of(store, session)
        _ask(f"Delete all that is archived of session {brief(chosen)}?", yes)
        blobs, size = purged(store, chosen)
    click.echo(f"deleted {blobs:,} blob{'s' * (blobs != 1)}, {_size(size)}, and the session's journal", err=True)


def _ask(question: str, yes: bool) -> None:
    if not yes:
        click.confirm(f"{visible(question)} It cannot be had back.", abort=True, err=True)


def _there(place: "Place") -> "Place":
    """Raises: StoreError where there is no store: nothing is made to be emptied."""
    from fastjev.store.database import nothing

    if not place.file.exists():
        raise nothing(place)
    return place


def _of(place: "Place") -> "tuple[Place, list[Held]]":
    from fastjev.store.database import look
    from fastjev.store.upkeep import held

    with look(place) as store:
        return place, held(store)


def _everywhere() -> "list[tuple[Place, list[Held]]]":
    from fastjev.store.database import peek
    from fastjev.store.place import files, home
    from fastjev.store.upkeep import held

    found = []
    for file in files(home()):
        try:
            with peek(file, home()) as store:
                found.append((store.place, held(store)))
        except StoreError as error:
            click.echo(f"note: {visible(str(error))}", err=True)
    return found


def _table(held: "list[Held]") -> None:
    columns = table(
        "session", "from", "epochs", "entries", "size", "last compacted", right=("epochs", "entries", "size")
    )
    for each in held:
        columns.add_row(
            Text(flat(short(each.session))),
            Text(flat(each.format or "-")),
            f"{each.epochs:,}",
            f"{each.entries:,}",
            _size(each.bytes),
            when(each.compacted),
        )
    put_table(columns)


def _size(count: int) -> str:
    if count < 1000:
        return f"{count} B"
    return f"{count / 1000:,.1f} kB" if count < 1_000_000 else f"{count / 1_000_000:,.1f} MB"
