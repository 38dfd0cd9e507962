"""`/fastjev` in a session of Hermes: what was compacted in this folder, and what binds there."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice

from fastjev.errors import FastjevError
from fastjev.integrations.hermes.settings import folder
from fastjev.renderers.visible import visible
from fastjev.store.journal import Compaction
from fastjev.store.place import Place, place_of

_SHOWN = 5
"""Compactions told; fastjev log tells all."""


def status(given: str = "") -> str:
    """The newest compactions, and the ledger of the session that was compacted last. The host shows it to a person."""
    try:
        return "\n".join(_told(place_of(folder())))
    except FastjevError as error:
        return f"fastjev: {error}"


def _told(place: Place) -> Iterator[str]:
    from fastjev.integrations.mcp.ledger import ledger
    from fastjev.integrations.mcp.scope import Scope
    from fastjev.store.database import look
    from fastjev.store.journal import compactions

    if not place.file.exists():
        yield f"fastjev: nothing was compacted in {visible(str(place.project))} yet"
        return
    with look(place) as store:
        found = list(islice(compactions(store, None, lambda what: None), _SHOWN))
    yield f"fastjev: compactions in {visible(str(place.project))}, newest first"
    yield from map(_line, found)
    yield ""
    yield ledger(Scope(place, found[0].session if found else ""), {}).text
    yield ""
    yield "fastjev log tells more; the agent's own tools are fastjev_expand, fastjev_search and fastjev_ledger"


def _line(done: Compaction) -> str:
    when = datetime.fromtimestamp(done.time, UTC).strftime("%Y-%m-%d %H:%MZ")
    size = f"{done.size.tokens_before:,} -> {done.size.tokens_after:,} tokens" if done.size else ""
    return visible(f"  {when}  {done.session:<24} e{done.epoch}  {done.outcome}  {size}")
