"""`why`: what became of a statement, compaction by compaction, and by what."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from fastjev.errors import StoreError
from fastjev.integrations.mcp.answer import Answer, fitting, sendable
from fastjev.integrations.mcp.scope import Scope, opened
from fastjev.integrations.mcp.search import say
from fastjev.secrets import mask
from fastjev.store.fates import by, once, saying
from fastjev.store.journal import Compaction, Line
from fastjev.visible import visible

_SHOWN = 10
"""Units told; more say the same of older compactions."""


def why(scope: Scope, given: Mapping[str, Any]) -> Answer:
    """The newest units that say so, each with its fate and its reasons. Raises: UsageError, StoreError."""
    with opened(scope) as (store, session):
        found = once(saying(store, given["text"], session, say))
    if not found:
        raise StoreError(
            f"{mask(given['text'])!r:.240}: no unit of this session begins so in the journal; give fewer words, exactly"
            " as they were said, or use search"
        )
    text = "\n".join(_told(*each) for each in found[:_SHOWN])
    more = len(found) - _SHOWN
    note = f"and {more:,} more, most in older compactions" if more > 0 else ""
    return Answer(fitting(sendable(text), scope.tokens), note)


def _told(compaction: Compaction, line: Line, became: str) -> str:
    when = datetime.fromtimestamp(compaction.time, UTC).strftime("%Y-%m-%d %H:%MZ")
    cut = "…" if line.chars > len(line.text) else ""
    pointer = f'; expand(id="{line.pointer}") gives all of it' if line.pointer else ""
    return "\n".join(
        [
            f"{line.id}, turn {line.turn}, compaction {compaction.epoch or '-'} at {when}",
            f"  text: {visible(line.text)}{cut}".replace("\n", "\n    "),
            f"  label: {line.label} {line.p:.2f}, said by {line.speaker}",
            f"  fate: {became}{pointer}",
            f"  by: {', '.join(by(line)) or '-'}",
        ]
    )
