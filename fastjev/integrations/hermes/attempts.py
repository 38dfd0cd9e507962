"""What came of an attempt, for the host's status; and in the journal where nothing was done, as log shows."""

import logging
import time
from pathlib import Path
from typing import Any

from fastjev.datatypes import Size
from fastjev.integrations.hermes.compaction import Compacted
from fastjev.store import events
from fastjev.store.database import create
from fastjev.store.place import place_of

_CHARS = 200
"""Of an error's text."""

logger = logging.getLogger(__name__)


def figures(done: Compacted, milliseconds: int) -> dict[str, Any]:
    """For the host's status."""
    return {
        "outcome": str(done.outcome),
        "tokens_before": done.sizes.tokens_before,
        "tokens_after": done.sizes.tokens_after,
        "milliseconds": milliseconds,
        "epoch": done.epoch,
        "trouble": done.trouble,
    }


def nothing_done(
    project: Path,
    session: str,
    outcome: str,
    tokens: int,
    milliseconds: int,
    *,
    size: Size | None,
    error: object = None,
) -> None:
    """Journal one. `tokens`: of the prompt; 0 where nobody knows. `error`: what kept it from changing anything.

    Whatever is wrong with the store keeps no host from going on.
    """
    why = [f"at {tokens:,} tokens"] if tokens else []
    if error:
        kind = f"{type(error).__name__}: " if isinstance(error, Exception) else ""
        why.append(f"({kind}{error})"[:_CHARS])
    try:
        with create(place_of(project)) as store:
            events.attempted(
                store, session, outcome, " ".join(why), now=time.time(), size=size, milliseconds=milliseconds
            )
    except Exception:
        logger.warning("fastjev: this attempt is not in the journal", exc_info=True)
