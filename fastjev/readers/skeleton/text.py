"""The text of a skeleton, by the grammar of `fastjev.renderers.text`.

One block or several: with `layout: epochs` each compaction appends one, and what a later block says of a line holds.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from fastjev.datatypes import Message, ToolCall
from fastjev.labels import Speaker, Status, Zone
from fastjev.ours import SKELETON
from fastjev.readers.skeleton.line import POINTER, Head, Line, Placed, allowed, once, order_of
from fastjev.words import EN, ZH, Words

_WHERE = re.compile(r"- (?:第(\d+)(?:–(\d+))?轮|turns? (\d+)(?:–(\d+))?) ")
_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(?:[+-]\d\d:?\d\d)?")
_ROLES = {
    Speaker.HUMAN: "user",
    Speaker.ASSISTANT: "assistant",
    Speaker.TOOL: "tool",
    Speaker.HARNESS: "system",
}
"""Written out again as a message, what nobody said must not come from the user."""
_LAST = re.compile(r"\[(?:最近(\d+)轮原文|last (?:turn|(\d+) turns), verbatim)\]")
_QUOTED = re.compile(r"[「“]([^「」“”\n]*)[」”] ?([a-z]\d+(?:\.\d+)*)")
_SESSION = re.compile(r"(?:会话|session) ([\w.:-]+)")
_COVERS = re.compile(r"· (?:第|turns? )(?:\d+–)?(\d+)(?:轮)? ·")


class Found(NamedTuple):
    """A skeleton's text, taken apart."""

    lines: list[Line]
    recent: list[Message]
    stray: str
    """What somebody wrote beneath it: ours writes no such line."""
    head: Head


def from_text(text: str) -> Found:
    """The lines of the zones, the recent messages, and what the head tells.

    Raises: ValueError for an entry that calls a tool without its arguments.
    """
    head, _, body = text.partition("\n")
    if head.endswith("\r"):
        body = body.replace("\r\n", "\n")
    word, zones = _grammar(head)
    session = _SESSION.search(head)
    last, behind = _last(head), 0
    epochs: list[list[Placed]] = [[]]
    recent: list[Message] = []
    strays: list[str] = []
    zone: Zone | None = None
    for block in _blocks(body):
        if block in zones:
            zone = zones[block]
        elif heading := _LAST.fullmatch(block):
            zone, behind = None, int(heading[1] or heading[2] or 1)
        elif zone is not None and block.startswith(SKELETON):
            # People change their language, and the headings with them.
            word, zones = _grammar(block)
            epochs.append([])
            last = _last(block)
        elif (where := _WHERE.match(block)) and zone is not None:
            epochs[-1].append(_item(block[where.end() :], where, zone, word))
            epochs[-1] += _considered(block, zone, word)
        elif where:
            _entry(block[where.end() :], where, word, recent)
        else:
            strays.append(block)
    stray = "\n\n".join(strays).strip() if head.startswith(SKELETON) else ""
    told = Head(session[1] if session else "", last, 0 if recent else behind)
    return Found(once(_newest(epochs)), recent, stray, told)


def _grammar(head: str) -> tuple[Words, dict[str, Zone]]:
    word = ZH if "骨架" in head else EN
    return word, {f"[{heading}]": zone for zone, heading in word.zones.items()}


def _last(head: str) -> int:
    """The last turn that a head line tells of; 0 where it tells of none."""
    found = _COVERS.search(head)
    return int(found[1]) if found else 0


def _newest(epochs: list[list[Placed]]) -> list[Placed]:
    """The lines of all blocks; of an id that stands in several, those of the newest.

    By id and not by text: a sentence that stood whole is shown in parts once one of them is void. What a constraint
    settles as a decision is a line apart, and void apart.
    """
    found: dict[tuple[str, bool], list[Placed]] = {}
    for placed in epochs:
        own: dict[tuple[str, bool], list[Placed]] = {}
        for each in placed:
            own.setdefault((each.id, each.zone == Zone.DECISIONS), []).append(each)
        found |= own
    return [each for placed in found.values() for each in placed]


def _blocks(body: str) -> Iterator[str]:
    """Lines of the first column, each with its continuation lines, their two blanks taken away."""
    held: list[str] = []
    for line in body.split("\n"):
        if line.startswith("  ") and held:
            held.append(line[2:])
        elif line:
            if held:
                yield "\n".join(held)
            held = [line]
    if held:
        yield "\n".join(held)


def _called(text: str) -> tuple[str, dict[str, Any]]:
    """The tool and its arguments; the name may hold blanks and braces, so the longest JSON to the end is taken.

    Raises: ValueError where there is none.
    """
    for brace in re.finditer(r" (?=\{)", text):
        try:
            return text[: brace.start()], json.loads(text[brace.end() :])
        except ValueError:
            continue
    raise ValueError(f"a tool call without its arguments: {text[:80]}")


def _marks(text: str, word: Words) -> tuple[str, list[str]]:
    text = POINTER.sub("⟩", text)
    body, _, marks = text.rpartition(" ⟨")
    return body, marks.rstrip("⟩").split(word.considered)[0].split(word.comma)


def _turn(where: re.Match[str]) -> int:
    return int(where[1] or where[3])


def _item(text: str, where: re.Match[str], zone: Zone, word: Words) -> Placed:
    body, marks = _marks(text, word)
    speakers = {name: speaker for speaker, name in word.speakers.items()}
    fold = bool(where[2] or where[4]) or marks[0].startswith("f")
    spoken = next((speakers[mark] for mark in marks if mark in speakers), Speaker.HUMAN)
    status = _status(marks, word)
    speaker = Speaker.HARNESS if fold else spoken
    zone = allowed(zone, speaker, fold=fold)
    if zone == Zone.DEPRECATED_CONSTRAINTS:
        status = Status.DEPRECATED
    line = Line(
        order_of(marks[0], _turn(where)),
        _turn(where),
        speaker,
        body,
        next((mark for mark in marks if _TIME.fullmatch(mark)), None),
        "",
        pointer[1] if (pointer := POINTER.search(text)) else "",
        # What a tool says among the process is the line of an exchange.
        fold or (zone == Zone.PROCESS and spoken == Speaker.TOOL),
    )
    return Placed(marks[0], zone, status, line)


def _status(marks: Sequence[str], word: Words) -> Status:
    """What the marks say became of a line, in a word or as a link. Ids are given anew, so links do not stay."""
    states = {name: status for status, name in word.states.items()}
    if told := next((states[mark] for mark in marks if mark in states), None):
        return told
    links = {
        word.superseded_in: Status.OVERRIDDEN,
        word.superseded: Status.OVERRIDDEN,
        word.conflicts: Status.CONFLICT,
        word.may_conflict: Status.POSSIBLE_CONFLICT,
    }
    found = (status for link, status in links.items() if any(_fills(mark, link) for mark in marks))
    return next(found, Status.ACTIVE)


def _fills(mark: str, template: str) -> bool:
    return re.fullmatch(re.escape(template).replace(re.escape("{}"), ".+"), mark) is not None


def _considered(block: str, zone: Zone, word: Words) -> Iterator[Placed]:
    """The choices that a final decision's marks quote, as overridden lines of their own. Who made them is not told."""
    if zone != Zone.DECISIONS:
        return
    quoted = block.rpartition(" ⟨")[2].partition(word.considered)[2]
    for text, id in _QUOTED.findall(quoted):
        order = order_of(id, 0)
        turn = int(id[1:].partition(".")[0])
        yield Placed(id, zone, Status.OVERRIDDEN, Line((turn, *order[1:]), turn, Speaker.HARNESS, text, None, ""))


def _entry(text: str, where: re.Match[str], word: Words, recent: list[Message]) -> None:
    body, marks = _marks(text, word)
    name, _, said = body.partition(word.colon)
    if name == word.call and recent:
        tool, arguments = _called(said)
        call = ToolCall(marks[0], tool, arguments)
        recent[-1] = replace(recent[-1], calls=(*recent[-1].calls, call))
        return
    speaker = next((speaker for speaker, shown in word.speakers.items() if shown == name), Speaker.HARNESS)
    role = _ROLES[speaker]
    result = re.compile(re.escape(word.result).replace(r"\{\}", r"(m\d+\.\d+)"))
    recent.append(
        Message(
            index=0,
            role=role,
            speaker=speaker,
            text=said,
            turn=_turn(where),
            time=next((mark for mark in marks if _TIME.fullmatch(mark)), None),
            call_id=next((found[1] for mark in marks if (found := result.fullmatch(mark))), None),
            is_error=word.error in marks,
            records=(0,),
        )
    )
