"""A file put in its place in one step: whole or not at all, and on the disk before it has its name."""

import os
from collections.abc import Callable
from pathlib import Path


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
