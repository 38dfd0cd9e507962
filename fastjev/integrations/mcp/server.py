"""The server, over standard input and output, by the official `mcp` package."""

import sys
from collections.abc import Mapping
from typing import Any

import anyio
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from fastjev import __version__
from fastjev.errors import FastjevError
from fastjev.integrations.mcp.answer import sendable
from fastjev.integrations.mcp.given import checked
from fastjev.integrations.mcp.scope import Scope, scope
from fastjev.integrations.mcp.tools import TOOLS
from fastjev.secrets import mask
from fastjev.visible import visible

_INSTRUCTIONS = (
    "Tells of this session's history after fastjev compacted it: expand gives back what stands behind a pointer"
    " [[elided id=...]], search finds by words what was said or printed, ledger lists what binds, why tells what became"
    " of a statement. Reads only, and only this session."
)


def serve() -> None:
    """Answer until standard input ends. Nothing but the protocol is written to standard output."""
    anyio.run(_serve)


async def _serve() -> None:
    own = scope()

    async def listed(context: ServerRequestContext[Any], params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=_listed())

    async def called(context: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        # In a thread of its own: a search through a long session must not keep the host from being answered.
        return await anyio.to_thread.run_sync(call, own, params.name, params.arguments)

    server = Server(
        "fastjev", version=__version__, instructions=_INSTRUCTIONS, on_list_tools=listed, on_call_tool=called
    )
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def call(own: Scope, name: str, given: Mapping[str, Any] | None) -> CallToolResult:
    """What the tool answers, or in a sentence why it cannot and what to do."""
    if name not in TOOLS:
        return _result([f"no tool is named {mask(name)!r:.80}; there are {', '.join(TOOLS)}"], wrong=True)
    tool = TOOLS[name]
    try:
        answer = tool.answer(own, checked(name, tool.schema, given))
    except FastjevError as error:
        return _result([visible(mask(str(error)))], wrong=True)
    except Exception as error:
        # A host that gets no answer waits, and a traceback helps no model.
        print(f"fastjev mcp: {name}: {type(error).__name__}: {error}", file=sys.stderr)
        said = f"{name}: a bug of fastjev ({type(error).__name__}); go on without it, and report it"
        return _result([said], wrong=True)
    return _result([answer.text, *([f"[fastjev: {answer.note}]"] if answer.note else [])])


def _listed() -> list[Tool]:
    annotations = ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    return [
        Tool(name=name, description=tool.description, input_schema=dict(tool.schema), annotations=annotations)
        for name, tool in TOOLS.items()
    ]


def _result(texts: list[str], *, wrong: bool = False) -> CallToolResult:
    content = [TextContent(type="text", text=sendable(text)) for text in texts]
    return CallToolResult(content=list(content), is_error=wrong)
