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

_KINDS = ("read", "search", "run", "write", "other")
_GROUPS = {"list": "search", "ask": "other", "web": "other"}
"""Kinds too rare to learn from by themselves: apart, they made held-out sessions worse."""
TRAITS = (
    *LOOKS,
    "input_size",
    *(f"kind_{kind}" for kind in _KINDS),
    "again",
    "whole",
    "error",
    "age_turns",
    "age_exchanges",
    "reused",
    "reused_lately",
    "new",
    "read_again",
    "changed_later",
    "called_again",
    "repeated",
    "calls_before",
    "complained",
)
"""Sizes, ages and counts are log1p; shares and flags lie in [0, 1]."""

_REUSED = TRAITS.index("reused")
_FLAGS = {kind: tuple(float(group == _GROUPS.get(kind, kind)) for group in _KINDS) for kind in KINDS}


def traits(conversation: Conversation, units: Sequence[Unit]) -> dict[int, tuple[float, ...]]:
    """For the position of each exchange in `units`, its traits in the order of `TRAITS`."""
    pasts = history(conversation, units)
    turns = conversation.turns
    last = len(pasts) - 1
    return {
        position: _values(past, turns - past.exchange.unit.turn, last - number)
        for number, (position, past) in enumerate(pasts.items())
    }


def reused(values: Sequence[float]) -> int:
    """Of an exchange's traits: how many telling parts of its result the talk took up that it had not said before."""
    return round(expm1(values[_REUSED]))


def _values(past: Past, turns: int, exchanges: int) -> tuple[float, ...]:
    """`turns`, `exchanges`: how many came later."""
    own = past.exchange
    failed = own.unit.is_error
    return (
        *past.numbers,
        log1p(own.input_chars),
        *_FLAGS[own.act.kind],
        float(own.act.again and not failed),
        float(own.act.whole),
        float(failed),
        log1p(turns),
        log1p(exchanges),
        log1p(past.uptake.reused),
        log1p(past.uptake.lately),
        log1p(past.earlier.new),
        float(past.later.read_again),
        float(past.later.changed),
        float(past.later.called_again),
        float(past.earlier.repeated),
        log1p(past.earlier.calls),
        float(past.complained),
    )
