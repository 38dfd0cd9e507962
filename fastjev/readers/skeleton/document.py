"""The JSON of a skeleton (`fastjev.skeleton/1`)."""

from typing import Any

from fastjev.datatypes import Message, ToolCall
from fastjev.labels import Speaker, Status, Zone
from fastjev.readers.skeleton.line import POINTER, Head, Line, Placed, allowed, once, order_of


def from_json(found: dict[str, Any]) -> tuple[list[Line], list[Message], Head]:
    """The lines of the zones, the recent messages, and what it tells of itself.

    Raises: ValueError, KeyError, TypeError or AttributeError where it is not a skeleton's.
    """
    lines = once(_placed(Zone(zone), item) for zone, listed in found["zones"].items() for item in listed)
    prompts = sum(entry["role"] == "user" and entry["speaker"] == Speaker.HUMAN for entry in found["recent"])
    last = int(found["conversation"]["turns"]) - prompts
    recent = []
    open_calls: list[str] = []
    for entry in found["recent"]:
        last += entry["role"] == "user" and entry["speaker"] == Speaker.HUMAN
        calls = tuple(ToolCall(str(call["id"]), str(call["name"]), dict(call["input"])) for call in entry["tool_calls"])
        open_calls += [call.id for call in calls]
        recent.append(
            Message(
                index=0,
                role=str(entry["role"]),
                speaker=Speaker(entry["speaker"]),
                text=str(entry["text"]),
                turn=last,
                calls=calls,
                # The shape names no call beside a result: results come in the order of their calls.
                call_id=open_calls.pop(0) if entry["role"] == "tool" and open_calls else None,
                records=(0,),
            )
        )
    head = Head(str(found["conversation"]["id"]), int(found["conversation"]["turns"]))
    return lines, recent, head


def _placed(zone: Zone, item: dict[str, Any]) -> Placed:
    fold = bool(item["covers"])
    speaker = Speaker.HARNESS if fold else Speaker(item["speaker"])
    pointer = POINTER.fullmatch(f"⟩ {item.get('pointer') or ''}")
    line = Line(
        order_of(str(item["id"]), int(item["turn"])),
        int(item["turn"]),
        speaker,
        str(item["text"]),
        item["time"],
        "",
        pointer[1] if pointer else "",
        fold,
    )
    return Placed(str(item["id"]), allowed(zone, speaker, fold=fold), Status(item["status"]), line)
