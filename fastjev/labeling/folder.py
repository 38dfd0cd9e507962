"""Names of sets and people, and lines added to their files. Nothing is written behind a link."""

import os
import re
import stat
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fastjev.errors import UsageError

_NAME = re.compile(r"[\w.-]{1,64}")
"""Letters and digits of any script."""
_ATTRIBUTES = ".gitattributes"
_UNION = "*.jsonl merge=union\n"
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Nor does opening a pipe wait for whoever is at its other end."""


def checked(name: str, what: str) -> str:
    """`name` in the one form in which its characters are written everywhere. Raises: UsageError for what is none."""
    # Some file systems take an accent apart from its letter, and give it back so.
    found = unicodedata.normalize("NFC", name)
    if not _NAME.fullmatch(found) or found.startswith("."):
        raise UsageError(
            f"{name!r}: {what} is called by 1 to 64 letters, digits, - _ and ., the first of them no point"
        )
    return found


def make_folders(folder: Path) -> None:
    """Make a set's folder and those above it, and tell git how to merge. Raises: UsageError for a link, OSError."""
    labels = folder.parent
    for each in (labels.parent, labels, folder):
        if not os.path.lexists(each):
            each.mkdir(mode=0o700, parents=True)
        elif each.is_symlink() or not each.is_dir():
            raise UsageError(f"{each}: is no folder (a link is none), and nothing is written there; move it away")
    if labels.name == "labels" and not os.path.lexists(labels / _ATTRIBUTES):
        add(labels / _ATTRIBUTES, [_UNION])


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody else who asks for this adds to the folder meanwhile; on systems without such locks somebody may."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY | _NO_LINK)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def add(path: Path, lines: Iterable[str], *, sync: bool = True) -> None:
    """Add lines, each with its end, and wait until the disk has them; what a crash left of a line is ended first.

    `sync`: without it the disk may have them later. Raises: UsageError for a link, a pipe and the like, OSError.
    """
    if path.is_symlink():
        raise UsageError(f"{path}: is a link, and nothing is written behind it; move it away")
    raw = "".join(lines).encode()
    if not raw:
        return
    is_new = not path.exists()
    # One call for all: what others add at the same time stands before or behind it.
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _NO_LINK, 0o600)
    try:
        told = os.fstat(handle)
        if not stat.S_ISREG(told.st_mode):
            raise UsageError(f"{path}: is no regular file, and nothing is written there; move it away")
        if told.st_size:
            os.lseek(handle, -1, os.SEEK_END)
            raw = raw if os.read(handle, 1) == b"\n" else b"\n" + raw
        while raw:
            raw = raw[os.write(handle, raw) :]
        if sync:
            os.fsync(handle)
    finally:
        os.close(handle)
    if is_new and sync:
        _sync_name(path)


def sync(path: Path) -> None:
    """Wait until the disk has what was added to a file, if it is there. Raises: OSError."""
    if path.is_file():
        handle = os.open(path, os.O_RDONLY | _NO_LINK)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        _sync_name(path)


def _sync_name(path: Path) -> None:
    # Needed once in the life of a file.
    from fastjev.store.rights import sync

    sync(path.parent)
