"""Where a finished session is cut."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fastjev.datatypes import Conversation

POINTS = (0.3, 0.5, 0.7, 0.85)
"""Shares of a session's results that stand before the cut: a session is compacted in the middle of its work."""
LEAST_BEFORE = 3
"""Results before a cut; with fewer there is nothing to choose from."""
REACH = 0.05
"""Share of the results within which a cut goes to where a turn begins, which is where a host compacts."""


class _Place(NamedTuple):
    answered: int
    """Results before it."""
    message: int
    begins: bool
    """Whether a turn begins here."""


def places(conversation: Conversation, points: Sequence[float] = POINTS) -> tuple[int, ...]:
    """Indexes of the first messages behind the cuts, in order: one for each point, and each once.

    No call waits for its result at a cut, and something comes behind it. Nothing for a session with too few results.
    """
    found = list(_safe(conversation))
    total = sum(message.role == "tool" for message in conversation.messages)
    chosen = set()
    for point in points if found else ():
        wanted = point * total
        near = [place for place in found if place.begins and abs(place.answered - wanted) <= REACH * total]
        chosen.add(min(near or found, key=lambda place: (abs(place.answered - wanted), place.message)).message)
    return tuple(sorted(chosen))


def _safe(conversation: Conversation) -> Iterator[_Place]:
    """Where no call waits. One that was never answered keeps nobody waiting."""
    coming = {message.call_id for message in conversation.messages if message.role == "tool"}
    waiting: set[str] = set()
    answered, turn = 0, 0
    for message in conversation.messages:
        if not waiting and answered >= LEAST_BEFORE:
            yield _Place(answered, message.index, message.turn > turn)
        turn = message.turn
        waiting |= {call.id for call in message.calls if call.id in coming}
        if message.role == "tool":
            answered += 1
            waiting.discard(message.call_id or "")
