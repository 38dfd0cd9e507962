"""What is measured: the table of names, and how outcomes add up to values.

Every count that goes into a value is an `Outcome`; so the numbers and the list of misses cannot disagree. A value is
`n / m` over all outcomes of its name, and `0 / 0` is undefined: never 0 and never 1.
"""

from collections.abc import Iterable
from typing import NamedTuple

from fastjev.datatypes import Span
from fastjev.labels import Label

LABELS = (Label.CONSTRAINT, Label.DECISION, Label.FACT, Label.PROCESS, Label.NOISE)
"""Those that gold knows."""
ROUNDS = 3
"""Further compactions that a constraint has to survive."""


class At(NamedTuple):
    """A stretch of a conversation. `m` counts from 0 in the file, `span` is characters of that message's text."""

    m: int
    text: str
    span: Span


class Outcome(NamedTuple):
    """One thing looked at: it adds `n` to what was found and `m` to what there was."""

    measure: str
    n: float
    m: float = 1
    at: At | None = None
    """Where it is to be looked up, for those that make findings."""


class Measure(NamedTuple):
    """What a name stands for."""

    about: str
    better: str = "more"
    """`more` or `less`: whether a `--floor` or a `--ceiling` can hold it."""
    listed: int = 0
    """What it takes to list its findings: 0, nothing; 1, `-v`."""
    of: str = ""
    """What a mean is taken over; empty for a share, n of m."""


class Score(NamedTuple):
    """A value with its counts; `value` is nothing where `m` is 0: undefined."""

    value: float | None
    n: float
    m: float


_UNIT_F1 = {
    f"unit_f1_{label}": Measure(f"units labelled {label}: twice the hits, of those labelled plus those decided so")
    for label in LABELS
}
_SURVIVAL = {
    f"survival_{round}": Measure(
        f"constraints of the first skeleton still active after compacting it {round} more times"
    )
    for round in range(1, ROUNDS + 1)
}
MEASURES = {
    "constraint_recall": Measure("active constraints that stand whole in one item of the constraint zone"),
    "constraint_in_context": Measure("active constraints that stand whole in one item of any zone"),
    "constraint_precision": Measure("items of the constraint zone that touch a labelled constraint", listed=1),
    "trap_rate": Measure("traps that an item of the constraint zone touches", "less"),
    "false_deprecation_rate": Measure(
        "active constraints that items touch among the deprecated and none among the active ones", "less"
    ),
    "deprecated_recall": Measure(
        "deprecated constraints that items touch among the deprecated and none among the active ones", listed=1
    ),
    "final_decision_recall": Measure("final decisions that stand whole in one item shown as final", listed=1),
    "decision_precision": Measure("items of the decision zone that touch a labelled decision", listed=1),
    "overridden_as_final_rate": Measure("overridden decisions that an item shown as final touches", "less", 1),
    "deferred_recall": Measure("deferred decisions that an item marked as deferred touches", listed=1),
    "rejected_recall": Measure("rejected decisions that an item marked as rejected touches", listed=1),
    "fact_recall": Measure("facts that stand whole in one item of any zone", listed=1),
    "noise_removed": Measure("noise that no verbatim item touches", listed=1),
    "human_words_lost": Measure("a human's words, noise apart, that stand in no verbatim item", "less"),
    "unlabelled_words_removed": Measure("a human's words that no label names and that went as noise", "less", 1),
    "unit_macro_f1": Measure("mean of the five F1 below, undefined ones left out", of="labels"),
    **_UNIT_F1,
    "boundary_precision": Measure("cuts inside messages with labelled boundaries that stand on one"),
    "boundary_recall": Measure("labelled boundaries that have a cut"),
    "boundary_f1": Measure("twice the hits, of cuts plus labelled boundaries"),
    "pk": Measure("share of windows whose ends are wrongly told apart, mean over messages", "less", of="messages"),
    "pk_no_boundary": Measure("the same for a cutter that never cuts", "less", of="messages"),
    "window_diff": Measure("share of windows with a wrong count of cuts, mean over messages", "less", of="messages"),
    "window_diff_no_boundary": Measure("the same for a cutter that never cuts", "less", of="messages"),
    "reduction_chars": Measure("characters of content that are gone; headings and marks count as left"),
    "reduction_tokens": Measure("the same in estimated tokens"),
    **_SURVIVAL,
    "idempotence": Measure("skeletons whose items keep their texts and zones when compacted again"),
}
"""In the order in which they are shown."""


def scores(outcomes: Iterable[Outcome]) -> dict[str, Score]:
    """The value of every measure of the table, undefined ones too."""
    sums = {name: [0.0, 0.0] for name in MEASURES}
    for outcome in outcomes:
        sums[outcome.measure][0] += outcome.n
        sums[outcome.measure][1] += outcome.m
    labels = [n / m for n, m in (sums[name] for name in _UNIT_F1) if m]
    sums["unit_macro_f1"] = [sum(labels), len(labels)]
    return {name: Score(n / m if m else None, n, m) for name, (n, m) in sums.items()}


def amiss(outcome: Outcome) -> bool:
    """Whether it is a finding: something to look up that is not as it should be."""
    if outcome.at is None:
        return False
    return outcome.n > 0 if MEASURES[outcome.measure].better == "less" else outcome.n < outcome.m
