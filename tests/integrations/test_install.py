"""`install` and `uninstall`: three keys, and every byte back."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from files import FOREIGN, files
from homes import call, make, program
from hypothesis import given
from hypothesis import strategies as st

from fastjev.cli import cli
from fastjev.errors import SettingsError
from fastjev.files import put
from fastjev.integrations.claude_code import install as plugin
from fastjev.integrations.claude_code.settings import Settings

KEY = "fastjev@fastjev"
WANTED: dict[str, Any] = {"program": "/opt/法/fastjev", "options": {"mode": "both"}, "enabled": True}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return make(tmp_path, monkeypatch)


@pytest.fixture
def file(home: Path) -> Path:
    """Where the user's settings are, in a folder that is there."""
    (home / ".claude").mkdir()
    return home / ".claude" / "settings.json"


def install(*words: str, code: int = 0) -> Result:
    return call("install", "claude-code", *words, code=code)


def uninstall(*words: str, code: int = 0) -> Result:
    return call("uninstall", "claude-code", *words, code=code)


def options(file: Path) -> dict[str, Any]:
    return dict(json.loads(file.read_text())["pluginConfigs"][KEY]["options"])


def test_a_clean_home_gets_three_keys_and_is_clean_again(home: Path) -> None:
    said = install("--yes").stderr
    file = home / ".claude" / "settings.json"
    told = json.loads(file.read_text())
    assert list(told) == ["extraKnownMarketplaces", "pluginConfigs", "enabledPlugins"]
    source = told["extraKnownMarketplaces"]["fastjev"]["source"]
    assert source == {"source": "directory", "path": str(plugin.MARKETPLACE)}
    assert told["enabledPlugins"] == {KEY: True}
    assert options(file) == {"bin": str(home.parent / "bin" / "fastjev"), "mode": "both"}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "claude: not found" in said and "/fastjev" in said and "fastjev doctor" in said
    assert "removed" in uninstall("--yes").stderr
    assert not (home / ".claude").exists()
    assert not [path for path in (home.parent / "data").rglob("*") if path.is_file()]


@given(files(), st.booleans())
def test_what_is_installed_and_removed_is_every_byte_as_it_was(raw: bytes, trim: bool) -> None:
    before = Settings(Path("settings.json"), raw)
    try:
        change = plugin.installed(before, plugin.Wanted(**WANTED, statusline=True, trim=trim), None)
    except SettingsError:  # something else than an object stands where a plugin is named
        return
    assert change.raw is not None and change.aside is not None
    after = Settings(before.path, change.raw)
    assert others(after) == others(before)
    assert not plugin.installed(after, plugin.Wanted(**WANTED), change.aside).changes
    assert plugin.removed(after, change.aside).raw == raw
    # Somebody changed it since: only what is ours goes, and what they wrote stays as it is.
    theirs = Settings(before.path, change.raw.replace(b"{", b"{ ", 1))
    assert plugin.removed(theirs, change.aside).raw in (raw.replace(b"{", b"{ ", 1), raw)


def others(settings: Settings) -> dict[str, Any]:
    """What a settings file says, without ours and without objects that are empty then."""
    told = json.loads(settings.text)
    for key, ours in (("extraKnownMarketplaces", "fastjev"), ("enabledPlugins", KEY), ("pluginConfigs", KEY)):
        told.setdefault(key, {}).pop(ours, None)
    if "fastjev" in str(told.get("statusLine")) or told.get("statusLine") is None:
        told.pop("statusLine", None)
    hooks = told.setdefault("hooks", {})
    if isinstance(hooks, dict) and isinstance(hooks.setdefault("PostToolUse", []), list):
        hooks["PostToolUse"] = [each for each in hooks["PostToolUse"] if "fastjev" not in str(each)]
    return {key: value for key, value in told.items() if value}


@pytest.mark.parametrize("indent", [2, "\t", None])
def test_foreign_hooks_and_plugins_stay_also_when_others_write_in_between(file: Path, indent: Any) -> None:
    file.write_text(json.dumps({**FOREIGN, "名": "值"}, indent=indent, ensure_ascii=False))
    file.chmod(0o640)
    install("--yes", "--statusline")
    told = json.loads(file.read_text())
    assert told["hooks"] == FOREIGN["hooks"]
    assert told["enabledPlugins"] == {"other@market": True, KEY: True}
    told["model"] = "opus"
    told["enabledPlugins"][KEY] = False
    file.write_text(json.dumps(told, indent=2, ensure_ascii=False))
    assert "all else as it is" in uninstall("--yes").stderr
    assert file.read_text() == json.dumps({**FOREIGN, "名": "值", "model": "opus"}, indent=2, ensure_ascii=False)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_twice_changes_nothing_and_another_mode_only_that(file: Path) -> None:
    file.write_text('{"a": 1}\n')
    install("--yes", "--mode", "shadow", "--option", "every=5")
    first = file.read_bytes()
    assert "already" in install("--yes").stderr
    assert file.read_bytes() == first
    install("--yes", "--mode", "front", "--trigger", "idle")
    assert options(file) | {"bin": ""} == {"bin": "", "mode": "front", "every": 5, "trigger": "idle"}
    uninstall("--yes")
    assert file.read_text() == '{"a": 1}\n'


def test_changes_between_two_installs_are_kept_by_the_old_bytes(file: Path) -> None:
    file.write_text('{"a": 1}')
    install("--yes")
    file.write_text(file.read_text().replace('"a": 1', '"a": 2'))
    install("--yes", "--mode", "side")
    assert "byte for byte" in uninstall("--yes").stderr
    assert file.read_text() == '{"a": 2}'


def test_without_what_was_kept_our_keys_go_all_the_same(file: Path, home: Path) -> None:
    file.write_text('{\n  "a": 1\n}\n')
    install("--yes", "--statusline")
    for path in (home.parent / "data").rglob("*.original"):
        path.unlink()
    uninstall("--yes")
    assert file.read_text() == '{\n  "a": 1\n}\n'


@pytest.mark.parametrize("lost", [True, False])
def test_a_file_that_held_our_keys_alone_is_said_to_be_empty_where_what_was_before_is_lost(
    home: Path, lost: bool
) -> None:
    install("--yes", "--statusline")
    file = home / ".claude" / "settings.json"
    for path in (home.parent / "data").rglob("*.json") if lost else ():
        path.unlink()
    said = uninstall("--yes").stderr
    assert ("if it was not there before, delete it" in said) is lost
    assert file.exists() is lost and (not lost or json.loads(file.read_text()) == {})


def test_a_project_is_switched_on_in_its_own_settings_and_named_in_the_persons(home: Path) -> None:
    # Measured on 2.1.332: options in a project's settings are not read, and settings are looked for in the git root.
    own = home / ".claude" / "settings.json"
    near = [home.parent / name / ".claude" / "settings.local.json" for name in ("project", "other")]
    for file in near:
        (file.parent.parent / ".git").mkdir(parents=True)
        (file.parent.parent / "deep").mkdir()
        os.chdir(file.parent.parent / "deep")
        install("--yes", "--project")
        assert json.loads(file.read_text()) == {"enabledPlugins": {KEY: True}}
    assert list(json.loads(own.read_text())) == ["extraKnownMarketplaces", "pluginConfigs"]
    uninstall("--yes", "--project")
    assert not near[1].parent.exists()
    assert own.exists()
    assert "not installed there" in uninstall("--yes", "--project").stderr
    assert own.exists()
    os.chdir(near[0].parent.parent)
    uninstall("--yes", "--project")
    assert not near[0].parent.exists() and not (home / ".claude").exists()


def test_a_persons_own_plugin_stays_when_a_project_gives_it_up(home: Path) -> None:
    install("--yes")
    own = (home / ".claude" / "settings.json").read_bytes()
    install("--yes", "--project", "--trim", "--statusline")
    uninstall("--yes", "--project")
    assert (home / ".claude" / "settings.json").read_bytes() == own
    install("--yes", "--project")
    assert "still switched on" in uninstall("--yes").stderr


def test_a_linked_file_is_written_through(file: Path, home: Path) -> None:
    real = home / "dotfiles.json"
    real.write_text("{ }")
    file.symlink_to(real)
    install("--yes")
    assert file.is_symlink() and KEY in real.read_text()
    uninstall("--yes")
    assert file.is_symlink() and real.read_text() == "{ }"


def test_a_folder_named_by_the_environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / "elsewhere"))
    install("--yes")
    assert (home / "elsewhere" / "settings.json").exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{\n  "a": 1, // mine\n}', "settings.json:2:11: comments are not JSON"),
        (b'{"a": 1,}', "settings.json:1:"),
        (b"[]", "settings.json:1:1: not an object"),
        (b'{"enabledPlugins": []}', "settings.json:1:20: enabledPlugins is not an object"),
        ('{"a": "中"}'.encode("gbk"), "byte 7 is not UTF-8"),
    ],
)
def test_what_is_broken_is_refused_by_its_place_and_left_alone(file: Path, content: bytes, said: str) -> None:
    file.write_bytes(content)
    assert said in install("--yes", code=4).stderr
    assert file.read_bytes() == content


def test_a_folder_that_cannot_be_written(file: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("{}")
    before = sorted(file.parent.iterdir())

    def refused(path: Path, raw: bytes, **more: Any) -> None:
        if path == file:
            raise PermissionError(13, "Permission denied", str(file))
        put(path, raw, **more)

    # Rights do not stop root, who may run this.
    monkeypatch.setattr("fastjev.integrations.claude_code.settings.put", refused)
    assert "nothing was changed" in install("--yes", code=4).stderr
    assert file.read_text() == "{}" and sorted(file.parent.iterdir()) == before
    assert not [path for path in (home.parent / "data").rglob("*") if path.is_file()]


def test_a_read_only_folder(file: Path, home: Path) -> None:
    file.write_text("{}")
    file.parent.chmod(0o500)
    if os.access(file.parent, os.W_OK):
        pytest.skip("whoever runs this may write everywhere")
    try:
        assert f"{file}: cannot be written" in install("--yes", code=4).stderr
        assert file.read_text() == "{}"
        assert not list((home.parent / "data").rglob("*.json"))
    finally:
        file.parent.chmod(0o700)


def test_a_file_that_another_program_changed_meanwhile(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("{}")
    asked = plugin.installed

    def late(*words: Any, **more: Any) -> plugin.Change:
        change = asked(*words, **more)
        file.write_text('{"theirs": 1}')
        return change

    monkeypatch.setattr(plugin, "installed", late)
    assert "by another program" in install("--yes", code=4).stderr
    assert file.read_text() == '{"theirs": 1}'


def test_nobody_to_ask_and_a_dry_run_write_nothing(file: Path) -> None:
    file.write_text('{"env": {"TOKEN": "ghp_abcdefghijklmnopqrstuvwxyz0123456789"}}')
    before = file.read_bytes()
    ran = install(code=2)
    assert "--yes" in ran.stderr and "+" in ran.stdout
    assert "ghp_" not in install("--dry-run").stdout
    assert file.read_bytes() == before
    assert "not installed there" in uninstall("--dry-run").stderr


@pytest.mark.parametrize(
    ("says", "asked", "mode"),
    [
        ("2.1.332 (Claude Code)", [], "both"),
        ("2.1.287 (Claude Code)", ["--mode", "front"], "front"),
        ("2.1.286 (Claude Code)", [], "side"),
        ("2.1.9 (Claude Code)", ["--mode", "front"], "side"),
        ("1.0.128 (Claude Code)", ["--mode", "shadow"], "shadow"),
        ("nonsense", [], "both"),
    ],
)
def test_a_client_without_mods_gets_side_mode_and_is_told(
    file: Path, home: Path, says: str, asked: list[str], mode: str
) -> None:
    program(home.parent / "bin" / "claude", says)
    said = install("--yes", *asked).stderr
    assert options(file)["mode"] == mode
    assert ("side mode" in said) == (mode == "side")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("mod=side", "did you mean mode?"),
        ("mode=sied", "did you mean side?"),
        ("trigger=token", "did you mean tokens?"),
        ("every=0", "whole number"),
        ("percent=100", "1 to 99"),
        ("bin=/x", "there are mode"),
        ("every", "KEY=VALUE"),
    ],
)
def test_options_are_checked(file: Path, said: str, expected: str) -> None:
    assert expected in install("--yes", "--option", said, code=2).stderr
    assert not file.exists()


def test_a_program_that_moved_is_named_anew(file: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('{"a": 1}')
    install("--yes", "--trim", "--statusline")
    program(home.parent / "other" / "fastjev", "fastjev")
    (home.parent / "bin" / "fastjev").unlink()
    monkeypatch.setenv("PATH", str(home.parent / "other"))
    install("--yes")
    assert file.read_text().count(str(home.parent / "other" / "fastjev")) == 3
    assert str(home.parent / "bin") not in file.read_text()
    uninstall("--yes")
    assert file.read_text() == '{"a": 1}'


@pytest.mark.parametrize(("answer", "written"), [("y\n", True), ("n\n", False)])
def test_a_person_is_asked(file: Path, monkeypatch: pytest.MonkeyPatch, answer: str, written: bool) -> None:
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda self: True)
    ran = CliRunner().invoke(cli, ["install", "claude-code"], input=answer)
    assert ran.exit_code == 0 and "Write this?" in ran.output
    assert file.exists() == written


def test_a_status_line_that_is_set_stays(file: Path) -> None:
    file.write_text('{"statusLine": {"type": "command", "command": "mine"}}')
    install("--yes", "--statusline")
    assert json.loads(file.read_text())["statusLine"]["command"] == "mine"
    uninstall("--yes")
    assert file.read_text() == '{"statusLine": {"type": "command", "command": "mine"}}'


@pytest.mark.parametrize("hooks", [None, {}, {"PostToolUse": []}, {"PostToolUse": [{"hooks": [{"command": "mine"}]}]}])
def test_trimming_is_a_hook_of_its_own_beside_foreign_ones(file: Path, hooks: Any) -> None:
    text = json.dumps({"a": 1} if hooks is None else {"hooks": hooks, "a": 1}, indent=2)
    file.write_text(text)
    install("--yes", "--trim")
    *others, ours = json.loads(file.read_text())["hooks"]["PostToolUse"]
    assert others == (hooks or {}).get("PostToolUse", [])
    assert ours["matcher"] == "Bash" and ours["hooks"][0]["args"] == ["hook", "trim"]
    assert "already" in install("--yes", "--trim").stderr
    file.write_text(file.read_text().replace('"a": 1', '"a": 2'))
    install("--yes", "--no-trim")
    assert '"trim"' not in file.read_text()
    install("--yes", "--trim")
    file.write_text(file.read_text().replace('"a": 2', '"a": 3'))
    uninstall("--yes")
    assert file.read_text() == text.replace('"a": 1', '"a": 3')
