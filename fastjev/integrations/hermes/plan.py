"""What stays of a history and what goes, before anything is read in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastjev.integrations.hermes import rows as history
from fastjev.integrations.hermes.rows import Row
from fastjev.integrations.message_list import SYSTEM
from fastjev.policy import Policy

if TYPE_CHECKING:
    from fastjev.store.place import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a compaction is to come to."""

    session: str
    """The id that the archive knows."""
    room: int
    """Estimated tokens that the rows should fit in."""
    recent: int
    """Of these, tokens of the head and of the newest rows."""
    head: int
    """Rows at the beginning that stay, where nothing was compacted yet."""
    policy: Policy
    place: "Place | None"
    """Of the archive; nothing is written without one, and no pointer shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Places in the history."""

    rows: tuple[Any, ...]
    known: tuple[Row | None, ...]
    """Each row as the walk reads it; nothing for junk, which stays where it is."""
    walked: tuple[int, ...]
    """Rows that the walk reads: all but the system's and junk."""
    before: int | None
    """The skeleton of an earlier compaction."""
    first: frozenset[int]
    """The head."""
    stay: frozenset[int]
    """The head, the newest rows, what the system says, and junk."""
    large: dict[int, int]
    """Results among these that do not stay whole, with the tokens that each may have."""
    tokens: int
    """What stays comes to so many, estimated."""

    @property
    def gone(self) -> tuple[int, ...]:
        """Rows that the skeleton is to stand for."""
        return tuple(at for at in self.walked if at not in self.stay and at != self.before)


def plan(given: Sequence[Any], wanted: Wanted) -> Plan:
    """Head and newest rows, as many as fit in `wanted.recent`, with whole pairs of calls and results."""
    before = history.own(given, wanted.session)
    rows = history.parted(given, before)
    read = [history.read(row) for row in rows]
    read = [row if at == before else history.pasted(row) for at, row in enumerate(read)]
    answered = {str(row["tool_call_id"]) for row in read if row and row["role"] == "tool"}
    known = [history.called(row, answered) for row in read]
    walked = [at for at, row in enumerate(known) if row is not None and rows[at]["role"] not in SYSTEM]
    before = before if before in walked else None
    cost = [history.tokens(row) for row in known]
    least = wanted.policy.trim_tokens if wanted.place else max(cost, default=0)
    capped = [min(size, least) if _is_result(row) else size for size, row in zip(cost, known, strict=True)]
    # Where a skeleton stands, it tells of the head already.
    first = history.head(known, wanted.head) if before is None else set()
    stay = {at for at, row in enumerate(rows) if row is None or known[at] is None or row["role"] in SYSTEM}
    newest = history.tail(known, wanted.recent - sum(capped[at] for at in first), capped)
    ahead, behind = history.asked(known, newest | first)
    first |= ahead
    stay |= first | behind | newest - {before}
    large = _large(known, cost, stay, wanted)
    return Plan(
        rows=tuple(rows),
        known=tuple(known),
        walked=tuple(walked),
        before=before,
        first=frozenset(first),
        stay=frozenset(stay),
        large=large,
        tokens=sum(large.get(at, cost[at]) for at in stay),
    )


def _large(known: Sequence[Row | None], cost: Sequence[int], stay: set[int], wanted: Wanted) -> dict[int, int]:
    """The newest are the last to be cut. Nothing is without an archive: nobody could follow the pointer."""
    if wanted.place is None:
        return {}
    room = wanted.recent
    found: dict[int, int] = {}
    for at in sorted(stay, reverse=True):
        allowed = max(wanted.policy.trim_tokens, room // 2)
        if _is_result(known[at]) and cost[at] > allowed:
            found[at] = allowed
        room -= found.get(at, cost[at])
    return found


def _is_result(row: Row | None) -> bool:
    return row is not None and row["role"] == "tool"
