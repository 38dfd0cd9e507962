"""What a tool answers, and how much of it a host takes."""

from typing import NamedTuple

from fastjev.tokens import estimate

TOKENS = 20_000
"""Estimated tokens of one answer. Claude Code cuts from 25,000 on, by a count of its own."""


class Answer(NamedTuple):
    """Texts for the model."""

    text: str
    note: str = ""
    """What is to be known of the text, and what to ask next; apart from it, since the text may be exact."""


def sendable(text: str) -> str:
    """The text as JSON can carry it: a lone surrogate, which UTF-8 cannot hold, as its escape."""
    return text.encode("utf-8", "backslashreplace").decode()


def fitting(text: str, tokens: int = TOKENS) -> str:
    """The longest beginning, to a sixteenth or so, that is estimated at no more than `tokens`."""
    while (size := estimate(text)) > tokens:
        text = text[: min(len(text) - 1, int(len(text) * tokens / size * 15 / 16) + 1)]
    return text
