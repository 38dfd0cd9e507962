"""What a skeleton in a message list and the turns it left verbatim both say."""

import re
from collections.abc import Sequence
from dataclasses import replace

from fastjev.carried import carried
from fastjev.datatypes import Message
from fastjev.labels import Speaker

_SENTENCE = re.compile(r"[^\n。！？.!?]+[。！？.!?]*")


def without_repeats(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages but for the lines of a skeleton that stand again, sentence by sentence, in what a person says below.

    A skeleton in a message list is followed by the turns it left verbatim: said twice, a lifted rule would be in force
    once more.
    """
    if not any(carried(message.via) for message in messages):
        return tuple(messages)
    said: set[str] = set()
    for message in messages:
        if message.speaker == Speaker.HUMAN and not carried(message.via):
            said |= _sentences(message.text)
    kept = [message for message in messages if not (carried(message.via) and _repeated(message, said))]
    return tuple(replace(message, index=index) for index, message in enumerate(kept))


def _repeated(message: Message, said: set[str]) -> bool:
    sentences = _sentences(message.text)
    return message.speaker == Speaker.HUMAN and bool(sentences) and sentences <= said


def _sentences(text: str) -> set[str]:
    return {part.strip() for part in _SENTENCE.findall(text)} - {""}
