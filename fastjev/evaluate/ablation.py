"""What rules and classifier are each worth: the main measures with one, with the other, and with both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastjev.evaluate.bootstrap import Interval, between, pooled
from fastjev.evaluate.decide import BOTH, RULES
from fastjev.evaluate.measures import MEASURES, Score, sums
from fastjev.evaluate.report import Report

MAIN = (
    "constraint_recall",
    "constraint_in_context",
    "constraint_precision",
    "trap_rate",
    "false_deprecation_rate",
    "final_decision_recall",
    "decision_precision",
    "overridden_as_final_rate",
    "fact_recall",
    "noise_removed",
    "human_words_lost",
    "unit_macro_f1",
    "unit_f1_constraint",
    "unit_f1_decision",
    "unit_f1_fact",
    "unit_f1_process",
    "unit_f1_noise",
    "reduction_tokens",
)
"""The measures that labels have a part in."""


@dataclass(frozen=True, slots=True)
class Row:
    """One measure by each of those who can vote."""

    name: str
    scores: Mapping[str, Score]
    """By `DECIDE`."""
    gain: Interval | None
    """Of `both` over `rules`, the same conversations drawn for either: where 95 of 100 draws lie."""


def ablation(reports: Sequence[Report]) -> list[Row]:
    """The reports of the same conversations, one for each of `DECIDE`, side by side."""
    by = {report.asked.decide: report for report in reports}
    scores = {decide: report.scores() for decide, report in by.items()}
    return [Row(name, {decide: scores[decide][name] for decide in by}, _gain(name, by)) for name in MAIN]


def _gain(name: str, by: Mapping[str, Report]) -> Interval | None:
    if MEASURES[name].of:
        return None
    both, rules = (pooled([sums(result.outcomes)[name] for result in by[decide].results]) for decide in (BOTH, RULES))

    def gained(drawn: Sequence[int]) -> float | None:
        one, other = both(drawn), rules(drawn)
        return None if one is None or other is None else one - other

    return between(len(by[BOTH].results), by[BOTH].asked.seed, gained)
