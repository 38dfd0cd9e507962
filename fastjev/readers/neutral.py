"""`fastjev.conversation/1`: the neutral form, also that of the corpora. A message is a message, by its position."""

from typing import Any

from fastjev.datatypes import Conversation, Note, ToolCall
from fastjev.labels import Speaker
from fastjev.ours import is_skeleton
from fastjev.readers import blocks, flat, quoted, skeleton
from fastjev.readers.turns import Said

_VIA = {Speaker.HUMAN: "prompt", Speaker.ASSISTANT: "text", Speaker.TOOL: "result", Speaker.HARNESS: "reminder"}


def identify(head: bytes, name: str) -> bool:
    """The schema, or messages whose words are called `text`."""
    return flat.dialect(head) == "neutral"


def read(raw: bytes, source: str) -> Conversation:
    """One message for each in the list, in order of time where all have one; `gold` is not looked at.

    Raises: ReadError, where there is no message at all.
    """
    return flat.read(raw, source, "neutral", _message)


def _line(line: skeleton.Spoken, time: str | None, record: int) -> Said:
    when = line.place.time if line.place else time
    return Said("user", line.speaker, line.text, line.via, when, records=[record], place=line.place)


def _stretch(ours: bool, text: str, item: Any, record: int) -> Said:
    speaker = Speaker.HARNESS if ours else Speaker.HUMAN
    return Said("user", speaker, text, _VIA[speaker], flat.stamp(item), records=[record])


def _message(item: Any, record: int) -> tuple[list[Said], list[Note]]:
    """Never none, and two only where something of ours stands: gold labels name messages by position."""
    if not isinstance(item, dict):
        return [Said("system", Speaker.HARNESS, "", "reminder", records=[record])], [Note(record, "not a message")]
    given = item.get("role")
    role = given if isinstance(given, str) else "unknown"
    speaker = flat.ROLES.get(role, Speaker.HARNESS)
    notes = [] if role in flat.ROLES else [Note(record, f"unknown role {given!r}: read as the harness's")]
    content = item.get("text", item.get("content"))
    text = content if isinstance(content, str) else blocks.joined(content)
    if speaker is Speaker.HUMAN and is_skeleton(text):
        return [_line(line, flat.stamp(item), record) for line in skeleton.spoken(text)], notes
    if speaker is Speaker.HUMAN and len(stretches := quoted.cut(text)) > 1:
        return [_stretch(ours, said.strip(), item, record) for ours, said in stretches if said.strip()], notes
    call = item.get("tool_call_id")
    said = Said(
        role,
        speaker,
        text,
        _VIA[speaker],
        flat.stamp(item),
        tuple(ToolCall(made.id, made.name, blocks.mapping(made.input)) for made in flat.calls(item)),
        call if isinstance(call, str) else None,
        item.get("is_error") is True,
        [record],
    )
    return [said], notes
