"""What is asked of the archive: names as they are pasted, some lines of what they stand for, and that it was asked."""

import re
from collections.abc import Callable, Iterator, Sequence

from fastjev.datatypes import Span
from fastjev.errors import StoreError, UsageError
from fastjev.secrets import mask
from fastjev.store import events, journal
from fastjev.store.database import Store, create
from fastjev.store.entries import Entry, session_of
from fastjev.store.place import Place

_POINTER = re.compile(r"\s*\[\[elided id=(\S+).*\]\]\s*", re.DOTALL)
"""A whole pointer, as it is pasted from a skeleton."""


def named(pasted: str) -> str:
    """The name in a whole pointer; any other text as it is."""
    found = _POINTER.fullmatch(pasted)
    return found[1] if found else pasted


def span(text: str) -> Span:
    """`20` or `10-20`: first and last line, counted from 1, both included. Raises: UsageError."""
    match = re.fullmatch(r"0*([0-9]{1,18})(?:-0*([0-9]{1,18}))?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= first <= last:
        raise UsageError(f"lines: {mask(text)!r:.80} is no span of lines; 10-20 is one, counted from 1")
    return Span(first, last)


def chosen(
    whole: Sequence[tuple[Entry, bytes]], own: Span | None, pattern: str | None, context: int, *, titled: bool
) -> Iterator[tuple[int, bytes]]:
    """The bytes asked for, line by line, each with its number; lines are counted through all parts.

    `own`: only these. `pattern`: only lines in which it occurs (RE2), and `context` ones around them, with their
    numbers. `titled`: a line above each part, which has no number (0), says which it is. Raises: UsageError.
    """
    before = 0
    for entry, body in whole:
        lines = _lines(body)
        within = range(len(lines))
        if own:
            within = range(max(0, own.start - 1 - before), min(len(lines), own.end - before))
        shown = _matching(lines, within, pattern, context) if pattern is not None else within
        if shown and titled:
            pointer = f" {entry.pointer}" if entry.pointer else ""
            yield 0, f"── {entry.name}{pointer}, lines {before + 1}-{before + len(lines)} ──\n".encode()
        if pattern is not None:
            for at in shown:
                yield before + at + 1, f"{before + at + 1}: ".encode() + lines[at].removesuffix(b"\n") + b"\n"
        elif shown:
            yield from ((before + at + 1, lines[at]) for at in shown)
            if titled and not lines[shown[-1]].endswith(b"\n"):
                yield 0, b"\n"
        before += len(lines)
    if own and own.start > before:
        raise UsageError(f"lines: it has {before:,} line{'s' * (before != 1)}; {own.start:,} is beyond them")


def kept(store: Store, name: str, session: str | None, damaged: Callable[[str], object]) -> str:
    """Where a unit stands that was not taken out; empty for one that nobody knows. `session` as in `find`."""
    newest = next(journal.compactions(store, session_of(store, session), damaged), None)
    line = next((line for line in newest.lines if line.id == name), None) if newest else None
    if line is None or line.tokens:
        return ""
    where = f"among the {line.zone.replace('_', ' ')}" if line.zone else "as part of a line"
    return f"{name}: was not taken out; it stands in the skeleton, {where}, or in its recent turns"


def asked(place: Place, entry: Entry, own: Span | None = None, *, now: float) -> str:
    """Journal that it was asked for, which tells later that too much was taken out; why that failed, if it did.

    Nobody is kept from reading for it. `now`: seconds since 1970.
    """
    try:
        with create(place) as store:
            events.note(store, entry.session, entry.epoch, "expand", entry.name, now=now, lines=own)
    except StoreError as error:
        return str(error)
    return ""


def _lines(body: bytes) -> list[bytes]:
    """With their line feeds; what ends in one has no line behind it."""
    *ended, last = body.split(b"\n")
    return [line + b"\n" for line in ended] + ([last] if last else [])


def _matching(lines: Sequence[bytes], own: range, pattern: str, context: int) -> list[int]:
    """Positions of the lines in which the pattern occurs, and of those around them."""
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        search = re2.compile(pattern.encode("utf-8", "replace"), options).search
    except re2.error as error:
        reason = error.args[0].decode("utf-8", "replace") if isinstance(error.args[0], bytes) else str(error)
        raise UsageError(f"grep: {mask(pattern)!r:.200} is no pattern of RE2: {mask(reason):.200}") from error
    hits = [at for at in own if search(lines[at].removesuffix(b"\n"))]
    near: list[int] = []
    for at in hits:
        first = max(own.start, at - context, near[-1] + 1 if near else 0)
        near += range(first, min(own.stop, at + context + 1))
    return near
