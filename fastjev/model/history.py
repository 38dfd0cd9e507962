"""What became of each tool exchange up to the end of a conversation: taken up, superseded, complained about."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from fastjev.datatypes import Conversation, Message, Unit
from fastjev.labels import Speaker
from fastjev.model.look import Look, look
from fastjev.model.tools import NOTHING, Act, act, leaves
from fastjev.telling import telling_parts

_LATE = 10
"""Messages of people and the assistant that count as late."""
_OPENING = 200
"""Characters of a prompt in which a complaint is looked for."""
_COMPLAINT = re.compile(
    r"不对|错了|不行|还是(?:不|报|没|有错|失败)|没(?:生效|变化|用|起作用|反应)|报错|失败|怎么(?:还|又)|搞错|有问题|不是(?:这|那)个|出错"
    r"|\b(?:wrong|broken|incorrect|doesn'?t work|does not work|didn'?t work|did not work|not working|isn'?t working"
    r"|still (?:fails?|failing|broken|not|doesn'?t|the same|see(?:ing)?|getting)|fails|failed|that'?s not|not what i"
    r"|why did you|you (?:forgot|missed|broke)|undo|revert|mistake)\b",
    re.IGNORECASE,
)
_NO_COMPLAINT = re.compile(
    r"没问题|没有(?:报错|问题|失败)|不再报错|不报错|没报错|没错"
    r"|\b(?:no|not|nothing|never) (?:problem|wrong|broken|failed)\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Past:
    """One exchange and what became of it."""

    unit: Unit
    act: Act
    look: Look
    inputs: AbstractSet[bytes]
    """Telling parts of the call's input."""
    input_chars: int
    at: int
    """The message of the call."""
    exchanges_before: int = 0
    reused: int = 0
    """Telling parts of the result that the talk took up later and had not said before."""
    reused_lately: int = 0
    new: int = 0
    """Parts of the result that no earlier result held."""
    shared_lately: int = 0
    """Telling parts of the result that the late talk holds."""
    input_lately: int = 0
    """Telling parts of the input that the late talk holds."""
    read_again: bool = False
    """A later read gave the same file, at least as much of it."""
    changed_later: bool = False
    """A later call wrote the file."""
    called_again: bool = False
    """The same call was made again."""
    repeated: bool = False
    """The same text came as a result before."""
    calls_before: int = 0
    """How often the same call was made before."""
    complained: bool = False
    """The prompt after its turn complains."""


def history(conversation: Conversation, units: Sequence[Unit]) -> dict[int, Past]:
    """The exchanges by their positions in `units`, in order of time."""
    found = {position: _past(unit) for position, unit in enumerate(units) if unit.kind == "call"}
    pasts = list(found.values())
    for number, past in enumerate(pasts):
        past.exchanges_before = number
    _taken_up(conversation.messages, pasts)
    _superseded(pasts)
    _complained(conversation.messages, pasts)
    return found


def _past(unit: Unit) -> Past:
    call = unit.call
    given = "\n".join(leaves(call.input)) if call else ""
    at = unit.caller if unit.caller is not None else unit.message
    return Past(unit, act(call) if call else NOTHING, look(unit.text), telling_parts(given), len(given), at)


def _taken_up(messages: Sequence[Message], pasts: Sequence[Past]) -> None:
    """Goes through the talk once, with the words that it has still to say first."""
    said = _said(messages, pasts)
    last = [index for index, parts in said.items() if parts][-_LATE:]
    late = set().union(*(said[index] for index in last))
    ahead = set().union(*said.values())
    answers: dict[int, list[Past]] = {}
    for past in pasts:
        answers.setdefault(past.unit.message, []).append(past)
    seen: set[bytes] = set()
    for index in sorted({*said, *answers}):
        ahead -= said.get(index, set())
        for past in answers.get(index, ()):
            words = past.look.words
            taken = words & ahead
            past.reused, past.reused_lately = len(taken), len(taken & late)
            past.shared_lately, past.input_lately = len(words & late), len(past.inputs & late)
            past.new = len(words - seen)
            seen |= words


def _said(messages: Sequence[Message], pasts: Sequence[Past]) -> dict[int, set[bytes]]:
    """Telling parts by the message that said them: words of people and the assistant, inputs of calls."""
    said = {
        message.index: telling_parts(message.text)
        for message in messages
        if message.text and message.speaker in (Speaker.HUMAN, Speaker.ASSISTANT)
    }
    for past in pasts:
        said[past.at] = said.get(past.at, set()) | past.inputs
    return said


def _superseded(pasts: Sequence[Past]) -> None:
    """Goes back from the end, with what later calls read, changed and called."""
    whole: set[str] = set()
    written: set[str] = set()
    called: set[str] = set()
    for past in reversed(pasts):
        own = past.act
        if own.path:
            past.read_again = own.kind == "read" and (own.path in whole or own.same in called)
            past.changed_later = own.path in written
        past.called_again = own.same in called
        if past.unit.is_error or not own.same:
            continue
        called.add(own.same)
        if own.path and own.whole:
            whole.add(own.path)
        if own.path and own.kind == "write":
            written.add(own.path)
    texts: set[str] = set()
    times: dict[str, int] = {}
    for past in pasts:
        past.repeated = bool(past.unit.text) and past.unit.text in texts
        texts.add(past.unit.text)
        past.calls_before = times.get(past.act.same, 0)
        times[past.act.same] = past.calls_before + 1


def _complained(messages: Sequence[Message], pasts: Sequence[Past]) -> None:
    turns = {message.turn - 1 for message in messages if message.speaker == Speaker.HUMAN and complains(message.text)}
    for past in pasts:
        past.complained = past.unit.turn in turns


def complains(prompt: str) -> bool:
    """Whether a prompt begins by saying that something went wrong."""
    return bool(_COMPLAINT.search(_NO_COMPLAINT.sub(" ", prompt[:_OPENING])))
