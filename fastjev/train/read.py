"""Sessions as rows, and what is said of where they came from: a hash, and no name of a file or a person."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from fastjev import readers
from fastjev.deliver import Source
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook
from fastjev.stages.segment import segment
from fastjev.train.table import Row, rows


@dataclass(frozen=True, slots=True)
class Origin:
    """One file."""

    sha256: str
    format: str
    exchanges: int
    rows: int


@dataclass(frozen=True, slots=True)
class Sessions:
    """All that was read."""

    rows: tuple[Row, ...]
    origins: tuple[Origin, ...]
    """By hash, so that the order of the files changes nothing."""
    notes: tuple[str, ...]


def read(sources: Iterable[Source], rulebook: Rulebook, policy: Policy) -> Sessions:
    """Rows of all sessions, in the order of the files' hashes. A file given twice counts once. Raises: ReadError.

    Files with one conversation id are one session: what one of them teaches shall not be tested on the other.
    """
    held = {}
    notes = []
    for source in sources:
        digest = hashlib.sha256(source.raw).hexdigest()
        if digest in held:
            notes.append(f"{source.name}: the same bytes as a file before it; counted once")
            continue
        conversation = readers.read(source.raw, source.name, None)
        found = list(rows(0, conversation, segment(conversation, rulebook, policy)))
        if not found:
            notes.append(f"{source.name}: too few tool calls to cut it anywhere; nothing is learned from it")
        calls = sum(message.role == "tool" for message in conversation.messages)
        held[digest] = (conversation.id, Origin(digest, conversation.format, calls, len(found)), found)
    numbers: dict[str, int] = {}
    numbered: list[Row] = []
    for _, (name, _, found) in sorted(held.items()):
        number = numbers.setdefault(name, len(numbers))
        numbered += [row.of(number) for row in found]
    return Sessions(tuple(numbered), tuple(origin for _, (_, origin, _) in sorted(held.items())), tuple(notes))
