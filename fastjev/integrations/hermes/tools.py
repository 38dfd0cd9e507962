"""What the agent may ask of its archive, as tools of the engine: those of the MCP server, with shorter answers."""

import json
import logging
from collections.abc import Mapping
from typing import Any

from fastjev.errors import FastjevError
from fastjev.integrations.mcp.answer import TOKENS
from fastjev.integrations.mcp.given import checked
from fastjev.integrations.mcp.scope import Scope
from fastjev.integrations.mcp.tools import TOOLS
from fastjev.secrets import mask
from fastjev.store.place import Place
from fastjev.visible import visible

PREFIX = "fastjev_"
_NAMES = ("expand", "search", "ledger")
_SHARE = 16
"""An answer takes at most one part in so many of the window: it must not fill what was just freed."""

logger = logging.getLogger(__name__)


def schemas() -> list[dict[str, Any]]:
    """In the form that the host puts around a function."""
    return [
        {"name": PREFIX + name, "description": _own(TOOLS[name].description), "parameters": dict(TOOLS[name].schema)}
        for name in _NAMES
    ]


def scope(place: Place, session: str, window: int) -> Scope:
    """The session that asks, by the id that the archive knows, and how much the host takes of one answer.

    `window`: in tokens, 0 where nobody knows.
    """
    return Scope(place, session, min(TOKENS, window // _SHARE or TOKENS))


def answer(scope: Scope, name: str, given: Mapping[str, Any] | None) -> str:
    """JSON: `text` and perhaps a `note`, or an `error` that says what to do."""
    own = next((each for each in _NAMES if name == PREFIX + each), None)
    if own is None:
        return _said(error=f"no tool is named {name!r:.80}; there are {', '.join(PREFIX + each for each in _NAMES)}")
    tool = TOOLS[own]
    try:
        found = tool.answer(scope, checked(name, tool.schema, given))
    except FastjevError as error:
        return _said(error=_own(visible(mask(str(error)))))
    except Exception as error:
        logger.exception("%s", name)
        return _said(error=f"{name}: a bug of fastjev ({type(error).__name__}); go on without it, and report it")
    return _said(text=found.text, note=_own(found.note))


def _said(**parts: str) -> str:
    return json.dumps({name: text for name, text in parts.items() if text}, ensure_ascii=False)


def _own(text: str) -> str:
    """The text with the names that the tools have here."""
    for name in _NAMES:
        text = text.replace(f"{name}(", f"{PREFIX}{name}(")
    return text
