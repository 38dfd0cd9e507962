"""Units that are worth a person's label: nobody was sure of them, or rules and model were of two minds."""

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from fastjev.datatypes import Run, Verdict, Vote
from fastjev.labels import Label, Speaker
from fastjev.policy import Policy
from fastjev.secrets import mask

REASONS = {
    "unsure": "neither a rule nor the model placed it",
    "disagree": "the heaviest rule says another label than the model",
    "close": "the model's two likeliest labels are close",
}
_TALK = (Speaker.HUMAN, Speaker.ASSISTANT)
_ID_CHARS = 16
"""Hex digits of SHA-256: no two of a million texts share them."""


class Miss(NamedTuple):
    """One unit, and the first of `REASONS` that holds for it."""

    reason: str
    position: int
    """Of the unit in the run."""


def misses(run: Run, policy: Policy, speakers: tuple[Speaker, ...] = (Speaker.HUMAN,)) -> Iterator[Miss]:
    """Those of a run, in reading order. Tool exchanges, and what only a gate settled, are none."""
    for position, (unit, verdict) in enumerate(zip(run.units, run.verdicts, strict=True)):
        if unit.speaker not in speakers or unit.call is not None or not any(map(str.isalnum, unit.text)):
            continue
        if why := reason(verdict, policy):
            yield Miss(why, position)


def entry(run: Run, miss: Miss, policy: Policy, session: str) -> dict[str, Any]:
    """A miss as a line for labeling: secrets masked, long texts cut to what rules look at, a neighbour on each side.

    `session`: how a person calls for it again.
    """
    unit, verdict = run.units[miss.position], run.verdicts[miss.position]
    text = _told(unit.text, policy)
    return {
        "id": text_id(unit.text, policy),
        "reason": miss.reason,
        "text": text,
        "before": _beside(run, miss.position, -1, policy),
        "after": _beside(run, miss.position, 1, policy),
        "speaker": str(unit.speaker),
        "label": str(verdict.label),
        "p": round(verdict.p, 3),
        "votes": [{"label": each.label, "weight": round(each.weight, 3), "by": each.by} for each in verdict.votes],
        "session": session,
        "unit": unit.id,
    }


def reason(verdict: Verdict, policy: Policy) -> str:
    """The first of `REASONS` that holds; empty where none does."""
    rules = _by("rule:", verdict)
    model = _by("model:", verdict)
    if verdict.label == Label.UNSURE:
        return "unsure"
    if rules and model and rules[0].label != model[0].label:
        return "disagree"
    if len(model) > 1 and model[0].weight - model[1].weight < policy.close_margin:
        return "close"
    return ""


def text_id(text: str, policy: Policy) -> str:
    """How a line of misses names a unit of this text."""
    return hashlib.sha256(_told(text, policy).encode("utf-8", "surrogatepass")).hexdigest()[:_ID_CHARS]


def heaviest(voters: str, verdict: Verdict) -> Vote | None:
    """The heaviest vote of those whose names begin so (`rule:`, `model:`); nothing where none voted."""
    return next(iter(_by(voters, verdict)), None)


def _by(voters: str, verdict: Verdict) -> list[Vote]:
    """Their votes, heaviest first."""
    return sorted(
        (vote for vote in verdict.votes if vote.by.startswith(voters)), key=lambda vote: (-vote.weight, vote.label)
    )


def _beside(run: Run, position: int, step: int, policy: Policy) -> dict[str, str] | None:
    """The nearest unit of somebody who talks; nothing where there is none."""
    at = position + step
    while 0 <= at < len(run.units):
        unit = run.units[at]
        if unit.speaker in _TALK and unit.call is None and unit.text.strip():
            return {"speaker": str(unit.speaker), "text": _told(unit.text, policy)}
        at += step
    return None


def _told(text: str, policy: Policy) -> str:
    return mask(text.strip())[: policy.match_chars]
