"""The plugin in Claude Code's settings: two keys that name it and set its options, one that switches it on.

The client reads options from a person's own settings alone, so the first two stand there; the third stands there or in
the settings of one project.
"""

import difflib
import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fastjev.errors import UsageError
from fastjev.integrations.claude_code import edit
from fastjev.integrations.claude_code.options import MODES, TRIGGERS, Options
from fastjev.integrations.claude_code.settings import Aside, Keys, Settings, digest

PLUGIN = "fastjev@fastjev"
"""The plugin's name, and that of its marketplace."""
MARKETPLACE = Path(__file__).parent
"""The folder that holds `.claude-plugin/marketplace.json`; the client reads the plugin where it lies."""
STATUSLINE: Keys = ("statusLine",)
_OPTIONS: Keys = ("pluginConfigs", PLUGIN, "options")
_NAMES: tuple[Keys, ...] = (("extraKnownMarketplaces", "fastjev"), _OPTIONS[:2])
_SWITCH: Keys = ("enabledPlugins", PLUGIN)
_AFTER_TOOLS: Keys = ("hooks", "PostToolUse")
_TRIM = ["hook", "trim"]
_TRIM_SECONDS = 20
"""A walk over one result takes less than one; the client goes on with the whole result after that."""
_CHOICES = {"mode": MODES, "trigger": TRIGGERS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A settings file before and after."""

    settings: Settings
    before: str
    after: str
    raw: bytes | None
    """What is to be written; nothing removes the file."""
    aside: Aside | None
    """What is to be kept of the file as it was; nothing to forget it."""
    exact: bool = False
    """Whether that is the old file byte for byte."""

    @property
    def changes(self) -> bool:
        """Is anything different?"""
        return self.before != self.after


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What one settings file is to hold. What it says of things that are not given stays."""

    program: str
    """Absolute path of fastjev."""
    options: Mapping[str, Any] | None = None
    """Of the plugin, by name; nothing where it is not named in this file."""
    enabled: bool = False
    statusline: bool = False
    """A status line, where none is set."""
    trim: bool | None = None
    """A hook that cuts large results; not the plugin's, which would be called after every call of every tool."""


def installed(settings: Settings, wanted: Wanted, kept: Aside | None) -> Change:
    """The file with what is wanted in it. `kept`: of an earlier install. Raises: SettingsError."""
    before = after = settings.text
    own = list(kept.paths) if kept else []
    try:
        if wanted.options is not None:
            own += _NAMES
            after = edit.put(after, (*_NAMES[0], "source"), {"source": "directory", "path": str(MARKETPLACE)})
            for name, value in {"bin": wanted.program, **wanted.options}.items():
                after = edit.put(after, (*_OPTIONS, name), value)
        if wanted.enabled:
            own.append(_SWITCH)
            after = edit.put(after, _SWITCH, True)
        # What we set before is set again, in case the program lies elsewhere now.
        if (wanted.statusline and edit.value_at(before, STATUSLINE) is None) or _own_statusline(before):
            own.append(STATUSLINE)
            after = edit.put(after, STATUSLINE, {"type": "command", "command": _shell(wanted.program)})
        trims = any(map(_trims, _after_tools(before)))
        if wanted.trim or trims:
            after = _trimming(after, replace(wanted, trim=trims if wanted.trim is None else wanted.trim), kept)
    except edit.Flaw as flaw:
        raise settings.refusal(flaw) from flaw
    raw = settings.encoded(after)
    original = removed(settings, kept).raw if kept else settings.raw
    folder = kept.folder if kept else not settings.target.parent.exists()
    aside = Aside(original=original, written=digest(raw), folder=folder, paths=tuple(dict.fromkeys(own)))
    return Change(settings=settings, before=_shown(settings), after=after, raw=raw, aside=aside)


def removed(settings: Settings, kept: Aside | None) -> Change:
    """The file without the plugin: its old bytes where nobody changed it since, else all but our own keys as it is.

    Raises: SettingsError.
    """
    if kept and settings.raw is not None and digest(settings.raw) == kept.written:
        after = Settings(settings.path, kept.original)
        return Change(
            settings=settings, before=_shown(settings), after=_shown(after), raw=kept.original, aside=None, exact=True
        )
    if settings.raw is None:
        return Change(settings=settings, before="", after="", raw=None, aside=None)
    text = before = settings.text
    original = Settings(settings.path, kept.original if kept else None).text
    for path in kept.paths if kept else (*_NAMES, _SWITCH, *_own_statusline(text)):
        text = edit.restore(text, path, original)
    text = edit.drop(text, _AFTER_TOOLS, _trims, original)
    if text == before:
        return Change(settings=settings, before=before, after=before, raw=settings.raw, aside=None)
    gone = kept is not None and kept.original is None and edit.is_empty(text)
    raw = None if gone else settings.encoded(text)
    return Change(settings=settings, before=before, after="" if gone else text, raw=raw, aside=None)


def _shown(settings: Settings) -> str:
    """The text as it is, also where there is none."""
    return settings.text if settings.raw else ""


def _trimming(text: str, wanted: Wanted, kept: Aside | None) -> str:
    """Raises: Flaw."""
    hook = {"type": "command", "command": wanted.program, "args": _TRIM, "timeout": _TRIM_SECONDS}
    entry = {"matcher": "Bash", "hooks": [hook]}
    if wanted.trim and entry in _after_tools(text):
        return text
    text = edit.drop(text, _AFTER_TOOLS, _trims, Settings(Path(), kept.original if kept else None).text)
    return edit.add(text, _AFTER_TOOLS, entry) if wanted.trim else text


def _after_tools(text: str) -> list[Any]:
    found = edit.value_at(text, _AFTER_TOOLS)
    return found if isinstance(found, list) else []


def _trims(entry: object) -> bool:
    """Is it our hook, whatever path the program had then?"""
    hooks = entry.get("hooks") if isinstance(entry, dict) else None
    return (
        isinstance(hooks, list)
        and len(hooks) == 1
        and isinstance(hooks[0], dict)
        and hooks[0].get("args") == _TRIM
        and "fastjev" in str(hooks[0].get("command"))
    )


def _own_statusline(text: str) -> tuple[Keys, ...]:
    found = edit.value_at(text, STATUSLINE)
    command = found.get("command") if isinstance(found, dict) else None
    ours = isinstance(command, str) and re.search(r"\bfastjev'? statusline$", command)
    return (STATUSLINE,) if ours else ()


def _shell(program: str) -> str:
    return f"{shlex.quote(program)} statusline"


def switches(settings: Settings) -> bool:
    """Does the file switch the plugin on, or off?"""
    return edit.value_at(settings.text, _SWITCH) is not None


def mode_in(text: str) -> str | None:
    """The mode that a settings file sets, if it is one."""
    found = edit.value_at(text, (*_OPTIONS, "mode"))
    return found if found in MODES else None


def option(said: str) -> tuple[str, Any]:
    """`KEY=VALUE` as a name and a checked value. Raises: UsageError, with the nearest name."""
    name, equals, value = said.partition("=")
    known = Options._field_defaults
    if not equals or name not in known:
        raise UsageError(f"--option {said}: is no KEY=VALUE of the plugin; {_near(name, known)}")
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise UsageError(f"--option {said}: {value or 'nothing'} is no {name}; {_near(value, _CHOICES[name])}")
        return name, value
    most = 99 if name == "percent" else 999
    if not re.fullmatch("[1-9][0-9]{0,2}", value) or int(value) > most:
        raise UsageError(f"--option {name}={value}: is a whole number from 1 to {most}")
    return name, int(value)


def _near(name: str, known: Iterable[str]) -> str:
    """All that there are, and the one that was meant."""
    near = difflib.get_close_matches(name, list(known), 1, 0.5)
    return f"there are {', '.join(known)}" + (f"; did you mean {near[0]}?" if near else "")
