"""A client's session as its files and its hooks have it, in a few words."""

import json
import uuid
from pathlib import Path
from typing import Any

import pytest

from fastjev.integrations.claude_code import hook

SESSION = "11111111-2222-4333-8444-555555555555"
SCHEMA = "不要动production库的schema"
Dict = dict[str, Any]


def row_id(number: int) -> str:
    """The id of a row, by its number."""
    return str(uuid.UUID(int=number + 1))


class Talk:
    """Rows of a transcript, and the same as a mod hands them over."""

    def __init__(self) -> None:
        self.rows: list[Dict] = []
        self.messages: list[Dict] = []

    def _row(self, kind: str, content: Any, **more: Any) -> str:
        number = len(self.rows)
        message: Dict = {"role": kind, "content": content}
        if kind == "assistant":
            message |= {"id": more.pop("api", f"msg_{number}"), "model": "claude-opus-5-5"}
        self.rows.append(
            {
                "type": kind,
                "uuid": row_id(number),
                "parentUuid": row_id(number - 1) if number else None,
                "sessionId": SESSION,
                "timestamp": f"2026-11-30T08:{number // 60:02}:{number % 60:02}.000Z",
                "isSidechain": False,
                "message": message,
                **more,
            }
        )
        return row_id(number)

    def say(self, text: str, **more: Any) -> "Talk":
        """A prompt that a person types."""
        handle = self._row("user", text, rowSource="local", promptId=f"p{len(self.rows)}", **more)
        self.messages.append({"role": "user", "text": text, "toolUses": [], "handle": handle})
        return self

    def image(self, data: str = "aGVsbG8=") -> "Talk":
        """A picture without a word."""
        source = {"type": "base64", "media_type": "image/png", "data": data}
        handle = self._row("user", [{"type": "image", "source": source}], rowSource="local")
        self.messages.append({"role": "user", "text": "", "toolUses": [], "handle": handle})
        return self

    def reply(self, text: str) -> "Talk":
        """What the assistant says."""
        handle = self._row("assistant", [{"type": "text", "text": text}])
        self.messages.append({"role": "assistant", "text": text, "toolUses": [], "handle": handle})
        return self

    def run(self, *results: tuple[str, str]) -> "Talk":
        """Calls made at once, `(command, output)` each, as the client stores them: a row each."""
        api, first = f"msg_of_{len(self.rows)}", len(self.rows)
        for n, (command, _) in enumerate(results):
            use = {"type": "tool_use", "id": f"toolu_{first}_{n}", "name": "Bash", "input": {"command": command}}
            handle = self._row("assistant", [use], api=api)
            used = {"tool_use_id": use["id"], "tool": "Bash", "input": use["input"]}
            self.messages.append({"role": "assistant", "text": "", "toolUses": [used], "handle": handle})
        for n, (_, output) in enumerate(results):
            id = f"toolu_{first}_{n}"
            handle = self._row("user", [{"type": "tool_result", "tool_use_id": id, "content": output}])
            got = {"tool_use_id": id, "text": output, "isError": False}
            self.messages.append({"role": "user", "text": "", "toolUses": [], "toolResults": [got], "handle": handle})
        return self

    def write(self, path: Path) -> Path:
        """The transcript."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in self.rows))
        return path


def long_talk(turns: int = 9, lines: int = 400) -> Talk:
    """A rule, then turns with a call each."""
    talk = Talk().say(f"{SCHEMA}。先看看项目")
    talk.run(("ls", "src\ntests\nREADME.md")).reply("A Django project.")
    for n in range(1, turns):
        talk.say(f"now look at module_{n}")
        talk.run((f"cat module_{n}.py", "\n".join(f"def handler_{n}_{k}(): return {k}" for k in range(lines))))
        talk.reply(f"module_{n} has {lines} handlers.")
    return talk


class Hooks:
    """Calls hooks as the client does."""

    def __init__(self, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.project, self.patch, self.capsys = project, monkeypatch, capsys
        self.transcript = project.parent / "claude" / "projects" / "-p" / f"{SESSION}.jsonl"
        monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(project.parent / "claude"))
        monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)

    def raw(self, event: str, stdin: bytes) -> str:
        """What an event prints for these bytes; it always exits 0."""

        class _Stdin:
            class buffer:
                read = staticmethod(lambda: stdin)

        self.patch.setattr("sys.stdin", _Stdin)
        assert hook.main([event]) == 0
        return self.capsys.readouterr().out

    def __call__(self, event: str, **given: Any) -> str:
        """What an event prints."""
        common = {"session_id": SESSION, "transcript_path": str(self.transcript), "cwd": str(self.project)}
        return self.raw(event, json.dumps(common | given).encode())

    def context(self, event: str, **given: Any) -> str:
        """The context that an event adds; empty for silence."""
        out = self(event, **given)
        return str(json.loads(out)["hookSpecificOutput"]["additionalContext"]) if out else ""

    def compact(self, messages: object, **given: Any) -> Dict:
        """The answer to a mod."""
        asked: Dict = {"protocol": "fastjev.compact/1", "trigger": "manual", "instructions": None}
        asked |= {"root": str(self.project), "messages": messages}
        found: Dict = json.loads(self("compact", **(asked | given)))
        return found
