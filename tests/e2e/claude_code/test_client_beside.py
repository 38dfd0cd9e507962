"""What is not fastjev's: subagents, other hooks and plugins, and everything in mode shadow."""

import json
import subprocess
from pathlib import Path

from tests.e2e.claude_code.bodies import contexts, skeleton, spoken
from tests.e2e.claude_code.worker import OPENING, RULE, calls, steps
from tests.e2e.client import FASTJEV, Begin, Client, is_summary, text
from tests.e2e.standin import Blocks, Body, said

TASK = "SUBTASK: 把每张表都看一下"


class Boss:
    """Hands a task to a subagent, which works through eight requests and fills its window in the fourth."""

    def __init__(self) -> None:
        self.client: Client
        self.done = 0

    def __call__(self, body: Body) -> Blocks:
        if is_summary(body):
            return text("<summary>The subagent looked at some tables.</summary>")
        inside = of_subagent(body)
        self.done += inside
        self.client.api.usage["input_tokens"] = 990_000 if inside and self.done == 4 else 100
        if inside:
            return text("All tables seen.") if self.done == 8 else [*text("Looking."), *calls(self.done)]
        if spoken(body)[-1][2] == "交给别人做":
            given = {"description": "tables", "prompt": TASK, "subagent_type": "general-purpose"}
            return [{"type": "tool_use", "id": "toolu_task", "name": "Agent", "input": given}]
        return text("Done.")


def of_subagent(body: Body) -> bool:
    """Does a subagent ask?"""
    return "You are an agent for Claude Code" in json.dumps(body["system"])


def test_subagents_are_left_alone(begin: Begin) -> None:
    boss = Boss()
    client = boss.client = begin(boss)
    client.talk(OPENING, "交给别人做", "接着做", more=("--allowedTools", "Bash,Agent"))
    client.say("好的")

    (summary,) = filter(is_summary, client.api.bodies)
    assert of_subagent(summary)
    assert boss.done == 8
    for body in filter(of_subagent, client.api.bodies):
        assert RULE not in said(body)
        assert contexts(body, "SessionStart", "UserPromptSubmit") == []
    assert "compact" not in {ran["event"] for ran in client.hooks()}
    last = client.api.bodies[-1]
    assert spoken(last)[0][2] == OPENING
    assert not any("摘要" in told for told in contexts(last, "UserPromptSubmit"))


def test_other_hooks_and_plugins_still_run(begin: Begin, tmp_path: Path) -> None:
    client = begin()
    ours = json.loads(client.settings.read_text())
    theirs = {
        "hooks": {
            "SessionStart": [told("SessionStart", "a hook of theirs")],
            "UserPromptSubmit": [told("UserPromptSubmit", "a prompt hook of theirs")],
            "PostCompact": [ran(tmp_path / "compacted")],
        },
        "extraKnownMarketplaces": {"other": {"source": {"source": "directory", "path": str(other(tmp_path))}}},
        "enabledPlugins": {"other@other": True},
        "permissions": {"deny": ["WebFetch"]},
    }
    both = {**theirs, **{key: {**theirs.get(key, {}), **value} for key, value in ours.items()}}
    client.settings.write_text(json.dumps(both))
    client.talk(OPENING, *steps(2, 7), "/compact", "接着做")

    last = client.api.bodies[-1]
    assert skeleton(last)
    assert "a hook of theirs" in contexts(client.api.bodies[0], "SessionStart")[-1]
    assert "a prompt hook of theirs" in contexts(last, "UserPromptSubmit")[-1]
    assert (tmp_path / "compacted").exists()
    assert (tmp_path / "other-ran").exists()
    assert json.loads(client.settings.read_text()) == both


def test_shadow_changes_no_request(begin: Begin) -> None:
    prompts = (OPENING, *steps(2, 7), "/compact", "接着做")
    plain, shadow = begin(installed=False), begin(mode="shadow", trigger="turns", every=2)
    for client in (plain, shadow):
        client.talk(*prompts)
        client.say("好的")

    assert sent(shadow) == sent(plain)
    for body in shadow.api.bodies:
        assert contexts(body, "SessionStart", "UserPromptSubmit") == []
    assert any(
        ran["event"] == "compact" and "it would have been: kept 1 constraint" in ran["outcome"]
        for ran in shadow.hooks()
    )
    log = subprocess.run(
        [FASTJEV, "log", "--json"], cwd=shadow.project, env=shadow.env, capture_output=True, text=True, check=True
    ).stdout
    assert RULE in log


def sent(client: Client) -> list[str]:
    """What all requests say, whichever home they came from."""
    return [repr(spoken(body)).replace(client.home.name, "home") for body in client.api.bodies]


def told(event: str, context: str) -> dict[str, object]:
    """A hook that adds to the context."""
    output = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": context}}
    return {"hooks": [{"type": "command", "command": f"echo '{json.dumps(output)}'"}]}


def ran(mark: Path) -> dict[str, object]:
    """A hook that leaves a file behind."""
    return {"hooks": [{"type": "command", "command": f"touch '{mark}'"}]}


def other(folder: Path) -> Path:
    """A marketplace with a plugin that knows nothing of ours."""
    plugin = folder / "other" / "plugin"
    for file, content in {
        folder / "other/.claude-plugin/marketplace.json": {
            "name": "other",
            "owner": {"name": "somebody"},
            "plugins": [{"name": "other", "source": "./plugin"}],
        },
        plugin / ".claude-plugin/plugin.json": {"name": "other", "version": "1.0.0", "description": "Theirs."},
        plugin / "hooks/hooks.json": {"hooks": {"UserPromptSubmit": [ran(folder / "other-ran")]}},
    }.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(content))
    return folder / "other"
