"""What became of each tool exchange up to the end of a conversation: taken up, superseded, complained about."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fastjev.datatypes import Conversation, Message, Unit
from fastjev.labels import Speaker
from fastjev.model.complaint import complains
from fastjev.model.look import look
from fastjev.model.tools import NOTHING, Act, act, leaves
from fastjev.telling import encoded, parts, prose_parts, tells

Parts = Sequence[bytes]
_LATE = 10
"""Messages that say something, counted from the end, which are late."""


class Exchange(NamedTuple):
    """One exchange by itself."""

    unit: Unit
    act: Act
    inputs: Parts
    """Parts of the call's input."""
    input_chars: int
    at: int
    """The message of the call."""


class Uptake(NamedTuple):
    """What the talk took from a result."""

    reused: int = 0
    """Telling parts that it said later and had not said before."""
    lately: int = 0
    """Those of them that the late messages hold."""


class Later(NamedTuple):
    """What later calls, if they succeeded, did to an exchange."""

    read_again: bool
    """They read the same file: all of it, or the same range."""
    changed: bool
    """They wrote its file."""
    called_again: bool
    """They were the same call."""


class Earlier(NamedTuple):
    """What earlier exchanges have in common with one."""

    new: int
    """Parts of its result that theirs do not hold."""
    repeated: bool
    """One had the same text."""
    calls: int
    """How many were the same call."""


class Seen(NamedTuple):
    """What is left of a look at a result. Its parts are not: those of a long session take more room than the rest."""

    numbers: tuple[float, ...]
    """As `Look` has them."""
    held: set[bytes]
    """Parts that the talk says too, before or after."""
    earlier: Earlier


@dataclass(frozen=True, slots=True)
class Past:
    """One exchange and what became of it."""

    exchange: Exchange
    numbers: tuple[float, ...]
    """Of the look of its result."""
    uptake: Uptake
    earlier: Earlier
    later: Later
    complained: bool
    """The prompt after its turn begins with a complaint."""


def history(conversation: Conversation, units: Sequence[Unit]) -> dict[int, Past]:
    """The exchanges by their positions in `units`, in order of time."""
    messages = conversation.messages
    positions = [position for position, unit in enumerate(units) if unit.kind == "call"]
    exchanges = [_exchange(units[position]) for position in positions]
    said = _said(messages, exchanges)
    seen = [*_seen(exchanges, {part for parts in said.values() for part in parts})]
    blamed = _blamed(messages)
    parts_of_it = zip(
        positions,
        exchanges,
        seen,
        _uptake(said, exchanges, [each.held for each in seen]),
        reversed([*_later(reversed(exchanges))]),
        strict=True,
    )
    return {
        position: Past(exchange, look.numbers, uptake, look.earlier, later, exchange.unit.turn in blamed)
        for position, exchange, look, uptake, later in parts_of_it
    }


def _exchange(unit: Unit) -> Exchange:
    call = unit.call
    given = "\n".join(leaves(call.input)) if call else ""
    at = unit.caller if unit.caller is not None else unit.message
    return Exchange(unit, act(call) if call else NOTHING, parts(encoded(given)), len(given), at)


def _uptake(said: Mapping[int, Parts], exchanges: Sequence[Exchange], held: Sequence[set[bytes]]) -> list[Uptake]:
    """Goes through the talk once, with what it has still to say for the first time."""
    # To test a part costs more than to look it up, and few stand on both sides.
    ahead = set(filter(tells, set().union(*held)))
    late = {part for index in [*said][-_LATE:] for part in said[index]}
    answers: dict[int, list[int]] = {}
    for number, each in enumerate(exchanges):
        answers.setdefault(each.unit.message, []).append(number)
    found = [Uptake()] * len(exchanges)
    for index in sorted({*said, *answers}):
        ahead.difference_update(said.get(index, ()))
        for number in answers.get(index, ()):
            taken = held[number] & ahead
            found[number] = Uptake(len(taken), len(taken & late))
    return found


def _said(messages: Sequence[Message], exchanges: Sequence[Exchange]) -> Mapping[int, Parts]:
    """Parts by the message that said them, in order: words of people and the assistant, inputs of calls."""
    said = {
        message.index: prose_parts(encoded(message.text))
        for message in messages
        if message.text and message.speaker in (Speaker.HUMAN, Speaker.ASSISTANT)
    }
    for each in exchanges:
        if each.inputs:
            said.setdefault(each.at, []).extend(each.inputs)
    return dict(sorted(said.items()))


def _seen(exchanges: Iterable[Exchange], talk: set[bytes]) -> Iterator[Seen]:
    known: set[bytes] = set()
    texts: set[str] = set()
    calls: dict[str, int] = {}
    for each in exchanges:
        before, text, same = len(known), each.unit.text, each.act.same
        found = look(text)
        known.update(found.parts)
        earlier = Earlier(len(known) - before, bool(text) and text in texts, calls.get(same, 0))
        yield Seen(found.numbers, talk.intersection(found.parts), earlier)
        texts.add(text)
        calls[same] = calls.get(same, 0) + 1


def _later(backwards: Iterable[Exchange]) -> Iterator[Later]:
    read: set[str] = set()
    written: set[str] = set()
    called: set[str] = set()
    for each in backwards:
        own = each.act
        called_again = own.same in called
        read_again = own.kind == "read" and bool(own.path) and (own.path in read or called_again)
        yield Later(read_again, own.path in written, called_again)
        # What failed, and what still waits for its result, supersedes nothing.
        if each.unit.speaker == Speaker.TOOL and not each.unit.is_error:
            called |= {own.same} - {""}
            read |= {own.path} - {""} if own.whole else set()
            written |= {own.path} - {""} if own.kind == "write" else set()


def _blamed(messages: Sequence[Message]) -> frozenset[int]:
    """The turns whose next prompt complains."""
    prompts: dict[int, str] = {}
    for message in messages:
        if message.speaker == Speaker.HUMAN:
            prompts.setdefault(message.turn, message.text)
    return frozenset(turn - 1 for turn, prompt in prompts.items() if complains(prompt))
