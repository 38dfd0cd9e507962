"""Where a project's store lies. No id and no path of a transcript is ever part of it."""

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fastjev.project import project_root

_DIGITS = 16
"""Hex digits of a project's folder: 64 bits; the whole path stands inside the database and is compared."""
_FILE = "store.sqlite3"


class Place(NamedTuple):
    """A project and where its store lies, whether or not there is one."""

    project: Path
    """Real and absolute."""
    home: Path
    """The folder of all projects' stores."""

    @property
    def folder(self) -> Path:
        """The project's own folder below `home`."""
        return _folder(self)

    @property
    def file(self) -> Path:
        """The database."""
        return self.folder / _FILE


@cache
def _folder(place: Place) -> Path:
    # Asked for with every query, since errors name the file.
    name = hashlib.sha256(os.fsencode(place.project)).hexdigest()[:_DIGITS]
    return place.home / "projects" / name


def data_home() -> Path:
    """Where stores are kept: `$FASTJEV_DATA`, else the user's data folder."""
    if told := os.environ.get("FASTJEV_DATA"):
        return Path(told)
    # A hook asks on every event, and platformdirs takes as long to load as all the rest of it; a test holds the two
    # to the same answer.
    shared = os.environ.get("XDG_DATA_HOME", "").strip()
    if sys.platform == "linux":
        return (Path(shared) if shared.startswith("/") else Path.home() / ".local/share") / "fastjev"
    import platformdirs

    return Path(platformdirs.user_data_dir("fastjev", appauthor=False))


def home() -> Path:
    """The same without links: what lies below must be no link, what leads there is the user's own business."""
    return Path(os.path.realpath(data_home()))


def place_of(folder: Path) -> Place:
    """The place of the project that `folder` belongs to: the nearest with `.fastjev` or `.git`, else itself."""
    real = Path(os.path.realpath(folder))
    return Place(project_root(real) or real, home())


def files(home: Path) -> Iterator[Path]:
    """Every project's database below `home`, in the order of their folders' names."""
    return (path for path in sorted((home / "projects").glob(f"*/{_FILE}")) if not path.is_symlink())
