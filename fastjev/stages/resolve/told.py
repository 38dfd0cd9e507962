"""What rules say of the lines of tool results. Nothing a tool says becomes a constraint or decision by them."""

from collections.abc import Sequence
from typing import NamedTuple

from fastjev.datatypes import Span, Unit
from fastjev.labels import Label, Speaker
from fastjev.policy import Policy
from fastjev.rulebook import Rule, Rulebook

_KEEPS, _DROPS = (Label.FACT,), (Label.PROCESS, Label.NOISE)


class Told(NamedTuple):
    """A line that some rule spoke of."""

    span: Span
    stays: bool
    by: str
    """`rule:<id>` of the heaviest."""


def told(unit: Unit, lines: Sequence[Span], rulebook: Rulebook, policy: Policy) -> dict[Span, Told]:
    """The lines of an exchange on which a rule for tools fires.

    Of several rules the heaviest counts, then the higher layer; level, the line stays. Lines longer than a result may
    keep are not asked about.
    """
    tool = unit.call.name if unit.call else ""
    found = {}
    for span in lines:
        if span.end - span.start <= policy.result_chars:
            hits = rulebook.match(span.of(unit.text), speaker=Speaker.TOOL, kind="call", tool=tool)
            rules = [hit.rule for hit in hits if hit.rule.label in (*_KEEPS, *_DROPS)]
            if rules:
                best = max(rules, key=_rank)
                found[span] = Told(span, best.label in _KEEPS, f"rule:{best.id}")
    return found


def _rank(rule: Rule) -> tuple[float, int, bool]:
    return rule.weight, rule.layer, rule.label in _KEEPS
