"""What Hermes writes into a message under a role that is not its own, known by its fixed words.

A person's own brackets stay the person's: only sentences that Hermes writes count, and only where they open a line.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fastjev.ours import is_skeleton
from fastjev.readers import blocks


class Stretch(NamedTuple):
    """A part of a message's text."""

    said: bool
    """By whom the role names; else by Hermes."""
    text: str
    via: str = "reminder"
    """Of Hermes's: `summary` or `reminder`."""


_FLAGS = (
    "_todo_snapshot_synthetic",
    "_empty_recovery_synthetic",
    "_verification_stop_synthetic",
    "_pre_verify_synthetic",
    "_kanban_stop_synthetic",
    "observed",
)
"""Keys of rows that nobody said to it: what it wrote itself (while a session runs, none of these keys is stored), and
what it only overheard in a group."""
COMPRESSED = "_compressed_summary"
"""The key of a row that holds a summary, perhaps behind what somebody said. False: whatever the row looks
like, somebody said it."""
_SUMMARY = ("[CONTEXT COMPACTION — REFERENCE ONLY]", "[CONTEXT SUMMARY]:")
"""How the summary of the built-in compressor begins, in this release and in earlier ones."""
_SUMMARY_END = re.compile(r"^--- END OF CONTEXT SUMMARY\b.*$", re.MULTILINE)
_BEFORE = "[PRIOR CONTEXT — for reference only; not a new message]"
_BEHIND = "[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]"
"""Around a text that got a summary behind it, so that roles go on alternating."""
_OPENS = re.compile(
    r"^(?:(?P<tasks>\[Your active task list was preserved across context compression\](?:\n- \[.\] .*)*)"
    r"|(?P<note>\[System: (?:Your previous |The previous |The active model for this chat |Continue now\. "
    r"|You are a Hermes kanban worker\. |You edited code in this turn)"
    r"|\[System note: (?:Your previous |The previous |A new message |The user |The user's "
    r"|This is the user's very first |The following is recalled memory context))"
    r"|(?P<rest>\[IMPORTANT: (?:Background process |MCP servers have been reloaded\.)|\[ASYNC DELEGATION "
    r"|\[Background process ))",
    re.MULTILINE,
)
"""Between a person's words: a list that ends with its last line, a note that ends with its bracket, or a report, behind
which comes nothing else. Two rows of one role may have become one."""
_CLOSES = "]\n\n"
_REVIEW = ("Review the conversation above and update the skill", "Review the conversation above and consider saving")
"""How a text begins in which nobody else speaks."""
_SKILL = "[IMPORTANT: The user has invoked the "
_SKILLS = " skill bundle,"
_ASKED = "The user has provided the following instruction alongside the skill invocation: "
_RUN = "\n\n[Runtime note:"
_ASKED_OF_SKILLS = "\nUser instruction: "
_FIRST_SKILL = "\n\n[Loaded as part of the "
_BLANK = re.compile(r"\s*")


def stretches(item: Mapping[str, Any]) -> list[Stretch]:
    """Who speaks in a row's text, in the order in which they do. Blank stretches fall out, unless the row makes calls
    or says nothing else.
    """
    role, text = item.get("role"), blocks.joined(item.get("content"))
    if role not in ("user", "assistant") or opened(item):
        return [Stretch(True, text)]
    found = [each._replace(text=each.text.strip()) for each in _cut(text, role == "user") if each.text.strip()]
    ours = any(item.get(flag) for flag in _FLAGS) or (item.get(COMPRESSED) and all(each.said for each in found))
    if found and ours:
        found = [Stretch(False, text)]
    wordless = not found or (bool(item.get("tool_calls")) and not any(each.said for each in found))
    return [*found, Stretch(True, "")] if wordless else found


def opened(item: Mapping[str, Any]) -> bool:
    """Whether a skeleton opens the row: a user's alone, since nobody else's row is one's."""
    denied = item.get(COMPRESSED) is False
    return item.get("role") == "user" and not denied and is_skeleton(blocks.joined(item.get("content")).lstrip())


def _cut(text: str, typed: bool) -> Iterator[Stretch]:
    """The summary, with what was said before and behind it."""
    at = _after_blank(text, 0)
    merged = text.startswith(_BEFORE, at) and _BEHIND in text
    if merged:
        end = text.index(_BEHIND)
        yield from _said(text[at + len(_BEFORE) : end], typed)
        at = _after_blank(text, end + len(_BEHIND))
    while merged or text.startswith(_SUMMARY, at):
        end_of = _SUMMARY_END.search(text, at)
        end = end_of.end() if end_of else len(text)
        yield Stretch(False, text[at:end], "summary")
        at, merged = _after_blank(text, end), False
    yield from _said(text[at:], typed)


def _said(text: str, typed: bool) -> Iterator[Stretch]:
    bare = text.lstrip()
    if not typed:
        yield Stretch(True, text)
    elif bare.startswith(_REVIEW):
        yield Stretch(False, text)
    elif bare.startswith(_SKILL):
        yield from _skill(bare)
    else:
        yield from _between(text)


def _between(text: str) -> Iterator[Stretch]:
    at, closed = 0, True
    for found in _OPENS.finditer(text):
        end = found.end() if found["tasks"] else len(text)
        if found["note"]:
            end = _closed(text, found.end()) if closed and found.start() >= at else 0
            # Where one has no end, none behind it has.
            closed = closed and (end > 0 or found.start() < at)
        if found.start() >= at and end:
            yield Stretch(True, text[at : found.start()])
            yield Stretch(False, text[found.start() : end])
            at = end
    yield Stretch(True, text[at:])


def _closed(text: str, at: int) -> int:
    """Where a note ends; 0 where it does not."""
    stop = text.find(_CLOSES, at)
    if stop >= 0:
        return stop + 1
    return len(text) if text.rstrip().endswith("]") else 0


def _after_blank(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _skill(text: str) -> Iterator[Stretch]:
    """A skill's body and what was asked of it: in front of several bodies, and behind the one."""
    if _SKILLS in text.partition("\n")[0]:
        head, mark, behind = text.partition(_ASKED_OF_SKILLS)
        asked, first, body = behind.partition(_FIRST_SKILL)
        parts = (head + mark, asked, first + body)
    else:
        head, mark, behind = text.rpartition(_ASKED)
        asked, run, body = behind.partition(_RUN) if mark else ("", "", behind)
        parts = (head + mark, asked, run + body)
    yield Stretch(False, parts[0])
    yield Stretch(True, parts[1])
    yield Stretch(False, parts[2])
