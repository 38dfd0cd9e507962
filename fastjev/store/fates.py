"""What became of a unit, told from its line in the journal; and finding lines by what they say."""

import unicodedata
from collections.abc import Callable

from fastjev.errors import UsageError
from fastjev.labels import Action, Zone
from fastjev.secrets import mask
from fastjev.store.database import Store
from fastjev.store.journal import PREVIEW_CHARS, Compaction, Line, compactions


def fate(line: Line) -> str:
    """What happened to it in one compaction, in a few words."""
    if line.zone == Zone.DEPRECATED_CONSTRAINTS:
        return "deprecated" + (f" by {line.superseded_by}" if line.superseded_by else "")
    if line.kind == "call":
        kept = f"capped, {line.kept:,} of {line.chars:,} characters kept"
        return kept if line.action == Action.CAP else "kept whole" if line.action == Action.KEEP else "folded"
    if line.zone:
        return f"kept in {line.zone}" + (f", {line.status}" if line.status != "active" else "")
    if line.tokens == 0:
        return "shown as it is, among the recent turns or in a line of its neighbours"
    return "folded" if line.action == Action.FOLD else "left out"


def by(line: Line) -> tuple[str, ...]:
    """Who brought it there: the votes for its label, heaviest first, then the rules and passes in order."""
    votes = sorted((vote for vote in line.votes if vote[0] == line.label), key=lambda vote: (-vote[1], vote[2]))
    return tuple(dict.fromkeys([*(vote[2] for vote in votes), *line.because]))


def saying(
    store: Store, text: str, session: str | None, damaged: Callable[[str], object]
) -> list[tuple[Compaction, Line]]:
    """The units that say `text` in the first characters that the journal has of them, newest compaction first.

    `session`: its whole id, or all of them; `damaged` as in `compactions`. Raises: UsageError for a text of nothing;
    StoreError.
    """
    # The journal has it masked, and no more of it.
    wanted = folded(mask(text)[:PREVIEW_CHARS])
    if not wanted:
        raise UsageError("why: give some of the statement's words")
    return [
        (each, line)
        for each in compactions(store, session, damaged)
        for line in each.lines
        if wanted in folded(line.text)
    ]


def folded(text: str) -> str:
    """Text without differences of case, width and white space, of which Chinese and mixed sentences have many."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())
