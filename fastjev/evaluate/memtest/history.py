"""One session out of several conversations, and the texts in which a model may be given it."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fastjev import pipeline
from fastjev.errors import ReadError
from fastjev.files import get
from fastjev.jsontext import dump
from fastjev.policy import Policy
from fastjev.renderers.provenance import provenance
from fastjev.renderers.text import render
from fastjev.rulebook import Rulebook

_DROPPED = ("timestamp", "time")
"""Clocks of another conversation, which the time order must not go by."""


@dataclass(frozen=True, slots=True)
class History:
    """Messages of the neutral form, oldest first."""

    name: str
    messages: tuple[dict[str, Any], ...]

    @property
    def turns(self) -> int:
        """Prompts of the human."""
        return sum(1 for message in self.messages if message["role"] == "user")

    @property
    def raw(self) -> bytes:
        """As `fastjev.conversation/1`."""
        return dump({"schema": "fastjev.conversation/1", "id": self.name, "messages": list(self.messages)}).encode()


def history(paths: Sequence[Path]) -> History:
    """The conversations, one after the other. Raises: ReadError."""
    parts = [_messages(path.resolve()) for path in paths]
    messages = [_own(message, n) for n, part in enumerate(parts) for message in part]
    digest = hashlib.sha256("\n".join(path.stem for path in paths).encode()).hexdigest()
    return History(f"memtest-{digest[:8]}", tuple(messages))


def place(held: History, m: int, quote: str) -> int | None:
    """The turn of message `m`, from 1, if the quote stands in it as a human's words."""
    if not 0 <= m < len(held.messages) or not quote.strip():
        return None
    message = held.messages[m]
    if message["role"] != "user" or quote not in str(message["text"]):
        return None
    return sum(1 for each in held.messages[: m + 1] if each["role"] == "user")


def full(held: History) -> str:
    """All of it, as text: who says what, calls and results too."""
    lines = []
    for message in held.messages:
        text = message.get("text") or ""
        if text:
            lines.append(f"[{message['role']}] {text}")
        lines += [f"[call] {call['name']} {dump(call.get('input', {}))}" for call in message.get("tool_calls", ())]
    return "\n".join(lines) + "\n"


def skeleton(held: History, rulebook: Rulebook, policy: Policy) -> str:
    """What a compaction makes of it, as text."""
    run = pipeline.run(held.raw, held.name, rulebook=rulebook, policy=policy, format="neutral")
    return render(run, provenance(rules=rulebook.digest, policy=policy), 0.0)


def _own(message: dict[str, Any], part: int) -> dict[str, Any]:
    """The message with ids of calls that no other part has, and without a clock."""
    kept = {key: value for key, value in message.items() if key not in _DROPPED}
    if "tool_call_id" in kept:
        kept["tool_call_id"] = f"{part}.{kept['tool_call_id']}"
    if calls := kept.get("tool_calls"):
        kept["tool_calls"] = [{**call, "id": f"{part}.{call['id']}"} for call in calls]
    return kept


@cache
def _messages(path: Path) -> tuple[dict[str, Any], ...]:
    try:
        return tuple(json.loads(get(path))["messages"])
    except OSError as error:
        raise ReadError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ReadError(f"{path}: not a conversation in the neutral form ({type(error).__name__}: {error})") from error
