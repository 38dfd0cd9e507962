"""What a request says, in a form that does not change with the client's wrapping."""

import re

from fastjev.labels import Zone
from fastjev.words import words
from tests.e2e.standin import Body

_HEADS = tuple(f"[{words(lang).head} · " for lang in ("zh", "en"))
_HOOK = re.compile(r"(?=\b\w+ hook additional context: )|\n\n(?=# )")
_WRAPPED = ("<system-reminder>", "<local-command-", "<command-")
Said = tuple[str, str, str]
"""Role; `text`, or the id of a call or a result; what is said."""


def spoken(body: Body) -> list[Said]:
    """All that a person, the model and the tools said, in order; without what the client adds by itself.

    Results of calls made at once come in the order of their ids, whichever was ready first.
    """
    found: list[Said] = []
    for message in body["messages"]:
        content = message["content"]
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        ordered = sorted(blocks, key=lambda block: str(block.get("tool_use_id", "~")))
        said = (_said(message["role"], block) for block in ordered if message["role"] != "system")
        found += [one for one in said if not one[2].startswith(_WRAPPED)]
    return found


def contexts(body: Body, *events: str) -> list[str]:
    """What hooks of these events said, in order."""
    heads = tuple(f"{event} hook additional context: " for event in events)
    texts = [text for message in body["messages"] for text in _texts(message["content"])]
    parts = [part for text in texts for part in _HOOK.split(text)]
    return [part.split(": ", 1)[1] for part in parts if part.startswith(heads)]


def skeleton(body: Body) -> str:
    """The skeleton that a request begins with."""
    first = spoken(body)[0][2]
    assert first.startswith(_HEADS), first[:300]
    return first


def lines(skeleton: str, zone: Zone) -> list[str]:
    """The lines of one zone of it."""
    for lang in ("zh", "en"):
        _, found, rest = skeleton.partition(f"\n[{words(lang).zones[zone]}]\n- ")
        if found:
            return rest.partition("\n[")[0].split("\n- ")
    return []


def size(body: Body) -> int:
    """Tokens, about as many as an API would count in so many numbers."""
    return 25_000 + sum(len(text) for _, _, text in spoken(body)) * 2 // 3


def pairs_are_whole(body: Body) -> bool:
    """Has every call its result in the next message, and every result its call, each once?"""
    open: list[str] = []
    seen: set[str] = set()
    for message in body["messages"]:
        blocks = message["content"] if isinstance(message["content"], list) else []
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
        if message["role"] == "system":
            continue
        if sorted(results) != sorted(open) or seen & set(calls):
            return False
        open = calls
        seen |= set(calls)
    return not open


def _texts(content: object) -> list[str]:
    blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
    return [block["text"] for block in blocks if block["type"] == "text"]


def _said(role: str, block: Body) -> Said:
    if block["type"] == "tool_use":
        return role, block["id"], f"{block['name']} {block['input']}"
    if block["type"] == "tool_result":
        content = block["content"]
        return role, block["tool_use_id"], content if isinstance(content, str) else "\n".join(_texts(content))
    return role, "text", block.get("text", block["type"]).strip()
