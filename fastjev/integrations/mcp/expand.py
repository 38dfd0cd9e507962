"""`expand`: what was taken out, exactly as it was."""

import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from fastjev.errors import StoreError, UsageError
from fastjev.integrations.mcp.answer import Answer, fitting, sendable
from fastjev.integrations.mcp.scope import Scope, opened
from fastjev.secrets import mask
from fastjev.store.archive import as_text
from fastjev.store.database import Store
from fastjev.store.entries import Entry, brief, find, nearest, parts, registered
from fastjev.store.excerpt import asked, chosen, kept, named, span
from fastjev.tokens import estimate

_EPOCH = "e"


def expand(scope: Scope, given: Mapping[str, Any]) -> Answer:
    """The text, or the lines of it that were asked for. Raises: UsageError, StoreError."""
    name = named(given["id"]).strip()
    own = span(given["lines"]) if "lines" in given else None
    if "context" in given and "grep" not in given:
        raise UsageError("expand: context goes with grep only; give both, or leave context out")
    with opened(scope) as (store, session):
        entry = _entry(store, name, session)
        whole = list(parts(store, entry))
    lines = list(chosen(whole, own, given.get("grep"), given.get("context", 0), titled=bool(entry.units)))
    if "grep" in given and not lines:
        raise StoreError(f"{entry.name}: no line of it has {mask(given['grep'])!r}; leave grep out to see all of it")
    if trouble := asked(scope.place, entry, own, now=time.time()):
        print(f"fastjev mcp: not journalled: {trouble}", file=sys.stderr)
    return _cut(entry, lines, scope.tokens)


def _entry(store: Store, name: str, session: str) -> Entry:
    if name[:1] == _EPOCH and name[1:].isdecimal():
        return find(store, name, session)
    if found := registered(store, name, session):
        return found
    if stands := kept(store, name, session, lambda what: None):
        raise StoreError(f"{stands}: read it there")
    near = nearest(store, name, session)
    hint = f"did you mean {near}?" if near else "ids stand in pointers such as [[elided id=r:8506e122 ...]], and"
    raise StoreError(
        f"{mask(brief(name))}: nothing was taken out of this session by this id; {hint} search finds texts by their"
        " words. What other sessions and projects have stays closed here."
    )


def _cut(entry: Entry, lines: Sequence[tuple[int, bytes]], tokens: int) -> Answer:
    """As many whole lines as fit, and how to ask for the next ones."""
    shown, room, last = [], tokens, 0
    for number, line in lines:
        text = as_text(line)
        room -= estimate(text)
        if room < 0:
            break
        shown.append(text)
        last = number or last
    found = "".join(shown)
    if len(shown) == len(lines):
        lossy = sendable(found) != found
        return Answer(sendable(found), "lone surrogates are shown as escapes such as \\ud800" if lossy else "")
    end = max(number for number, _ in lines)
    if last:
        then = f'go on with expand(id="{entry.pointer or entry.name}", lines="{last + 1}-{end}")'
        return Answer(sendable(found), f"cut after line {last:,} of {end:,}, at {tokens:,} tokens; {then}, or use grep")
    number, line = next((number, line) for number, line in lines if number)
    text = as_text(line)
    then = f'lines="{number + 1}-{end}" gives what follows; ' if number < end else ""
    whole = f"fastjev expand {entry.pointer or entry.name} -o FILE"
    note = f"line {number:,} alone is {len(text):,} characters and is cut; {then}in a shell, {whole} writes all of it"
    return Answer(sendable(fitting(text, tokens)), note)
