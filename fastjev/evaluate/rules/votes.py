"""What became of each vote on a unit, and of which rule it is."""

from typing import NamedTuple

from fastjev.datatypes import Unit, Verdict, Vote
from fastjev.labels import Label, Speaker
from fastjev.policy import Policy
from fastjev.rulebook import Rule, Rulebook
from fastjev.stages.classify import GATE, rank

WINS, AGREES = "wins", "agrees"
_MODEL = "model:"
_COST = "a missed constraint costs more"


class Standing(NamedTuple):
    """A vote, its rule where it has one, and what became of it."""

    vote: Vote
    rule: Rule | None
    outcome: str
    """wins, agrees, level, or in a few words by what it lost."""


def standings(unit: Unit, verdict: Verdict, rulebook: Rulebook, policy: Policy) -> list[Standing]:
    """Every vote on the unit: the winner first, then by weight."""
    rules = {f"rule:{rule.id}": rule for rule in rulebook.rules}
    layers = {by: rule.layer for by, rule in rules.items()}
    forced = {by for by, rule in rules.items() if rule.force}
    counted = [vote for vote in verdict.votes if vote.label in GATE[unit.speaker]]
    if _binds(counted, policy):
        counted = [vote for vote in counted if not _yields(vote, forced)]
    best = max((rank(vote, layers) for vote in counted), default=None)
    top = [vote for vote in counted if rank(vote, layers) == best]
    winner = next((vote for vote in top if vote.label == verdict.label), None) or _of_model(counted, verdict)

    def outcome(vote: Vote) -> str:
        if vote is winner:
            return WINS
        if vote.label not in GATE[unit.speaker]:
            return f"not {_whose(unit.speaker)} to say"
        if vote.label == verdict.label:
            return AGREES
        if winner and winner.by.startswith(_MODEL) and rank(vote, layers) >= rank(winner, layers):
            return _COST if verdict.label == Label.CONSTRAINT else "overruled"
        if best is None or vote in top:
            return "level"
        if vote.weight < best[0]:
            return "lower weight"
        if vote not in counted:
            return "cannot beat a constraint"
        return "lower layer" if rank(vote, layers)[1] < best[1] else "shorter cue"

    found = [Standing(vote, rules.get(vote.by), outcome(vote)) for vote in verdict.votes]
    return sorted(found, key=lambda each: (each.outcome != WINS, -each.vote.weight, each.vote.by))


def _of_model(votes: list[Vote], verdict: Verdict) -> Vote | None:
    """The model's vote that decided although another weighs more: for a constraint less is asked."""
    return next((vote for vote in votes if vote.by.startswith(_MODEL) and vote.label == verdict.label), None)


def _binds(votes: list[Vote], policy: Policy) -> bool:
    return any(vote.label == Label.CONSTRAINT and vote.weight >= policy.constraint_floor for vote in votes)


def _yields(vote: Vote, forced: set[str]) -> bool:
    return vote.label in (Label.NOISE, Label.PROCESS) and vote.by not in forced


def _whose(speaker: Speaker) -> str:
    return f"{'an' if speaker == Speaker.ASSISTANT else 'a'} {speaker}'s"
