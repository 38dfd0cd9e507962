"""Lines that a program printed and a person pasted: logs, traces, terminals, the tables of a linter.

What is printed is evidence and binds nobody, whatever words it holds.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from fastjev.stages.programs import by_program, together

_TRACE = re.compile(
    r"Traceback \(most recent call last\)|\s+at \S.*[:(]|\s+File \".*\", line \d+|Caused by: "
    r"|\s+\.\.\. \d+ (?:more|common)"
    r"|[\w.]*\w(?:Error|Exception|Panic)\b(?::|$)|Error(?::[^\u4e00-\u9fff]*$|$)|panic: |Uncaught |thread '.*' panicked"
    r"|goroutine \d+ \[|E {3,}\S"
)
_LOG = re.compile(
    r"(?:\[\d{4}[-/]\d\d[-/]\d\d[T ]|\d{4}[-/]\d\d[-/]\d\d[T ](?=\d\d:\d\d:\d\d))\d\d:\d\d"
    r"|\[\d\d:\d\d(?::\d\d)?|\d\d:\d\d:\d\d[.,\s]"
    r"|\d\d-\d\d \d\d:\d\d:\d\d|\d+:\d\d:\d\d(?:\.\d+)?\s+[A-Z]{4}"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}\d{1,2} \d\d:\d\d:\d\d"
    r"|\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL)\b(?: {2,}|\]?\s+[\[\d])"
)
"""A level or a date alone opens sentences too."""
_TERMINAL = re.compile(
    r"\s*[⏺⎿│├└╭╰┌┐┘┤┬┴┼─═║╔╚╠]"
    r"|\s*[❯➜]\s*(?:$|[~./]|(?:cat|cd|cargo|curl|docker|git|go|kubectl|ls|make|node|npm|npx|pip|pnpm|python3?|ssh|uv|yarn)\b)"
)
"""What an agent's terminal, a drawn tree or a command behind a prompt begins a line with. Other words behind ❯ were
typed."""
_TOOL = re.compile(
    r"fatal: |npm (?:ERR!|WARN|warn|error) |commit [0-9a-f]{7,40}\b|Author: .*<|(?:Author|Commit)?Date: {2,}"
    r"|[\w./@-]+\.[A-Za-z]{1,5}:\d+:(?:\d+:)? \S|:(?:warning|x|white_check_mark|rotating_light): "
    r"|\s*\d+:\d+ {2,}(?:error|warning) |error [A-Z]{1,4}\d+: |#\d+ ERROR|✘ \[|DETAIL: "
    r"|\w+: \[(?:emerg|crit|alert|error|warn|notice)\] "
    r"|(?:From|To) (?:https?://|git@)\S+\s*$|diff --git |@@ -\d|index [0-9a-f]{7,}\.\."
    r"|\s*[*+!=-]? *(?:\[new (?:branch|tag)\]|branch {2,}|tag {2,}|[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}) *\S+ +-> "
    r"|\s*(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}\s*$|Process (?:completed|exited|finished) with "
)
"""Git, npm and their like: a line of theirs that nobody types."""
_COLUMNS = re.compile(r"\w {3,}\S.* {2,}\S|\w {2,}\S.* {3,}\S|\w\t+\S.*\t\S")
"""Cells of a table, with two gaps in a line."""
_WIDE = re.compile(r"[A-Za-z0-9_)\]>%](?: {4,}|\t+)[^\s\u4e00-\u9fff]")
"""A wide gap, which another such line beside it makes a table."""
_LIKELY = re.compile(
    r"(?:warning|error|exception|hint|note|info|debug|warn|fatal|remote): |\[[A-Z][A-Z ]+\]"
    r"|.*[^\s.!?。！？:：,，;；] {2,}\S|[$%] \S|\S+=\S+ \S+=|\s*create mode \d|\s*[✔✖✓✗✘] "
    r"|\s*\d+ (?:files? changed|passed|failed)\b|[EWF]\d{3} \S|\s*[a-z][a-z -]{1,30}: {2,}\S"
    r"|\s+(?:expected|received)(?: [a-z]+)?: |\s*[$>] \S|[*#=@]{20,}\s*$",
    re.IGNORECASE,
)
"""A person may begin so too; beside what was printed it was printed."""
_TYPED = re.compile(
    r"[:：?？]\s*$|[\u4e00-\u9fff]|^\s*(?:and|but|so|then|now|also|ok|okay|please|pls|i|we|you|this|that|it)\b"
)
"""Between two printed lines a person comments."""
_BETWEEN = 3
"""Lines that may stand between two printed ones and be printed themselves."""
_LOOKED_AT = 400
"""Characters of a line."""


def printed(lines: Sequence[str]) -> frozenset[int]:
    """The numbers of the lines that were printed, of all lines of one text, line breaks included."""
    lines = [line[:_LOOKED_AT] for line in lines]
    sure = {number for number, line in enumerate(lines) if _prints(line)}
    sure.update(number for run in together(lines) for number in run)
    near = sure.union(number for number, line in enumerate(lines) if _WIDE.search(line))
    for order in (range(len(lines)), range(len(lines) - 1, -1, -1)):
        for number in order:
            if (number - 1 in near or number + 1 in near) and _LIKELY.match(lines[number]):
                sure.add(number)
                near.add(number)
    return frozenset(sure.union(_enclosed(lines, sorted(sure))))


def cells(lines: Sequence[str]) -> bool:
    """Whether nothing but gaps says that these lines were printed: a person sets values under one another too."""
    return not any(_alone(line[:_LOOKED_AT]) for line in lines)


def _prints(line: str) -> bool:
    return _alone(line) or _COLUMNS.search(line.rstrip()) is not None


def _alone(line: str) -> bool:
    found = _TRACE.match(line) or _LOG.match(line) or _TERMINAL.match(line) or _TOOL.match(line)
    return found is not None or by_program(line)


def _enclosed(lines: Sequence[str], sure: Sequence[int]) -> Iterator[int]:
    """The few lines between two printed ones of one paragraph, where they are no comment on them."""
    for above, below in pairwise(sure):
        inside = range(above + 1, below)
        if len(inside) <= _BETWEEN and all(lines[n].strip() and not _TYPED.search(lines[n]) for n in inside):
            yield from inside
