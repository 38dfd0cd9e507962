"""What a line of a tool result is worth: does it hold what the work could need and what stands nowhere else."""

import re
from collections.abc import Iterator

from fastjev.datatypes import Span
from fastjev.telling import tokens

_ERROR = re.compile(
    r"(?:error|exception)s?\b"  # also at the end of a name: ValueError
    r"|\b(?:fail(?:ed|ure|s)?|fatal|panic|denied|refused|forbidden|invalid|missing"
    r"|not found|cannot|can't|unable|undefined|unexpected|expected|received|timed? ?out|exceeded|overflow\w*|conflict"
    r"|deprecated|warn(?:ing)?|killed|cancelled)\b"
    r"|失败|错误|异常|报错|超时|找不到|无法",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"[\w)\]]\s*[=:]\s*[\"'(\[]?-?[0-9]|[0-9](?:\.[0-9]+)?\s*(?:ms|s|us|µs|%|kb|mb|gb|kib|mib|gib|rows?|chars|bytes|tests?|items)\b"
    r"|[0-9]{1,3}(?:,[0-9]{3})+|\bv?[0-9]+\.[0-9]+(?:\.[0-9]+)?\b",
    re.IGNORECASE,
)
_SUMMARY = re.compile(
    r"\b(?:passed|failed|total|done|complete[d]?|finished|summary|result|average|mean|p9[0-9]|exit code|rows)\b",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"^\s*(?:\d+\s*[\t→|]\s*)?(?:import |from |#include|using |package |return\b|if |for |while |else|try|end\b"
    r"|[{}()\[\];]+\s*$|//|/\*|\*)"
)
_TAG = re.compile(
    r"\s*(?:</[\w:.-]+\s*>|<(?:persisted-output|system-reminder|bash-\w+|local-command-\w+|tool_\w+|function_\w+)>)\s*"
)
"""A bare closing tag tells nothing, and neither do those opening ones with which a client wraps a result."""
_SHAPE = re.compile(r"[0-9a-f]{6,}|[0-9]+")


def lines(text: str) -> Iterator[Span]:
    """Spans of the lines of `text` that hold anything, without their line ends."""
    start = 0
    for line in text.split("\n"):
        if line.strip():
            yield Span(start, start + len(line.rstrip()))
        start += len(line) + 1


def worth(line: str, alike: int, mentioned: set[str], in_error: bool) -> float:
    """A number to rank by; not above 0 means that the line tells nothing.

    `alike`: how many lines of the result have the same shape. `mentioned`: tokens that people or the assistant also
    wrote. The weights were set by hand on the corpora.
    """
    own = tokens(line)
    error = is_error_line(line)
    value = 2.0 * min(3, len(own & mentioned)) + 0.6 * min(5, len(own))
    if error:
        value += 3.0 if in_error else 2.0
    if _MEASURE.search(line):
        value += 1.5
    if _SUMMARY.search(line):
        value += 1.0
    if _CODE.search(line):
        value -= 2.0
    if alike > 2:
        value -= 3.0
    return value if own or error else value - 2.0


def shape(line: str) -> str:
    """The line with its numbers blanked."""
    return _SHAPE.sub("0", line).strip()


def is_error_line(line: str) -> bool:
    """Whether the line names an error."""
    return bool(_ERROR.search(line))


def is_tag(line: str) -> bool:
    """Whether the line is nothing but a tag that only wraps."""
    return _TAG.fullmatch(line) is not None
