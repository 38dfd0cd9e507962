"""Content as messages carry it: a string, or a list of typed blocks. Other kinds and wrong shapes fall out."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple


class Result(NamedTuple):
    """A `tool_result` block."""

    call: str
    text: str
    is_error: bool


class Call(NamedTuple):
    """A `tool_use` block."""

    id: str
    name: str
    input: Any


_TEXT = (None, "text", "input_text", "output_text")
"""Blocks whose `text` is text: Anthropic's and OpenAI's chat parts, the parts of OpenAI's responses, and those that
name no type."""
SHOWN = ("audio", "document", "file", "image", "image_url", "input_audio", "input_file", "input_image", "video")
"""Blocks that are shown instead of words."""
KINDS = (*_TEXT, *SHOWN, "tool_use", "tool_result")
"""All that are read."""


def text(block: object) -> str | None:
    """The text of one block; nothing where it is none."""
    if isinstance(block, dict):
        block = block.get("text") if block.get("type") in _TEXT else None
    return block if isinstance(block, str) else None


def texts(content: object) -> tuple[str, ...]:
    """The texts of a content; blank ones fall out, an image or a thought is no text."""
    if isinstance(content, str):
        return (content,) if content and not content.isspace() else ()
    if not isinstance(content, list):
        return ()
    return tuple(found for block in content if (found := text(block)) and not found.isspace())


def joined(content: object) -> str:
    """The texts as one, a blank line between them."""
    return "\n\n".join(texts(content))


def results(content: object) -> Iterator[Result]:
    """The tool results in a content."""
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") == "tool_result":
            call = block.get("tool_use_id")
            printed = joined(block.get("content"))
            yield Result(call if isinstance(call, str) else "", printed, block.get("is_error") is True)


def calls(content: object) -> Iterator[Call]:
    """The tool calls in a content."""
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") == "tool_use":
            call, name = block.get("id"), block.get("name")
            yield Call(call if isinstance(call, str) else "", name if isinstance(name, str) else "", block.get("input"))


def mapping(found: Any) -> Mapping[str, Any]:
    """A call's input as a mapping. Some clients write it as a JSON string."""
    if isinstance(found, str):
        try:
            found = json.loads(found, strict=False)
        except (ValueError, RecursionError):
            return {"input": found}
    if isinstance(found, dict):
        return found
    return {} if found is None else {"input": found}
