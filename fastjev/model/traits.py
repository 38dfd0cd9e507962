"""What is known of each tool exchange at the end of a conversation, as numbers.

Nothing that comes later can change them: a trait reads the messages given and no others. Words are cut from bytes, so
that 650 kB of results take milliseconds; an identifier inside Han text counts like any other.
"""

from collections.abc import Sequence
from math import expm1, log1p

from fastjev.datatypes import Conversation, Unit
from fastjev.model.history import Past, history
from fastjev.model.look import LOOKS
from fastjev.model.tools import KINDS

TRAITS = (
    *LOOKS,
    "input_size",
    *(f"kind_{kind}" for kind in KINDS),
    "again",
    "whole",
    "error",
    "age_turns",
    "age_exchanges",
    "position",
    "reused",
    "reused_lately",
    "new",
    "shared_lately",
    "input_lately",
    "read_again",
    "changed_later",
    "called_again",
    "repeated",
    "calls_before",
    "complained",
)
"""Sizes, ages and counts are log1p; shares and flags lie in [0, 1]."""

_REUSED = TRAITS.index("reused")
_KINDS = {kind: tuple(float(each == kind) for each in KINDS) for kind in KINDS}


def traits(conversation: Conversation, units: Sequence[Unit]) -> dict[int, tuple[float, ...]]:
    """For the position of each exchange in `units`, its traits in the order of `TRAITS`."""
    pasts = history(conversation, units)
    turns = conversation.turns
    return {position: _values(past, turns, len(pasts)) for position, past in pasts.items()}


def reused(values: Sequence[float]) -> int:
    """Of an exchange's traits: how many telling parts of its result the talk took up that it had not said before."""
    return round(expm1(values[_REUSED]))


def _values(past: Past, turns: int, exchanges: int) -> tuple[float, ...]:
    failed = past.unit.is_error
    return (
        *past.look.numbers,
        log1p(past.input_chars),
        *_KINDS[past.act.kind],
        float(past.act.again and not failed),
        float(past.act.whole),
        float(failed),
        log1p(turns - past.unit.turn),
        log1p(exchanges - 1 - past.exchanges_before),
        past.exchanges_before / exchanges,
        log1p(past.reused),
        log1p(past.reused_lately),
        log1p(past.new),
        log1p(past.shared_lately),
        log1p(past.input_lately),
        float(past.read_again),
        float(past.changed_later),
        float(past.called_again),
        float(past.repeated),
        log1p(past.calls_before),
        float(past.complained),
    )
