"""A message list in the source's own shape: the skeleton as one user message, then the recent messages verbatim.

Nothing of ours is added behind them: with no recent turns the list is the skeleton alone, and the host appends the
next prompt.
"""

from collections.abc import Callable
from itertools import groupby
from typing import Any

from fastjev.datatypes import Message, Provenance, Run, ToolCall
from fastjev.jsontext import dump
from fastjev.renderers import blocks
from fastjev.renderers.pairing import Part, pair, parts
from fastjev.renderers.text import opening

Shape = Callable[[Message, str, list[ToolCall]], dict[str, Any]]


def render(run: Run, provenance: Provenance, elapsed_ms: float) -> str:
    """One line of JSON. Tool pairs are whole; half pairs, empty texts and thinking are left out."""
    if run.conversation.format in ("claude-code", "anthropic"):
        return dump(_anthropic(run)) + "\n"
    if run.conversation.format in ("openai", "hermes"):
        return dump([{"role": "user", "content": opening(run)}, *_flat(run, _openai)]) + "\n"
    return dump([{"role": "user", "text": opening(run)}, *_flat(run, _neutral)]) + "\n"


def _anthropic(run: Run) -> list[dict[str, Any]]:
    """Roles alternate: neighbours of one role become one message, the skeleton its first block."""
    skeleton = Part(-1, "user", "content", None, {"type": "text", "text": opening(run)})
    found = [skeleton, *pair(blocks.parts(run.conversation, run.skeleton.recent))]
    by_role = groupby(found, key=lambda part: part.role)
    return [{"role": role, "content": [part.value for part in group]} for role, group in by_role]


def _flat(run: Run, shape: Shape) -> list[dict[str, Any]]:
    messages = {message.index: message for message in run.skeleton.recent}
    found = pair([part for message in run.skeleton.recent for part in parts(message)])
    built = []
    for index, group in groupby(found, key=lambda part: part.message):
        values = list(group)
        text = "".join(part.value for part in values if part.kind != "call")
        built.append(shape(messages[index], text, [part.value for part in values if part.kind == "call"]))
    return built


def _openai(message: Message, text: str, calls: list[ToolCall]) -> dict[str, Any]:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.call_id, "content": text}
    # The API wants null, not an empty string, where a message only calls.
    built: dict[str, Any] = {"role": message.role, "content": text or None}
    if calls:
        functions = [{"name": call.name, "arguments": dump(dict(call.input))} for call in calls]
        built["tool_calls"] = [
            {"id": call.id, "type": "function", "function": function}
            for call, function in zip(calls, functions, strict=True)
        ]
    return built


def _neutral(message: Message, text: str, calls: list[ToolCall]) -> dict[str, Any]:
    built: dict[str, Any] = {"role": message.role, "text": text}
    if message.time:
        built["timestamp"] = message.time
    if calls:
        built["tool_calls"] = [{"id": call.id, "name": call.name, "input": dict(call.input)} for call in calls]
    if message.role == "tool":
        built |= {"tool_call_id": message.call_id, "is_error": message.is_error}
    return built
