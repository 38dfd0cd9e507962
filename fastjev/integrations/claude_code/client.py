"""The two programs that meet: the client, and this one as the client is to call it."""

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from fastjev.errors import UsageError

FIRST_WITH_MODS = (2, 1, 287)
"""Version of the client from which a plugin may replace the history."""
_SECONDS = 10
"""What the client may take to say its version."""


def program() -> str:
    """The absolute path of fastjev: the script beside this Python, else that on the PATH. Raises: UsageError."""
    found = shutil.which("fastjev", path=str(Path(sys.executable).parent)) or shutil.which("fastjev")
    if found is None:
        raise UsageError(f"fastjev: no such program beside {sys.executable} or on the PATH; install it with pip")
    return str(Path(found).absolute())


@dataclass(frozen=True, slots=True)
class Client:
    """The client's program, and the version that it says."""

    path: str
    said: str
    version: tuple[int, ...]
    """Empty where it said none."""

    @property
    def has_mods(self) -> bool:
        """Can it have its history replaced? One that says no version is taken for a new one."""
        return not self.version or self.version >= FIRST_WITH_MODS


def client() -> Client | None:
    """The `claude` on the PATH. Nothing where there is none."""
    found = shutil.which("claude")
    if found is None:
        return None
    try:
        ran = subprocess.run(
            [found, "--version"], capture_output=True, text=True, timeout=_SECONDS, stdin=subprocess.DEVNULL
        )
        said = " ".join(ran.stdout.split()) if ran.returncode == 0 else ""
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        said = ""
    match = re.match(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})", said)
    return Client(found, said, tuple(int(part) for part in match.groups()) if match else ())
