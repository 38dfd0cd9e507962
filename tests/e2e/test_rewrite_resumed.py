"""The real client resumes what `rewrite` wrote: the request holds the skeleton and the recent turns."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.standin import StandIn, said

OLD = "5d0f6c1e-8a57-4c1b-9b0e-3f2a71d9c604"
ROOT = Path(__file__).parents[2]
CLIENT = shutil.which("claude")

pytestmark = pytest.mark.skipif(CLIENT is None, reason="no claude on the PATH; npm install @anthropic-ai/claude-code")


def test_a_copy_is_resumed_twice(tmp_path: Path) -> None:
    home, work = tmp_path / "home", tmp_path / "work"
    folder = home / ".claude" / "projects" / "-work"
    folder.mkdir(parents=True)
    work.mkdir()
    shutil.copy(ROOT / "demo" / "session.jsonl", folder / f"{OLD}.jsonl")
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(ROOT), "IS_SANDBOX": "1"}
    env |= {name: str(tmp_path / name) for name in ("FASTJEV_DATA", "FASTJEV_CACHE", "FASTJEV_CONFIG")}

    def ran(*command: str) -> str:
        done = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    new = ran(sys.executable, "-m", "fastjev", "rewrite", OLD).split()[-1]
    with StandIn(lambda body: [{"type": "text", "text": "fine"}]) as api:
        env |= {"ANTHROPIC_BASE_URL": api.url, "ANTHROPIC_API_KEY": "dummy"}
        env["CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC"] = "1"
        for prompt in ("还有什么没做？", "go on"):
            ran(str(CLIENT), "-p", "--resume", new, prompt)
    assert len(api.bodies) == 2
    for body in api.bodies:
        first = body["messages"][0]["content"][0]["text"]
        assert first.startswith("[fastjev 骨架 · 会话 5d0f6c1e") and "不要动production库的schema" in first
        whole = said(body)
        assert whole.count("[fastjev 骨架") == 1
        assert whole.count("`TIMEOUT_MS = 45_000`，测试跟着改了，139 个全过，lint 干净。没有用到 Node 20 的 API。") == 1
        assert whole.count("还有什么没做？") == 1
        assert "thinking" not in {block["type"] for message in body["messages"] for block in message["content"]}
