"""A setting proposed from a journal, or what is missing for one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from fastjev.evaluate.tune.again import Choice, Walked, chosen, together
from fastjev.evaluate.tune.evidence import Decided, Evidence
from fastjev.evaluate.tune.settings import Outcome, best, front, grid, outcome
from fastjev.policy import Policy

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
    walked: tuple[Walked, ...]
    """What every choice comes to, walked again; nothing where no records are archived."""
    now: Walked | None
    """The policy in force, in the same measure."""
    proposed: Walked | None
    left_out: Walked | None
    """What choices made without a session come to in that session, all sessions together."""


def classic(evidence: Evidence, most: float = MOST) -> Outcome | None:
    """The setting of `classic` that the journal alone would choose; to be compared with, in a walk."""
    return best(_tried(evidence.decided), most)


def tune(evidence: Evidence, walked: Mapping[str, Sequence[Walked]], policy: Policy, most: float = MOST) -> Tuning:
    """Proposes what saves most in a walk, if there is enough to go by.

    `walked`: by session, what every choice came to there. `policy`: the one in force.
    """
    outcomes = _tried(evidence.decided)
    everywhere = together(walked)
    missing = tuple(_missing(evidence, walked, most))
    proposed = None if missing else chosen(everywhere, most)
    return Tuning(
        evidence=evidence,
        most=most,
        journalled=outcome(evidence.decided, None),
        outcomes=outcomes,
        front=tuple(front(outcomes)),
        missing=missing,
        walked=everywhere,
        now=next((each for each in everywhere if each.choice.of(policy) == policy), None),
        proposed=proposed,
        left_out=_left_out(walked, most) if proposed else None,
    )


def snippet(tuning: Tuning) -> str:
    """The proposal as a policy file: exactly what was walked, and no more."""
    assert tuning.proposed
    return "".join(f"{key}: {value}\n" for key, value in tuning.proposed.choice.keys)


def _tried(decided: Sequence[Decided]) -> tuple[Outcome, ...]:
    return tuple(outcome(decided, setting) for setting in grid())


def _missing(evidence: Evidence, walked: Mapping[str, Sequence[Walked]], most: float) -> list[str]:
    """In words, with how many more."""
    wanted = ceil(_RULE_OF_THREE / most)
    with_words = sum(any(each.needed for each in rows) for rows in walked.values())
    needed = max((each.needed for each in together(walked)), default=0)
    counts = (
        (len(evidence.sessions), LEAST_SESSIONS, "sessions that were compacted, went on and were compacted again"),
        (
            with_words,
            LEAST_SESSIONS,
            "of them, archived, that used again what only results had told",
        ),
        (needed, wanted, "words of results that proved to be needed"),
    )
    return [f"{least - there} more {what} ({there} of {least})" for there, least, what in counts if there < least]


def _left_out(walked: Mapping[str, Sequence[Walked]], most: float) -> Walked | None:
    """Nothing where some session's others allow no choice."""
    parts = []
    for session, rows in walked.items():
        found = chosen(together(walked, without=session), most)
        if found is None:
            return None
        parts.append(next(each for each in rows if each.choice == found.choice))
    sums = (sum(values) for values in zip(*(each[1:] for each in parts), strict=True))
    return Walked(Choice(()), *sums)
