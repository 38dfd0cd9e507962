"""`fastjev expand`: what was taken out, byte for byte."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.options import count
from fastjev.cli.stored import of_session, project_option, say_damaged, session_option, where
from fastjev.errors import StoreError, UsageError
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.store.entries import Entry


@click.command()
@click.argument("name", metavar="ID")
@session_option
@project_option
@click.option("--epoch", type=count(1), metavar="N", help="The compaction meant; by default the newest.")
@click.option("--lines", metavar="A-B", help="Only these lines, counted from 1, both included.")
@click.option("--grep", "pattern", metavar="PATTERN", help="Only lines in which this occurs (RE2), with their numbers.")
@click.option("--context", type=count(0), metavar="N", help="Lines around each of --grep's.")
@click.option("--raw", is_flag=True, help="The raw records of the session file that hold it.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write here, for your eyes only.")
def expand(
    name: str,
    session: str | None,
    project: Path | None,
    epoch: int | None,
    lines: str | None,
    pattern: str | None,
    context: int | None,
    raw: bool,
    output: Path | None,
) -> None:
    """Give back what was taken out, byte for byte.

    ID is that of a pointer (r:8506e122), a unit (u12.3), the input of its call (u12.3.call), a fold line (f13), or an
    epoch (e1: all of one compaction; with --raw the whole session file). Bytes are exact where they are piped or
    written; on a terminal what it would obey is shown as an escape.

    Examples: fastjev expand r:8506e122 --grep '错误|error' --context 2, fastjev expand e1 --raw -o session.jsonl.
    """
    from fastjev.secrets import mask
    from fastjev.store.database import look
    from fastjev.store.entries import find, parts
    from fastjev.store.entries import raw as records
    from fastjev.store.excerpt import asked, chosen, kept, named, span

    own = span(lines) if lines else None
    if context is not None and pattern is None:
        raise UsageError("--context: goes with --grep PATTERN only")
    place = where(project)
    with look(place) as store:
        try:
            entry = find(store, named(name), session, epoch)
        except StoreError as error:
            raise StoreError(kept(store, name, session, say_damaged) or str(error)) from None
        # All of it is verified before the first byte is shown.
        whole = [(entry, records(store, entry))] if raw else list(parts(store, entry))
    titled = not raw and bool(entry.units)
    found = b"".join(line for _, line in chosen(whole, own, pattern, context or 0, titled=titled))
    if pattern and not found:
        raise StoreError(f"{entry.name}: no line of it has {mask(pattern)!r}; without --grep it is shown whole")
    _put(found, output)
    if trouble := asked(place, entry, own, now=time.time()):
        click.echo(f"note: not journalled: {visible(trouble)}", err=True)
    if not output:
        _talk(entry, raw=raw)


def _put(found: bytes, output: Path | None) -> None:
    from fastjev.files import put

    if output and str(output) != "-":
        if output.exists() and not output.is_file():
            raise UsageError(f"{output}: is no regular file; give -o another name, or leave it out")
        try:
            put(output.resolve(), found)
        except OSError as error:
            raise UsageError(f"{output}: cannot be written: {error.strerror}") from error
    elif sys.stdout.isatty():
        click.echo(visible(found.decode("utf-8", "backslashreplace")).encode(), nl=not found.endswith(b"\n"))
    else:
        click.echo(found, nl=False)


def _talk(entry: "Entry", *, raw: bool) -> None:
    first, last = entry.turns
    turns = f"turn {first}" if first == last else f"turns {first}-{last}"
    click.echo(
        f"{entry.name}: {turns}, {entry.lines:,} line{'s' * (entry.lines != 1)}, about {entry.tokens:,} tokens",
        err=True,
    )
    if not raw:
        place = f"{of_session(entry.session)} --epoch {entry.epoch}"
        click.echo(f"next: fastjev expand {entry.name}{place} --raw", err=True)
