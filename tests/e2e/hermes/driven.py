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
    """`url`, `session`, `prompts`, and whether each is a process's first, with the history out of the database."""
    from hermes_state import SessionDB

    database = SessionDB()
    agent = made(script["url"], script["session"], database)
    turns: list[dict[str, Any]] = []
    compactions, history = 0, None
    for prompt in script["prompts"]:
        if script["resumed"] and turns:
            compactions += agent.context_compressor.compression_count
            agent = made(script["url"], agent.session_id, database)
            history = database.get_messages_as_conversation(agent.session_id)
        ended = agent.run_conversation(prompt, conversation_history=history)
        history = ended["messages"]
        said = {name: ended.get(name) for name in ("completed", "failed", "final_response")}
        done = compactions + agent.context_compressor.compression_count
        turns.append({**said, "compactions": done, "messages": len(history), "session": agent.session_id})
    engine = agent.context_compressor
    return {
        "engine": engine.name,
        "window": engine.context_length,
        "trigger": engine.threshold_tokens,
        "tools": sorted(agent.valid_tool_names),
        "session": agent.session_id,
        "turns": turns,
        "status": engine.get_status(),
        "command": _command("fastjev"),
    }


def made(url: str, session: str, database: Any) -> Any:
    """An agent with tools for files and tasks."""
    from run_agent import AIAgent

    return AIAgent(
        base_url=url,
        api_key="none",
        model="stand-in",
        provider="custom",
        quiet_mode=True,
        max_iterations=400,
        skip_context_files=True,
        skip_memory=True,
        session_db=database,
        session_id=session,
        enabled_toolsets=["file", "todo", "context_engine"],
    )


def _command(name: str) -> str:
    from hermes_cli.plugins import get_plugin_manager

    found = get_plugin_manager()._plugin_commands.get(name)
    return str(found["handler"]("")) if found else ""


if __name__ == "__main__":
    main()
