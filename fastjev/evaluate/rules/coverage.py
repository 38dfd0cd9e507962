"""What each rule does on conversations: where it fires, wins, stands alone, errs, meets others, or never comes up."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from fastjev.evaluate.rules.seen import Seen
from fastjev.labels import Label, Speaker
from fastjev.rulebook import LAYERS, Rule

DOUBTFUL = 0.8
"""Precision below which a rule is looked at first."""
_LABELS = frozenset(Label)
_VOTERS = frozenset((Speaker.HUMAN, Speaker.ASSISTANT))
"""Whose units get their label from rules."""
NEEDS = ("wrong", "shadowed", "dead")
"""What calls for attention, the most urgent first: it errs too often, it never decides, it never fires."""


@dataclass(slots=True)
class _Count:
    """What was counted of one rule so far, in units."""

    hits: int = 0
    wins: int = 0
    alone: int = 0
    right: int = 0
    wrong: int = 0
    conflicts: int = 0
    beside: Counter[str] = field(default_factory=Counter)
    above: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One rule. Counts are units."""

    rule: Rule
    hits: int
    """It fired."""
    wins: int | None
    """It decided the label; nothing for a rule that decides none: of a cue, or of lines of tools."""
    alone: int
    """No other rule of its label fired."""
    right: int
    """Wins that people call the same."""
    wrong: int
    """Wins that people call something else only."""
    conflicts: int
    """A rule of another label fired too; none for cues, which compete with nothing."""
    overlap: str
    """Id of the rule it shares most hits with; empty where it shares none."""
    shared: int
    """Hits shared with that rule."""
    above: str
    """Id of the rule that decided most of the hits it did not win; empty where no rule did."""

    @property
    def unlabelled(self) -> int:
        """Wins on units that people left without a label, or doubted."""
        return (self.wins or 0) - self.right - self.wrong

    @property
    def precision(self) -> float | None:
        """Right wins of those that people judged; 0 of 0 is undefined."""
        judged = self.right + self.wrong
        return self.right / judged if judged else None

    @property
    def need(self) -> str:
        """One of `NEEDS`, or nothing."""
        if self.precision is not None and self.precision < DOUBTFUL:
            return "wrong"
        if not self.hits:
            return "dead"
        return "shadowed" if self.wins == 0 else ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """All rules, those that need attention first; and what they were counted on."""

    rows: tuple[Row, ...]
    units: int
    """Units that rules were asked about."""
    covered: int
    """Those on which a rule with a label fired."""
    judged: int
    """Those that people labelled."""


def coverage(units: Iterable[Seen], rules: Sequence[Rule]) -> Coverage:
    """A row for each rule."""
    counts = {rule.id: _Count() for rule in rules}
    asked = covered = judged = 0
    for seen in units:
        asked += seen.asked
        covered += seen.asked and any(fired.rule.label in _LABELS for fired in seen.fired)
        judged += seen.asked and seen.gold is not None and bool(seen.gold.sure)
        _count(counts, seen)
    # A phrase is asked of clauses by what a stage makes of them, which no unit shows.
    rows = [_row(rule, counts[rule.id]) for rule in rules if rule.speakers]
    return Coverage(tuple(sorted(rows, key=_urgency)), asked, covered, judged)


def of_layer(found: Coverage, layer: str) -> Coverage:
    """The same, with the rows of one layer only."""
    rows = tuple(row for row in found.rows if LAYERS[row.rule.layer] == layer)
    return Coverage(rows, found.units, found.covered, found.judged)


def _count(counts: dict[str, _Count], seen: Seen) -> None:
    for fired in seen.fired:
        rule, count = fired.rule, counts[fired.rule.id]
        others = [other.rule for other in seen.fired if other.rule.id != rule.id]
        count.hits += 1
        count.alone += all(other.label != rule.label for other in others)
        count.conflicts += (
            seen.asked
            and rule.label in _LABELS
            and any(other.label in _LABELS and other.label != rule.label for other in others)
        )
        count.beside.update(other.id for other in others)
        if seen.by == rule.id:
            count.wins += 1
            right = seen.gold.right(rule.label) if seen.gold else None
            count.right += right is True
            count.wrong += right is False
        elif seen.by:
            count.above[seen.by] += 1


def _row(rule: Rule, count: _Count) -> Row:
    # Ties go to the first by name, so that the same input shows the same rule.
    overlap, shared = min(count.beside.items(), key=lambda each: (-each[1], each[0]), default=("", 0))
    above, _ = min(count.above.items(), key=lambda each: (-each[1], each[0]), default=("", 0))
    return Row(
        rule=rule,
        hits=count.hits,
        wins=count.wins if rule.label in _LABELS and _VOTERS & {*rule.speakers} else None,
        alone=count.alone,
        right=count.right,
        wrong=count.wrong,
        conflicts=count.conflicts,
        overlap=overlap,
        shared=shared,
        above=above,
    )


def _urgency(row: Row) -> tuple[int, int, int, int, str]:
    """People's own rules before ours; then the more mistakes, the more hits, the sooner."""
    need = NEEDS.index(row.need) if row.need else len(NEEDS)
    return need, -row.rule.layer, -row.wrong, -row.hits, row.rule.id


def tree(found: Coverage, conversations: int, notes: Sequence[str]) -> dict[str, Any]:
    """As plain data (`fastjev.rules-coverage/1`); what is undefined is null."""
    return {
        "schema": "fastjev.rules-coverage/1",
        "conversations": conversations,
        "units": found.units,
        "covered": found.covered,
        "labelled": found.judged,
        "rules": [
            {
                "id": row.rule.id,
                "label": row.rule.label,
                "layer": LAYERS[row.rule.layer],
                "where": row.rule.where,
                "hits": row.hits,
                "wins": row.wins,
                "alone": row.alone,
                "right": row.right,
                "wrong": row.wrong,
                "unlabelled": row.unlabelled,
                "precision": row.precision,
                "conflicts": row.conflicts,
                "overlap": {"id": row.overlap, "share": row.shared / row.hits} if row.overlap else None,
                "need": row.need or None,
                "shadowed_by": row.above if row.need == "shadowed" else None,
            }
            for row in found.rows
        ],
        "notes": list(notes),
    }
