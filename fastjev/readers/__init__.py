"""Bytes to a frozen conversation, nothing lost. One module for each format; `READERS` is the list of them."""

from dataclasses import replace
from typing import Protocol

from fastjev.collector import at_rest
from fastjev.datatypes import Conversation
from fastjev.errors import ReadError, UsageError
from fastjev.readers import anthropic, claude_code, hermes, markdown, neutral, openai, skeleton
from fastjev.readers.repeats import without_repeats


class Reader(Protocol):
    """What a module must have to read a format."""

    def identify(self, head: bytes, name: str) -> bool:
        """Are these the first bytes of this format? `name` is the file's, for a hint."""

    def read(self, raw: bytes, source: str) -> Conversation:
        """The whole of it. Raises: ReadError, where nothing can be read."""


READERS: dict[str, Reader] = {
    "claude-code": claude_code,
    "neutral": neutral,
    "openai": openai,
    "anthropic": anthropic,
    "hermes": hermes,
    "markdown": markdown,
    "skeleton": skeleton,
}
HEAD = 1 << 16
"""Bytes that readers identify a format by."""


def read(raw: bytes, source: str, format: str | None = None) -> Conversation:
    """The conversation in `raw`, read by the reader of that name, or by the only one that knows the bytes as its own.

    Raises: UsageError, for a format of no reader; ReadError, where none or several readers claim the bytes, or nothing
    in them can be read.
    """
    if format is not None and format not in READERS:
        import difflib

        near = difflib.get_close_matches(format, READERS, n=1, cutoff=0.4)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UsageError(f"unknown format {format!r}{hint}. The formats are {', '.join(READERS)}.")
    head = raw[:HEAD]
    if not head.strip(b"\0 \t\r\n\xef\xbb\xbf"):
        raise ReadError(f"{source}: empty, so there is no conversation to read")
    reader = READERS[format] if format is not None else _claimant(head, source)
    with at_rest():
        found = reader.read(raw, source)
        return replace(found, messages=without_repeats(found.messages, found.covered))


def _claimant(head: bytes, source: str) -> Reader:
    found = [name for name, reader in READERS.items() if reader.identify(head, source)]
    if len(found) == 1:
        return READERS[found[0]]
    known = ", ".join(found or READERS)
    what = f"{len(found)} readers claim it ({known})" if found else f"no reader knows this format (there are {known})"
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        what = "UTF-16, which no reader takes: save it as UTF-8"
    raise ReadError(f"{source}: {what}; name one with --from")
