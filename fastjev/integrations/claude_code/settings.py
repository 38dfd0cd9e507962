"""Claude Code's settings files: read, put in one step, and what they were before kept aside."""

import hashlib
import json
import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fastjev.errors import SettingsError, UsageError
from fastjev.files import put
from fastjev.integrations.claude_code import edit
from fastjev.jsontext import dump
from fastjev.store.place import home

Keys = tuple[str, ...]
"""Keys from the root down."""
_BOM = "\ufeff"
_NEW = "{}\n"
"""Where there is no file, or an empty one."""
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Settings:
    """A settings file as it was read."""

    path: Path
    """As the client names it."""
    raw: bytes | None
    """Nothing where there is no file."""

    @property
    def target(self) -> Path:
        """The file itself, behind all links."""
        return Path(os.path.realpath(self.path))

    @property
    def text(self) -> str:
        """What can be edited: never empty, no byte order mark. Raises: SettingsError, with line and column."""
        try:
            text = (self.raw or b"").decode("utf-8").removeprefix(_BOM)
        except UnicodeDecodeError as error:
            raise SettingsError(
                f"{self.path}: byte {error.start} is not UTF-8; mend it, nothing was changed"
            ) from error
        if not text.strip():
            return _NEW
        try:
            edit.check(text)
        except edit.Flaw as flaw:
            raise self.refusal(flaw) from flaw
        return text

    def refusal(self, flaw: edit.Flaw) -> SettingsError:
        """What is wrong, and where."""
        said = f"{self.path}:{flaw.line}:{flaw.column}: {flaw}; mend it and run again, nothing was changed"
        return SettingsError(said)

    def encoded(self, text: str) -> bytes:
        """The text as the file's bytes, with the mark that the file had. Raises: UsageError."""
        mark = _BOM if (self.raw or b"").startswith(_BOM.encode()) else ""
        try:
            return (mark + text).encode()
        except UnicodeEncodeError as error:
            raise UsageError(f"{self.path}: a path that is not UTF-8 cannot stand in it; move fastjev") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """What was kept when fastjev wrote into a settings file."""

    original: bytes | None
    """The file before; nothing where there was none."""
    written: str
    """SHA-256 of what fastjev wrote, in hex."""
    folder: bool
    """Whether the file's folder was made for it."""
    paths: tuple[Keys, ...]
    """What fastjev put into it."""


def user_file() -> Path:
    """Settings of every project: `$CLAUDE_CONFIG_DIR/settings.json`, by default under `~/.claude`."""
    told = os.environ.get("CLAUDE_CONFIG_DIR")
    return (Path(told) if told else Path.home() / ".claude") / "settings.json"


def project_file(folder: Path) -> Path:
    """Settings of one project on this machine alone; the client looks in the repository's root, else in `folder`."""
    above = (folder.absolute(), *folder.absolute().parents)
    root = next((each for each in above if os.path.lexists(each / ".git")), folder)
    return root / ".claude" / "settings.local.json"


def read(path: Path) -> Settings:
    """The file, or that there is none. Raises: SettingsError."""
    try:
        return Settings(path, path.read_bytes())
    except FileNotFoundError:
        return Settings(path, None)
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from error


def write(settings: Settings, raw: bytes | None) -> None:
    """Put `raw` in the file's place in one step, its rights as they were; nothing removes the file.

    Raises: SettingsError, where it changed since it was read, or cannot be written.
    """
    target = settings.target
    try:
        if read(settings.path).raw != settings.raw:
            raise SettingsError(f"{settings.path}: was changed by another program meanwhile; run again")
        if raw is None:
            target.unlink(missing_ok=True)
            return
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        put(target, raw, mode=stat.S_IMODE(target.stat().st_mode) if settings.raw is not None else 0o600)
    except OSError as error:
        raise SettingsError(f"{target}: cannot be written: {error.strerror}; nothing was changed") from error


def write_and_keep(settings: Settings, raw: bytes, kept: Aside) -> None:
    """The same, with the file as it was kept aside first. Raises: SettingsError."""
    before = aside(settings)
    put_aside(settings, kept)
    try:
        write(settings, raw)
    except BaseException:
        if before:
            put_aside(settings, before)
        else:
            forget(settings, kept)
        raise


def aside(settings: Settings) -> Aside | None:
    """What was kept of the file when fastjev was installed in it. Nothing where that is gone or unreadable."""
    note, original = _kept(settings)
    try:
        told = json.loads(note.read_bytes())
        return Aside(
            original=original.read_bytes() if told["existed"] else None,
            written=told["written"],
            folder=told["folder"],
            paths=tuple(tuple(path) for path in told["paths"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def noted() -> list[Path]:
    """The settings files, behind all links, that something was kept of and that are still there."""
    found: list[Path] = []
    for note in sorted(_folder().glob("*.json")):
        with suppress(OSError, ValueError, KeyError, TypeError):
            found.append(Path(json.loads(note.read_bytes())["file"]))
    return [path for path in found if path.is_file()]


def put_aside(settings: Settings, kept: Aside) -> None:
    """Keep it, for the owner's eyes only. Raises: SettingsError."""
    note, original = _kept(settings)
    about = {
        "file": str(settings.target),
        "existed": kept.original is not None,
        "written": kept.written,
        "folder": kept.folder,
        "paths": kept.paths,
    }
    try:
        home().parent.mkdir(parents=True, exist_ok=True)
        for folder in (home(), note.parent.parent, note.parent):
            folder.mkdir(exist_ok=True, mode=0o700)
        if kept.original is not None:
            put(original, kept.original)
        put(note, dump(about).encode())
    except (OSError, UnicodeEncodeError) as error:
        raise SettingsError(
            f"{note.parent}: the settings cannot be kept aside: {error}; nothing was changed"
        ) from error


def forget(settings: Settings, kept: Aside) -> None:
    """What was kept aside is no longer needed, and the folder that was made is gone if nothing else came into it."""
    for path in _kept(settings):
        path.unlink(missing_ok=True)
    if kept.folder:
        with suppress(OSError):
            settings.target.parent.rmdir()


def digest(raw: bytes) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(raw).hexdigest()


def _kept(settings: Settings) -> tuple[Path, Path]:
    """Where the note and the original lie; a file's path is no part of it."""
    name = digest(os.fsencode(settings.target))[:_DIGITS]
    return _folder() / f"{name}.json", _folder() / f"{name}.original"


def _folder() -> Path:
    return home() / "claude-code" / "settings"
