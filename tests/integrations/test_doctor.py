"""`doctor`: what it finds, one broken thing at a time."""

import errno
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from homes import call, make, program

from fastjev import __version__
from fastjev.cli import cli
from fastjev.integrations.claude_code import doctor, state
from fastjev.store.place import place_of

KEY = "fastjev@fastjev"
Break = Callable[[Path, pytest.MonkeyPatch], None]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client of today, and fastjev installed for everybody and called once."""
    found = make(tmp_path, monkeypatch)
    program(tmp_path / "bin" / "claude", "2.1.332 (Claude Code)")
    program(tmp_path / "bin" / "fastjev", f"fastjev {__version__}")
    call("install", "claude-code", "--yes")
    ran("session-start", "told 2 lines")
    return found


def ran(event: str, outcome: str) -> None:
    state.log(place_of(Path.cwd()), state.Ran(time.time(), event, "11111111-2222", outcome, 31))


def findings() -> dict[str, str]:
    """What there is to do, the first of each subject."""
    checks = json.loads(call("doctor", "--json", code=1).stdout)["checks"]
    return {check["subject"]: check["said"] for check in reversed(checks) if check["todo"]}


def test_all_in_order(home: Path) -> None:
    shown = call("doctor")
    assert "!!" not in shown.stdout and "all in order" in shown.stderr
    assert "told 2 lines" in shown.stdout and "31 ms" in shown.stdout
    told = json.loads(call("doctor", "claude-code", "--json").stdout)
    assert told["ok"] and [run["event"] for run in told["hooks"]] == ["session-start"]


def settings(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    """A break that changes the person's settings."""

    def broken(home: Path) -> None:
        file = home / ".claude" / "settings.json"
        told = json.loads(file.read_text())
        change(told)
        file.write_text(json.dumps(told))

    return broken


def unwritable(code: int) -> Break:
    """A break in which the data folder takes no file."""

    def refuse(dir: Path) -> None:
        raise OSError(code, os.strerror(code), str(dir / "tmp"))

    return lambda home, patch: patch.setattr("tempfile.TemporaryFile", refuse)


def a_file_instead(home: Path, patch: pytest.MonkeyPatch) -> None:
    (home.parent / "file").write_text("a file")
    patch.setenv("FASTJEV_DATA", str(home.parent / "file"))


@pytest.mark.parametrize(
    ("broken", "said", "todo"),
    [
        (unwritable(errno.ENOSPC), "the disk is full", "make room on it, or set FASTJEV_DATA"),
        (unwritable(errno.EROFS), "cannot be written: Read-only file system", "give yourself the right"),
        (unwritable(errno.EACCES), "cannot be written: Permission denied", "give yourself the right"),
        (a_file_instead, "file: is no folder", "move it away, or set FASTJEV_DATA"),
    ],
)
def test_a_data_folder_that_cannot_be_written_is_named(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    broken: Callable[[Path, pytest.MonkeyPatch], None],
    said: str,
    todo: str,
) -> None:
    broken(home, monkeypatch)
    checks = json.loads(call("doctor", "--json", code=1).stdout)["checks"]
    (found,) = [check for check in checks if check["todo"] and check["subject"] in ("archive", "hooks")]
    assert found["subject"] == "archive" and said in found["said"] and todo in found["todo"]


def test_a_look_makes_no_store(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (home.parent / "data", home.parent / "new" / "data"):
        monkeypatch.setenv("FASTJEV_DATA", str(data))
        before = sorted(home.parent.rglob("*"))
        CliRunner().invoke(cli, ["doctor"])
        assert sorted(home.parent.rglob("*")) == before


def options(told: dict[str, Any]) -> dict[str, Any]:
    return dict.__getitem__(told["pluginConfigs"][KEY], "options")


@pytest.mark.parametrize(
    ("broken", "subject", "said"),
    [
        (lambda home: (home.parent / "bin" / "claude").unlink(), "client", "no claude"),
        (lambda home: program(home.parent / "bin" / "claude", "hm"), "client", "says no version"),
        (lambda home: program(home.parent / "bin" / "claude", "2.1.200"), "options", "needs Claude Code 2.1.287"),
        (lambda home: (home / ".claude" / "settings.json").unlink(), "settings", "neither for you"),
        (lambda home: (home / ".claude" / "settings.json").write_text("{,}"), "settings", "settings.json:1:2"),
        (settings(lambda told: told["enabledPlugins"].update({KEY: False})), "settings", "switched off"),
        (settings(lambda told: told.update(disableAllHooks=True)), "settings", "disableAllHooks"),
        (settings(lambda told: told.pop("extraKnownMarketplaces")), "plugin", "names None"),
        (settings(lambda told: options(told).pop("bin")), "program", "told no program"),
        (settings(lambda told: options(told).update(bin="/nowhere/fastjev")), "program", "No such file"),
        (settings(lambda told: options(told).update(mode="sied")), "options", "did you mean side?"),
        (lambda home: program(home.parent / "bin" / "fastjev", "fastjev 0.0.1"), "program", "fastjev 0.0.1"),
        (lambda home: ran("prompt", "failed: OSError: no room"), "hooks", "prompt: failed: OSError"),
        (lambda home: next((home.parent / "data").rglob("hooks.jsonl")).unlink(), "hooks", "called none"),
        (lambda home: place_of(Path.cwd()).file.write_bytes(b"no database at all"), "archive", "store.sqlite3"),
    ],
)
def test_one_thing_is_broken(home: Path, broken: Callable[[Path], object], subject: str, said: str) -> None:
    broken(home)
    assert said in findings()[subject]


def test_a_projects_switch_is_nearer(home: Path) -> None:
    Path(".claude").mkdir()
    Path(".claude/settings.local.json").write_text(json.dumps({"enabledPlugins": {KEY: False}}))
    assert "settings.local.json: fastjev is switched off" in findings()["settings"]


def test_a_rule_file_that_is_left_out(home: Path) -> None:
    Path(".fastjev/rules").mkdir(parents=True)
    Path(".fastjev/rules/mine.yaml").write_text("rules: 1\n")
    ran("session-start", "told")  # the project is another one now
    assert "mine.yaml" in findings()["rules"]


def test_a_file_of_weights_that_is_left_out(home: Path) -> None:
    Path(".fastjev").mkdir()
    Path(".fastjev/labels.json").write_text("{}")
    ran("session-start", "told")  # the project is another one now
    assert "labels.json" in findings()["weights"]


def test_damaged_files_of_the_plugin(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MARKETPLACE", tmp_path)
    hooks = tmp_path / "plugin" / "hooks"
    hooks.mkdir(parents=True)
    entry = {"hooks": [{"type": "command", "command": "x", "args": ["hook", "promt"]}]}
    (hooks / "hooks.json").write_text(json.dumps({"modules": ["./gone.js"], "hooks": {"Stop": [entry]}}))
    said = [check.said for check in doctor._plugin()]
    assert len(said) == 5
    assert any("gone.js" in line for line in said) and any("promt" in line for line in said)
    (hooks / "hooks.json").write_text('{"hooks": {"Stop": [3]}}')
    assert any("not what was installed" in check.said for check in doctor._plugin())


@pytest.mark.parametrize("value", [None, 3, "x", [], [1], {"fastjev": 3}, {KEY: 3}, {KEY: {"options": 3}}])
def test_settings_of_other_shapes_are_no_bug(home: Path, value: Any) -> None:
    named = ("enabledPlugins", "pluginConfigs", "extraKnownMarketplaces", "disableAllHooks", "hooks")
    (home / ".claude" / "settings.json").write_text(json.dumps(dict.fromkeys(named, value)))
    call("doctor", code=1)
    install = CliRunner().invoke(cli, ["install", "claude-code", "--yes", "--trim", "--statusline"])
    assert install.exit_code in (0, 4), install.output
