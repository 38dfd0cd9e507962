"""A setting proposed from a journal, or what is missing for one."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from fastjev.evaluate.tune.evidence import Decided, Evidence
from fastjev.evaluate.tune.settings import Outcome, added, best, front, grid, outcome

MOST = 0.1
"""Share of the needed results that a proposal may lose."""
_RULE_OF_THREE = 3
"""Of n needed results none lost: 95 of 100 times less than 3/n are lost (Hanley and Lippman-Hand 1983)."""
LEAST_SESSIONS = 5
"""Fewer cannot tell what one person's one project does from what sessions do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """Everything that can be said."""

    evidence: Evidence
    most: float
    journalled: Outcome
    """What was really decided."""
    outcomes: tuple[Outcome, ...]
    """Of every setting."""
    front: tuple[Outcome, ...]
    missing: tuple[str, ...]
    """What a proposal needs more of; nothing is proposed then."""
    proposed: Outcome | None
    left_out: Outcome | None
    """What settings chosen without a session come to in that session, all sessions together."""


def tune(evidence: Evidence, most: float = MOST) -> Tuning:
    """Tries every setting on every judged decision; proposes one if there is enough to go by."""
    outcomes = _tried(evidence.decided)
    missing = tuple(_missing(evidence, most))
    proposed = None if missing else best(outcomes, most)
    return Tuning(
        evidence=evidence,
        most=most,
        journalled=outcome(evidence.decided, None),
        outcomes=outcomes,
        front=tuple(front(outcomes)),
        missing=missing,
        proposed=proposed,
        left_out=_left_out(evidence, most) if proposed else None,
    )


def snippet(tuning: Tuning) -> str:
    """The proposal as a policy file: exactly what was replayed, and no more."""
    assert tuning.proposed and tuning.proposed.setting
    threshold, floor, cap = tuning.proposed.setting
    return (
        f"exchanges: classic\nclassic_threshold: {threshold}\nclassic_chars: {floor}\nclassic_head: {cap}\n"
        "classic_newest: 0\n"
    )


def _tried(decided: Sequence[Decided]) -> tuple[Outcome, ...]:
    return tuple(outcome(decided, setting) for setting in grid())


def _missing(evidence: Evidence, most: float) -> list[str]:
    """In words, with how many more."""
    needed = ceil(_RULE_OF_THREE / most)
    counts = (
        (len(evidence.sessions), LEAST_SESSIONS, "sessions that were compacted, went on and were compacted again"),
        (evidence.needed, needed, "results that proved to be needed"),
        (evidence.results - evidence.needed, needed, "results that did not"),
    )
    return [f"{least - there} more {what} ({there} of {least})" for there, least, what in counts if there < least]


def _left_out(evidence: Evidence, most: float) -> Outcome | None:
    """Nothing where some session's others allow no setting."""
    parts = []
    for session in evidence.sessions:
        others = [each for each in evidence.decided if each.session != session]
        chosen = best(_tried(others), most)
        if chosen is None:
            return None
        parts.append(outcome([each for each in evidence.decided if each.session == session], chosen.setting))
    return added(parts)
