"""A terminal in which a program runs: of tmux where it is there, else of pyte."""

import contextlib
import fcntl
import os
import pty
import shlex
import shutil
import signal
import struct
import subprocess
import termios
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

_SECONDS = 60


class Seat(Protocol):
    """What a person has before them."""

    def type(self, keys: str) -> None:
        """Keys as they are, one after the other."""

    def screen(self) -> list[str]:
        """What is shown, row by row."""

    def kill(self) -> None:
        """As `kill -9` does it."""

    def close(self) -> None:
        """Whatever still runs in it ends."""


class Tmux:
    """By a server of its own."""

    def __init__(self, command: Sequence[str], folder: Path, env: Mapping[str, str], size: tuple[int, int]) -> None:
        self._socket = f"fastjev-{uuid.uuid4().hex[:8]}"
        told = shlex.join(["env", *(f"{name}={value}" for name, value in env.items()), *command])
        # A shell is left when the program ends, so that what it said stays.
        self._tmux(
            *("-f", "/dev/null", "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), "-c", str(folder)),
            f"{told}; echo ended: $?; exec sleep 600",
        )

    def type(self, keys: str) -> None:
        self._tmux("send-keys", "-l", keys)

    def screen(self) -> list[str]:
        return self._tmux("capture-pane", "-p").split("\n")

    def painted(self) -> str:
        """What is shown, with its colours as ANSI codes."""
        return self._tmux("capture-pane", "-e", "-p")

    def kill(self) -> None:
        shell = self._tmux("display-message", "-p", "#{pane_pid}").strip()
        child = subprocess.run(("pgrep", "-P", shell), capture_output=True, text=True, check=True)
        os.kill(int(child.stdout.split()[0]), signal.SIGKILL)

    def close(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self._tmux("kill-server")

    def _tmux(self, *words: str) -> str:
        command = ("tmux", "-u", "-L", self._socket, *words)
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Pyte:
    """By a terminal in this process."""

    def __init__(self, command: Sequence[str], folder: Path, env: Mapping[str, str], size: tuple[int, int]) -> None:
        import pyte

        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **env},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self._lock = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def screen(self) -> list[str]:
        with self._lock:
            shown = [row.rstrip() for row in self._screen.display]
        ended = self._process.poll()
        return shown if ended is None else [*shown, f"ended: {ended}"]

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        self._process.kill()
        self._process.wait(timeout=20)
        os.close(self._ours)

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while got := os.read(self._ours, 65536):
                with self._lock:
                    self._stream.feed(got)


def seat(command: Sequence[str], folder: Path, env: Mapping[str, str], size: tuple[int, int] = (80, 24)) -> Seat:
    """The program in a terminal of that size."""
    return (Tmux if shutil.which("tmux") else Pyte)(command, folder, env, size)


def until(seat: Seat, true: Callable[[list[str]], object]) -> list[str]:
    """What is shown once it is so; fails with what is shown after a minute."""
    end = time.monotonic() + _SECONDS
    while not true(shown := seat.screen()):
        assert time.monotonic() < end, "\n".join(shown)
        time.sleep(0.05)
    return shown
