"""Hermes's own loaders find the engine, by both routes."""

import json
import shutil
from pathlib import Path

import pytest

from tests.e2e.hermes.conftest import Hermes

_SELECTED = """
from hermes_cli.plugins import discover_plugins, get_plugin_context_engine, get_plugin_manager
discover_plugins()
engine = get_plugin_context_engine()
found = [engine and engine.name, sorted(get_plugin_manager()._plugin_commands)]
"""
_BUNDLED = """
import plugins.context_engine as loader
from pathlib import Path
loader._CONTEXT_ENGINE_PLUGINS_DIR = Path({folder!r})
engine = loader.load_context_engine("fastjev")
found = [engine.name, [list(each) for each in loader.discover_context_engines()]]
"""
_CONTRACT = """
import copy
from agent.context_engine import ContextEngine
from fastjev.integrations.hermes.plugin import FastjevEngine
engine = FastjevEngine()
public = [name for name in dir(ContextEngine) if not name.startswith("_")]
engine.update_model("m", 200_000)
copied = copy.deepcopy(engine)
copied.update_model("n", 64_000)
engine.last_prompt_tokens = -1
found = {
    "missing": [name for name in public if not hasattr(engine, name)],
    "abstract": sorted(FastjevEngine.__abstractmethods__),
    "window": [engine.context_length, copied.context_length],
    "status": engine.get_status(),
    "names": [schema["name"] for schema in engine.get_tool_schemas()],
}
"""


def test_the_general_loader_finds_what_install_wrote(hermes: Hermes) -> None:
    hermes.configure(model={"default": "m"})
    before = (hermes.home / "config.yaml").read_bytes()
    hermes.fastjev("install", "hermes", "--yes")
    assert hermes.python(_SELECTED) == ["fastjev", ["fastjev"]]
    assert "loads the engine" in hermes.fastjev("doctor", "hermes")
    hermes.fastjev("uninstall", "hermes", "--yes")
    assert (hermes.home / "config.yaml").read_bytes() == before
    assert hermes.python(_SELECTED) == [None, []]


def test_the_loader_of_bundled_engines_finds_the_same_folder(hermes: Hermes, tmp_path: Path) -> None:
    hermes.fastjev("install", "hermes", "--yes")
    shutil.copytree(hermes.home / "plugins", tmp_path / "engines")
    name, listed = hermes.python(_BUNDLED.format(folder=str(tmp_path / "engines")))
    assert name == "fastjev"
    assert [[each[0], each[2]] for each in listed] == [["fastjev", True]]


def test_the_engine_has_all_that_the_base_class_of_this_release_has(hermes: Hermes) -> None:
    found = hermes.python(_CONTRACT)
    assert (found["missing"], found["abstract"]) == ([], [])
    assert found["window"] == [200_000, 64_000]
    assert found["status"]["last_prompt_tokens"] == 0
    assert found["names"] == ["fastjev_expand", "fastjev_search", "fastjev_ledger"]


@pytest.mark.parametrize(("tokens", "trigger"), [(None, 48_000), (16_000, 36_000)])
def test_what_is_kept_for_an_answer_is_read_from_the_settings(hermes: Hermes, tokens: int | None, trigger: int) -> None:
    hermes.configure(model={"max_tokens": tokens} if tokens else {})
    code = "from fastjev.integrations.hermes.plugin import FastjevEngine\nengine = FastjevEngine()\n"
    assert hermes.python(f"{code}engine.update_model('m', 64_000)\nfound = engine.threshold_tokens") == trigger


def test_settings_that_hermes_wrote_anew_are_still_ours_to_leave(hermes: Hermes) -> None:
    hermes.configure(model={"default": "m"})
    hermes.fastjev("install", "hermes", "--yes")
    hermes.python("from hermes_cli.config import load_config, save_config\nsave_config(load_config())\nfound = 0")
    assert hermes.python(_SELECTED)[0] == "fastjev"
    hermes.fastjev("uninstall", "hermes", "--yes")
    found = hermes.python("from hermes_cli.config import load_config\nfound = load_config()")
    assert found["context"]["engine"] == "compressor" and "fastjev" not in json.dumps(found["plugins"])
