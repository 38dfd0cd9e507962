"""What it costs to go on behind earlier blocks, and what it would to write all as one."""

from dataclasses import dataclass, replace

from fastjev.datatypes import Frozen, Run
from fastjev.policy import Policy
from fastjev.renderers.frozen import freeze
from fastjev.renderers.text import zones
from fastjev.tokens import estimate


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


def go_on(run: Run, earlier: str, policy: Policy) -> tuple[Run, Cost | None]:
    """The run behind the blocks that earlier compactions wrote, or as one where that pays back soon, and the cost."""
    frozen = freeze(earlier)
    if frozen is None:
        return run, None
    behind = replace(run, skeleton=replace(run.skeleton, frozen=frozen))
    spent = cost(zones(behind), zones(run), frozen, policy)
    pays = spent.payback is not None and spent.payback <= policy.payback_turns
    return (run if pays else behind), spent
