"""Files put in place in one step, never through a link that leads elsewhere."""

import os
from pathlib import Path

from fastjev.errors import UsageError
from fastjev.files import put

_MODE = 0o644
"""Rule files are shared with a project's people; the umask takes away from it."""


def put_file(path: Path, text: str, *, replace: bool = False, within: Path | None = None) -> None:
    """Put `text` at `path`, whole or not at all; folders up to it are made.

    `replace` lets it take the place of an old file. `within`: no folder between this one and the file may be a link.
    Raises: UsageError for what is there already, for a link on the way, and for a place that cannot be written.
    """
    try:
        _refuse_links(path, within)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise UsageError(f"{path}: is no regular file; give another name")
        if os.path.lexists(path) and not replace:
            raise UsageError(f"{path}: is there already and stays as it is; --force replaces it")
        put(path, text.encode(), mode=_MODE & ~_umask(), move=Path.replace if replace else _beside)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error


def _refuse_links(path: Path, within: Path | None) -> None:
    for folder in path.parents:
        if within is None or folder == within:
            return
        if folder.is_symlink():
            raise UsageError(f"{folder}: is a link and may lead out of {within}; make it a folder")


def _beside(temporary: Path, path: Path) -> None:
    """A link fails where a file has come into being meanwhile; a rename would not."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError as error:
        raise UsageError(f"{path}: is there already and stays as it is; --force replaces it") from error


def _umask() -> int:
    # The mask can only be read by setting it.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
