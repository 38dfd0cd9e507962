"""Hermes Agent for a test: a home, a folder to work in, and the Python that has both it and fastjev."""

import json
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PYTHON = ROOT / ".e2e" / "hermes" / "bin" / "python"
SESSION = "20261130_142201_ab12cd"
_SECONDS = 500
"""A session of a hundred requests, on a machine that does other things as well."""


@cache
def unusable() -> str:
    """Why Hermes cannot be run here; empty where it can."""
    if not (ROOT / ".e2e" / "hermes" / "version").exists():
        return "Hermes Agent is not installed in .e2e/hermes: make e2e does that where pip can have it"
    ran = subprocess.run([PYTHON, "-c", "import run_agent, fastjev"], capture_output=True, text=True, cwd="/")
    return f"Hermes Agent in .e2e/hermes does not run here: {ran.stderr[-200:]}" if ran.returncode else ""


class Hermes:
    """One person's Hermes."""

    def __init__(self, folder: Path) -> None:
        self.home, self.work = folder / "hermes", folder / "work"
        self.work.mkdir(parents=True)
        self.home.mkdir()
        names = ("HOME", "FASTJEV_DATA", "FASTJEV_CACHE", "FASTJEV_CONFIG")
        self.environ = {
            "PATH": f"{PYTHON.parent}:{os.environ['PATH']}",
            "HERMES_HOME": str(self.home),
            "TERMINAL_CWD": str(self.work),
            **{name: str(folder / name.lower()) for name in names},
        }

    def configure(self, **more: Any) -> None:
        """Settings for a window of 64,000 tokens, and `more`."""
        told = {"model": {"context_length": 64_000, "max_tokens": 4_000}, **more}
        (self.home / "config.yaml").write_text(json.dumps(told))  # JSON is YAML

    def fastjev(self, *words: str, code: int = 0) -> str:
        """The command line of fastjev, in the folder."""
        ran = subprocess.run(
            [PYTHON, "-m", "fastjev", *words], capture_output=True, text=True, env=self.environ, cwd=self.work
        )
        assert ran.returncode == code, ran.stderr
        return ran.stdout + ran.stderr

    def python(self, code: str) -> Any:
        """What `found` is after the code ran in Hermes's Python."""
        ran = subprocess.run(
            [PYTHON, "-c", f"{code}\nimport json; print(json.dumps(found))"],
            capture_output=True, text=True, env=self.environ, cwd=self.work, timeout=_SECONDS,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout.splitlines()[-1])

    def run(self, url: str, prompts: list[str], *, resumed: bool = False) -> dict[str, Any]:
        """One agent through all of the prompts; or one for each, which reads the history from the database."""
        script = json.dumps({"url": url, "prompts": prompts, "session": SESSION, "resumed": resumed})
        ran = subprocess.run(
            [PYTHON, "-P", Path(__file__).with_name("driven.py")],
            input=script, capture_output=True, text=True, env=self.environ, cwd=self.work, timeout=_SECONDS,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr[-4000:]
        found: dict[str, Any] = json.loads(ran.stdout)
        return found


@pytest.fixture
def hermes(tmp_path: Path) -> Hermes:
    if why := unusable():
        pytest.skip(why)
    return Hermes(tmp_path)
