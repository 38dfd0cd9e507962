"""The shape of a text: code, tables, quotes, traces, headings, list items and prose, line by line."""

import re

from fastjev.datatypes import Span
from fastjev.stages.printed import printed

WHOLE = ("code", "table", "quote", "trace", "heading")
"""Kinds that are never cut."""
_FENCE = re.compile(r"\s{0,3}(```+|~~~+)")
_HEADING = re.compile(r"#{1,6}\s")
_QUOTE = re.compile(r"\s{0,3}>")
_TABLE = re.compile(r"\s*\|.*\|\s*$")
_ITEM = re.compile(
    r"\s*(?:[-*+•·●▪○]\s+|(?!\*[^*\n]+\*)[-*•·●▪](?=[\u4e00-\u9fff])|\d{1,3}[.)．](?=\s|[^\d\s])\s*|\d{1,3}[、）]\s*|[(（]\d{1,2}[)）]\s*"
    r"|[①-⑳]\s*|[a-zA-Z][.)]\s+|[一二三四五六七八九十]{1,3}[、.．]\s*)(?=\S)"
)
_INDENTED = re.compile(r"(?: {4}|\t)\s*\S")


def blocks(text: str) -> list[tuple[Span, str]]:
    """Spans that tile `text`, each with its kind: prose, item, heading, code, table, quote or trace.

    A block ends where its last line ends, line break and the blank lines after it included.
    """
    found: list[tuple[int, str]] = []
    fence = ""
    kind = ""
    previous_blank = True
    position = 0
    lines = _lines(text)
    output = printed(lines)
    for number, line in enumerate(lines):
        blank = not line.strip()
        if fence:
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence, kind = "", "closed"
        elif mark := _FENCE.match(line):
            fence = mark[1]
            found.append((position, "code"))
            kind = "code"
        elif not blank:
            now = _kind(line, kind, previous_blank, number in output)
            if now != "more":
                if now in ("item", "heading") or now != kind or (previous_blank and now == "prose"):
                    found.append((position, now))
                kind = now
        previous_blank = blank
        position += len(line)
    if not found:
        return [(Span(0, len(text)), "prose")] if text else []
    found[0] = (0, found[0][1])
    ends = [start for start, _ in found[1:]] + [len(text)]
    return [(Span(start, end), kind) for (start, kind), end in zip(found, ends, strict=True)]


def _lines(text: str) -> list[str]:
    """Lines by `\\n` alone: U+2028 and its like are characters of a sentence here."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _kind(line: str, before: str, after_blank: bool, output: bool) -> str:
    """The kind a line begins, or `more` when it goes on with the block before it."""
    if _QUOTE.match(line):
        return "quote"
    if _TABLE.match(line):
        return "table"
    if _HEADING.match(line):
        return "heading"
    if output:
        return "trace"
    if before == "trace" and not after_blank and line[0].isspace():
        return "more"
    if _ITEM.match(line):
        return "item"
    if _INDENTED.match(line):
        if before in ("item", "quote", "code"):
            return "more"
        if after_blank:
            return "code"
    return "prose"
