"""From a clean home: install, work, compact, ask for what was taken out, uninstall."""

import re
import subprocess

import pytest

from tests.e2e.claude_code.bodies import contexts, skeleton, spoken
from tests.e2e.claude_code.worker import OPENING, RULE, Worker, results, steps
from tests.e2e.client import FASTJEV, Begin, Client, is_summary, text, toasts
from tests.e2e.standin import Blocks, Body

OTHER = "33333333-4444-4555-8666-777777777777"
THEIRS = '{"permissions": {"deny": [ "WebFetch" ]},\r\n\t"env": {"NOTE": "中文 🙂"} }'.encode()
EXPAND = "mcp__plugin_fastjev_fastjev__expand"
POINTER = re.compile(r"\[\[elided id=(r:\S+) lines=")


def fastjev(client: Client, *args: str) -> str:
    """What the command line says in the project's folder."""
    done = subprocess.run([FASTJEV, *args], cwd=client.project, env=client.env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("before", [None, THEIRS], ids=["no settings", "settings of theirs"])
@pytest.mark.parametrize("where", ["--user", "--project"])
def test_installed_and_taken_out_again(begin: Begin, before: bytes | None, where: str) -> None:
    client = begin(installed=False)
    file = client.settings if where == "--user" else client.project / ".claude" / "settings.local.json"
    if before is not None:
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(before)
    fastjev(client, "install", "claude-code", where, "--yes")
    events = client.talk(OPENING, *steps(2, 7), "/compact", "接着做")
    assert RULE in skeleton(client.api.bodies[-1])
    assert not any(map(is_summary, client.api.bodies))
    assert [toast for toast in toasts(events) if re.search(r"kept 1 constraint.* tokens in \d+\.\d s", toast)]

    fastjev(client, "uninstall", "claude-code", where, "--yes")
    assert (file.read_bytes() if file.exists() else None) == before
    ran = len(client.hooks())
    client.say("没有它也能接着做", session=OTHER)
    assert len(client.hooks()) == ran
    assert contexts(client.api.bodies[-1], "SessionStart", "UserPromptSubmit") == []


class Curious(Worker):
    """Looks up the tool of the MCP server, and asks it for what the last pointer of the skeleton stands for."""

    def __call__(self, body: Body) -> Blocks:
        newest = {kind: said for _, kind, said in spoken(body)[-2:]}
        if newest.get("text") == "把第一张表再看一遍":
            given = {"query": f"select:{EXPAND}"}
            return [*text("Looking."), {"type": "tool_use", "id": "toolu_find", "name": "ToolSearch", "input": given}]
        if "toolu_find" in newest:
            given = {"id": POINTER.findall(skeleton(body))[-1]}
            return [*text("Asking."), {"type": "tool_use", "id": "toolu_ask", "name": EXPAND, "input": given}]
        return super().__call__(body)


def test_the_model_gets_back_what_was_taken_out(begin: Begin) -> None:
    client = begin(Curious())
    prompts = (OPENING, *steps(2, 7), "/compact", "把第一张表再看一遍")
    client.talk(*prompts, more=("--allowedTools", EXPAND))
    (answer,) = [said for role, id, said in spoken(client.api.bodies[-1]) if (role, id) == ("user", "toolu_ask")]
    assert any(result in answer for number in (1, 3) for result in results(number)), answer[:500]
