"""A file put in its place in one step, whole or not at all; and files read that have an end."""

import errno
import io
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

_PIPE_BYTES = 1 << 30
"""More than this is no session; what a pipe brings has no size that could be asked for before."""


def get(path: Path) -> bytes:
    """The bytes of a regular file. Raises: OSError, also for a device, a pipe and what else may have no end."""
    # Opening a pipe would wait for a writer.
    with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        return file.read()


def piped(file: BinaryIO, name: str) -> bytes:
    """The same of a file that is open, also of a pipe. Raises: OSError for a device, and where a pipe does not end."""
    try:
        mode = os.fstat(file.fileno()).st_mode
    except io.UnsupportedOperation:  # held in memory
        return file.read()
    if stat.S_ISREG(mode):
        return file.read()
    if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or os.isatty(file.fileno())):
        raise OSError(errno.EINVAL, "it is neither a regular file nor a pipe", name)
    found = file.read(_PIPE_BYTES + 1)
    if len(found) > _PIPE_BYTES:
        raise OSError(errno.EFBIG, f"more than {_PIPE_BYTES:,} bytes come out of it; put them into a file", name)
    return found


def put(path: Path, raw: bytes, *, mode: int = 0o600, move: Callable[[Path, Path], object] = Path.replace) -> None:
    """Put `raw` at `path`, by way of a temporary file beside it that is gone afterwards, whatever happens.

    `mode`: rights of the new file. `move(temporary, path)` gives it its name; the default replaces what is there.
    Raises: OSError, and what `move` raises.
    """
    import tempfile  # takes longer to load than a small session to read, and most runs write no file

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        move(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
