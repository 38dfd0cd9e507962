"""Anthropic's messages: a list, `{"messages": [...]}`, or JSON lines; content blocks, results in user messages."""

from fastjev.datatypes import Conversation
from fastjev.readers import flat


def identify(head: bytes, name: str) -> bool:
    """Messages with a role and blocks, or a `system` beside the list, that only Anthropic's have."""
    return flat.dialect(head) == "anthropic"


def read(raw: bytes, source: str) -> Conversation:
    """Raises: ReadError, where there is no message at all."""
    return flat.read(raw, source, "anthropic", flat.message)
