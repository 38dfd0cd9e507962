"""The commands around the client: put in and taken out again, a copy resumed, the client's own summary instructed."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.e2e.claude_code.worker import OPENING, RULE, Worker, results, steps
from tests.e2e.client import FASTJEV, ROOT, SESSION, Begin, Client, call, is_summary, last_user, text
from tests.e2e.standin import said

DEMO = "5d0f6c1e-8a57-4c1b-9b0e-3f2a71d9c604"
CLIENT_SHOWS = 30_000
"""Characters of a result from which on the client shows its beginning alone."""
SHARED = '{\r\n\t"permissions": {"allow": ["Bash"]}\r\n}'


def fastjev(client: Client, *words: str, code: int = 0, folder: Path | None = None) -> str:
    """What the program prints, as its user runs it."""
    env = {**client.env, "PATH": f"{client.program.parent}:{client.env['PATH']}"}
    done = subprocess.run([FASTJEV, *words], cwd=folder or client.project, env=env, capture_output=True, text=True)
    assert done.returncode == code, (words, done.stdout, done.stderr)
    return done.stdout


def test_installed_used_healthy_and_gone_without_a_trace(begin: Begin) -> None:
    client = begin(installed=False)
    client.settings.write_bytes(SHARED.encode())
    fastjev(client, "install", "claude-code", "--yes", "--option", "trigger=off")
    assert "called none" in fastjev(client, "doctor", code=1)
    client.say(OPENING)
    for step in steps(2, 7):
        client.say(step)
    client.compact()
    client.say("下一步")
    assert said(client.api.bodies[-1]).count("[fastjev ") >= 1 and RULE in said(client.api.bodies[-1])
    checks = json.loads(fastjev(client, "doctor", "--json"))
    assert checks["ok"]
    assert {"session-start", "prompt", "compact"} <= {ran["event"] for ran in checks["hooks"]}
    fastjev(client, "uninstall", "claude-code", "--yes")
    assert client.settings.read_bytes() == SHARED.encode()
    before = len(client.hooks())
    client.say("还有吗")
    assert len(client.hooks()) == before


def test_in_one_project_alone(begin: Begin) -> None:
    client = begin(installed=False)
    deep = client.project / "deep"
    for folder in (client.project, other := client.home / "other"):
        subprocess.run(["git", "init", "--quiet", folder], check=True)
    deep.mkdir()
    fastjev(client, "install", "claude-code", "--project", "--yes", folder=deep)
    client.project = deep
    client.say(RULE)
    assert {"session-start", "prompt"} <= {ran["event"] for ran in client.hooks()}
    client.project, before = other, len(client.hooks())
    client.say("hello", session=SESSION.replace("1", "2"))
    assert len(client.hooks()) == before
    fastjev(client, "uninstall", "claude-code", "--project", "--yes", folder=deep)
    assert not client.settings.exists() and not (deep.parent / ".claude").exists()


def test_a_copy_is_resumed_twice(begin: Begin) -> None:
    client = begin(installed=False)
    folder = client.home / ".claude" / "projects" / "-home-dev-orderdesk"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "demo" / "session.jsonl", folder / f"{DEMO}.jsonl")
    copy = fastjev(client, "rewrite", DEMO).split()[-1]
    for prompt in ("还有什么没做？", "go on"):
        client.say(prompt, session=copy)
    assert len(client.api.bodies) == 2
    for body in client.api.bodies:
        first = body["messages"][0]["content"][0]["text"]
        assert first.startswith("[fastjev 骨架 · 会话 5d0f6c1e") and RULE in first
        whole = said(body)
        assert whole.count("[fastjev 骨架") == 1
        assert whole.count("测试跟着改了，139 个全过，lint 干净。没有用到 Node 20 的 API。") == 1
        assert whole.count("还有什么没做？") == 1


def test_instructions_reach_the_clients_own_summary(begin: Begin) -> None:
    client = begin(Worker(), installed=False)
    client.say(OPENING)
    text = fastjev(client, "instructions", SESSION)
    assert RULE in text
    client.compact(text.strip())
    (asked,) = [body for body in client.api.bodies if is_summary(body)]
    assert text.strip() in "\n".join(block["text"] for block in last_user(asked)["content"] if block["type"] == "text")


def test_a_large_result_is_trimmed_before_it_enters_the_history(begin: Begin) -> None:
    client = begin(installed=False)
    fastjev(client, "install", "claude-code", "--yes", "--trim")
    client.say(OPENING)
    assert {ran["event"] for ran in client.hooks()} >= {"trim"}
    assert "[[elided id=r:" in said(client.api.bodies[-1])
    assert results(1)[0] not in said(client.api.bodies[-1])


@pytest.mark.parametrize("chars", [5_000, 29_000, 60_000])
def test_the_pointer_of_a_trimmed_result_is_seen_at_any_size(begin: Begin, chars: int) -> None:
    answers = iter([[call("toolu_1", f"seq -f 'ERROR: port %g is taken' 9999 | head -c {chars}")], text("Done.")])
    client = begin(answer=lambda _: next(answers), installed=False)
    fastjev(client, "install", "claude-code", "--yes", "--trim")
    client.say("look")
    seen = said(client.api.bodies[-1])
    assert "[[elided id=r:" in seen
    assert ("<persisted-output>" in seen) == (chars > CLIENT_SHOWS)
