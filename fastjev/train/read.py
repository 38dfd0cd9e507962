"""Sessions to learn from, and what is said of where they came from: a hash, and no name of a file or a person."""

import hashlib
from collections.abc import Callable, Iterable, Sequence, Sized
from dataclasses import dataclass
from typing import Generic, TypeVar

from fastjev import readers
from fastjev.datatypes import Conversation, Unit
from fastjev.deliver import Source
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook
from fastjev.stages.segment import segment

Rows = TypeVar("Rows", bound=Sized)


@dataclass(frozen=True, slots=True)
class Origin:
    """One file."""

    sha256: str
    format: str
    exchanges: int
    rows: int


@dataclass(frozen=True, slots=True)
class File(Generic[Rows]):
    """What one file teaches."""

    session: int
    """A number. Files with one conversation id share it: what one teaches shall not be tested on the other."""
    origin: Origin
    rows: Rows


@dataclass(frozen=True, slots=True)
class Files(Generic[Rows]):
    """All that was read."""

    files: tuple[File[Rows], ...]
    """By hash, so that the order in which they were given changes nothing."""
    notes: tuple[str, ...]

    @property
    def origins(self) -> tuple[Origin, ...]:
        """In the same order."""
        return tuple(file.origin for file in self.files)


def read(
    sources: Iterable[Source],
    rulebook: Rulebook,
    policy: Policy,
    learn: Callable[[Conversation, Sequence[Unit]], Rows],
) -> Files[Rows]:
    """What `learn` makes of each file, in the order of the files' hashes. A file given twice counts once.

    Raises: ReadError.
    """
    held = {}
    notes = []
    for source in sources:
        digest = hashlib.sha256(source.raw).hexdigest()
        if digest in held:
            notes.append(f"{source.name}: the same bytes as a file before it; counted once")
            continue
        conversation = readers.read(source.raw, source.name, None)
        found = learn(conversation, segment(conversation, rulebook, policy))
        if not found:
            notes.append(f"{source.name}: too few tool calls to cut it anywhere; nothing is learned from it")
        calls = sum(message.role == "tool" for message in conversation.messages)
        held[digest] = (conversation.id, Origin(digest, conversation.format, calls, len(found)), found)
    numbers: dict[str, int] = {}
    files = [
        File(numbers.setdefault(name, len(numbers)), origin, found) for _, (name, origin, found) in sorted(held.items())
    ]
    return Files(tuple(files), tuple(notes))
