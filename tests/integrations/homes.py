"""A home of a test's own, with programs that are none."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fastjev.cli import cli


def program(path: Path, says: str) -> Path:
    """A program that prints one line."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return path


def make(folder: Path, patch: pytest.MonkeyPatch) -> Path:
    """An empty home; on the PATH a fastjev and no client; a project to stand in."""
    (folder / "home").mkdir()
    (folder / "project").mkdir()
    program(folder / "bin" / "fastjev", "fastjev 0.1.0")
    patch.setenv("HOME", str(folder / "home"))
    patch.setenv("PATH", str(folder / "bin"))
    patch.setenv("FASTJEV_DATA", str(folder / "data"))
    patch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    patch.setattr(sys, "executable", str(folder / "bin" / "python"))
    patch.chdir(folder / "project")
    return folder / "home"


def call(*words: str, code: int = 0) -> Result:
    """The command line, which ends with this code."""
    ran = CliRunner().invoke(cli, words)
    assert ran.exit_code == code, ran.output
    return ran
