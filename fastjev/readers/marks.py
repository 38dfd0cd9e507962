"""Role marks in a text: headings such as `## User`, `**User**`, `_**User (time)**_`, and lines such as `用户：`."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_NAMES = {
    "user": "user|human|me|you|you said|用户|用戶|使用者|我|你|你说|你說",
    "assistant": "assistant|agent|ai|ai assistant|model|bot|claude|claude code|cursor|codex|gemini|copilot"
    "|github copilot|chatgpt|chatgpt said|chatgpt 说|chatgpt 說|gpt|助手|助理|模型",
    "tool": "tool|tool result|tool output|工具|工具结果|工具結果",
    "system": "system|developer|系统|系統",
}
_ROLE = {name: role for role, names in _NAMES.items() for name in names.split("|")}
_NAME = rf"(?P<name>{'|'.join(sorted(map(re.escape, _ROLE), key=len, reverse=True))})"
_ABOUT = r"(?:[ \t]*[(（](?P<about>[^()（）\n]*)[)）])?"
_STYLES = {
    "export": re.compile(rf"_\*\*{_NAME}{_ABOUT}\*\*_\s*$", re.IGNORECASE),
    "bold": re.compile(
        rf"\*\*{_NAME}{_ABOUT}(?:\s*\*\*\s*$|[ \t]*[:：]\*\*|\*\*[ \t]*[:：])(?P<rest>.*)$", re.IGNORECASE
    ),
    "heading": re.compile(rf"#{{1,6}}[ \t]+(?:[^\w\s]+[ \t]*)?{_NAME}{_ABOUT}[ \t]*[:：]?\s*$", re.IGNORECASE),
    "plain": re.compile(rf"{_NAME}{_ABOUT}[ \t]*[:：](?P<rest>.*)$", re.IGNORECASE),
}
_OPENERS = ("export", "bold", "plain")
"""Styles in which a mark on the first line is enough. A heading alone may head a page about users."""
_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")


class Section(NamedTuple):
    """From one role mark up to the next."""

    role: str
    """user, assistant, tool, system; `preamble` before the first mark, `text` where there is none."""
    start: int
    """The line of the mark, from 0; 0 for the first section."""
    text: str
    """Without the mark."""
    time: str | None = None


class _Mark(NamedTuple):
    line: int
    role: str
    rest: str
    time: str | None


def sections(lines: Sequence[str]) -> list[Section]:
    """The text cut at the marks of one style, the one it uses most: marks of the others are what somebody wrote."""
    marks = max(_candidates(lines), key=len, default=[])
    if not marks:
        return [Section("text", 0, "\n".join(lines))]
    found = []
    if any(line.strip() for line in lines[: marks[0].line]):
        found.append(Section("preamble", 0, "\n".join(lines[: marks[0].line])))
    ends = [*(mark.line for mark in marks[1:]), len(lines)]
    for mark, end in zip(marks, ends, strict=True):
        text = "\n".join([mark.rest, *lines[mark.line + 1 : end]])
        found.append(Section(mark.role, mark.line if found else 0, text, mark.time))
    return found


def _candidates(lines: Sequence[str]) -> Iterator[list[_Mark]]:
    """The marks of each style that may be the text's own: two sides speak in it, or the text opens with one."""
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    fenced = _fenced(lines)
    for style, pattern in _STYLES.items():
        marks = [
            _mark(at, found)
            for at, line in enumerate(lines)
            if (found := pattern.match(line)) and (style == "export" or at not in fenced)
        ]
        roles = {mark.role for mark in marks}
        opens = bool(marks) and marks[0][:2] == (first, "user") and style in _OPENERS
        if opens or {"user", "assistant"} <= roles:
            yield marks


def _mark(at: int, found: re.Match[str]) -> _Mark:
    groups = found.groupdict()
    time = _TIME.search(groups["about"] or "")
    rest = (groups.get("rest") or "").strip()
    return _Mark(at, _ROLE[groups["name"].lower()], rest, time.group() if time else None)


def _fenced(lines: Sequence[str]) -> set[int]:
    """The lines inside code fences; a fence that nobody closes is none."""
    inside: set[int] = set()
    opened: tuple[int, str] | None = None
    for at, line in enumerate(lines):
        fence = _FENCE.match(line)
        if not fence:
            continue
        if opened is None:
            opened = at, fence.group(1)
        elif fence.group(1).startswith(opened[1]) and not line[fence.end() :].strip():
            inside.update(range(opened[0], at + 1))
            opened = None
    return inside
