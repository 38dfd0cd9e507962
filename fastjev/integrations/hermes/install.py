"""The plugin's folder in Hermes's home, and the two keys of its `config.yaml`.

What the settings were before lies in that folder, so that taking it out gives them back byte for byte.
"""

import hashlib
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from fastjev import __version__
from fastjev.errors import SettingsError
from fastjev.files import put
from fastjev.integrations.hermes import config
from fastjev.jsontext import dump

_MANIFEST = f"""\
name: {config.NAME}
version: {__version__}
description: Compacts the history by deciding, never by writing. No language model, no network.
author: fastjev
"""
_CODE = '''\
"""fastjev as Hermes's context engine. Written by `fastjev install hermes`; `fastjev uninstall hermes` removes it."""


def register(ctx):
    """Calls `ctx.register_context_engine` and `ctx.register_command`."""
    from fastjev.integrations.hermes.plugin import register as own

    own(ctx)
'''
FILES = {"plugin.yaml": _MANIFEST, "__init__.py": _CODE}
"""What Hermes reads in the plugin's folder. It looks for `register_context_engine` in the first 8,192 characters."""
_BEFORE, _NOTE = "config.before", "installed.json"
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Change:
    """One file before and after."""

    path: Path
    before: bytes | None
    """Nothing where there is no file."""
    after: bytes | None
    """Nothing where it is removed."""


def home() -> Path:
    """Hermes's: `$HERMES_HOME`, by default `~/.hermes`."""
    told = os.environ.get("HERMES_HOME", "").strip()
    return Path(told).expanduser() if told else Path.home() / ".hermes"


def folder(home: Path) -> Path:
    """Of the plugin. Its name is the engine's, so that both of Hermes's loaders find it."""
    return home / "plugins" / config.NAME


def settings(home: Path) -> Path:
    """Hermes's settings."""
    return home / "config.yaml"


def installed(home: Path) -> list[Change]:
    """What is to be written; nothing where all is as it should be. Raises: SettingsError."""
    own, path = folder(home), settings(home)
    raw = _read(path)
    if path.is_symlink() and not (there := _target(path).parent).is_dir():
        raise SettingsError(f"{path}: is a link into {there}, which is no folder; make it, or take the link away")
    before = _text(path, raw)
    with _named(path):
        if config.NAME in config.plugins(before, "disabled"):
            raise SettingsError(f"plugins: disabled: names {config.NAME}; take it out there and run again")
        after = config.switched_on(before)
    changes = [Change(own / name, _read(own / name), said.encode()) for name, said in FILES.items()]
    if after != before:
        original = _without(path, own, raw)
        written = _bytes(raw, after)
        note = dump({"existed": original is not None, "written": _digest(written)}).encode()
        changes.append(Change(own / _NOTE, _read(own / _NOTE), note))
        changes.append(Change(own / _BEFORE, _read(own / _BEFORE), original))
        changes.append(Change(path, raw, written))
    return [change for change in changes if change.before != change.after]


def removed(home: Path) -> list[Change]:
    """What is to be taken out: the settings as they were, or where somebody changed them since, all but what is ours.

    Raises: SettingsError.
    """
    own, path = folder(home), settings(home)
    raw = _read(path)
    changes = [Change(path, raw, _without(path, own, raw))]
    changes += [Change(own / name, _read(own / name), None) for name in (*FILES, _NOTE, _BEFORE)]
    return [change for change in changes if change.before != change.after]


def shown(changes: list[Change]) -> list[Change]:
    """Those that a person is asked about; the others are notes on them."""
    return [change for change in changes if change.path.name not in (_NOTE, _BEFORE)]


def _without(path: Path, own: Path, raw: bytes | None) -> bytes | None:
    """The settings without fastjev: the very bytes of before, where nobody changed them since."""
    original, written = _kept(own)
    if raw is None or _digest(raw) == written:
        return original if raw is not None else None
    before = _text(path, raw)
    with _named(path):
        after = config.switched_off(before, _text(path, original))
    return raw if after == before else _bytes(raw, after)


def write(changes: list[Change]) -> None:
    """All of them in their order, each in one step. Raises: SettingsError."""
    for change in changes:
        try:
            if _read(change.path) != change.before:
                raise SettingsError(f"{change.path}: was changed by another program meanwhile; run again")
            target = _target(change.path)
            if change.after is None:
                target.unlink(missing_ok=True)
                continue
            change.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            put(target, change.after, mode=stat.S_IMODE(target.stat().st_mode) if change.before is not None else 0o600)
        except OSError as error:
            raise SettingsError(f"{change.path}: cannot be written: {error.strerror}") from error


def clear(home: Path) -> None:
    """The plugin's folder goes, where nothing else came into it than what Python compiled."""
    own = folder(home)
    for compiled in (own / "__pycache__").glob("*.pyc"):
        compiled.unlink(missing_ok=True)
    for empty in (own / "__pycache__", own, own.parent):
        with suppress(OSError):
            empty.rmdir()


def missing(home: Path) -> Iterator[Path]:
    """Files of the plugin that are not as they should be."""
    for name, said in FILES.items():
        if _read(folder(home) / name) != said.encode():
            yield folder(home) / name


def _target(path: Path) -> Path:
    """What a link leads to, also where nothing is there yet: a person's link stays what it is."""
    return Path(os.path.realpath(path))


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from error


def text(home: Path) -> str:
    """Of the settings, without a byte order mark; empty where there are none. Raises: SettingsError."""
    return _text(settings(home), _read(settings(home)))


def _text(path: Path, raw: bytes | None) -> str:
    try:
        return (raw or b"").decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: byte {error.start} is not UTF-8; mend it, nothing was changed") from error


def _bytes(raw: bytes | None, text: str) -> bytes:
    return (_BOM if (raw or b"").startswith(_BOM.encode()) else "").encode() + text.encode()


@contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from error


def _kept(own: Path) -> tuple[bytes | None, str]:
    """The settings before, and the digest of what was written; an empty one where nothing is known."""
    try:
        told = json.loads((own / _NOTE).read_bytes())
        return (own / _BEFORE).read_bytes() if told["existed"] else None, str(told["written"])
    except (OSError, ValueError, KeyError, TypeError):
        return None, ""


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()
