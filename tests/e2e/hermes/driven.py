"""Runs inside Hermes's Python: one agent, the prompts of a script, and what it came to as JSON on standard output."""

import json
import os
import sys
from typing import Any


def main() -> None:
    script = json.load(sys.stdin)
    out, sys.stdout = sys.stdout, sys.stderr
    json.dump(run(script), out)
    out.flush()
    os._exit(0)  # threads of the host may wait for ever


def run(script: dict[str, Any]) -> dict[str, Any]:
    """`prompts`, `url`, and perhaps `commands` and `session`."""
    from hermes_state import SessionDB
    from run_agent import AIAgent

    agent = AIAgent(
        base_url=script["url"],
        api_key="none",
        model="stand-in",
        provider="custom",
        quiet_mode=True,
        max_iterations=400,
        skip_context_files=True,
        skip_memory=True,
        session_db=SessionDB(),
        session_id=script["session"],
        enabled_toolsets=["file", "todo", "context_engine"],
    )
    engine = agent.context_compressor
    turns: list[dict[str, Any]] = []
    history = None
    for prompt in script["prompts"]:
        ended = agent.run_conversation(prompt, conversation_history=history)
        history = ended["messages"]
        said = {name: ended.get(name) for name in ("completed", "failed", "final_response")}
        turns.append({**said, "compactions": engine.compression_count, "messages": len(history)})
    return {
        "engine": engine.name,
        "window": engine.context_length,
        "trigger": engine.threshold_tokens,
        "tools": sorted(agent.valid_tool_names),
        "session": agent.session_id,
        "turns": turns,
        "history": history,
        "status": engine.get_status(),
        "command": _command("fastjev"),
    }


def _command(name: str) -> str:
    from hermes_cli.plugins import get_plugin_manager

    found = get_plugin_manager()._plugin_commands.get(name)
    return str(found["handler"]("")) if found else ""


if __name__ == "__main__":
    main()
