"""`search`: texts of this session by their words, those that were taken out and those that still stand."""

import sys
from collections.abc import Mapping
from typing import Any

from fastjev.errors import StoreError
from fastjev.integrations.mcp.answer import Answer, fitting, sendable
from fastjev.integrations.mcp.scope import Scope, opened
from fastjev.secrets import mask
from fastjev.store.search import Hit
from fastjev.store.search import search as found_in
from fastjev.visible import visible

LIMIT = 10
"""Texts shown where nobody says."""


def search(scope: Scope, given: Mapping[str, Any]) -> Answer:
    """The texts with the most and the rarest of the words, each with the id that `expand` takes. Raises: StoreError."""
    query, label, limit = given["query"], given.get("label"), given.get("limit", LIMIT)
    with opened(scope) as (store, session):
        found = found_in(store, session, query, label, limit + 1, say)
    if not found:
        kind = f" labelled {label}" if label else ""
        raise StoreError(
            f"{mask(query)!r:.200}: nothing{kind} in this session has any of these words; try fewer or other ones"
            + (", or leave label out" if label else "")
        )
    text = "\n".join(line for hit in found[:limit] for line in _told(hit))
    note = f"there is more; limit={limit * 2} shows it, or give more words" if len(found) > limit else ""
    return Answer(fitting(sendable(text), scope.tokens), note)


def say(what: str) -> None:
    """What cannot be read, for the host's log."""
    print(f"fastjev mcp: {visible(what)}", file=sys.stderr)


def _told(hit: Hit) -> list[str]:
    stands = "stands in the skeleton or in its recent turns"
    size = f"{hit.lines:,} line{'s' * (hit.lines != 1)}, about {hit.tokens:,} tokens" if hit.lines else stands
    unit = f" ({hit.unit})" if hit.unit != hit.id else ""
    label = ", ".join(filter(None, (hit.label, hit.status if hit.status != "active" else "")))
    head = ", ".join(filter(None, (f"{hit.id}{unit}", f"turn {hit.turn}", label, size)))
    return [head, *(f"  {number}: {visible(text)}" for number, text in hit.excerpts)]
