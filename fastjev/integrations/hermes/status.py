"""`/fastjev` in a session of Hermes: what was compacted in it, and what binds."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice

from fastjev.errors import FastjevError
from fastjev.integrations.hermes.names import name
from fastjev.integrations.hermes.settings import asking, folder
from fastjev.store.journal import Compaction
from fastjev.store.place import Place, place_of
from fastjev.visible import visible

_SHOWN = 5
"""Compactions told; fastjev log tells all."""
_NOTHING = "fastjev: nothing of this session was compacted yet"


def status(given: str = "") -> str:
    """The newest compactions and the ledger of the session that asks, and of no other: one host may serve many people.

    The host shows it to a person.
    """
    own = asking()
    try:
        place = place_of(folder())
        return "\n".join(_told(place, name(place, own) if own else ""))
    except FastjevError as error:
        return f"fastjev: {error}"


def _told(place: Place, session: str) -> Iterator[str]:
    from fastjev.integrations.mcp.ledger import ledger
    from fastjev.integrations.mcp.scope import Scope
    from fastjev.store.database import look
    from fastjev.store.journal import compactions

    found: list[Compaction] = []
    if session and place.file.exists():
        with look(place) as store:
            found = list(islice(compactions(store, session, lambda what: None), _SHOWN))
    if not found:
        yield _NOTHING
        return
    yield f"fastjev: {visible(session)} in {visible(str(place.project))}, the newest compaction first"
    yield from map(_line, found)
    yield ""
    yield ledger(Scope(place, session), {}).text
    yield ""
    yield "fastjev log tells more; the agent's own tools are fastjev_expand, fastjev_search and fastjev_ledger"


def _line(done: Compaction) -> str:
    when = datetime.fromtimestamp(done.time, UTC).strftime("%Y-%m-%d %H:%MZ")
    size = f"{done.size.tokens_before:,} -> {done.size.tokens_after:,} tokens" if done.size else ""
    return visible(f"  {when}  e{done.epoch}  {done.outcome}  {size}")
