"""Numbers what was said in reading order, and the turns it belongs to."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from fastjev.datatypes import Message, ToolCall
from fastjev.labels import Speaker

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

    @property
    def starts(self) -> bool:
        """Does a new turn begin with it?"""
        return self.speaker is Speaker.HUMAN and self.via in STARTS


def number(said: Sequence[Said]) -> tuple[Message, ...]:
    """The messages, with `index` from 0 and `turn` from 1 (0 before the first prompt).

    What the client wrote into the same entry just before the prompt belongs to the prompt's turn.
    """
    turns = [0] * len(said)
    turn = 0
    for index, entry in enumerate(said):
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
