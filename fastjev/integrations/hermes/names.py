"""The id under which the archive knows a session, whatever the host calls it by now.

Only the host says which session goes on in which. What a text says of itself anybody may have pasted.
"""

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from fastjev.errors import StoreError
from fastjev.integrations.hermes.told import session_id

if TYPE_CHECKING:
    from fastjev.store.place import Place

_GONE_ON: dict[str, str] = {}
"""By the host's id, for the life of the process: also where nothing can be archived."""

logger = logging.getLogger(__name__)


def name(place: "Place", session: str) -> str:
    """By the host's id, which is not empty."""
    if session not in _GONE_ON and place.file.exists():
        from fastjev.store.database import look
        from fastjev.store.names import meant

        try:
            with look(place) as store:
                return meant(store, session) or session_id(session, ())
        except StoreError:
            logger.warning("fastjev: whether %s goes on from another is not known", session, exc_info=True)
    return _GONE_ON.get(session) or session_id(session, ())


def goes_on(project: Path, old: str, new: str) -> None:
    """The host's session `old` goes on as `new`, in later processes, too."""
    if not old or not new or old == new:
        return
    from fastjev.store.database import create
    from fastjev.store.names import also
    from fastjev.store.place import place_of

    try:
        place = place_of(project)
        own = _GONE_ON[new] = name(place, old)
        if place.file.exists():
            with create(place) as store:
                also(store, new, own)
    except Exception:  # what the host told must not keep it from going on
        logger.warning("fastjev: that %s goes on as %s is not kept", old, new, exc_info=True)
