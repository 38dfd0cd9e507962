"""Rules that are read again when a file of theirs changes, for programs that run while people edit."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from fastjev import bundled
from fastjev.errors import RuleError
from fastjev.rulebook.book import Rulebook
from fastjev.rulebook.load import load
from fastjev.rulebook.places import user_folder

Stamp = tuple[object, ...]
"""What changes when a file does: times, sizes, names. Compared, never read."""


class Watched:
    """A rulebook that keeps up with its files, and stands as it was while one of them is bad."""

    def __init__(
        self, project: Path | None, asked: Sequence[Path] = (), *, say: Callable[[str], None], user: bool = True
    ) -> None:
        """`say` is told once of each thing that is wrong with a file. Layers as `load` has them."""
        self._project, self._asked, self._user = project, tuple(asked), user
        self._say = say
        self._stamp: Stamp | None = None
        self._book: Rulebook | None = None
        self._said: tuple[str, ...] = ()

    def current(self) -> Rulebook:
        """The rules as the files are now; as they last were good where one has turned bad since.

        Looks at times and sizes only, unless one changed. Raises: RuleError the first time, as `load` does.
        """
        # Taken before reading: what changes in between is seen the next time, and so is a pack that was named anew.
        stamp = tuple(map(stamp_of, self._paths()))
        if self._book is None or stamp != self._stamp:
            self._book, self._stamp = self._again(), stamp
        return self._book

    def _again(self) -> Rulebook:
        try:
            found = load(self._project, self._asked, user=self._user)
        except RuleError as error:
            if self._book is None:
                raise
            self._tell(str(error).splitlines()[:1])
            return self._book
        self._tell(found.refused)
        worse = self._book is not None and set(found.refused) - set(self._book.refused)
        return self._book if self._book and worse else found

    def _tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            if line not in self._said:
                self._say(line)
        self._said = tuple(lines)

    def _paths(self) -> Iterator[Path]:
        yield bundled.rules()
        if self._user:
            yield user_folder()
        if self._project:
            home = self._project / ".fastjev"
            yield from (home, home / "rules")
        yield from self._asked
        yield from map(Path, self._book.packs if self._book else ())


def stamp_of(path: Path) -> Stamp:
    """Of a file, or of a folder and the rule files in it; the same while neither their content nor names change."""
    try:
        held = sorted(os.scandir(path), key=lambda entry: entry.name) if path.is_dir() else []
    except OSError:
        held = []
    return _of(path), *((entry.name, _of(Path(entry.path))) for entry in held if entry.name.endswith((".yaml", ".yml")))


def _of(path: Path) -> Stamp:
    """Of the file and, if it is a link, of what it leads to. Editors replace files, so that the number counts too."""
    found: list[object] = []
    for look in (os.lstat, os.stat):
        try:
            status = look(path)
        except (OSError, ValueError):
            return (*found, "absent")
        found.append((status.st_mtime_ns, status.st_size, status.st_ino, status.st_mode))
    return tuple(found)
