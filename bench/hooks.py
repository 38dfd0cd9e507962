"""What a client waits for: hooks with nothing to say, and a history that a mod hands over."""

import json
from collections.abc import Sequence
from pathlib import Path

from bench.generate import write
from bench.measure import Case
from fastjev.integrations.claude_code.due import payback

MEGABYTE = 1_000_000
PAYBACK = ((100_000, 10_000), (100_000, 20_000), (100_000, 30_000), (50_000, 20_000))
"""Tokens of a history before and after."""


def cases(folder: Path, program: Sequence[str], repeats: int) -> list[Case]:
    """The quiet hook, and the compaction of a session of a megabyte as the mod asks for it."""
    folder.mkdir(parents=True, exist_ok=True)
    quiet = _given(folder / "prompt.json", {"session_id": "", "cwd": str(folder), "prompt": "go on"})
    talk = write(folder / "1.jsonl", MEGABYTE)
    asked = {
        "protocol": "fastjev.compact/1",
        "trigger": "auto",
        "root": str(folder),
        "transcript_path": str(talk),
        "messages": _messages(talk),
    }
    handed = _given(folder / "compact.json", asked)
    return [
        Case(
            name="hook prompt, nothing to say",
            command=(*program, "hook", "prompt"),
            repeats=repeats,
            goal="4 x bare",
            given=quiet,
        ),
        Case(
            name="hook compact, 1 MB",
            command=(*program, "hook", "compact"),
            repeats=repeats,
            goal="12 x bare",
            given=handed,
        ),
    ]


def paid_back() -> list[str]:
    """Turns until a rewrite of a warm history has paid, by the cost model."""
    return [f"{before:,} -> {after:,} tokens: {payback(before, after):.1f} turns" for before, after in PAYBACK]


def _given(path: Path, asked: object) -> str:
    path.write_text(json.dumps(asked, ensure_ascii=False))
    return str(path)


def _messages(talk: Path) -> list[dict[str, object]]:
    """The session's rows as a mod hands them over."""
    found: list[dict[str, object]] = []
    for line in talk.read_text().splitlines():
        row = json.loads(line)
        if row["type"] not in ("user", "assistant"):
            continue
        content = row["message"]["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        uses = [
            {"tool_use_id": block["id"], "tool": block["name"], "input": block["input"]}
            for block in blocks
            if block["type"] == "tool_use"
        ]
        got = [
            {"tool_use_id": block["tool_use_id"], "text": block["content"], "isError": False}
            for block in blocks
            if block["type"] == "tool_result"
        ]
        text = "\n\n".join(block["text"] for block in blocks if block["type"] == "text" and block["text"].strip())
        message = {"role": row["type"], "text": text, "toolUses": uses, "handle": row["uuid"]}
        found.append(message | ({"toolResults": got} if got else {}))
    return found
