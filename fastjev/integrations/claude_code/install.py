"""The plugin in Claude Code's settings: three keys that name it, switch it on and set its options."""

import difflib
import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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
_OWN: tuple[Keys, ...] = (("extraKnownMarketplaces", "fastjev"), ("enabledPlugins", PLUGIN), _OPTIONS[:2])
_AFTER_TOOLS: Keys = ("hooks", "PostToolUse")
_TRIM = ["hook", "trim"]
_TRIM_SECONDS = 20
"""A walk over one result takes less than one; the client goes on with the whole result after that."""
_CHOICES = {"mode": MODES, "trigger": TRIGGERS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A settings file before and after."""

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


def installed(
    settings: Settings,
    options: Mapping[str, Any],
    kept: Aside | None,
    *,
    statusline: bool = False,
    trim: bool | None = None,
) -> Change:
    """The file with the plugin in it. What it already says of things that are not given stays.

    `options`: values by name, `bin` among them. `kept`: of an earlier install. `trim`: a hook of its own that cuts
    large results, since a hook of the plugin would be called after each call of every tool. Raises: SettingsError.
    """
    before = settings.text
    own = list(kept.paths) if kept else list(_OWN)
    try:
        after = edit.put(before, (*_OWN[0], "source"), {"source": "directory", "path": str(MARKETPLACE)})
        after = edit.put(after, _OWN[1], True)
        for name, value in options.items():
            after = edit.put(after, (*_OPTIONS, name), value)
        if statusline and edit.value_at(before, STATUSLINE) is None:
            after = edit.put(after, STATUSLINE, {"type": "command", "command": _shell(options["bin"])})
            own.append(STATUSLINE)
        if trim is not None:
            after = _trimming(after, options["bin"], settings, kept, wanted=trim)
    except edit.Flaw as flaw:
        raise settings.refusal(flaw) from flaw
    raw = settings.encoded(after)
    original = removed(settings, kept).raw if kept else settings.raw
    folder = kept.folder if kept else not settings.target.parent.exists()
    aside = Aside(original=original, written=digest(raw), folder=folder, paths=tuple(dict.fromkeys(own)))
    return Change(before=_shown(settings), after=after, raw=raw, aside=aside)


def removed(settings: Settings, kept: Aside | None) -> Change:
    """The file without the plugin: its old bytes where nobody changed it since, else all but our own keys as it is.

    Raises: SettingsError.
    """
    if kept and settings.raw is not None and digest(settings.raw) == kept.written:
        after = Settings(settings.path, kept.original)
        return Change(before=_shown(settings), after=_shown(after), raw=kept.original, aside=None, exact=True)
    if settings.raw is None:
        return Change(before="", after="", raw=None, aside=None)
    text = before = settings.text
    original = Settings(settings.path, kept.original if kept else None).text
    for path in kept.paths if kept else (*_OWN, *_own_statusline(text)):
        text = edit.restore(text, path, original)
    text = edit.drop(text, _AFTER_TOOLS, _trims, original)
    if text == before:
        return Change(before=before, after=before, raw=settings.raw, aside=None)
    gone = kept is not None and kept.original is None and edit.is_empty(text)
    raw = None if gone else settings.encoded(text)
    return Change(before=before, after="" if gone else text, raw=raw, aside=None)


def _shown(settings: Settings) -> str:
    """The text as it is, also where there is none."""
    return settings.text if settings.raw else ""


def _trimming(text: str, program: str, settings: Settings, kept: Aside | None, *, wanted: bool) -> str:
    """Raises: Flaw."""
    hook = {"type": "command", "command": program, "args": _TRIM, "timeout": _TRIM_SECONDS}
    entry = {"matcher": "Bash", "hooks": [hook]}
    if wanted and entry in (edit.value_at(text, _AFTER_TOOLS) or ()):
        return text
    original = Settings(settings.path, kept.original if kept else None).text
    text = edit.drop(text, _AFTER_TOOLS, _trims, original)
    return edit.add(text, _AFTER_TOOLS, entry) if wanted else text


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
