"""Patterns as RE2 reads them, so that anybody's rule takes linear time; Matcher patterns behind the same face."""

from functools import lru_cache
from typing import Protocol

import re2

MARK = "(?tokens)"
"""Before the JSON of a `tokens:` pattern among a rule's patterns. No regular expression can begin so."""


class Match(Protocol):
    """What is asked of a match."""

    def span(self) -> tuple[int, int]:
        """First character and the one after the last."""


class Words(Match, Protocol):
    """What is asked of a match of a phrase."""

    def __getitem__(self, group: int) -> str | None:
        """The words in a pair of parentheses, counted from 1; of group 0 all of them."""

    def groups(self) -> tuple[str | None, ...]:
        """The words in every pair of parentheses."""


class Pattern(Protocol):
    """What is asked of a pattern."""

    def search(self, text: str | bytes) -> Match | None:
        """The first match in `text`, by its characters, or by its bytes where it is UTF-8."""


@lru_cache(maxsize=2048)  # a pattern is checked, then matched, often by several rulebooks
def compiled(source: str) -> Pattern:
    """The pattern, ignoring ASCII case. Raises: ValueError, with RE2's reason and what it does not have."""
    if source.startswith(MARK):
        from fastjev.rulebook.matcher import TokenPattern

        return TokenPattern(source)
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    try:
        found: Pattern = re2.compile(source, options)
    except re2.error as error:
        reason = error.args[0].decode(errors="replace") if isinstance(error.args[0], bytes) else str(error)
        lookaround = "; rules have no lookahead or lookbehind: say it with unless:" if "(?" in reason else ""
        raise ValueError(f"not a regular expression: {reason}{lookaround}") from error
    return found
