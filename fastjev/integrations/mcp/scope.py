"""The one project and the one session that a server tells of."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from fastjev.errors import StoreError
from fastjev.integrations.mcp.answer import TOKENS
from fastjev.store.database import Store, look
from fastjev.store.entries import session_of
from fastjev.store.place import Place, place_of

NOTHING = (
    "nothing of this session has been archived by fastjev yet, so there is nothing to expand or search. That changes"
    " with its first compaction; what the conversation still holds stands there."
)


class Scope(NamedTuple):
    """As the host tells it."""

    place: Place
    session: str
    """Its whole id; empty: the one that the project compacted last."""
    tokens: int = TOKENS
    """Estimated, that the host takes of one answer."""


class Opened(NamedTuple):
    """The store and the session, for as long as one call takes."""

    store: Store
    session: str


def scope(environ: Mapping[str, str] = os.environ) -> Scope:
    """The project of `CLAUDE_PROJECT_DIR`, else of this folder; the session of `CLAUDE_CODE_SESSION_ID`."""
    folder = Path(environ.get("CLAUDE_PROJECT_DIR") or Path.cwd())
    return Scope(place_of(folder), environ.get("CLAUDE_CODE_SESSION_ID", ""))


@contextmanager
def opened(scope: Scope) -> Iterator[Opened]:
    """The project's store, to be read. Raises: StoreError, also where the session has nothing in it."""
    if not os.path.lexists(scope.place.file):
        raise StoreError(NOTHING)
    with look(scope.place) as store:
        yield Opened(store, _session(store, scope.session))


def _session(store: Store, told: str) -> str:
    if not told:
        return session_of(store)
    try:
        found = session_of(store, told)
    except StoreError:
        found = ""
    # A beginning of an id is enough on a command line. Here it could be another session's.
    if found == told:
        return found
    try:
        # A fork asks about the pointers of its parent's skeleton before it has an archive of its own.
        return session_of(store, _parent(told))
    except (OSError, StoreError) as error:
        raise StoreError(NOTHING) from error


def _parent(session: str) -> str:
    from fastjev.integrations.claude_code.fork import HEAD, parent_of
    from fastjev.sessions import of_id

    path, parent = of_id(session), ""
    if path:
        with path.open("rb") as file:
            parent = parent_of(file.read(HEAD))
    if not parent:
        raise StoreError(NOTHING)
    return parent
