"""What fastjev wrote and a person pasted between words of their own: a skeleton, a ledger. It is quoted, not said."""

import re
from collections.abc import Sequence
from itertools import pairwise

from fastjev.ours import is_ledger, is_skeleton
from fastjev.words import EN, ZH

_HEADING = re.compile(
    "|".join(
        rf"\[{re.escape(heading).replace(re.escape('{}'), '[0-9]+')}\]"
        for word in (ZH, EN)
        for heading in (*word.zones.values(), word.last_turn, word.last_turns)
    )
)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_ITEM = re.compile(r"- (?:第[0-9–]+轮|turns? [0-9–]+) ")


def cut(text: str) -> list[tuple[bool, str]]:
    """The text's stretches in their order, and of each whether it is ours; all of them together are the text.

    Ours goes from the head up to the first line that is neither heading, item nor the indented rest of one.
    """
    if "fastjev" not in text:
        return [(False, text)]
    lines = _LINE.findall(text)
    edges, at = [0], 0
    ours: set[int] = set()
    while at < len(lines):
        if not _opens(lines, at):
            at += 1
            continue
        ours.add(at)
        stop = _end(lines, at + 1)
        edges += [at, stop]
        at = stop
    edges.append(len(lines))
    return [(start in ours, "".join(lines[start:stop])) for start, stop in pairwise(edges) if start < stop]


def _opens(lines: Sequence[str], at: int) -> bool:
    if is_skeleton(lines[at]):
        return True
    beneath = lines[at + 1] if at + 1 < len(lines) else ""
    return is_ledger(lines[at]) and _HEADING.fullmatch(beneath.rstrip()) is not None


def _end(lines: Sequence[str], at: int) -> int:
    """Behind the last line of ours; blank lines are ours only between two others."""
    end = at
    for stop in range(at, len(lines)):
        line = lines[stop].rstrip()
        goes_on = stop == end and line.startswith("  ")
        if line and not (goes_on or _HEADING.fullmatch(line) or _ITEM.match(line)):
            break
        if line or lines[stop].startswith("  "):
            end = stop + 1
    return end
