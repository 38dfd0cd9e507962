"""Numbers what was said in reading order, and the turns it belongs to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fastjev.datatypes import Message, ToolCall
from fastjev.labels import Speaker
from fastjev.readers.skeleton.line import Head, Place

STARTS = frozenset({"text", "prompt", "command", "queued"})
"""Ways of coming that open a turn when a human speaks. An answer or a rejection belongs to the turn that runs."""


@dataclass(slots=True)
class Said:
    """A message before its place is known; fields as in `Message`."""

    role: str
    speaker: Speaker
    text: str
    via: str
    time: str | None = None
    calls: tuple[ToolCall, ...] = ()
    call_id: str | None = None
    is_error: bool = False
    records: list[int] = field(default_factory=list)
    entry: int | None = None
    """Number of the raw entry or list item it was cut from; None where it is the whole of it."""
    place: Place | None = None
    """Of a skeleton's line: where it stood."""

    @property
    def starts(self) -> bool:
        """Does a new turn begin with it?"""
        return self.speaker is Speaker.HUMAN and self.via in STARTS and self.place is None


def number(said: Sequence[Said], session: str = "") -> tuple[Message, ...]:
    """The messages, with `index` from 0 and `turn` from 1 (0 before the first prompt).

    What the client wrote into the same entry just before the prompt belongs to the prompt's turn. The lines of a
    skeleton with which the talk opens, or of one of this very session, keep their turns, and what follows is counted on
    from there; elsewhere they belong to the turn that runs.
    """
    turns = [0] * len(said)
    turn = 0
    head = _opening(said, session)
    before_first = _before(said, head) if head else 0
    for index, entry in enumerate(said):
        if entry.place and entry.place.head is head:
            turns[index], turn = entry.place.turn, before_first
            continue
        if entry.starts:
            turn += 1
            before = index - 1
            while before >= 0 and entry.entry is not None and said[before].entry == entry.entry:
                if said[before].speaker is not Speaker.HARNESS:
                    break
                turns[before] = turn
                before -= 1
        turns[index] = turn
    return tuple(
        Message(
            index=index,
            role=entry.role,
            speaker=entry.speaker,
            text=entry.text,
            turn=turns[index],
            time=entry.time,
            calls=entry.calls,
            call_id=entry.call_id,
            is_error=entry.is_error,
            via=entry.via,
            records=tuple(entry.records),
        )
        for index, entry in enumerate(said)
    )


def covered(said: Iterable[Said]) -> int:
    """The last turn that a skeleton among what was said tells of; 0 where there is none."""
    return max((entry.place.head.last for entry in said if entry.place), default=0)


def _opening(said: Sequence[Said], session: str) -> Head | None:
    """What the skeleton tells with which the talk opens, or behind its first rows, where a host leaves these as they
    are; nothing where it was only pasted: then it names another session.
    """
    place = next((entry.place for entry in said if entry.place), None)
    first = next((entry for entry in said if entry.starts or entry.place), None)
    own = place is not None and place.head.session and session.startswith(place.head.session)
    return place.head if place and (own or (first and first.place)) else None


def _before(said: Sequence[Said], head: Head) -> int:
    """The turn that runs as the skeleton ends: the first prompt behind it opens the next one."""
    at = next(n for n, entry in enumerate(said) if entry.place)
    behind = (entry for entry in said[at:] if entry.place is None and entry.speaker is not Speaker.HARNESS)
    first = next(behind, None)
    # A budget for recent turns may have cut the oldest of them, so that it begins without its prompt.
    cut = head.recent > 0 and first is not None and not first.starts
    return max(0, head.last - head.recent + cut)
