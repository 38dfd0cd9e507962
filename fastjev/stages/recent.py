"""Which messages are left verbatim after the zones."""

from collections.abc import Sequence

from fastjev.carried import carried
from fastjev.datatypes import Conversation, Message
from fastjev.jsontext import dump
from fastjev.labels import Speaker
from fastjev.policy import Policy
from fastjev.tokens import estimate


def recent(conversation: Conversation, policy: Policy) -> tuple[Message, ...]:
    """The messages of the last `recent_turns` turns; of these the newest that fit in `recent_tokens`.

    No result is parted from its call, and the prompt that is being worked on stays in any case. Lines of an earlier
    skeleton are never among them.
    """
    if not policy.recent_turns:
        return ()
    first = conversation.turns - policy.recent_turns + 1
    found = [message for message in conversation.messages if message.turn >= first and not carried(message.via)]
    if not policy.recent_tokens:
        return tuple(found)
    start = _unparted(found, _fitting(found, policy.recent_tokens))
    prompt = {message.index for message in _prompt(found)}
    return (*(message for message in found[:start] if message.index in prompt), *found[start:])


def _fitting(messages: Sequence[Message], tokens: int) -> int:
    """The place from which on they fit."""
    for at in range(len(messages) - 1, -1, -1):
        message = messages[at]
        tokens -= estimate(message.text) + sum(estimate(dump(dict(call.input))) for call in message.calls)
        if tokens < 0:
            return at + 1
    return 0


def _unparted(messages: Sequence[Message], start: int) -> int:
    """The first place from `start` on behind which no result answers a call before it."""
    made = {call.id: at for at, message in enumerate(messages) for call in message.calls}
    answers = [(at, made.get(message.call_id, -1)) for at, message in enumerate(messages) if message.call_id]
    while parted := [at for at, call in answers if call < start <= at and start]:
        start = max(parted) + 1
    return start


def _prompt(messages: Sequence[Message]) -> list[Message]:
    """What the person, and the client beside them, wrote at the beginning of the last turn."""
    turn = [message for message in messages if message.turn == messages[-1].turn]
    asked = (message.speaker in (Speaker.HUMAN, Speaker.HARNESS) for message in turn)
    return turn[: next((at for at, still in enumerate(asked) if not still), len(turn))]
