"""What can be asked: each tool with its description, the shape of its arguments, and who answers."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from fastjev.integrations.mcp.answer import TOKENS, Answer
from fastjev.integrations.mcp.expand import expand
from fastjev.integrations.mcp.ledger import ledger
from fastjev.integrations.mcp.scope import Scope
from fastjev.integrations.mcp.search import LIMIT, search
from fastjev.integrations.mcp.why import why
from fastjev.labels import Label


class Tool(NamedTuple):
    """One of the tools."""

    answer: Callable[[Scope, Mapping[str, Any]], Answer]
    description: str
    schema: Mapping[str, Any]


def _schema(*required: str, **properties: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _text(description: str, **more: Any) -> Mapping[str, Any]:
    return {"type": "string", "description": description, **more}


def _number(description: str, least: int, most: int) -> Mapping[str, Any]:
    return {"type": "integer", "description": description, "minimum": least, "maximum": most}


TOOLS: dict[str, Tool] = {
    "expand": Tool(
        expand,
        "Give back what fastjev took out of this conversation, byte for byte, secrets included. Use it when a pointer"
        " [[elided id=...]] hides something that the work needs. Ask for a part with `lines` or `grep` where the"
        f" pointer tells of many lines: an answer is cut at about {TOKENS:,} tokens, and says how to go on.",
        _schema(
            "id",
            id=_text(
                "what stands behind id= in a pointer (r:8506e122), or a unit (u12.3), the input of its call"
                " (u12.3.call), a fold line (f13), or a whole compaction (e1)"
            ),
            lines=_text("only these lines, counted from 1, both included, such as 20-60"),
            grep=_text("only lines in which this pattern (RE2 syntax) occurs, with their numbers, such as error|错误"),
            context=_number("lines shown around each line that grep finds", 0, 1000),
        ),
    ),
    "search": Tool(
        search,
        "Find what was said or printed earlier in this session by words of it, in any language, also where it was taken"
        " out of the conversation. Texts with the most and the rarest of the words come first, each with an id for"
        " expand. Secrets are masked.",
        _schema(
            "query",
            query=_text("words, names, paths or numbers that stood in it, such as: payment timeout 超时"),
            label=_text("only statements of this kind", enum=[label.value for label in Label]),
            limit=_number(f"texts shown at most, by default {LIMIT}", 1, 50),
        ),
    ),
    "ledger": Tool(
        ledger,
        "List the constraints and final decisions of the user that are in force in this session, word for word, the"
        " most binding first. Use it before an action that one of them may forbid. Secrets are masked.",
        _schema(),
    ),
    "why": Tool(
        why,
        "Tell what became of a statement of this session in each compaction (kept, folded, superseded, by which rule),"
        " the newest first. Use it when the user asks why something is missing or no longer holds. Secrets are masked.",
        _schema("text", text=_text("the beginning of the statement, or some words of it in their order")),
    ),
}
