"""Answers as they come in, a line of JSON each, so that a run that was stopped goes on where it was.

The file is its owner's alone (0600): answers may repeat anything of a history.
"""

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fastjev.errors import ReadError
from fastjev.files import get
from fastjev.jsontext import dump

SCHEMA = "fastjev.memtest/1"
_START = dump({"schema": SCHEMA}).encode()[:-1]
"""How each line begins: what does not is not ours to mend."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of one prompt."""

    model: str
    prompt: str
    """SHA-256 of the prompt, in hex: with the model's name it is the key."""
    what: str
    """`TASK CONTEXT`, or `summary HISTORY`; for people who read the file."""
    text: str | None
    """Nothing where the model failed."""
    failed: str | None
    seconds: float


class Results:
    """The answers of a file, and a way to add one. A context: the file stays open in it."""

    def __init__(self, path: Path) -> None:
        """Reads what is there; a torn last line is asked again. Raises: ReadError, UsageError for no such file."""
        self.path = path
        self._held: dict[tuple[str, str], Answer] = {}
        if path.exists() or path.is_symlink():
            self._read()
        try:
            handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
            os.fchmod(handle, 0o600)
        except OSError as error:
            raise ReadError(
                f"{path}: answers cannot be kept there: {error.strerror}; --results names a file"
            ) from error
        self._file = os.fdopen(handle, "ab")

    def __enter__(self) -> "Results":
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the file."""
        self._file.close()

    def answered(self, model: str, prompt: str) -> Answer | None:
        """What the model said to the prompt; failures are not kept to."""
        return self._held.get((model, digest(prompt)))

    def add(self, answer: Answer) -> None:
        """Onto the disk before the next one is asked."""
        if answer.failed is None:
            self._held[answer.model, answer.prompt] = answer
        self._file.write(dump({"schema": SCHEMA, **asdict(answer)}).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self) -> None:
        try:
            raw = get(self.path)
        except OSError as error:
            raise ReadError(f"{self.path}: cannot be read: {error.strerror}") from error
        lines = raw.split(b"\n")
        for n, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                row: dict[str, Any] = json.loads(line)
                if row.pop("schema") != SCHEMA:
                    raise ValueError("another schema")
                answer = Answer(**row)
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                if n == len(lines) and (line.startswith(_START) or _START.startswith(line)):
                    self._mend(len(line))
                    return
                raise ReadError(
                    f"{self.path}: line {n} is no answer of memtest ({error}); name another file"
                ) from error
            if answer.failed is None:
                self._held[answer.model, answer.prompt] = answer

    def _mend(self, torn: int) -> None:
        """Without the last line, which a stopped run left unfinished."""
        os.truncate(self.path, self.path.stat().st_size - torn)


def digest(prompt: str) -> str:
    """SHA-256 of a prompt, in hex."""
    return hashlib.sha256(prompt.encode("utf-8", "surrogatepass")).hexdigest()
