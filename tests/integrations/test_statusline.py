"""The status line: what is known, in one line, and nothing on any error."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fastjev.integrations.claude_code import state
from fastjev.integrations.claude_code.statusline import line
from fastjev.integrations.lines import Line
from fastjev.store.place import place_of

ROOT = Path(__file__).parents[2]
LEDGER = (Line("u1.1", 1, "constraints", "别动 schema"), Line("u2.1", 2, "decisions", "用 Vite"))


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FASTJEV_DATA", str(tmp_path / "data"))
    return tmp_path


def given(folder: Path, percent: float | None) -> bytes:
    window = {"context_window_size": 200_000, "used_percentage": percent}
    return json.dumps({"session_id": "s", "workspace": {"project_dir": str(folder)}, "context_window": window}).encode()


@pytest.mark.parametrize(
    ("percent", "ledger", "ago", "said"),
    [
        (42.4, LEDGER, 7300, "fastjev 42% · 1 constraint, 1 decision · 91k -> 999 tokens, 2 h ago"),
        (None, LEDGER[:1] * 2, 130, "fastjev 2 constraints · 91k -> 999 tokens, 2 min ago"),
        (7, (), None, "fastjev 7%"),
        (100, LEDGER[1:], -5, "fastjev 100% · 1 decision · 91k -> 999 tokens, just now"),
        (None, (), None, "fastjev"),
    ],
)
def test_what_is_known(
    project: Path, percent: float | None, ledger: tuple[Line, ...], ago: float | None, said: str
) -> None:
    last = None if ago is None else state.Compaction(time.time() - ago, 9, 91_200, 999, 400)
    state.change(place_of(project), "s", ledger=ledger, compaction=last)
    assert line(given(project, percent)) == said


@pytest.mark.parametrize("raw", [b"", b"[]", b"\xff", b"{}", b'{"session_id": "s", "workspace": 3}', b"[" * 100_000])
def test_an_error_is_an_empty_line(raw: bytes) -> None:
    assert line(raw) == ""


def test_it_loads_no_command_line_and_nothing_heavy(project: Path) -> None:
    code = """import sys; from fastjev.integrations.claude_code.statusline import line
print(line(sys.stdin.buffer.read())); print(*{name.partition(".")[0] for name in sys.modules})"""
    ran = subprocess.run(
        [sys.executable, "-c", code], input=given(project, 5), cwd=ROOT, capture_output=True, check=True
    )
    said, modules = ran.stdout.decode().splitlines()
    assert said == "fastjev 5%"
    assert not {"click", "pydantic", "yaml", "rich", "sqlite3"} & set(modules.split())
