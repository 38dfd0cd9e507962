"""No test sees the real home; and how hard Hypothesis tries."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from talks import neutral, user

COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
settings.register_profile("quick", max_examples=40, derandomize=True, **COMMON)
settings.register_profile("thorough", max_examples=2000, print_blob=True, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session", autouse=True)
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Home, configuration, cache and data lie in a folder of this run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("FASTJEV_CONFIG", str(tmp_path_factory.mktemp("config")))
        patch.setenv("FASTJEV_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("FASTJEV_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a session in it, an empty folder for rules, and a user without rules."""
    root = tmp_path / "project"
    (root / ".fastjev" / "rules").mkdir(parents=True)
    talk = [user("不要动production库的schema"), user("use 中文 for the UI，端口改成 8080")]
    (root / "talk.json").write_bytes(neutral(talk))
    monkeypatch.chdir(root)
    monkeypatch.setenv("FASTJEV_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("FASTJEV_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("FASTJEV_DATA", str(tmp_path / "data"))
    return root
