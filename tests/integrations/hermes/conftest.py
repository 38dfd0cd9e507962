"""A host with the engine, in a project of its own."""

from pathlib import Path

import pytest
from integrations.hermes.host import Host

from fastjev.integrations.hermes import names


@pytest.fixture
def host(project: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.delenv("TERMINAL_CWD", raising=False)
    monkeypatch.setattr(names, "_GONE_ON", {})
    return Host(monkeypatch)
