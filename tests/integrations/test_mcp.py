"""The MCP server, asked over standard input and output by the client of the official package."""

import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client
from talks import assistant, call, core, neutral, tool, user

from fastjev.deliver import Delivery, Source, deliver
from fastjev.integrations.mcp import answer
from fastjev.integrations.mcp.tools import TOOLS
from fastjev.policy import DEFAULT
from fastjev.store.place import place_of

ROOT = Path(__file__).resolve().parents[2]
KEY = "sk-ant-api03-" + "Zx9" * 31 + "AA"
LOG = (
    "".join(f"line {n}: payment took {n * 7} ms\n" for n in range(1, 400))
    + f"api key {KEY}\nerror: 连接超时 at src/pay.py:88\n"
)
LONG = "".join(f"row {n} of a very long table with 列 {n}\n" for n in range(1, 9000))
TALK = [
    user("不要动production库的schema"),
    assistant("好，先看日志。", call("c1", command="cat pay.log")),
    tool("c1", LOG),
    user("let's go with Vite"),
    assistant("Vite it is.", call("c2", command="cat table")),
    tool("c2", LONG),
    user("算了还是用Next.js吧"),
    assistant("换成 Next.js。", call("c3", command="echo one line"), ),
    tool("c3", "x" * 300_000),
    user("the payment timeout is 45 s, no more"),
    assistant("Set."),
]  # fmt: skip
Ask = Callable[..., "tuple[str, bool]"]


def archived(project: Path, session: str, talk: list[dict[str, Any]]) -> Delivery:
    source = Source(Path(f"{session}.json"), neutral(talk, session))
    from dataclasses import replace

    policy = replace(DEFAULT, recent_turns=0)
    return deliver(source, "text", rulebook=core(), policy=policy, format="neutral", place=place_of(project))


@pytest.fixture
def stored(project: Path) -> Path:
    archived(project, "other-session", [user("secret plans"), assistant("", call("o1")), tool("o1", "elsewhere " * 99)])
    archived(project, "this-session", TALK)
    return project


def served(project: Path, do: Callable[[ClientSession], Awaitable[Any]], **env: str) -> Any:
    async def run() -> Any:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "fastjev", "mcp"],
            env={**os.environ, "PYTHONPATH": str(ROOT), "CLAUDE_PROJECT_DIR": str(project), **env},
            cwd=str(project.parent),
        )
        async with stdio_client(server) as (incoming, outgoing), ClientSession(incoming, outgoing) as session:
            await session.initialize()
            return await do(session)

    return anyio.run(run)


def asked(project: Path, *questions: tuple[str, dict[str, Any] | None], **env: str) -> list[tuple[list[str], bool]]:
    """The texts of each answer, and whether it is an error; in one run of the server."""

    async def do(session: ClientSession) -> list[tuple[list[str], bool]]:
        found = []
        for name, arguments in questions:
            result = await session.call_tool(name, arguments)
            found.append(([block.text for block in result.content if block.type == "text"], result.is_error))
        return found

    told: list[tuple[list[str], bool]] = served(project, do, **{"CLAUDE_CODE_SESSION_ID": "this-session", **env})
    return told


def test_probe(stored: Path) -> None:
    got = asked(
        stored,
        ("expand", {"id": "u1.3"}),
        ("expand", {"id": "u2.3"}),
        ("expand", {"id": "u3.3"}),
        ("expand", {"id": "e1", "grep": "超时"}),
        ("search", {"query": "连接超时"}),
        ("search", {"query": "payment timeout", "label": "constraint"}),
        ("ledger", None),
        ("why", {"text": "Vite"}),
        ("expand", {"id": "r:00000000"}),
        ("expand", {"idd": "r:00000000"}),
    )
    for texts, wrong in got:
        print(wrong, [t[:600] for t in texts], [len(t) for t in texts])
    assert 0
