"""What the reports on rules have in common: FILE..., a bar, notes, and the files again for the next command."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fastjev.cli.progress import progress
from fastjev.policy import DEFAULT
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.evaluate.rules.seen import Seen
    from fastjev.evaluate.rules.walks import Walk
    from fastjev.rulebook import Rulebook

Command = TypeVar("Command", bound=Callable[..., Any])
_NOTES = 10
"""Notes shown; a folder may have one for each of its files."""
_FILES = 3
"""Files that a next step names; a shell would take more."""


def files_argument(command: Command) -> Command:
    """FILE..., one at least."""
    return click.argument("files", metavar="FILE|FOLDER|last...", nargs=-1, required=True)(command)


def json_option(command: Command) -> Command:
    """--json."""
    return click.option("--json", "as_json", is_flag=True, help="The same as one line of JSON.")(command)


def many(count: int, noun: str) -> str:
    """`1 unit`, `2,000 units`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


@contextmanager
def found(files: Sequence[str]) -> Iterator[tuple[Iterable[str], list[str]]]:
    """The conversations in files and folders behind a bar, and notes to add to. Raises: ReadError, UsageError."""
    from fastjev.evaluate.rules.walks import find

    names, notes = find(files)
    with progress(names, "conversations") as shown:
        yield shown, notes


def stopped(walk: "Walk") -> list[str]:
    """A note where the rules above core used up what a run may spend on them."""
    spent = f"{DEFAULT.stranger_chars:,} characters read (stranger_chars in a policy)"
    return [f"{walk.file}: rules above core stopped after {spent}"] if walk.stopped else []


def looked(files: Sequence[str], rulebook: "Rulebook") -> tuple[list["Seen"], list[str], int]:
    """The units of the conversations in files and folders, notes, and how many conversations there were.

    Raises: ReadError, UsageError.
    """
    from fastjev.evaluate.rules.seen import look

    units: list[Seen] = []
    conversations = 0
    with found(files) as (names, notes):
        for name in names:
            walked = look(name, rulebook)
            units += walked.units
            notes += stopped(walked.walk)
            conversations += 1
    return units, notes, conversations


def say(notes: Sequence[str]) -> None:
    """Notes on standard error."""
    for note in notes[:_NOTES]:
        click.echo(f"note: {visible(note)}", err=True)
    if len(notes) > _NOTES:
        click.echo(f"note: and {len(notes) - _NOTES} more", err=True)


def next_step(command: str, files: Sequence[str] = (), rules: Sequence[Path] = ()) -> None:
    """The command to call next, on standard error, with the files and `--rules` as they were given."""
    quoted = [shlex.quote(visible(file)) for file in files]
    shown = quoted if len(quoted) <= _FILES else [*quoted[: _FILES - 1], "..."]
    above = [f"--rules {shlex.quote(visible(str(path)))}" for path in rules]
    click.echo(f"next: {' '.join([f'fastjev {command}', *shown, *above])}", err=True)
