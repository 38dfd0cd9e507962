"""The literals of which every match of a pattern must hold one: what the prefilter looks for.

Sound, never complete: `None` means that nothing is known and the pattern is always tried.
"""

from re import _parser  # type: ignore[attr-defined]
from typing import Any

_LONGEST_SET = 64
"""More alternatives than this cost more to look for than the pattern costs to try."""


def required(pattern: str) -> frozenset[str] | None:
    """Lower-case literals; any match of `pattern` (ignoring ASCII case) holds at least one of them."""
    return _of(_parser.parse(pattern))


def _of(tree: Any) -> frozenset[str] | None:
    """The best set that any part of a sequence offers: the one whose shortest literal is longest."""
    found: list[frozenset[str]] = []
    run = ""
    for op, value in tree:
        name = str(op)
        if name == "LITERAL":
            run += chr(value).lower() if value < 128 else chr(value)
            continue
        if run:
            found.append(frozenset([run]))
            run = ""
        part: frozenset[str] | None = None
        if name == "SUBPATTERN":
            part = _of(value[3])
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            part = _of(value[2]) if value[0] > 0 else None
        elif name == "BRANCH":
            parts = [_of(branch) for branch in value[1]]
            if all(parts):
                part = frozenset().union(*(p for p in parts if p))
        elif name == "IN":
            part = _of_class(value)
        if part and len(part) <= _LONGEST_SET:
            found.append(part)
    if run:
        found.append(frozenset([run]))
    return max(found, key=lambda literals: (min(map(len, literals)), -len(literals)), default=None)


def _of_class(members: Any) -> frozenset[str] | None:
    if any(str(op) != "LITERAL" for op, _ in members):
        return None
    return frozenset(chr(value).lower() if value < 128 else chr(value) for _, value in members)
