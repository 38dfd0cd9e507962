"""`install hermes` and `uninstall hermes`: two keys in a person's file, a folder of our own, and every byte back."""

import json
import shutil
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from integrations.homes import call, make, program

from fastjev.errors import SettingsError
from fastjev.integrations.hermes import config
from fastjev.integrations.hermes.install import FILES

CONFIGS = {
    "empty": "",
    "only a comment": "# mine\n",
    "no line end": "model:\n  default: m",
    "other sections": "# mine\nmodel:\n  default: m  # keep\n\nterminal: {backend: local}\n",
    "an engine": "context:\n  engine: compressor  # the usual\nmodel: {}\n",
    "another engine, quoted": "context:\n    engine: 'lcm'\n    depth: 3\n",
    "a section without the key": "context:\n  # how deep\n  depth: 3\nmodel: x\n",
    "an empty section": "context:\nmodel: x\n",
    "an empty section with a comment": "context:   # later\nplugins: # later too\nmodel: x\n",
    "null sections": "context: null\nplugins: ~\n",
    "flow sections": "context: {depth: 3}\nplugins: {enabled: [a, b], disabled: []}\n",
    "empty flow": "context: {}\nplugins: {enabled: []}\n",
    "a block list": "plugins:\n  enabled:\n    - a\n    # why\n    - b\n  disabled:\n    - c\n",
    "a block list at the margin": "plugins:\n  enabled:\n  - a\n",
    "a null list": "plugins:\n  enabled:\n  disabled: []\n",
    "no list": "plugins:\n  disabled: []\n",
    "Windows line ends": "model:\r\n  default: m\r\ncontext:\r\n  depth: 3\r\n",
    "a mark in front": "\ufeffmodel: 1\n",
    "Chinese": "显示:\n  主题: 深色  # 别改\ncontext:\n  说明: 是\n",
    "JSON": '{"model": {"default": "m"}, "plugins": {"enabled": ["a"]}}',
    "empty JSON": "{}\n",
    "installed already": "context:\n  engine: fastjev\nplugins:\n  enabled: [fastjev]\n",
}
REFUSED = {
    "an anchor": ("x: &c {engine: lcm}\ncontext: *c\n", "write it by hand"),
    "a list": ("- 1\n", "no mapping"),
    "not YAML": ("context: {\n", "cannot be read as YAML"),
    "two documents": ("a: 1\n---\nb: 2\n", "cannot be read as YAML"),
    "a section that is a text": ("context: lcm\n", "is no section"),
    "a list that is a text": ("plugins: {enabled: a}\n", "is no list"),
    "switched off": ("plugins:\n  disabled: [fastjev]\n", "take it out there"),
    "a key twice": ("context: {engine: a}\ncontext: {engine: b}\nplugins: {}\nplugins: {enabled: [a]}\n", None),
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Hermes's, empty."""
    own = make(tmp_path, monkeypatch) / ".hermes"
    own.mkdir()
    monkeypatch.delenv("HERMES_HOME", raising=False)
    return own


def files(home: Path) -> list[str]:
    return sorted(str(path.relative_to(home)) for path in home.rglob("*") if path.is_file())


def data(text: str) -> dict[str, Any]:
    return yaml.safe_load(text.removeprefix("\ufeff")) or {}


@pytest.mark.parametrize("text", CONFIGS.values(), ids=CONFIGS.keys())
def test_two_keys_go_in_and_every_byte_comes_back(home: Path, text: str) -> None:
    file = home / "config.yaml"
    file.write_bytes(text.encode())
    call("install", "hermes", "--yes")
    after = file.read_bytes().decode()
    told, before = data(after), data(text)
    assert told["context"]["engine"] == "fastjev" and "fastjev" in told["plugins"]["enabled"]
    # Nothing else is different, and no line of the person's is gone.
    assert {**(told["context"]), "engine": 0} == {**(before.get("context") or {}), "engine": 0}
    assert [each for each in told["plugins"]["enabled"] if each != "fastjev"] == [
        each for each in (before.get("plugins") or {}).get("enabled") or [] if each != "fastjev"
    ]
    assert [line for line in text.splitlines() if "#" in line and line.split("#")[1] not in after] == []
    assert call("install", "hermes", "--yes").stderr.count("nothing to change") == 1
    call("uninstall", "hermes", "--yes")
    assert (
        file.read_bytes() == text.encode()
        or "installed" in text
        or data(file.read_text())
        == {
            "context": {"engine": "compressor"},
            "plugins": {"enabled": []},
        }
    )
    assert files(home) == ["config.yaml"]


@pytest.mark.parametrize("text", CONFIGS.values(), ids=CONFIGS.keys())
def test_what_somebody_wrote_since_stays(home: Path, text: str) -> None:
    """The host itself writes the file anew, without comments, when a person picks a model in it."""
    file = home / "config.yaml"
    file.write_bytes(text.encode())
    call("install", "hermes", "--yes")
    told = data(file.read_bytes().decode()) | {"model": {"default": "new"}}
    file.write_text(yaml.safe_dump(told, allow_unicode=True))
    call("uninstall", "hermes", "--yes")
    engine = (data(text).get("context") or {}).get("engine", "compressor")
    told["context"]["engine"] = "compressor" if engine == "fastjev" else engine
    told["plugins"]["enabled"].remove("fastjev")
    assert data(file.read_text()) == told
    assert files(home) == ["config.yaml"]


@pytest.mark.parametrize("text", CONFIGS.values(), ids=CONFIGS.keys())
def test_only_lines_of_ours_are_taken_out_of_a_changed_file(text: str) -> None:
    text = text.removeprefix("\ufeff")
    assert config.engine(config.switched_off(config.switched_on(text), text)) in (config.engine(text), "compressor")


@pytest.mark.parametrize(("text", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_edited_is_left_alone(home: Path, text: str, said: str | None) -> None:
    file = home / "config.yaml"
    file.write_text(text)
    if said is None:  # YAML takes the last of both; so does the edit, or it refuses
        call("install", "hermes", "--yes")
        assert data(file.read_text())["context"]["engine"] == "fastjev"
        return
    ran = call("install", "hermes", "--yes", code=4)
    assert said in ran.stderr and str(file) in ran.stderr
    assert file.read_text() == text and files(home) == ["config.yaml"]


def test_a_home_without_settings_gets_some_and_is_empty_again(home: Path) -> None:
    said = call("install", "hermes", "--yes").stderr
    assert "no hermes on the PATH" in said and "fastjev uninstall hermes" in said
    assert stat.S_IMODE((home / "config.yaml").stat().st_mode) == 0o600
    assert files(home) == [
        "config.yaml",
        "plugins/fastjev/__init__.py",
        "plugins/fastjev/installed.json",
        "plugins/fastjev/plugin.yaml",
    ]
    compiled = home / "plugins" / "fastjev" / "__pycache__"
    compiled.mkdir()
    (compiled / "__init__.cpython-311.pyc").write_bytes(b"x")
    call("uninstall", "hermes", "--yes")
    assert [*home.iterdir()] == []
    assert "not installed there" in call("uninstall", "hermes", "--yes").stderr


def test_a_dry_run_shows_the_change_and_makes_none(home: Path) -> None:
    (home / "config.yaml").write_text("model: m\n")
    ran = call("install", "hermes", "--dry-run")
    assert "+  engine: fastjev" in ran.stdout and "plugin.yaml" in ran.stdout and "installed.json" not in ran.stdout
    assert files(home) == ["config.yaml"]


def test_nobody_to_ask_is_a_question_of_usage(home: Path) -> None:
    assert "--yes writes it" in call("install", "hermes", code=2).stderr


@pytest.mark.parametrize("words", [["--project"], ["--mode", "side"], ["--trim"], ["--statusline"]])
def test_options_of_claude_code_are_none_of_hermes(home: Path, words: list[str]) -> None:
    assert "--dry-run and --yes" in call("install", "hermes", "--yes", *words, code=2).stderr


def test_another_home_is_the_one_that_hermes_is_told_of(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERMES_HOME", str(tmp_path / "other"))
    call("install", "hermes", "--yes")
    assert (tmp_path / "other" / "config.yaml").exists() and not files(home)


@pytest.mark.parametrize("text", [None, "", "model: m\n"], ids=["to nothing", "to an empty file", "to a file"])
@pytest.mark.parametrize("since", [False, True], ids=["untouched", "changed since"])
@pytest.mark.parametrize("name", ["config.yaml", "plugins/fastjev/plugin.yaml"])
def test_a_link_stays_a_link(home: Path, tmp_path: Path, name: str, text: str | None, since: bool) -> None:
    target, link = tmp_path / "dotfiles.yaml", home / name
    if text is not None:
        target.write_text(text)
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target)
    call("install", "hermes", "--yes")
    assert link.is_symlink() and "fastjev" in target.read_text()
    if since:
        (home / "config.yaml").write_text((home / "config.yaml").read_text() + "theme: dark\n")
    call("uninstall", "hermes", "--yes")
    assert link.is_symlink()
    if name != "config.yaml":  # a file of the plugin's own is gone, whatever stood there
        assert not target.exists()
    elif since:
        assert data(target.read_text())["theme"] == "dark"
    else:
        assert (target.read_text() if target.exists() else None) == text


def test_a_link_into_a_folder_that_is_not_there_changes_nothing(home: Path, tmp_path: Path) -> None:
    (home / "config.yaml").symlink_to(tmp_path / "gone" / "config.yaml")
    assert "gone" in call("install", "hermes", "--yes", code=4).stderr
    assert files(home) == [] and not (tmp_path / "gone").exists()


def test_a_file_that_cannot_be_read_is_named(home: Path) -> None:
    (home / "config.yaml").write_bytes(b"model: \xff\n")
    assert "byte 7 is not UTF-8" in call("install", "hermes", "--yes", code=4).stderr


def test_what_hermes_looks_for_stands_in_the_code() -> None:
    code = FILES["__init__.py"]
    assert "register_context_engine" in code[:8192] and "MemoryProvider" not in code
    assert yaml.safe_load(FILES["plugin.yaml"])["name"] == "fastjev"


def _nothing(home: Path) -> None:
    """As it is."""


def _no_engine(home: Path) -> None:
    file = home / "config.yaml"
    file.write_text(file.read_text().replace("engine: fastjev", "engine: compressor"))


def _not_enabled(home: Path) -> None:
    file = home / "config.yaml"
    file.write_text(file.read_text().replace("[fastjev]", "[]"))


def _disabled(home: Path) -> None:
    file = home / "config.yaml"
    file.write_text(file.read_text().replace("[fastjev]", "[fastjev]\n  disabled: [fastjev]"))


def _no_compaction(home: Path) -> None:
    file = home / "config.yaml"
    file.write_text(file.read_text() + "compression: {enabled: false}\n")


def _other_code(home: Path) -> None:
    (home / "plugins" / "fastjev" / "__init__.py").write_text("")


def _broken(home: Path) -> None:
    (home / "config.yaml").write_text("{")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_nothing, None),
        (_no_engine, "context: engine: is compressor"),
        (_not_enabled, "enabled: does not name fastjev"),
        (_disabled, "disabled: names fastjev"),
        (_no_compaction, "so nothing is compacted"),
        (_other_code, "is not as this fastjev writes it"),
        (_broken, "cannot be read as YAML"),
    ],
)
def test_doctor_names_what_is_wrong(home: Path, tmp_path: Path, change: Any, said: str | None) -> None:
    call("install", "hermes", "--yes")
    program(tmp_path / "bin" / "python3", "0.1.0")
    script = tmp_path / "bin" / "hermes"
    script.write_text(f"#!{tmp_path / 'bin' / 'python3'}\n")
    script.chmod(0o755)
    change(home)
    ran = call("doctor", "hermes", "--json", code=1 if said else 0)
    told = json.loads(ran.stdout)
    wrong = [check["said"] for check in told["checks"] if check["todo"]]
    assert (said is None) == (wrong == [])
    assert said is None or said in wrong[0]
    assert "loads the engine" in ran.stdout


@pytest.mark.parametrize(
    ("first", "says", "said"),
    [
        (None, "", "no hermes on the PATH"),
        ("#!/bin/sh", "", "names no Python"),
        ("#!{python}", "0.0.9", "has fastjev 0.0.9"),
        ("#!{python}-gone", "", "-gone"),
    ],
)
def test_doctor_asks_the_python_of_hermes(home: Path, tmp_path: Path, first: str | None, says: str, said: str) -> None:
    call("install", "hermes", "--yes")
    if first:
        python = program(tmp_path / "bin" / "python3", says)
        script = tmp_path / "bin" / "hermes"
        script.write_text(first.format(python=python) + "\n")
        script.chmod(0o755)
    ran = call("doctor", "hermes", "--json", code=0 if "names no" in said else 1)
    assert said in ran.stdout


def test_doctor_tells_where_hermes_cannot_import_it(home: Path, tmp_path: Path) -> None:
    call("install", "hermes", "--yes")
    script = tmp_path / "bin" / "hermes"
    script.write_text(
        f"#!{shutil.which('python3', path='/usr/bin:/bin:/usr/local/bin') or sys.base_prefix + '/bin/python3'}\n"
    )
    script.chmod(0o755)
    assert "pip install fastjev" in call("doctor", "hermes", "--json", code=1).stdout


def test_settings_errors_name_no_file_until_one_is_known() -> None:
    with pytest.raises(SettingsError, match="is no mapping"):
        config.switched_on("[1]")
