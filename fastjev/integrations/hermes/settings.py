"""What the host does not tell: where its shell works, which session asks, and what the person set."""

import logging
import os
from pathlib import Path
from typing import Any

logger = logging.getLogger(__name__)


def folder() -> Path:
    """The folder that the host's shell works in, whose archive and rules count."""
    found = Path(os.environ.get("TERMINAL_CWD") or ".").expanduser()
    return (found if found.is_dir() else Path.cwd()).resolve()


def asking() -> str:
    """The id of the session in which a command was typed; empty where the host does not say."""
    try:
        from gateway.session_context import get_session_env
    except ImportError:
        return os.environ.get("HERMES_SESSION_ID", "")
    return str(get_session_env("HERMES_SESSION_ID") or "")


def answer_tokens() -> int:
    """Tokens that the provider keeps free for an answer (`model.max_tokens`); 0 where nothing is set."""
    return _whole(_section("model").get("max_tokens")) or _whole(_section("agent").get("max_tokens"))


def protected(rows: int) -> int:
    """Rows at the beginning that a first compaction leaves as they are (`compression.protect_first_n`)."""
    found = _section("compression").get("protect_first_n")
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else rows


def _section(name: str) -> dict[str, Any]:
    try:
        from hermes_cli.config import load_config

        found = load_config().get(name)
    except Exception:  # not inside Hermes, or settings that it cannot read either
        logger.debug("fastjev: no settings of Hermes", exc_info=True)
        return {}
    return found if isinstance(found, dict) else {}


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
