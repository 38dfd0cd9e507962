"""The effects around the walk: bytes in, the run, text out."""

import sys
import time
from dataclasses import dataclass
from pathlib import Path

from fastjev import pipeline
from fastjev.datatypes import Run
from fastjev.errors import ReadError, UsageError
from fastjev.files import put
from fastjev.policy import Policy
from fastjev.renderers import RENDERERS
from fastjev.renderers.provenance import provenance
from fastjev.rulebook import Rulebook
from fastjev.sessions import locate


@dataclass(frozen=True, slots=True)
class Source:
    """Where a conversation came from."""

    path: Path | None
    """Nothing for standard input."""
    raw: bytes

    @property
    def name(self) -> str:
        """What readers know it by."""
        return "-" if self.path is None else str(self.path)


def fetch(session: str) -> Source:
    """The bytes of a path, of `-` (standard input), of a session's id or its beginning, or of `last`.

    Raises: ReadError.
    """
    if session == "-":
        return Source(None, sys.stdin.buffer.read())
    path = locate(session)
    try:
        return Source(path, path.read_bytes())
    except OSError as error:
        raise ReadError(f"{path}: cannot be read: {error.strerror}") from error


def deliver(
    source: Source,
    shape: str,
    *,
    rulebook: Rulebook,
    policy: Policy,
    format: str | None = None,
    lang: str | None = None,
) -> tuple[Run, str]:
    """The run, and its rendering by `RENDERERS[shape]`.

    Raises: ReadError, UsageError.
    """
    started = time.perf_counter()
    run = pipeline.run(source.raw, source.name, rulebook=rulebook, policy=policy, format=format, lang=lang)
    elapsed_ms = round((time.perf_counter() - started) * 1000, 1)
    return run, RENDERERS[shape].render(run, provenance(rules=rulebook.digest, policy=policy), elapsed_ms)


def write(text: str, path: Path, source: Source) -> None:
    """Put `text` at `path` in one step, readable by its owner only; an old file stays whole until then.

    Raises: UsageError for the session's own file, what is no regular file, or a place that cannot be written.
    """
    try:
        target = path.resolve()
        if source.path and target.exists() and target.samefile(source.path):
            raise UsageError(f"{path}: is the session itself and is not overwritten; give -o another name")
        if path.exists() and not path.is_file():
            raise UsageError(f"{path}: is no regular file; give -o another name, or leave it out for standard output")
        put(target, text.encode())
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error
