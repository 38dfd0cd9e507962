"""A model behind a program: the prompt on its standard input, the answer on its standard output."""

import os
import shlex
import signal
import subprocess
import tempfile

from fastjev.errors import UsageError
from fastjev.evaluate.memtest.asked import ANSWER_CHARS, Model, ModelFailed
from fastjev.secrets import mask

_TOLD = 300
"""Characters of what a program says of its failure that are told."""


def command(line: str, seconds: float) -> Model:
    """The program of a command line, started anew for each prompt in an empty folder, for so many seconds at most.

    No shell reads the line. Raises: UsageError where it cannot be split, or names nothing.
    """
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise UsageError(f"--command {line!r}: {error}") from error
    if not words:
        raise UsageError("--command: names no program; write --command 'claude -p'")
    return Model(mask(line), lambda prompt: _ask(words, prompt, seconds))


def _ask(words: list[str], prompt: str, seconds: float) -> str:
    # An empty folder: a program like `claude -p` would read the rules of the project it stands in.
    with tempfile.TemporaryDirectory() as folder:
        try:
            running = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                start_new_session=True,
            )
        except OSError as error:
            raise ModelFailed(f"{words[0]}: cannot be started: {error.strerror}") from error
        try:
            out, err = running.communicate(prompt.encode("utf-8", "replace"), timeout=seconds)
        except subprocess.TimeoutExpired:
            raise ModelFailed(f"{words[0]}: no answer within {seconds:g} s") from None
        finally:
            _end(running)
    if running.returncode:
        said = " ".join(mask(err.decode("utf-8", "replace")).split())[-_TOLD:]
        raise ModelFailed(f"{words[0]}: ended with {running.returncode}" + (f": {said}" if said else ""))
    answer = out.decode("utf-8", "replace").strip()[:ANSWER_CHARS]
    if not answer:
        raise ModelFailed(f"{words[0]}: an empty answer")
    return answer


def _end(running: "subprocess.Popen[bytes]") -> None:
    """The program and what it started, if it still runs."""
    if running.poll() is None:
        try:
            os.killpg(running.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        running.communicate()
