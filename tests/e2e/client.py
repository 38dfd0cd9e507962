"""The real client, in a home of its own, against the stand-in."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import fastjev
from tests.e2e.standin import StandIn

PLUGIN = Path(fastjev.__file__).parent / "integrations" / "claude_code"
SESSION = "11111111-2222-4333-8444-555555555555"


class Client:
    """Runs `claude -p`, one process a prompt, as a person does who comes back to a session."""

    def __init__(self, program: Path, home: Path, api: StandIn, bin: Path, **options: object) -> None:
        """`bin`: the fastjev program; `options`: of the plugin; `installed=False` leaves the plugin out."""
        self.program, self.home, self.api = program, home, api
        self.project = home / "项目 one"
        self.project.mkdir(parents=True)
        self.settings = home / ".claude" / "settings.json"
        self.settings.parent.mkdir()
        installed = options.pop("installed", True)
        if installed:
            self.settings.write_text(json.dumps(_settings({"bin": str(bin), **options})))
        path = f"{bin.parent}:{os.environ['PATH']}"
        self.env = {
            "PATH": path,
            "HOME": str(home),
            "ANTHROPIC_BASE_URL": api.url,
            "ANTHROPIC_API_KEY": "a-key-of-nobody",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "IS_SANDBOX": "1",
            "FASTJEV_DATA": str(home / "fastjev-data"),
            "FASTJEV_CACHE": str(home / "fastjev-cache"),
            "FASTJEV_CONFIG": str(home / "fastjev-config"),
        }

    def say(self, prompt: str, *more: str, session: str = SESSION) -> str:
        """One prompt in the session, begun with the first one; what the client prints."""
        begun = list((self.home / ".claude" / "projects").glob(f"*/{session}.jsonl"))
        which = ("--resume", session) if begun else ("--session-id", session)
        return self.run("-p", prompt, *which, "--allowedTools", "Bash", *more)

    def compact(self, instructions: str = "", session: str = SESSION) -> str:
        """`/compact` in the session."""
        return self.say(f"/compact {instructions}".strip(), session=session)

    def run(self, *args: str) -> str:
        """The program with these arguments; what it prints."""
        done = subprocess.run(
            [self.program, *args], cwd=self.project, env=self.env, capture_output=True, text=True, timeout=180, input=""
        )
        assert done.returncode == 0, (args, done.stdout[-2000:], done.stderr[-2000:])
        return done.stdout + done.stderr

    def transcript(self, session: str = SESSION) -> list[dict[str, Any]]:
        """The rows of the session's file."""
        (file,) = (self.home / ".claude" / "projects").glob(f"*/{session}.jsonl")
        return [json.loads(line) for line in file.read_text().splitlines()]

    def hooks(self) -> list[dict[str, Any]]:
        """The runs of hooks in fastjev's log, oldest first."""
        lines = [
            line
            for log in self.home.glob("fastjev-data/projects/*/hooks.jsonl")
            for line in log.read_text().splitlines()
        ]
        return sorted((json.loads(line) for line in lines), key=lambda ran: ran["time"])


def _settings(options: dict[str, object]) -> dict[str, Any]:
    return {
        "extraKnownMarketplaces": {"fastjev": {"source": {"source": "directory", "path": str(PLUGIN)}}},
        "enabledPlugins": {"fastjev@fastjev": True},
        "pluginConfigs": {"fastjev@fastjev": {"options": options}},
    }


def text(said: str) -> list[dict[str, Any]]:
    """A reply of one text."""
    return [{"type": "text", "text": said}]


def call(id: str, command: str) -> dict[str, Any]:
    """A call of the shell."""
    return {"type": "tool_use", "id": id, "name": "Bash", "input": {"command": command, "description": "look"}}


def last_user(body: dict[str, Any]) -> dict[str, Any]:
    """The newest message of the user in a request."""
    found: dict[str, Any] = [message for message in body["messages"] if message["role"] == "user"][-1]
    return found


def is_summary(body: dict[str, Any]) -> bool:
    """Does the client ask for its own summary?"""
    return "Your task is to create a detailed summary" in json.dumps(last_user(body))


def roles(messages: Sequence[dict[str, Any]]) -> list[str]:
    """Who speaks, in order."""
    return [message["role"] for message in messages]
