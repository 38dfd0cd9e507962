"""Whether Claude Code calls fastjev: what is installed where, whether it can run, and what the hooks did last."""

import json
import platform
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from fastjev import __version__
from fastjev.errors import FastjevError
from fastjev.integrations.checks import Check, archive, rules, weights
from fastjev.integrations.claude_code import client, state
from fastjev.integrations.claude_code.hook import EVENTS
from fastjev.integrations.claude_code.install import MARKETPLACE, PLUGIN, option
from fastjev.integrations.claude_code.settings import Settings, project_file, read, user_file
from fastjev.store.place import Place
from fastjev.store.room import Obstacle, obstacle

_SECONDS = 20
"""What the program may take to say its version."""
_INSTALL = "fastjev install claude-code"


def examine(place: Place, here: Path) -> Iterator[Check]:
    """Everything, in the order in which one thing needs the other. `here`: the folder of the session."""
    found = client.client()
    yield from _versions(found)
    told = list(_settings(here))
    if wrong := [check for check, _ in told if check]:
        yield from wrong
    else:
        yield from _installed([settings for _, settings in told if settings], found)
    yield from _plugin()
    yield from rules(place)
    yield from weights(place)
    barred = obstacle(place)
    yield from archive(place, barred)
    yield from _hooks(list(latest(place).values()), barred)


def latest(place: Place) -> dict[str, state.Ran]:
    """The newest run of each event in this project, the newest event first."""
    found: dict[str, state.Ran] = {}
    for ran in state.runs(place):
        found.setdefault(ran.event, ran)
    return found


def _versions(found: client.Client | None) -> Iterator[Check]:
    yield Check("fastjev", f"{__version__}, Python {platform.python_version()}")
    if found is None:
        yield Check("client", "no claude on the PATH", "install Claude Code, or put it on the PATH of this shell")
    elif not found.version:
        yield Check("client", f"{found.path} says no version", f"run {found.path} --version and see why")
    else:
        mods = "" if found.has_mods else "; no mods before 2.1.287, so the history stays the client's"
        yield Check("client", f"{found.said}, {found.path}{mods}")


def _settings(here: Path) -> Iterator[tuple[Check | None, Settings | None]]:
    near = project_file(here)
    for path in (user_file(), near.with_name("settings.json"), near):
        try:
            settings = read(path)
            _ = settings.text
        except FastjevError as error:
            yield Check("settings", str(error), "mend the file; the client cannot read it either"), None
            continue
        yield None, settings


def _installed(files: Sequence[Settings], found: client.Client | None) -> Iterator[Check]:
    """By the rule of the client: the nearer file switches, a person's own alone names and sets."""
    told = [(settings.path, json.loads(settings.text)) for settings in files]
    own = told[0][1]
    switched = [(path, _mapping(said.get("enabledPlugins")).get(PLUGIN)) for path, said in told]
    on = [(path, value) for path, value in switched if value is not None]
    if not on:
        yield Check("settings", "fastjev is installed neither for you nor for this project", _INSTALL)
        return
    path, value = on[-1]
    if value is not True:
        yield Check("settings", f"{path}: fastjev is switched off there", _INSTALL)
        return
    yield Check("settings", f"switched on in {path}")
    if any(said.get("disableAllHooks") is True for _, said in told):
        yield Check("settings", "disableAllHooks is set, so nothing of fastjev runs", "take disableAllHooks out")
    source = _mapping(_mapping(_mapping(own.get("extraKnownMarketplaces")).get("fastjev")).get("source"))
    if source.get("path") != str(MARKETPLACE):
        yield Check("plugin", f"{user_file()} names {source.get('path')} and not {MARKETPLACE}", _INSTALL)
    options = _mapping(_mapping(_mapping(own.get("pluginConfigs")).get(PLUGIN)).get("options"))
    yield from _options(options, found)


def _options(options: Mapping[str, Any], found: client.Client | None) -> Iterator[Check]:
    rest = {name: value for name, value in options.items() if name != "bin"}
    for name, value in rest.items():
        try:
            option(f"{name}={value}")
        except FastjevError as error:
            yield Check("options", str(error).removeprefix("--option "), f"{_INSTALL} --option {name}=VALUE")
    mode = rest.get("mode", "both")
    yield Check("options", ", ".join(f"{name} {value}" for name, value in rest.items()) or "all by default")
    if found and not found.has_mods and mode in ("front", "both"):
        yield Check(
            "options", f"mode {mode} needs Claude Code 2.1.287", f"{_INSTALL} --mode side, or update the client"
        )
    yield _program(options.get("bin"))


def _program(bin: object) -> Check:
    """Does it run, and is it this version?"""
    if not isinstance(bin, str) or not bin:
        return Check("program", "the plugin is told no program", _INSTALL)
    try:
        ran = subprocess.run([bin, "--version"], capture_output=True, timeout=_SECONDS, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.SubprocessError) as error:
        said = error.strerror if isinstance(error, OSError) else "says nothing"
        return Check("program", f"{bin}: {said}", f"{_INSTALL}, from where fastjev is now")
    version = ran.stdout.decode("utf-8", "replace").strip()
    if ran.returncode or version != f"fastjev {__version__}":
        last = (ran.stderr.decode("utf-8", "replace").strip().splitlines() or [version])[-1]
        return Check("program", f"{bin}: {last or 'says nothing'}, and this is {__version__}", _INSTALL)
    return Check("program", f"{bin} runs: {version}")


def _plugin() -> Iterator[Check]:
    """Are the files that the client reads there, and whole?"""
    plugin = MARKETPLACE / "plugin"
    files = [MARKETPLACE / ".claude-plugin" / "marketplace.json", plugin / ".claude-plugin" / "plugin.json"]
    files += [plugin / "hooks" / "hooks.json", plugin / ".mcp.json"]
    wrong = []
    told: dict[str, Any] = {}
    for file in files:
        try:
            told[file.name] = json.loads(file.read_bytes())
        except (OSError, ValueError) as error:
            wrong.append(f"{file}: {getattr(error, 'strerror', None) or error}")
    hooks = _mapping(told.get("hooks.json"))
    try:
        modules = [plugin / "hooks" / name for name in hooks.get("modules", ())]
        called = list(_called(hooks))
    except (KeyError, IndexError, TypeError):
        modules, called = [], []
        wrong.append(f"{plugin / 'hooks' / 'hooks.json'}: is not what was installed")
    wrong += [f"{module}: is missing" for module in modules if not module.is_file()]
    wrong += [f"hooks.json calls hook {event}, which there is not" for event in called if event not in EVENTS]
    for said in wrong:
        yield Check("plugin", said, "install fastjev again: its files are damaged")
    if not wrong:
        yield Check("plugin", f"{len(files) + len(modules)} files are whole in {MARKETPLACE}")


def _called(hooks: Mapping[str, Any]) -> Iterator[str]:
    for entries in _mapping(hooks.get("hooks")).values():
        for entry in entries:
            yield from (hook["args"][1] for hook in entry["hooks"])


def _hooks(found: list[state.Ran], wrong: Obstacle | None) -> Iterator[Check]:
    if not found and wrong:
        yield Check("hooks", "which were called is not known: their log cannot be written either")
        return
    if not found:
        said = "the client has called none in this project yet"
        yield Check("hooks", said, "start a session of Claude Code here; in one that runs: /reload-plugins")
        return
    yield Check("hooks", f"{len(found)} of {len(EVENTS)} events were called in this project")
    for ran in found:
        if ran.outcome.startswith("failed"):
            yield Check(
                "hooks", f"{ran.event}: {ran.outcome}", "mend what it names; if it names a bug, please report it"
            )


def _mapping(found: object) -> Mapping[str, Any]:
    return found if isinstance(found, dict) else {}
