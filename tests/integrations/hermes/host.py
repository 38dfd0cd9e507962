"""A stand-in for Hermes's side of the contract: the base class, the plugin's context, and what is done around a
compaction. As hermes-agent 0.19.0 has it; tests/e2e/hermes runs the real one."""

import copy
import inspect
import json
import sys
import threading
import types
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import pytest

from fastjev.integrations.hermes import rows as history
from fastjev.integrations.hermes.install import FILES

Row = dict[str, Any]
_INSTRUCTIONS = 8_000
"""Tokens of what the host sends besides."""


class ContextEngine(ABC):
    """What an engine must have."""

    @property
    @abstractmethod
    def name(self) -> str: ...

    @abstractmethod
    def update_from_response(self, usage: Row) -> None: ...

    @abstractmethod
    def should_compress(self, prompt_tokens: int | None = None) -> bool: ...

    @abstractmethod
    def compress(self, messages: list[Row], current_tokens: int | None = None) -> list[Row]: ...


class NewerEngine(ContextEngine):
    """What newer hosts have besides, as they answer where an engine has none of it."""

    def should_compress_info(self, prompt_tokens: int | None = None) -> tuple[bool, str | None]:
        return self.should_compress(prompt_tokens), None

    def prune_tool_results_only(self, messages: list[Row], current_tokens: int | None = None) -> tuple[list[Row], int]:
        return messages, 0

    def on_turn_complete(self, messages: list[Row], usage: Row | None = None, **told: Any) -> None:
        return None

    def pending_compression_operation(self, messages: list[Row]) -> str | None:
        return None

    def get_automatic_compaction_status_message(self, *, phase: str, default_message: str, **told: Any) -> str | None:
        return default_message if self.emit_automatic_compaction_status else None  # type: ignore[attr-defined]

    def cache_plan(self, before: list[Row], after: list[Row]) -> None:
        return None


class Context:
    """What a plugin registers with."""

    def __init__(self) -> None:
        self.engine: Any = None
        self.commands: dict[str, Any] = {}

    def register_context_engine(self, engine: Any) -> None:
        assert self.engine is None and isinstance(engine, ContextEngine), engine
        self.engine = engine

    def register_command(self, name: str, handler: Any, description: str = "", args_hint: str = "") -> None:
        self.commands[name] = handler


class Host:
    """One agent with the engine of its own."""

    def __init__(
        self,
        patch: pytest.MonkeyPatch,
        *,
        window: int = 64_000,
        session: str = "20261130_142201_ab12cd",
        base: type[ContextEngine] = ContextEngine,
    ):
        agent = types.ModuleType("agent")
        module = types.ModuleType("agent.context_engine")
        module.ContextEngine = base  # type: ignore[attr-defined]
        patch.setitem(sys.modules, "agent", agent)
        patch.setitem(sys.modules, "agent.context_engine", module)
        patch.delitem(sys.modules, "fastjev.integrations.hermes.plugin", raising=False)
        self.context = Context()
        plugin: dict[str, Any] = {}
        exec(FILES["__init__.py"], plugin)
        plugin["register"](self.context)
        self.engine = copy.deepcopy(self.context.engine)
        self.session = session
        self.engine.update_model(model="m", context_length=window, base_url="", api_key="", provider="", api_mode="")
        self.engine.on_session_start(session, hermes_home="", platform="cli", model="m", context_length=window)

    def compact(self, rows: list[Row], tokens: int | None = None, **more: Any) -> list[Row]:
        """As the host does it, with its checks as assertions: a copy, a thread, keywords by signature."""
        given = copy.deepcopy(rows)
        tokens = tokens or _INSTRUCTIONS + sum(map(history.tokens, map(history.read, rows)))
        if not self.engine.last_prompt_tokens > 0:
            self.engine.update_from_response({"prompt_tokens": tokens})
        accepted = inspect.signature(self.engine.compress).parameters
        asked = {"current_tokens": tokens, "focus_topic": None, "force": False, "memory_context": "", **more}
        found: list[list[Row]] = []
        thread = threading.Thread(
            target=lambda: found.append(
                self.engine.compress(given, **{name: value for name, value in asked.items() if name in accepted})
            )
        )
        thread.start()
        thread.join()
        assert given == rows, "the history that came in was changed"
        made = self.engine._last_compression_made_progress
        assert made == (found[0] != rows)
        assert not self.engine._last_compress_aborted
        if made:
            assert size(found[0]) < size(rows)
            assert broken(found[0]) == []
            self.engine.last_prompt_tokens = -1
            self.engine.awaiting_real_usage_after_compression = True
            self.engine.on_session_start(self.session, boundary_reason="compression", old_session_id=self.session)
        return found[0]

    def trim(self, rows: list[Row], tokens: int | None = None) -> list[Row]:
        """As a newer host does it where it is not time to compact, with its checks as assertions."""
        given = copy.deepcopy(rows)
        tokens = tokens or _INSTRUCTIONS + sum(map(history.tokens, map(history.read, rows)))
        if not self.engine.last_prompt_tokens > 0:
            self.engine.update_from_response({"prompt_tokens": tokens})
        found, cut = self.engine.prune_tool_results_only(given, current_tokens=tokens)
        assert given == rows, "the history that came in was changed"
        assert (found is given) == (cut == 0)
        assert len(found) == len(rows) and broken(found) == []
        assert cut == sum(new != was for new, was in zip(found, rows, strict=True))
        assert size(found) < size(rows) or not cut
        return list(found)

    def ask(self, name: str, rows: list[Row], **given: Any) -> Row:
        """What a tool of the engine answers."""
        answered: Row = json.loads(self.engine.handle_tool_call(name, given, messages=rows))
        return answered


def size(rows: list[Row]) -> int:
    """Characters of what is sent."""
    return sum(len(json.dumps({k: v for k, v in row.items() if k[:1] != "_"}, ensure_ascii=False)) for row in rows)


def broken(rows: list[Row]) -> list[str]:
    """What an API refuses: a call without its result right behind it, and a result without its call."""
    return list(_broken(rows))


def _broken(rows: list[Row]) -> Iterator[str]:
    waiting: set[str] = set()
    for row in rows:
        if row.get("role") == "tool":
            if row["tool_call_id"] not in waiting:
                yield f"result of {row['tool_call_id']} without its call"
            waiting.discard(row["tool_call_id"])
            continue
        yield from (f"call {id} without its result" for id in sorted(waiting))
        waiting = {call["id"] for call in row.get("tool_calls") or ()}
    yield from (f"call {id} without its result" for id in sorted(waiting))


def skeleton(rows: list[Row]) -> str:
    """The text of the one skeleton."""
    found = [row["content"] for row in rows if is_skeleton(row)]
    assert len(found) == 1, found
    return str(found[0])


def is_skeleton(row: Row) -> bool:
    return isinstance(row.get("content"), str) and row["content"].startswith("[fastjev")


SYSTEM: Row = {"role": "system", "content": "You are Hermes."}


def turn(n: int, said: str, *, calls: int = 3, printed: str | None = None, done: str | None = None) -> list[Row]:
    """A prompt, calls with results as the host's tools give them, and an answer."""
    rows: list[Row] = [{"role": "user", "content": said}]
    for each in range(calls):
        id = f"call_{n}_{each}"
        function = {"name": "terminal", "arguments": json.dumps({"command": f"cat part{n}_{each}.log"})}
        rows.append(
            {"role": "assistant", "content": "", "tool_calls": [{"id": id, "type": "function", "function": function}]}
        )
        output = log(n, each) if printed is None else printed
        rows.append({"role": "tool", "tool_call_id": id, "content": json.dumps({"output": output, "exit_code": 0})})
    return [*rows, {"role": "assistant", "content": done or f"Round {n} is done; module {n} takes {n + 340} ms."}]


def log(n: int, each: int, lines: int = 40) -> str:
    """Lines that differ from one result to the next."""
    return "\n".join(
        f"INFO src/part{n}/mod{each}_{at}.py:{at * 7} value={n * 7919 + at * 104729} took {at * 13 % 97} ms"
        for at in range(lines)
    )


def talk(turns: int, said: dict[int, str] | None = None, **more: Any) -> list[Row]:
    """So many turns behind the system's row."""
    rows = [dict(SYSTEM)]
    for n in range(1, turns + 1):
        rows += turn(n, (said or {}).get(n, f"look at part {n} and tell what is slow there"), **more)
    return rows
