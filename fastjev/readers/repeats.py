"""What a skeleton and the turns that it left verbatim both say."""

import re
from collections.abc import Sequence
from dataclasses import replace

from fastjev.carried import carried
from fastjev.datatypes import Message
from fastjev.labels import Speaker, Zone

_SENTENCE = re.compile(r"[^\n。！？.!?]+[。！？.!?]*")
_FOLDS = {Speaker.HARNESS, Speaker.TOOL}
"""Whose lines among the process stand for others: a turn's fold, or an exchange."""


def without_repeats(messages: Sequence[Message], covered: int = 0) -> tuple[Message, ...]:
    """The messages but for the lines of a skeleton that stand again below it.

    Said twice, a lifted rule would be in force once more. So a line goes where a person says it below, sentence by
    sentence, or where its own turn stands below and holds it, whoever said it. Folds of such a turn are made again.
    `covered`: the last turn that the skeleton tells of. What stands in a turn up to it lifts no rule that is in force
    by its end, and a paste there may say the rule's words without meaning it: such a rule stays.
    """
    if not any(carried(message.via) for message in messages):
        return tuple(messages)
    said: set[str] = set()
    since: set[str] = set()
    turns: dict[int, list[str]] = {}
    for message in messages:
        if not carried(message.via):
            turns.setdefault(message.turn, []).append(message.text)
            if message.speaker == Speaker.HUMAN:
                said |= _sentences(message.text)
                since |= _sentences(message.text) if message.turn > covered else set()
    kept = [
        message
        for message in messages
        if not (_repeated(message, since if _in_force(message) else said) or _below(message, turns))
    ]
    return tuple(replace(message, index=index) for index, message in enumerate(kept))


def _in_force(message: Message) -> bool:
    line = carried(message.via)
    return line is not None and line.zone == Zone.CONSTRAINTS


def _repeated(message: Message, said: set[str]) -> bool:
    sentences = _sentences(message.text) if carried(message.via) and message.speaker == Speaker.HUMAN else set()
    return bool(sentences) and sentences <= said


def _below(message: Message, turns: dict[int, list[str]]) -> bool:
    line = carried(message.via)
    if line is None or message.turn not in turns:
        return False
    fold = line.zone == Zone.PROCESS and message.speaker in _FOLDS and not line.pointer
    return fold or any(message.text in text for text in turns[message.turn])


def _sentences(text: str) -> set[str]:
    return {part.strip() for part in _SENTENCE.findall(text)} - {""}
