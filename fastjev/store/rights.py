"""Folders 0700 and files 0600 from creation, nobody else's, and no links."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from fastjev.errors import StoreError
from fastjev.store.place import Place

_SIDES = ("-journal", "-wal", "-shm")
"""What SQLite lays beside a database."""


def make_folders(place: Place) -> None:
    """Make what is missing of the project's folder. Raises: StoreError, OSError."""
    place.home.parent.mkdir(parents=True, exist_ok=True)
    for folder in (place.home, place.folder.parent, place.folder):
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
            folder.chmod(0o700)  # a umask may have taken even the owner's rights
            sync(folder.parent)
        own_folder(folder)
        _tighten(folder)


def own_folder(folder: Path) -> None:
    """Raises: StoreError for a link, what is no folder, and somebody else's."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        raise StoreError(f"{folder}: is no folder (a link is none); move it away")
    _own(folder, found.st_uid)


def make_file(file: Path) -> None:
    """Make the database's file, and that of its lock, if they are not there. Raises: StoreError, OSError."""
    for path in (file, file.with_suffix(".lock")):
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600))
            path.chmod(0o600)
    regular(file)
    for path in beside(file):
        # Another writer's journal is gone as soon as it is done.
        with suppress(FileNotFoundError):
            _tighten(path)


def _tighten(path: Path) -> None:
    """Take what others may; a user who took rights of his own keeps it so."""
    mode = stat.S_IMODE(path.lstat().st_mode)
    if mode & 0o077:
        path.chmod(mode & 0o700)


def regular(file: Path) -> None:
    """Raises: StoreError for a link, a pipe, or somebody else's file, of the database and what lies beside it."""
    # Looked at by name: opening and closing the file would drop the locks that this process has on it.
    for path in beside(file):
        with suppress(FileNotFoundError):
            found = path.lstat()
            if not stat.S_ISREG(found.st_mode):
                raise StoreError(f"{path}: is no regular file (a link is none); move it away")
            _own(path, found.st_uid)


def _own(path: Path, owner: int) -> None:
    if hasattr(os, "geteuid") and owner != os.geteuid():
        raise StoreError(f"{path}: belongs to another user (uid {owner}); set FASTJEV_DATA to a folder of your own")


def sync(folder: Path) -> None:
    """The folder's names on the disk. Raises: OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def beside(file: Path) -> list[Path]:
    """The database, its lock, and what SQLite lays beside it."""
    return [file, file.with_suffix(".lock"), *(Path(f"{file}{side}") for side in _SIDES)]
