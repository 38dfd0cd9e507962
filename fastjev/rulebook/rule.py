"""One rule in memory, what becomes of it, and on which texts it may fire at all."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fastjev.datatypes import Span

ANSWERS = frozenset(("confirm", "assent", "right", "refuse", "defer"))
"""Cues that say yes, no or later to what was just said."""


class Rule(NamedTuple):
    """One rule as matching needs it. Empty tuples mean no condition, but for the speakers."""

    id: str
    label: str
    weight: float
    key: str | None
    force: bool
    speakers: tuple[str, ...]
    """Empty: the rule is a phrase, asked by name and never looked for."""
    kinds: tuple[str, ...]
    langs: tuple[str, ...]
    max_chars: int
    """0: any length."""
    all: tuple[str, ...]
    any: tuple[str, ...]
    unless: tuple[str, ...]
    literals: tuple[str, ...]
    """One of these stands in every text the rule fires on; empty: unknown, always tried."""
    keywords: tuple[str, ...] = ()
    """One of these must stand in the text, whatever the patterns say."""
    needs: Mapping[str, Sequence[str]] = {}
    """By pattern: one of these stands in every text that it matches, so on others it is not tried, nor compiled."""
    tools: tuple[str, ...] = ()
    layer: int = 0
    """Position in `places.LAYERS`; from 1 on the rule is not our own."""
    where: str = ""
    """`file:line`."""
    changed: tuple[str, ...] = ()
    """`file:line` of what overrode a part of it."""


class Hit(NamedTuple):
    """A rule that fired, and the characters that made it fire."""

    rule: Rule
    cue: Span


class Off(NamedTuple):
    """A rule that a layer switched off."""

    id: str
    because: str
    where: str
    """`file:line`."""


def language(text: str) -> str:
    """`zh` where a Han character stands, else `en`."""
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def admits(rule: Rule, length: int, speaker: str, kind: str, lang: str, tool: str = "") -> bool:
    """Whether a rule's conditions besides its patterns hold; `length` in characters."""
    return (
        speaker in rule.speakers
        and (not rule.kinds or kind in rule.kinds)
        and (not rule.langs or lang in rule.langs)
        and (not rule.tools or tool in rule.tools)
        and (not rule.max_chars or length <= rule.max_chars)
    )


def heard(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits without the yeses, noes and laters that a higher layer has another word on.

    What is a yes differs from project to project: where a project's rule says that a text is another answer, or that
    it is noise, the layers below it do not answer.
    """
    top = max((hit.rule.layer for hit in hits if hit.rule.label in ANSWERS or hit.rule.label == "noise"), default=0)
    return tuple(hit for hit in hits if hit.rule.layer >= top or hit.rule.label not in ANSWERS) if top else tuple(hits)
