"""Passes by context: counts, intervals, sizes."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import mean
from typing import Any

from fastjev.evaluate.memtest.results import SCHEMA
from fastjev.evaluate.memtest.run import CONTEXTS, Outcome

_Z = 1.959964
"""Of a normal distribution: 95 of 100 lie within."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One context."""

    context: str
    passed: int
    judged: int
    """Answers; a failure of the model is none."""
    failed: int
    told: int
    """Answers that were given the rule word for word."""
    interval: tuple[float, float] | None
    """Ends of the share of passes, 95 of 100."""
    tokens: float | None
    """Mean of the history as it was given, estimated."""
    seconds: float | None
    """Mean of an answer."""


def rows(outcomes: Sequence[Outcome]) -> list[Row]:
    """Of each context, in the order in which they are asked."""
    return [_row(context, [each for each in outcomes if each.context == context]) for context in CONTEXTS]


def wilson(passed: int, judged: int) -> tuple[float, float] | None:
    """Ends of a share that 95 of 100 such samples would hold (Wilson 1927); nothing for no answers."""
    if not judged:
        return None
    share, square = passed / judged, _Z * _Z
    middle = (share + square / (2 * judged)) / (1 + square / judged)
    half = _Z / (1 + square / judged) * math.sqrt(share * (1 - share) / judged + square / (4 * judged * judged))
    return max(0.0, middle - half), min(1.0, middle + half)


def tree(outcomes: Sequence[Outcome], model: str) -> dict[str, Any]:
    """The report as plain data; what is undefined is null."""
    return {
        "schema": SCHEMA,
        "model": model,
        "contexts": [asdict(row) for row in rows(outcomes)],
        "outcomes": [asdict(each) for each in outcomes],
    }


def _row(context: str, own: Sequence[Outcome]) -> Row:
    judged = [each for each in own if each.failed is None]
    passed = sum(each.passed for each in judged)
    return Row(
        context=context,
        passed=passed,
        judged=len(judged),
        failed=len(own) - len(judged),
        told=sum(each.told for each in judged),
        interval=wilson(passed, len(judged)),
        tokens=mean(each.tokens for each in judged) if judged else None,
        seconds=mean(each.seconds for each in judged) if judged else None,
    )
