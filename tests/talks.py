"""Whole conversations in a few words, and what the walk makes of them."""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from fastjev import pipeline
from fastjev.datatypes import Item, Run
from fastjev.labels import Zone
from fastjev.policy import DEFAULT
from fastjev.renderers import RENDERERS
from fastjev.renderers.provenance import provenance
from fastjev.rulebook import Rulebook, load_core

ROOT = Path(__file__).resolve().parent.parent
REAL = Path(os.environ.get("FASTJEV_REAL") or ROOT.parent / "shared" / "real")
NO_REAL = "no real sessions: neither ../shared/real beside the repository nor $FASTJEV_REAL is here"
CORPORA = sorted((ROOT / "corpora").rglob("*.json"))[::4]
"""Every fourth: laws hold for any, and minutes count."""
DEMO = ROOT / "demo" / "session.jsonl"

Dict = dict[str, Any]


@cache
def core() -> Rulebook:
    return load_core()


def user(text: str, **more: Any) -> Dict:
    return {"role": "user", "text": text, **more}


def assistant(text: str, *calls: Dict, **more: Any) -> Dict:
    return {"role": "assistant", "text": text, **({"tool_calls": list(calls)} if calls else {}), **more}


def call(id: str, name: str = "Bash", **input: Any) -> Dict:
    return {"id": id, "name": name, "input": input}


def tool(id: str, text: str, **more: Any) -> Dict:
    return {"role": "tool", "tool_call_id": id, "text": text, **more}


def neutral(messages: Iterable[Dict], id: str = "talk") -> bytes:
    return json.dumps({"schema": "fastjev.conversation/1", "id": id, "messages": list(messages)}).encode()


def anthropic(messages: Iterable[Dict]) -> bytes:
    """The same messages as Anthropic's API takes them."""
    found = []
    for message in messages:
        blocks: list[Dict] = [{"type": "text", "text": message["text"]}] if message["text"] else []
        if message["role"] == "tool":
            block = {"type": "tool_result", "tool_use_id": message["tool_call_id"], "content": message["text"]}
            blocks = [block | ({"is_error": True} if message.get("is_error") else {})]
        blocks += [{"type": "tool_use", **made} for made in message.get("tool_calls", ())]
        found.append({"role": "assistant" if message["role"] == "assistant" else "user", "content": blocks})
    return json.dumps({"system": "", "messages": found}).encode()


def openai(messages: Iterable[Dict]) -> bytes:
    """The same messages as OpenAI's API takes them."""
    found = []
    for message in messages:
        built: Dict = {"role": message["role"], "content": message["text"]}
        if "tool_call_id" in message:
            built["tool_call_id"] = message["tool_call_id"]
        if calls := message.get("tool_calls"):
            functions = [{"name": made["name"], "arguments": json.dumps(made["input"])} for made in calls]
            built["tool_calls"] = [
                {"id": made["id"], "type": "function", "function": function}
                for made, function in zip(calls, functions, strict=True)
            ]
        found.append(built)
    return json.dumps(found).encode()


def claude_code(messages: Iterable[Dict]) -> bytes:
    """The same messages as a session file: each row the child of the one before it, a second later."""
    rows = []
    for n, message in enumerate(json.loads(anthropic(messages))["messages"]):
        if message["role"] == "assistant":
            message["id"] = f"msg{n}"
        row = {"type": message["role"], "uuid": f"r{n}", "parentUuid": f"r{n - 1}" if n else None, "sessionId": "talk"}
        row["timestamp"] = f"2026-05-03T{n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02}.000Z"
        rows.append(json.dumps({**row, "message": message}).encode() + b"\n")
    return b"".join(rows)


FORMS = {"neutral": neutral, "anthropic": anthropic, "openai": openai, "claude-code": claude_code}


def walk(
    messages: Iterable[Dict],
    *,
    recent: int = 0,
    form: str = "neutral",
    lang: str | None = None,
    settling: str = DEFAULT.settling,
) -> Run:
    """The run over these messages by the core rules."""
    return compact(FORMS[form](messages), form, recent=recent, lang=lang, settling=settling)


def compact(
    raw: bytes,
    form: str | None = None,
    *,
    recent: int = 0,
    lang: str | None = None,
    name: str = "talk",
    settling: str = DEFAULT.settling,
) -> Run:
    policy = replace(DEFAULT, recent_turns=recent, settling=settling)
    return pipeline.run(raw, name, rulebook=core(), policy=policy, format=form, lang=lang)


def rendered(run: Run, shape: str) -> str:
    return RENDERERS[shape].render(run, provenance(rules=core().digest, policy=DEFAULT), 0.0)


def items(run: Run, *zones: Zone) -> list[Item]:
    return [item for item in run.skeleton.items if item.zone in zones]


def texts(run: Run, *zones: Zone) -> list[str]:
    return [item.text for item in items(run, *zones)]


def corpus(path: Path) -> list[Dict]:
    found: list[Dict] = json.loads(path.read_bytes())["messages"]
    return found


def sayings(paths: Sequence[Path] = CORPORA) -> Iterator[tuple[str, str]]:
    """Role and text of every message of the corpora."""
    for path in paths:
        for message in corpus(path):
            yield message["role"], message["text"]
