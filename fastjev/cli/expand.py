"""`fastjev expand`: what was taken out, byte for byte."""

import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.options import count
from fastjev.cli.stored import of_session, project_option, say_damaged, session_option, where
from fastjev.errors import StoreError, UsageError
from fastjev.renderers.visible import visible

if TYPE_CHECKING:
    from fastjev.datatypes import Span
    from fastjev.store.database import Store
    from fastjev.store.entries import Entry
    from fastjev.store.place import Place

_POINTER = re.compile(r"\s*\[\[elided id=(\S+).*\]\]\s*", re.DOTALL)
"""A whole pointer, as it is pasted from a skeleton."""


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

    span = _span(lines) if lines else None
    if context is not None and pattern is None:
        raise UsageError("--context: goes with --grep PATTERN only")
    pasted = _POINTER.fullmatch(name)
    place = where(project)
    with look(place) as store:
        try:
            entry = find(store, pasted[1] if pasted else name, session, epoch)
        except StoreError as error:
            raise _kept(store, name, session) or error from None
        # All of it is verified before the first byte is shown.
        whole = [(entry, records(store, entry))] if raw else list(parts(store, entry))
    titled = not raw and bool(entry.units)
    found = b"".join(_chosen(whole, span, pattern, context or 0, titled=titled))
    if pattern and not found:
        raise StoreError(f"{entry.name}: no line of it has {mask(pattern)!r}; without --grep it is shown whole")
    _put(found, output)
    _journal(place, entry, span)
    if not output:
        _talk(entry, raw=raw)


def _kept(store: "Store", name: str, session: str | None) -> StoreError | None:
    """Of a unit that was not taken out: that it stands in the skeleton."""
    from fastjev.store.entries import session_of
    from fastjev.store.journal import compactions

    newest = next(compactions(store, session_of(store, session), say_damaged), None)
    line = next((line for line in newest.lines if line.id == name), None) if newest else None
    if line is None or line.tokens:
        return None
    where = f"among the {line.zone.replace('_', ' ')}" if line.zone else "as part of a line"
    return StoreError(f"{name}: was not taken out; it stands in the skeleton, {where}, or in its recent turns")


def _span(text: str) -> "Span":
    from fastjev.datatypes import Span

    match = re.fullmatch(r"0*([0-9]{1,18})(?:-0*([0-9]{1,18}))?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= first <= last:
        raise UsageError(f"--lines: {text!r} is no span of lines; 10-20 is one, counted from 1")
    return Span(first, last)


def _chosen(
    whole: Sequence[tuple["Entry", bytes]], span: "Span | None", pattern: str | None, context: int, *, titled: bool
) -> Iterator[bytes]:
    """The bytes asked for; lines are counted through all parts."""
    before = 0
    for entry, body in whole:
        lines = _lines(body)
        own = range(len(lines))
        if span:
            own = range(max(0, span.start - 1 - before), min(len(lines), span.end - before))
        shown = _matching(lines, own, pattern, context) if pattern is not None else own
        if shown and titled:
            pointer = f" {entry.pointer}" if entry.pointer else ""
            yield f"── {entry.name}{pointer}, lines {before + 1}-{before + len(lines)} ──\n".encode()
        if pattern is not None:
            yield from (f"{before + at + 1}: ".encode() + lines[at].removesuffix(b"\n") + b"\n" for at in shown)
        elif shown:
            found = b"".join(lines[own.start : own.stop])
            yield found if not titled or found.endswith(b"\n") else found + b"\n"
        before += len(lines)
    if span and span.start > before:
        raise UsageError(f"--lines: it has {before:,} line{'s' * (before != 1)}; {span.start:,} is beyond them")


def _lines(body: bytes) -> list[bytes]:
    """With their line feeds; what ends in one has no line behind it."""
    *ended, last = body.split(b"\n")
    return [line + b"\n" for line in ended] + ([last] if last else [])


def _matching(lines: Sequence[bytes], own: range, pattern: str, context: int) -> list[int]:
    """Positions of the lines in which the pattern occurs, and of those around them."""
    import re2

    from fastjev.secrets import mask

    options = re2.Options()
    options.log_errors = False
    try:
        search = re2.compile(pattern.encode("utf-8", "replace"), options).search
    except re2.error as error:
        reason = error.args[0].decode("utf-8", "replace") if isinstance(error.args[0], bytes) else str(error)
        raise UsageError(f"--grep: {mask(pattern)!r} is no pattern of RE2: {mask(reason)}") from error
    hits = [at for at in own if search(lines[at].removesuffix(b"\n"))]
    near: list[int] = []
    for at in hits:
        first = max(own.start, at - context, near[-1] + 1 if near else 0)
        near += range(first, min(own.stop, at + context + 1))
    return near


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


def _journal(place: "Place", entry: "Entry", span: "Span | None") -> None:
    """That it was asked for tells later that too much was taken out; nobody is kept from reading for it."""
    from fastjev.store.database import create
    from fastjev.store.journal import note

    try:
        with create(place) as store:
            note(store, entry.session, entry.epoch, "expand", entry.name, now=time.time(), lines=span)
    except StoreError as error:
        click.echo(f"note: not journalled: {visible(str(error))}", err=True)


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
