"""What is measured: the table of names, and how outcomes add up to values.

Every count that goes into a value is an `Outcome`; so the numbers and the list of misses cannot disagree. A value is
`n / m` over all outcomes of its name, and `0 / 0` is undefined: never 0 and never 1.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from fastjev.datatypes import Span
from fastjev.evaluate.bootstrap import Counts, Interval
from fastjev.labels import Label

LABELS = (Label.CONSTRAINT, Label.DECISION, Label.FACT, Label.PROCESS, Label.NOISE)
"""Those that gold knows."""
ROUNDS = 3
"""Further compactions that a constraint has to survive, where no other number is asked for."""
MOST_ROUNDS = 10
"""As many as can be asked for: a session that is compacted more often is rare, and each costs a walk."""


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
    """Where it is to be looked up."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What a name stands for."""

    good: str
    """`high` or `low`: a `--floor` or a `--ceiling` holds it."""
    about: str
    amiss: str = ""
    """What its findings are called; empty where it has none."""
    on_demand: bool = False
    """Whether they are listed only with `-v`."""
    of: str = ""
    """What a mean is taken over; empty for a share, n of m."""


class Score(NamedTuple):
    """A value with its counts; `value` is nothing where `m` is 0: undefined."""

    value: float | None
    n: float
    m: float
    interval: Interval | None = None
    """Where 95 of 100 draws of as many conversations lie; nothing for fewer than two that have any."""


_ON_DEMAND = True
_ZONES = {
    "constraint_recall": Measure(
        "high",
        "active constraints that stand whole in one item of the constraint zone",
        "constraints missed",
    ),
    "constraint_in_context": Measure(
        "high",
        "active constraints that stand whole in one text of the skeleton",
        "constraints that stand whole nowhere",
    ),
    "constraint_precision": Measure(
        "high",
        "items of the constraint zone that touch a labelled constraint",
        "shown as constraints and not labelled so",
        _ON_DEMAND,
    ),
    "trap_rate": Measure(
        "low",
        "traps that an item of the constraint zone touches",
        "traps let in",
    ),
    "false_deprecation_rate": Measure(
        "low",
        "active constraints that items touch among the deprecated, and none among the active",
        "constraints deprecated by mistake",
    ),
    "deprecated_recall": Measure(
        "high",
        "deprecated constraints that items touch among the deprecated, and none among the active",
        "deprecated constraints not shown as such",
        _ON_DEMAND,
    ),
    "final_decision_recall": Measure(
        "high",
        "final decisions that stand whole in one item of the decision zone shown as final",
        "final decisions missed",
        _ON_DEMAND,
    ),
    "decision_precision": Measure(
        "high",
        "items of the decision zone that touch a labelled decision",
        "shown as decisions and not labelled so",
        _ON_DEMAND,
    ),
    "overridden_as_final_rate": Measure(
        "low",
        "overridden decisions that an item of the decision zone shown as final touches",
        "overridden decisions shown as final",
        _ON_DEMAND,
    ),
    "deferred_recall": Measure(
        "high",
        "deferred decisions that an item marked as deferred touches",
        "deferred decisions not shown as such",
        _ON_DEMAND,
    ),
    "rejected_recall": Measure(
        "high",
        "rejected decisions that an item marked as rejected touches",
        "rejected decisions not shown as such",
        _ON_DEMAND,
    ),
    "fact_recall": Measure(
        "high",
        "facts that stand whole in one text of the skeleton",
        "facts missed",
        _ON_DEMAND,
    ),
    "noise_removed": Measure(
        "high",
        "noise that no verbatim item touches",
        "noise left in",
        _ON_DEMAND,
    ),
}
_LINKS = {
    "constraint_link_precision": Measure(
        "high",
        "deprecated items with a labelled constraint that name what took its place",
        "constraints that something else took the place of",
        _ON_DEMAND,
    ),
    "constraint_link_recall": Measure(
        "high",
        "labelled successors of constraints that a deprecated item of the old one names",
        "successors of constraints not named",
        _ON_DEMAND,
    ),
    "decision_link_precision": Measure(
        "high",
        "overridden items with a labelled decision that name what took its place",
        "decisions that something else took the place of",
        _ON_DEMAND,
    ),
    "decision_link_recall": Measure(
        "high",
        "labelled successors of decisions that an item of the old one names",
        "successors of decisions not named",
        _ON_DEMAND,
    ),
    "near_duplicates_kept": Measure(
        "high",
        "pairs labelled as not conflicting of which neither names the other as what took its place",
        "alike, not in conflict, and one took the place of the other",
        _ON_DEMAND,
    ),
}
_WORDS = {
    "human_words_lost": Measure(
        "low",
        "a human's words that stand in no verbatim item, there or where they are said again, and are neither labelled "
        "noise nor the next line's",
        "words of a human lost",
    ),
    "unlabelled_words_removed": Measure(
        "low",
        "a human's words without a label that went as noise",
        "words of a human that no label names and that went as noise",
        _ON_DEMAND,
    ),
}
MACRO = "unit_macro_f1"
UNIT_F1 = {
    f"unit_f1_{label}": Measure(
        "high", f"units labelled {label} (no exchanges): twice the hits, of those labelled plus those decided so"
    )
    for label in LABELS
}
_UNITS = {
    MACRO: Measure("high", "mean of the five F1 below, those that are undefined left out", of="labels"),
    **UNIT_F1,
}
_BOUNDARIES = {
    "boundary_precision": Measure("high", "cuts inside messages with labelled boundaries that stand on one"),
    "boundary_recall": Measure("high", "labelled boundaries that have a cut"),
    "boundary_f1": Measure("high", "twice the hits, of cuts plus labelled boundaries"),
    "pk": Measure("low", "windows whose ends are wrongly told apart or together, mean over messages", of="messages"),
    "pk_no_boundary": Measure("low", "the same for a cutter that never cuts", of="messages"),
    "window_diff": Measure("low", "windows with a wrong number of cuts, mean over messages", of="messages"),
    "window_diff_no_boundary": Measure("low", "the same for a cutter that never cuts", of="messages"),
}
_SIZES = {
    "reduction_chars": Measure("high", "characters of content that are gone; headings and marks count as left"),
    "reduction_tokens": Measure("high", "the same in estimated tokens"),
}
_SURVIVAL = {
    **{
        f"survival_{round}": Measure(
            "high",
            f"constraints of the first skeleton still active after {round} more of it",
            f"active constraints that compaction number {round + 1} lost",
        )
        for round in range(1, MOST_ROUNDS + 1)
    },
    "idempotence": Measure("high", "skeletons whose items keep their texts and zones when compacted again"),
}
MEASURES = {**_ZONES, **_LINKS, **_WORDS, **_UNITS, **_BOUNDARIES, **_SIZES, **_SURVIVAL}
"""In the order in which they are shown."""


def measured(rounds: int) -> dict[str, Measure]:
    """The measures that are taken where a skeleton is compacted `rounds` times more."""
    left_out = {survival(round) for round in range(rounds + 1, MOST_ROUNDS + 1)}
    return {name: measure for name, measure in MEASURES.items() if name not in left_out}


def survival(round: int) -> str:
    """The name of the measure of one round, from 1."""
    return f"survival_{round}"


def sums(outcomes: Iterable[Outcome]) -> dict[str, Counts]:
    """The counts of every measure of the table but the mean, which has none of its own."""
    found = {name: (0.0, 0.0) for name in MEASURES if name != MACRO}
    for outcome in outcomes:
        n, m = found[outcome.measure]
        found[outcome.measure] = n + outcome.n, m + outcome.m
    return found


def scores(outcomes: Iterable[Outcome]) -> dict[str, Score]:
    """The value of every measure of the table, undefined ones too, without intervals."""
    counts = sums(outcomes)
    labels = [n / m for n, m in (counts[name] for name in UNIT_F1) if m]
    counts[MACRO] = sum(labels), len(labels)
    return {name: Score(n / m if m else None, n, m) for name, (n, m) in ((name, counts[name]) for name in MEASURES)}


def amiss(outcome: Outcome) -> bool:
    """Whether it is a finding: something to look up that is not as it should be."""
    if outcome.at is None:
        return False
    return outcome.n > 0 if MEASURES[outcome.measure].good == "low" else outcome.n < outcome.m
