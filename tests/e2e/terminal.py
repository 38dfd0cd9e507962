"""The real client as a person sees it: in a terminal, where it also does what it does not do with `-p`."""

import fcntl
import json
import os
import pty
import struct
import subprocess
import termios
import threading
import time
from collections.abc import Callable

from tests.e2e.client import Client

_SECONDS = 60
_SETTLED = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}


class Terminal:
    """A session in a terminal of 120 columns; used as a context, and closed at its end."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.screen = bytearray()
        """All that was written to it."""

    def __enter__(self) -> "Terminal":
        """Starts the client past its questions to a new person."""
        client = self.client
        (client.home / ".claude.json").write_text(json.dumps(_settled(client)))
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        command = (client.program, "--session-id", client.session, "--allowedTools", "Bash")
        env = {**client.env, "TERM": "xterm-256color"}
        self._process = subprocess.Popen(
            command, cwd=client.project, env=env, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )
        os.close(theirs)
        threading.Thread(target=self._read, daemon=True).start()
        self.until(lambda: "❯".encode() in self.screen)
        return self

    def __exit__(self, *_: object) -> None:
        """Ends it."""
        self._process.terminate()
        self._process.wait(timeout=20)
        os.close(self._ours)

    def type(self, prompt: str) -> None:
        """A prompt, sent once the one before was answered."""
        asked = len(self.client.api.bodies)
        os.write(self._ours, prompt.encode())
        time.sleep(0.5)  # together with the text, the key would be part of what is pasted
        os.write(self._ours, b"\r")
        self.until(lambda: len(self.client.api.bodies) > asked)

    def until(self, true: Callable[[], object]) -> None:
        """Waits until it is so; fails with the end of the screen after a minute."""
        end = time.monotonic() + _SECONDS
        while not true():
            assert time.monotonic() < end, self.screen[-3000:].decode("utf-8", "replace")
            time.sleep(0.05)

    def _read(self) -> None:
        try:
            while got := os.read(self._ours, 65536):
                self.screen += got
        except OSError:  # closed
            return


def _settled(client: Client) -> dict[str, object]:
    return {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "customApiKeyResponses": {"approved": [client.env["ANTHROPIC_API_KEY"]], "rejected": []},
        "projects": {str(client.project): _SETTLED},
    }
