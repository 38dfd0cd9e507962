"""OpenAI's chat messages: a list, `{"messages": [...]}`, or JSON lines; `tool_calls`, role `tool`, content or parts."""

from fastjev.datatypes import Conversation
from fastjev.readers import flat


def identify(head: bytes, name: str) -> bool:
    """Messages with a role and nothing that only Anthropic's have. Plain strings are both, and read as this."""
    return flat.dialect(head) == "openai"


def read(raw: bytes, source: str) -> Conversation:
    """Raises: ReadError, where there is no message at all."""
    return flat.read(raw, source, "openai", flat.message)
