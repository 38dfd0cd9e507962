"""The one dialect of `text:` patterns: what RE2 and Python's `re` with ASCII classes both take and answer alike."""

import re
import warnings
from re import _parser  # type: ignore[attr-defined]

from fastjev.rulebook.pattern import compiled

_MACRO = re.compile(r"\{[a-z_][a-z0-9_]*\}")
_APART = (
    (re.compile(r"\{,[0-9]+\}"), "{,n} is a repeat in one engine and text in the other; write {0,n}"),
    (re.compile(r"\{0[0-9]"), "a count that begins with 0 is text in one engine; drop the 0"),
    (re.compile(r"\[\[:"), "[[:name:]] is a class in one engine only; write the characters out"),
    (re.compile(r"\[[^\]]*(?:--|&&|\|\||~~)"), "--, &&, || and ~~ inside [ ] are kept for sets; escape them"),
    (re.compile(r"\\b[\u4e00-\u9fff]|[\u4e00-\u9fff]\\b"),
     "\\b beside a Han character holds only next to a Latin letter; drop it"),
)  # fmt: skip


def check(source: str) -> None:
    """Nothing for a pattern in the dialect. `{name}` stands for a macro, whose text is checked where it is defined.

    Raises: ValueError, with the reason and what to write.
    """
    if "\x08" in source:
        raise ValueError('a backspace character: "\\b" in double quotes; use single quotes')
    for apart, said in _APART:
        if found := apart.search(source):
            raise ValueError(f"{found[0]!r}: {said}")
    plain = _MACRO.sub("(?:x)", source)
    compiled(plain)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tree = _parser.parse(plain, re.ASCII | re.IGNORECASE)
    except (re.error, RecursionError, OverflowError, Warning) as error:
        raise ValueError(f"not a regular expression in Python's eyes: {error}") from error
    if tree.state.groupdict:
        raise ValueError(f"a named group (?P<{next(iter(tree.state.groupdict))}>...): nothing reads it; write (?:...)")


def idle(source: str) -> bool:
    """Whether a pattern of the dialect fires on a text without a single character, and so on every text."""
    return bool(compiled(_MACRO.sub("(?:x)", source)).search(""))
