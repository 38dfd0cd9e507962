"""Whether a sentence is still in a text: word for word, or most of its words in one line; and counts of that."""

import re
from collections import Counter
from dataclasses import dataclass, field

SHARE = 0.8
"""Share of a sentence's words that one line must hold to have kept them, as the published figures have it."""
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_WORD = re.compile(rf"[{_HAN}]|[^\W{_HAN}]+")
_LINE = re.compile(r"\n|(?<=[.!?])\s|(?<=[。！？；])")


def ink(text: str) -> str:
    """All but the white space."""
    return "".join(text.split())


def verbatim(sentence: str, text: str) -> bool:
    """Does it stand there character for character, white space aside?"""
    return ink(sentence) in ink(text)


def words_kept(sentence: str, text: str) -> float:
    """The largest share of its words, in whatever order and case, that one line or sentence of the text holds."""
    wanted = Counter(_WORD.findall(sentence.casefold()))
    if not wanted:
        return 0.0
    lines = (Counter(_WORD.findall(line)) for line in _LINE.split(text.casefold()))
    return max((wanted & line).total() for line in lines) / wanted.total()


@dataclass(slots=True)
class Tally:
    """Counts of what was found, by name: `n` of `m`."""

    hits: Counter[str] = field(default_factory=Counter)
    all: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, found: bool) -> None:
        """One more."""
        self.hits[name] += found
        self.all[name] += 1

    def share(self, name: str) -> str:
        """`95.6% (43/45)`; `undefined` for nothing of nothing."""
        n, m = self.hits[name], self.all[name]
        return f"{n / m:.1%} ({n:,}/{m:,})" if m else "undefined (0/0)"


def table(head: list[str], rows: list[list[str]]) -> str:
    """Rows as Markdown, all columns but the first to the right."""
    rule = ["---", *["--:"] * (len(head) - 1)]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows))
