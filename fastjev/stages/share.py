"""How much of what a person says is rules: what a model's probabilities assume of it, and what the conversation shows.

Some speak in rules, most work all day and give three. A probability learned from the former says too much of the
latter.
"""

from collections.abc import Sequence
from math import fsum

from fastjev.policy import Policy

_ROUNDS = 30
"""After them the share moves by less than anything depends on."""


def factor(chances: Sequence[float], policy: Policy) -> float:
    """What the odds of a constraint are multiplied by in a conversation. `chances`: of each of the human's statements.

    Expectation and maximisation for a share that differs from the one in training (Saerens, Latinne and Decaestecker,
    Neural Computation 14, 2002), with `share_weight` statements of the assumed share beside those of the conversation,
    so that a short one moves it little. Never above 1: of a history that was compacted only the newest statements are
    left, and what bound among all of them has to bind among these.
    """
    assumed = odds(policy.share_assumed)
    sure = policy.share_assumed * policy.share_weight
    share = policy.share_assumed
    for _ in range(_ROUNDS):
        found = fsum(times(chance, odds(share) / assumed) for chance in chances)
        share = (found + sure) / (len(chances) + policy.share_weight)
    return min(1.0, odds(share) / assumed)


def times(chance: float, factor: float) -> float:
    """The probability whose odds are so many times those of the given one."""
    return chance * factor / (chance * factor + 1.0 - chance)


def odds(chance: float) -> float:
    """Of a probability between 0 and 1."""
    return chance / (1.0 - chance)
