"""What became of a unit, told from its line in the journal; and finding lines by what they say."""

import unicodedata
from collections.abc import Callable, Hashable, Iterable

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


def once(found: Iterable[tuple[Compaction, Line]]) -> list[tuple[Compaction, Line, str]]:
    """What `saying` found, each statement once for all compactions in which the same became of it for the same reasons.

    As the newest of them has it, with its fate and how many earlier ones there are: a sentence is carried on through
    every compaction, under ids that may differ.
    """
    newest: dict[Hashable, tuple[Compaction, Line]] = {}
    epochs: dict[Hashable, set[tuple[int, float]]] = {}
    for each, line in found:
        same = (each.session, line.turn, line.speaker, line.text, line.label, fate(line), by(line))
        newest.setdefault(same, (each, line))
        epochs.setdefault(same, set()).add((each.epoch, each.time))
    return [(each, line, fate(line) + _earlier(len(epochs[same]) - 1)) for same, (each, line) in newest.items()]


def _earlier(count: int) -> str:
    return f", and in {count:,} earlier compaction{'s' if count > 1 else ''}" if count else ""


def folded(text: str) -> str:
    """Text without differences of case, width and white space, of which Chinese and mixed sentences have many."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())
