"""Whether a store could be written, tried without leaving anything behind."""

import errno
import os
from pathlib import Path
from typing import NamedTuple

from fastjev.errors import StoreError
from fastjev.store.place import Place
from fastjev.store.rights import own_folder

_BYTES = 1 << 20
"""An empty store and a small session take less."""
_FULL = (errno.ENOSPC, errno.EDQUOT)
_ELSEWHERE = "or set FASTJEV_DATA to a folder that you can write"


class Obstacle(NamedTuple):
    """Why nothing can be written, and what to do."""

    said: str
    todo: str


def obstacle(place: Place) -> Obstacle | None:
    """What keeps the project's store from being made or written; nothing where it can be.

    Makes no folder and no file that stays. What is missing would be made in the nearest folder above that is there.
    """
    import tempfile  # only who asks needs it

    folder = next(path for path in (place.folder, *place.folder.parents) if os.path.lexists(path))
    try:
        if not folder.is_dir():
            return Obstacle(f"{folder}: is no folder", f"move it away, {_ELSEWHERE}")
        if folder.is_relative_to(place.home):
            own_folder(folder)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_BYTES))
            file.flush()
        if place.file.exists() and not os.access(place.file, os.W_OK):
            return _denied(place.file, os.strerror(errno.EACCES))
    except StoreError as error:
        return Obstacle(str(error), f"do so, {_ELSEWHERE}")
    except OSError as error:
        if error.errno in _FULL:
            return Obstacle(f"{folder}: the disk is full, or has less than 1 MB left", f"make room on it, {_ELSEWHERE}")
        return _denied(folder, error.strerror)
    return None


def _denied(path: Path, reason: str | None) -> Obstacle:
    return Obstacle(f"{path}: cannot be written: {reason}", f"give yourself the right to write there, {_ELSEWHERE}")
