"""What the plugin in Hermes's home calls: one engine, and the command that tells of it."""

from typing import Any

from agent.context_engine import ContextEngine

from fastjev.integrations.hermes.engine import Engine
from fastjev.integrations.hermes.status import status


class FastjevEngine(Engine, ContextEngine):  # type: ignore[misc]
    """The engine as Hermes knows one."""


def register(context: Any) -> None:
    """Both of Hermes's loaders call it, with a collector or with the plugin's context."""
    context.register_context_engine(FastjevEngine())
    context.register_command("fastjev", status, description="What fastjev compacted here, and what binds", args_hint="")
