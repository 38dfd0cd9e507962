"""Where rule files lie, layer by layer, and how a stranger's are read: no links, no devices, no surprises in size."""

import hashlib
import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from fastjev import bundled
from fastjev.errors import RuleError

LAYERS = ("core", "pack", "user", "project", "local", "asked")
"""From the weakest to the strongest. `asked`: named by `--rules`."""
CORE = 0
TOLD = LAYERS.index("asked")
_MOST_BYTES = 500_000
"""Bytes of one rule file; core's largest has 20,000."""
_MOST_TOGETHER = 1_000_000
"""Bytes of all rule files of a user and a project."""
_MOST_FILES = 100
"""Rule files in one folder."""


def counted(layers: Iterable[int]) -> dict[str, int]:
    """How often each layer stands there, by name; layers without any left out, core excepted."""
    found = Counter(LAYERS[layer] for layer in layers)
    return {layer: found[layer] for layer in LAYERS if found[layer] or layer == "core"}


class Source(NamedTuple):
    """One rule file as found."""

    layer: int
    """Position in `LAYERS`."""
    name: str
    """What messages call it: relative to the project, or below `~`."""
    path: Path
    raw: bytes = b""
    refused: str = ""
    """Why it was not read, in one line; empty for a file that was."""

    @property
    def sha256(self) -> str:
        """Of its bytes, in hex."""
        return hashlib.sha256(self.raw).hexdigest()


def user_folder() -> Path:
    """Where a user's own rules lie, for every project."""
    if told := os.environ.get("FASTJEV_CONFIG"):
        return Path(told) / "rules"
    import platformdirs

    return Path(platformdirs.user_config_dir("fastjev", appauthor=False)) / "rules"


def core_sources() -> list[Source]:
    """The files that ship with fastjev, lexicon and character variants among them. Raises: RuleError."""
    return [_read(CORE, f"core/{path.name}", path) for path in sorted(bundled.rules().glob("*.yaml"))]


def sources(project: Path | None, asked: Sequence[Path] = (), *, lenient: bool = False) -> list[Source]:
    """Every file above core: the user's, the project's, its local one, then `asked`.

    Raises: RuleError for one of `asked` that cannot be read; the others, and if `lenient` all, come back `refused`.
    """
    found = [*_folder(LAYERS.index("user"), user_folder(), strict=False)]
    if project:
        home = project / ".fastjev"
        if home.is_symlink():
            found.append(_refused(LAYERS.index("project"), home, project, "is a link; a project's rules lie in it"))
        else:
            found += _folder(LAYERS.index("project"), home / "rules", project)
            local = home / "rules.local.yaml"
            if os.path.lexists(local):
                found.append(_guarded(LAYERS.index("local"), local, project))
    found = _within(found)
    if lenient:
        return found + [_guarded(TOLD, path, None, strict=False) for path in asked]
    return found + [_read(TOLD, _utf8(str(path)), path) for path in asked]


def _within(found: list[Source]) -> list[Source]:
    """The files, those refused with which all together would be too much to read."""
    held, kept = 0, []
    for source in found:
        held += len(source.raw)
        if held > _MOST_TOGETHER:
            said = f"{source.name}: with it the rule files have {held:,} bytes; {_MOST_TOGETHER:,} is the most"
            source = source._replace(raw=b"", refused=said)
        kept.append(source)
    return kept


def _folder(layer: int, folder: Path, project: Path | None = None, *, strict: bool = True) -> Iterator[Source]:
    """`strict` takes no links: a project is a stranger's, a user's folder is often linked from elsewhere."""
    if strict and folder.is_symlink():
        yield _refused(layer, folder, project, "is a link; a project's rules lie in it")
        return
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix in (".yaml", ".yml"))
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        yield _refused(layer, folder, project, f"cannot be read: {error.strerror}")
        return
    if len(paths) > _MOST_FILES:
        yield _refused(layer, folder, project, f"holds {len(paths)} rule files; {_MOST_FILES} is the most")
        return
    for path in paths:
        yield _guarded(layer, path, project, strict=strict)


def _guarded(layer: int, path: Path, project: Path | None, *, strict: bool = True) -> Source:
    if strict and path.is_symlink():
        return _refused(layer, path, project, "is a link; a project's rules lie in it")
    try:
        return _read(layer, shown(path, project), path)
    except RuleError as error:
        return Source(layer, shown(path, project), path, refused=str(error))


def _refused(layer: int, path: Path, project: Path | None, why: str) -> Source:
    name = shown(path, project)
    return Source(layer, name, path, refused=f"{name}: {why}")


def _read(layer: int, name: str, path: Path) -> Source:
    """Raises: RuleError for what is no regular file, too large or not to be read."""
    try:
        # Opening a pipe would wait for a writer.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as file:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                raise RuleError(f"{name}: is no regular file")
            if status.st_size > _MOST_BYTES:
                raise RuleError(f"{name}: has {status.st_size:,} bytes; a rule file has {_MOST_BYTES:,} at most")
            return Source(layer, name, path, file.read(_MOST_BYTES))
    except OSError as error:
        raise RuleError(f"{name}: cannot be read: {error.strerror}") from error


def shown(path: Path, project: Path | None) -> str:
    """The path as people know it."""
    for base, prefix in ((project, ""), (Path.home(), "~/")):
        if base and path.is_relative_to(base):
            return _utf8(f"{prefix}{path.relative_to(base)}")
    return _utf8(str(path))


def _utf8(name: str) -> str:
    """A name in one line of UTF-8, as messages and caches are; other bytes, line breaks and the like written out."""
    told = os.fsencode(name).decode("utf-8", "backslashreplace")
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in told)


def extended(by: Source, *, file: str | None, package: str | None, version: str | None) -> list[Source]:
    """The files of a pack that the rule file `by` names. Nothing of an installed package is imported.

    Raises: RuleError.
    """
    layer = LAYERS.index("pack")
    if file is not None:
        home = by.path.parent.parent if by.path.parent.name in ("rules", ".fastjev") else by.path.parent
        home = home.parent if home.name == ".fastjev" else home
        if "\0" in file:
            raise RuleError("extends: a file name holds no NUL")
        path = Path(os.path.realpath(by.path.parent / file))
        home = Path(os.path.realpath(home))
        if not path.is_relative_to(home):
            raise RuleError(f"extends: {file} leads out of {shown(home, None)}; copy the pack into it")
        return [_read(layer, shown(path, home), path)]
    import importlib.metadata

    try:
        distribution = importlib.metadata.distribution(str(package))
    except (importlib.metadata.PackageNotFoundError, ValueError) as error:
        raise RuleError(f"extends: the package {package} is not installed") from error
    if distribution.version != version:
        raise RuleError(f"extends: {package} is {distribution.version} here, not {version}")
    files = [each for each in distribution.files or () if each.parent.name == "rules" and each.suffix == ".yaml"]
    if not files:
        raise RuleError(f"extends: {package} has no rules/*.yaml")
    return [_read(layer, f"{package}/{each}", Path(str(each.locate()))) for each in sorted(files)]
