"""What Hermes writes into a message under a role that is not its own, known by its fixed words.

A person's own brackets stay the person's: only sentences that Hermes writes count, and only where it writes them.
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


_SUMMARY = ("[CONTEXT COMPACTION — REFERENCE ONLY]", "[CONTEXT SUMMARY]:")
"""How the summary of the built-in compressor begins, in this release and in earlier ones."""
_SUMMARY_END = re.compile(r"^--- END OF CONTEXT SUMMARY\b.*$", re.MULTILINE)
_BEFORE = "[PRIOR CONTEXT — for reference only; not a new message]"
_BEHIND = "[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]"
"""Around a text that got a summary behind it, so that roles go on alternating."""
_TASKS = re.compile(
    r"^\[Your active task list was preserved across context compression\](?:\n- \[.\] .*)*", re.MULTILINE
)
_WHOLE = (
    "[System: ",
    "[IMPORTANT: Background process ",
    "[IMPORTANT: MCP servers have been reloaded.",
    "[ASYNC DELEGATION ",
    "[Background process ",
    "Review the conversation above and update the skill library",
    "Review the conversation above and consider saving to memory",
)
"""How a text begins in which nobody else speaks."""
_NOTE = re.compile(r"\[System note: .*?\](?=\n\n|\s*\Z)", re.DOTALL)
"""In front of a person's words."""
_SKILL = "[IMPORTANT: The user has invoked the "
_SKILLS = " skill bundle,"
_ASKED = "The user has provided the following instruction alongside the skill invocation: "
_RUN = "\n\n[Runtime note:"
_ASKED_OF_SKILLS = "\nUser instruction: "
_FIRST_SKILL = "\n\n[Loaded as part of the "

_FLAGS = (
    "_todo_snapshot_synthetic",
    "_empty_recovery_synthetic",
    "_verification_stop_synthetic",
    "_pre_verify_synthetic",
    "_kanban_stop_synthetic",
    "_compressed_summary",
    "observed",
)
"""Keys of rows that nobody said to it: what it wrote itself (while a session runs, none of these keys is stored), and
what it only overheard in a group."""


def stretches(item: Mapping[str, Any]) -> list[Stretch]:
    """Who speaks in a row's text, in the order in which they do. Blank stretches fall out, unless the row makes calls
    or says nothing else.
    """
    role, text = item.get("role"), blocks.joined(item.get("content"))
    if role not in ("user", "assistant") or is_skeleton(text):
        return [Stretch(True, text)]
    found = [each._replace(text=each.text.strip()) for each in _cut(text, role == "user") if each.text.strip()]
    flagged = any(item.get(flag) for flag in _FLAGS)
    if flagged and all(each.said for each in found):
        found = [Stretch(False, text)] if found else []
    wordless = not found or (bool(item.get("tool_calls")) and not any(each.said for each in found))
    return [*found, Stretch(True, "")] if wordless else found


def _cut(text: str, typed: bool) -> Iterator[Stretch]:
    bare = text.lstrip()
    if bare.startswith(_BEFORE) and _BEHIND in bare:
        own, _, summary = bare.removeprefix(_BEFORE).partition(_BEHIND)
        yield from _cut(own, typed)
        yield Stretch(False, summary, "summary")
    elif bare.startswith(_SUMMARY):
        end = _SUMMARY_END.search(bare)
        yield Stretch(False, bare[: end.end()] if end else bare, "summary")
        yield from _cut(bare[end.end() :], typed) if end else ()
    elif not typed:
        yield Stretch(True, text)
    elif bare.startswith(_WHOLE):
        yield Stretch(False, bare)
    elif bare.startswith(_SKILL):
        yield from _skill(bare)
    elif note := _NOTE.match(bare):
        yield Stretch(False, note.group())
        yield from _cut(bare[note.end() :], typed)
    elif tasks := _TASKS.search(text):
        yield Stretch(True, text[: tasks.start()])
        yield Stretch(False, tasks.group())
        yield from _cut(text[tasks.end() :], typed)
    else:
        yield Stretch(True, text)


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
