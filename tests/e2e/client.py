"""The real client, in a home of its own, against the stand-in."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import fastjev
from tests.e2e.standin import StandIn

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".e2e/node_modules/.bin/claude"
"""Where `make e2e` installs it."""
FASTJEV = Path(sys.executable).with_name("fastjev")
PLUGIN = Path(fastjev.__file__).parent / "integrations" / "claude_code"
SESSION = "11111111-2222-4333-8444-555555555555"
_STREAM = ("--input-format", "stream-json", "--output-format", "stream-json", "--verbose")


class Client:
    """Runs `claude -p`: one process a prompt, as a person does who comes back to a session, or one for several."""

    def __init__(self, program: Path, home: Path, api: StandIn, bin: Path, **options: object) -> None:
        """`bin`: the fastjev program; `options`: of the plugin; `installed=False` leaves the plugin out."""
        self.program, self.home, self.api = program, home, api
        self.project = home / "项目 one"
        self.project.mkdir(parents=True)
        self.session = SESSION
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
            # The checkout that is tested, also where the environment belongs to another one.
            "PYTHONPATH": str(ROOT),
        }

    def say(self, prompt: str, *more: str, session: str = SESSION) -> str:
        """One prompt in the session, begun with the first one; what the client prints."""
        return self.run("-p", prompt, *self._which(session), "--allowedTools", "Bash", *more)

    def talk(self, *prompts: str, session: str = SESSION, more: Sequence[str] = ()) -> list[dict[str, Any]]:
        """Prompts one after the other in one process of the session; all events that the client prints."""
        command = (self.program, "-p", *_STREAM, *self._which(session), "--allowedTools", "Bash", *more)
        with (self.home / "stderr").open("w+") as told:
            process = subprocess.Popen(
                command,
                cwd=self.project,
                env=self.env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=told,
                text=True,
                encoding="utf-8",
            )
            limit = threading.Timer(180, process.kill)
            limit.start()
            try:
                events = [event for prompt in prompts for event in _turn(process, prompt)]
                last, _ = process.communicate()
            finally:
                limit.cancel()
                process.kill()
            told.seek(0)
            assert process.returncode == 0, (events[-1:], told.read()[-2000:])
        return [*events, *map(json.loads, last.splitlines())]

    def _which(self, session: str) -> tuple[str, str]:
        begun = list((self.home / ".claude" / "projects").glob(f"*/{session}.jsonl"))
        return ("--resume", session) if begun else ("--session-id", session)

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


Begin = Callable[..., Client]
"""The fixture `begin` of the tests."""


def _turn(process: subprocess.Popen[str], prompt: str) -> Iterator[dict[str, Any]]:
    assert process.stdin and process.stdout
    message = {"type": "user", "message": {"role": "user", "content": prompt}}
    process.stdin.write(json.dumps(message, ensure_ascii=False) + "\n")
    process.stdin.flush()
    for line in process.stdout:
        event = json.loads(line)
        yield event
        if event["type"] == "result":
            return
    raise AssertionError(f"the client ended before it answered {prompt!r}")


def toasts(events: Sequence[dict[str, Any]]) -> list[str]:
    """What the person was told in passing."""
    return [event["text"] for event in events if event.get("subtype") == "ui_toast"]


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
