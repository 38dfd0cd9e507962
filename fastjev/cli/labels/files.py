"""`fastjev labels export` and `import`: a set as another tool's file, and back."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.tables import flat
from fastjev.errors import ReadError, UsageError
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.labeling.sets import Set
    from fastjev.labeling.transfer import Lacking

_PATH = click.Path(path_type=Path)
_NAMES = ("prodigy", "doccano", "labelstudio", "csv", "conll")
_SHOWN = 5
"""Records left out that are told one by one."""
_AS = click.option("--as", "format", required=True, type=click.Choice(_NAMES), help="Whose file it is.")


def root() -> Path:
    """The project of the current folder, else the folder itself."""
    from fastjev.project import project_root

    return project_root(Path.cwd()) or Path.cwd()


@click.command("export")
@click.argument("name", metavar="SET")
@_AS
@click.option("--by", "people", multiple=True, metavar="NAME", help="This person's answers alone; may be repeated.")
@click.option("-o", "--output", type=_PATH, metavar="FILE", help="Write it here instead of to standard output.")
def export_(name: str, format: str, people: tuple[str, ...], output: Path | None) -> None:
    """Write a set as another tool's file.

    SET is a name or a folder. Every answer is an entry, and every unit without one, to be labelled there. Cells that a
    spreadsheet would run are marked as text.

    \b
    Example 例:  fastjev labels export auth-2026 --as prodigy -o auth.jsonl
    """
    from fastjev.labeling import sets
    from fastjev.labeling.formats import FORMATS
    from fastjev.labeling.transfer import records

    found = sets.named(name, root())
    _check(people, sets.people(found), found)
    told = records(found, people)
    raw = FORMATS[format].dump(told, found.name)
    _notes(found)
    if output is None:
        shown = visible(raw.decode("utf-8-sig")).encode() if sys.stdout.isatty() else raw
        click.echo(shown, nl=False)
        return
    _write(output, raw)
    answers = sum(record.by is not None for record in told)
    click.echo(f"{answers:,} answers and {len(told) - answers:,} units without one: {flat(str(output))}", err=True)
    back = f"fastjev labels import {shlex.quote(name)} {shlex.quote(str(output))} --as {format}"
    click.echo(f"next: {flat(back)} takes them back", err=True)


@click.command("import")
@click.argument("name", metavar="SET")
@click.argument("file", type=_PATH, metavar="FILE")
@_AS
@click.option("--by", metavar="NAME", help="Whose answers they are, where the file does not say.")
@click.option("--dry-run", is_flag=True, help="Say what would be added, and add nothing.")
def import_(name: str, file: Path, format: str, by: str | None, dry_run: bool) -> None:
    """Take answers from another tool's file.

    Only what the set does not say already is added, in the files of the people named in FILE; where there is no such
    SET yet, the file's entries become one. Entries are found by their unit's id, else by their text.

    \b
    Example 例:  fastjev labels import auth-2026 auth.jsonl --as prodigy --by lin
    """
    from datetime import UTC, datetime

    from fastjev.files import get
    from fastjev.labeling import sets
    from fastjev.labeling.formats import FORMATS
    from fastjev.labeling.transfer import lacking

    try:
        raw = get(file)
    except OSError as error:
        raise ReadError(f"{file}: cannot be read: {error.strerror}") from error
    found = sets.named(name, root()) if Path(name).is_dir() else sets.find(root(), name)
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    told = lacking(found, FORMATS[format].parse(raw, str(file)), str(file), by, now)
    if not dry_run:
        sets.put(found, told.items)
        sets.append(found, *told.acts)
    _tell(found, told, dry_run)


def _tell(found: "Set", told: "Lacking", dry_run: bool) -> None:
    for note in told.notes[:_SHOWN]:
        click.echo(f"note: {flat(note)}", err=True)
    if len(told.notes) > _SHOWN:
        click.echo(f"note: and {len(told.notes) - _SHOWN:,} more entries", err=True)
    people = ", ".join(dict.fromkeys(act.by for act in told.acts))
    units = len({(act.by, act.unit) for act in told.acts})
    said = f"{units:,} answers{' of ' + people if people else ''} and {len(told.items):,} units"
    click.echo(f"{said} {'would be ' * dry_run}added to {flat(found.name)}, {told.same:,} were there already")
    if not dry_run:
        click.echo(f"next: fastjev labels stats {flat(shlex.quote(found.name))}", err=True)
    elif told.acts or told.items:
        click.echo("next: the same without --dry-run adds them", err=True)


def _check(people: Sequence[str], known: tuple[str, ...], found: "Set") -> None:
    from fastjev.labeling.lines import nearest

    for by in people:
        if by not in known:
            there = f"; there are {', '.join(known)}" if known else "; nobody has labelled yet"
            raise UsageError(f"--by {by}: has no answers in {found.name}{nearest(by, known) or there}")


def _notes(found: "Set") -> None:
    from fastjev.labeling import sets

    for note in sets.notes(found):
        click.echo(f"note: {flat(note)}", err=True)


def _write(path: Path, raw: bytes) -> None:
    from fastjev.files import put

    if path.exists() and not path.is_file():
        raise UsageError(f"{path}: is no regular file; give -o another name, or leave it out for standard output")
    try:
        put(path, raw)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error
