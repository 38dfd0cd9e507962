"""`layout: epochs`: what an earlier compaction wrote is never changed, so that a prompt cache still knows it."""

import re
from dataclasses import dataclass, replace

from fastjev.datatypes import Frozen, Item, Run
from fastjev.labels import Status, Zone
from fastjev.policy import Policy
from fastjev.tokens import estimate

_TURNS = re.compile(r"^\[fastjev .*?(?:第|turns? )(?:\d+–)?(\d+)(?:轮)? ·", re.MULTILINE)
_BINDING = {Zone.CONSTRAINTS, Zone.DECISIONS, Zone.DEPRECATED_CONSTRAINTS}


def freeze(text: str) -> Frozen | None:
    """The blocks that `zones` wrote before; nothing where there are none."""
    turns = [int(turn) for turn in _TURNS.findall(text)]
    if not turns:
        return None
    return Frozen(text=text, lines=frozenset(re.split(r"\n(?! )", text.removesuffix("\n"))), last_turn=turns[-1])


def is_new(item: Item, line: str, frozen: Frozen) -> bool:
    """Whether `line`, which shows the item, says something that the frozen blocks do not.

    Of the turns that they tell of only a change counts: what binds, was settled or came into conflict since. Which
    facts of an old result are worth their place is not asked again.
    """
    if line in frozen.lines:
        return False
    return item.turn >= frozen.last_turn or item.zone in _BINDING or item.status == Status.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What appending costs beside writing all blocks as one. Tokens are estimated, prices in tokens."""

    frozen: int
    """Tokens that a prompt cache knows already."""
    appended: int
    """Tokens of the new block."""
    consolidated: int
    """Tokens of one skeleton in the place of all blocks."""
    payback: float | None
    """Turns after which writing them as one is cheaper; nothing where it never is."""


def cost(appended: str, consolidated: str, frozen: Frozen, policy: Policy) -> Cost:
    """Both ways at the policy's prices: what is appended is written once and read each turn, together with the rest."""
    known, new, one = estimate(frozen.text), estimate(appended[len(frozen.text) :]), estimate(consolidated)
    now = policy.cache_write * one - policy.cache_write * new - policy.cache_read * known
    each_turn = policy.cache_read * (known + new - one)
    payback = None if each_turn <= 0 else max(0.0, now / each_turn)
    return Cost(frozen=known, appended=new, consolidated=one, payback=payback)


def thawed(run: Run) -> Run:
    """The run with one skeleton in the place of all blocks."""
    return replace(run, skeleton=replace(run.skeleton, frozen=None))
