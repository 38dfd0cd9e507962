"""Reads what fastjev wrote, as text or JSON, so that a skeleton can be compacted again without losing a constraint.

The grammar of the text is that of `fastjev.renderers.text`. Each line becomes a message that carries its zone and
status.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from fastjev.carried import Carried, carry
from fastjev.datatypes import Conversation, Message, Note, Record, Span, ToolCall
from fastjev.errors import ReadError
from fastjev.labels import Speaker, Status, Zone
from fastjev.words import EN, ZH, Words

_SCHEMA = b'"fastjev.skeleton/1"'
_WHERE = re.compile(r"- (?:第(\d+)(?:–(\d+))?轮|turns? (\d+)(?:–(\d+))?) ")
_POINTER = re.compile(r"⟩ (\[\[elided id=[a-z]:[0-9a-f]{8,64} lines=[0-9]+-[0-9]+ tokens=[0-9]+\]\])$")
"""Behind the closing mark and nowhere else: the same in a text is a quotation."""
_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(?:[+-]\d\d:?\d\d)?")
_ID = re.compile(r"[a-z](\d+)(?:\.(\d+))?(?:\.(\d+))?")
_ROLES = {
    Speaker.HUMAN: "user",
    Speaker.ASSISTANT: "assistant",
    Speaker.TOOL: "tool",
    Speaker.HARNESS: "system",
}
"""Written out again as a message, what nobody said must not come from the user."""
_LAST = re.compile(r"\[(?:最近\d+轮原文|last (?:turn|\d+ turns), verbatim)\]")
_QUOTED = re.compile(r"[「“]([^「」“”\n]*)[」”] ?([a-z]\d+(?:\.\d+)*)")
_SESSION = re.compile(r"(?:会话|session) ([\w.:-]+)")


HEADS = ("[fastjev skeleton", "[fastjev 骨架")
"""How the text of a skeleton begins."""


class _Line(NamedTuple):
    """One item or entry before it has a place."""

    order: tuple[int, ...]
    turn: int
    speaker: Speaker
    text: str
    time: str | None
    via: str
    pointer: str = ""


def identify(head: bytes, name: str) -> bool:
    """JSON of our schema, or text that begins with our head line."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(tuple(text.encode() for text in HEADS)) or (
        start.startswith(b"{") and _SCHEMA in start[:400] and b'"schema"' in start[:400]
    )


def read(raw: bytes, source: str) -> Conversation:
    """The skeleton's lines as messages, oldest first, then its recent messages.

    Raises: ReadError where the JSON is not a skeleton's.
    """
    try:
        text = bytes(raw).decode("utf-8", "surrogatepass" if _is_json(raw) else "replace").lstrip("\ufeff")
        lines, recent, name = _from_json(json.loads(text)) if _is_json(raw) else _from_text(text)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ReadError(f"{source}: not a skeleton that fastjev wrote ({type(error).__name__}: {error})") from error
    said = [(entry.turn, entry.text) for entry in recent]
    lines = [line for line in lines if not any(turn == line.turn and line.text in text for turn, text in said)]
    messages = [_message(index, line) for index, line in enumerate(sorted(lines, key=lambda line: line.order))]
    for entry in recent:
        messages.append(replace(entry, index=len(messages)))
    if not messages:
        raise ReadError(f"{source}: a skeleton without a line")
    return Conversation(
        id=name,
        format="skeleton",
        raw=raw,
        records=(Record(0, Span(0, len(raw)), "skeleton"),),
        messages=tuple(messages),
        typed=sum(message.speaker == Speaker.HUMAN for message in recent),
        tool_calls=sum(len(message.calls) for message in recent),
        notes=(Note(0, "a skeleton compacted before: its lines keep their zones"),),
    )


def spoken(text: str) -> list[tuple[Speaker, str, str]]:
    """Speaker, `via` and text of each line of a skeleton that stands as a message in a list, oldest first."""
    lines, recent, _ = _from_text(text)
    found = [(line.speaker, line.via, line.text) for line in sorted(lines, key=lambda line: line.order)]
    return found + [(entry.speaker, "text", entry.text) for entry in recent]


def _is_json(raw: bytes) -> bool:
    return raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def _message(index: int, line: _Line) -> Message:
    role = line.speaker.value if line.speaker in (Speaker.ASSISTANT, Speaker.TOOL) else "user"
    return Message(
        index=index,
        role="assistant" if role == "tool" else role,
        speaker=line.speaker,
        text=line.text,
        turn=line.turn,
        time=line.time,
        via=line.via,
        records=(0,),
    )


def _order(id: str, turn: int) -> tuple[int, ...]:
    found = _ID.fullmatch(id)
    return (turn, *(int(part) for part in found.groups()[1:] if part)) if found else (turn,)


def _once(lines: Iterator[tuple[str, Zone, Status, _Line]]) -> list[_Line]:
    """One line for each id and text; a constraint that stands among the decisions too carries both statuses."""
    found: dict[tuple[str, str], tuple[Zone, Status, Status | None, _Line]] = {}
    for id, zone, status, line in lines:
        known = found.get((id, line.text))
        if known is None:
            found[id, line.text] = (zone, status, None, line)
        elif zone == Zone.DECISIONS:
            found[id, line.text] = (*known[:2], status, known[3])
        elif known[0] == Zone.DECISIONS:
            found[id, line.text] = (zone, status, known[1], line)
    return [
        line._replace(via=carry(Carried(zone, status, choice, line.pointer)))
        for zone, status, choice, line in found.values()
    ]


def _from_json(found: dict[str, Any]) -> tuple[list[_Line], list[Message], str]:
    items = ((Zone(zone), item) for zone, listed in found["zones"].items() for item in listed)
    lines = _once(
        (
            str(item["id"]),
            zone,
            Status(item["status"]),
            _Line(
                _order(str(item["id"]), int(item["turn"])),
                int(item["turn"]),
                Speaker.HARNESS if item["covers"] else Speaker(item["speaker"]),
                str(item["text"]),
                item["time"],
                "",
                match[1] if (match := _POINTER.fullmatch(f"⟩ {item.get('pointer') or ''}")) else "",
            ),
        )
        for zone, item in items
    )
    prompts = sum(entry["role"] == "user" and entry["speaker"] == Speaker.HUMAN for entry in found["recent"])
    last = int(found["conversation"]["turns"]) - prompts
    recent = []
    for entry in found["recent"]:
        last += entry["role"] == "user" and entry["speaker"] == Speaker.HUMAN
        calls = tuple(ToolCall(str(call["id"]), str(call["name"]), dict(call["input"])) for call in entry["tool_calls"])
        recent.append(
            Message(
                index=0,
                role=str(entry["role"]),
                speaker=Speaker(entry["speaker"]),
                text=str(entry["text"]),
                turn=last,
                calls=calls,
                records=(0,),
            )
        )
    return lines, recent, str(found["conversation"]["id"])


def _from_text(text: str) -> tuple[list[_Line], list[Message], str]:
    head, _, body = text.partition("\n")
    if head.endswith("\r"):
        body = body.replace("\r\n", "\n")
    word = ZH if "骨架" in head else EN
    session = _SESSION.search(head)
    zones = {f"[{heading}]": zone for zone, heading in word.zones.items()}
    lines: list[tuple[str, Zone, Status, _Line]] = []
    recent: list[Message] = []
    strays: list[str] = []
    zone: Zone | None = None
    for block in _blocks(body):
        if block in zones:
            zone = zones[block]
        elif _LAST.fullmatch(block):
            zone = None
        elif (where := _WHERE.match(block)) and zone is not None:
            lines.append(_item(block[where.end() :], where, zone, word))
            lines += _considered(block, zone, word)
        elif where:
            _entry(block[where.end() :], where, word, recent)
        else:
            strays.append(block)
    if (said := "\n\n".join(strays).strip()) and head.startswith(HEADS):
        # Ours writes no such line, so somebody added it beneath the skeleton.
        turn = max([line.turn for *_, line in lines] + [entry.turn for entry in recent], default=0)
        recent.append(Message(index=0, role="user", speaker=Speaker.HUMAN, text=said, turn=turn, records=(0,)))
    return _once(iter(lines)), recent, session[1] if session else ""


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
    text = _POINTER.sub("⟩", text)
    body, _, marks = text.rpartition(" ⟨")
    return body, marks.rstrip("⟩").split(word.considered)[0].split(word.comma)


def _turn(where: re.Match[str]) -> int:
    return int(where[1] or where[3])


def _item(text: str, where: re.Match[str], zone: Zone, word: Words) -> tuple[str, Zone, Status, _Line]:
    body, marks = _marks(text, word)
    speakers = {name: speaker for speaker, name in word.speakers.items()}
    states = {name: status for status, name in word.states.items()}
    fold = bool(where[2] or where[4]) or marks[0].startswith("f")
    spoken = next((speakers[mark] for mark in marks if mark in speakers), Speaker.HUMAN)
    status = next((states[mark] for mark in marks if mark in states), Status.ACTIVE)
    if zone == Zone.DEPRECATED_CONSTRAINTS:
        status = Status.DEPRECATED
    line = _Line(
        _order(marks[0], _turn(where)),
        _turn(where),
        Speaker.HARNESS if fold else spoken,
        body,
        next((mark for mark in marks if _TIME.fullmatch(mark)), None),
        "",
        pointer[1] if (pointer := _POINTER.search(text)) else "",
    )
    return marks[0], zone, status, line


def _considered(block: str, zone: Zone, word: Words) -> Iterator[tuple[str, Zone, Status, _Line]]:
    """The choices that a final decision's marks quote, as overridden lines of their own. Who made them is not told."""
    if zone != Zone.DECISIONS:
        return
    quoted = block.rpartition(" ⟨")[2].partition(word.considered)[2]
    for text, id in _QUOTED.findall(quoted):
        order = _order(id, 0)
        turn = int(id[1:].partition(".")[0])
        yield id, zone, Status.OVERRIDDEN, _Line((turn, *order[1:]), turn, Speaker.HARNESS, text, None, "")


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
    recent.append(
        Message(
            index=0,
            role=role,
            speaker=speaker,
            text=said,
            turn=_turn(where),
            time=next((mark for mark in marks if _TIME.fullmatch(mark)), None),
            call_id=next((mark.split()[0] for mark in marks if mark.startswith("m") and " " in mark), None),
            is_error=word.error in marks,
            records=(0,),
        )
    )
