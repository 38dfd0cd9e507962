"""Hooks in a project of their own."""

from pathlib import Path

import pytest
from integrations.clients import Hooks


@pytest.fixture
def hooks(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Hooks:
    return Hooks(project, monkeypatch, capsys)
