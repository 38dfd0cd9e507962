"""Which rule decides a text, and rules that decide none of their own."""

from collections import Counter
from typing import NamedTuple

from fastjev.datatypes import Vote
from fastjev.evaluate.rules.trials import fires, verdict
from fastjev.labels import Label
from fastjev.rulebook import Rulebook
from fastjev.rulebook.schema import Rule


class Loss(NamedTuple):
    """Who decides a rule's own texts in its place."""

    by: str
    """A rule's id, or gate:... where what is said there is never the rule's to decide."""
    label: str
    weight: float


def heaviest(rule: Rule, text: str, rulebook: Rulebook) -> list[Vote]:
    """The votes that decide a text by the rule's first speaker: level ones with one label, or with several and so none.

    Empty where nobody votes.
    """
    found = verdict(rule, text, rulebook)
    layers = {f"rule:{each.id}": each.layer for each in rulebook.rules}
    votes = [vote for vote in found.votes if vote.weight == found.p and found.label in (vote.label, Label.UNSURE)]
    ranks = [(layers.get(vote.by, 0), vote.cue.end - vote.cue.start) for vote in votes]
    return [vote for vote, rank in zip(votes, ranks, strict=True) if rank == max(ranks)]


def overruled(rule: Rule, rulebook: Rulebook) -> Loss | None:
    """Who wins where this rule fires and never wins: of its own `match` texts, most of them.

    Nothing for a cue, which is heard beside others, and for a rule on what tools say, which classification skips.
    """
    if rule.label not in frozenset(Label) or not {"human", "assistant"} & {*rule.when.speakers}:
        return None
    losses: Counter[Loss] = Counter()
    for text in rule.tests.match:
        if not fires(rule, text, rulebook):
            continue
        votes = heaviest(rule, text, rulebook)
        others = [vote for vote in votes if vote.by != f"rule:{rule.id}"]
        if len(others) < len(votes) and all(vote.label == rule.label for vote in votes):
            return None
        losses.update(Loss(vote.by.removeprefix("rule:"), vote.label, vote.weight) for vote in others[:1])
        losses.update([Loss("gate:speaker", Label.UNSURE, 0.0)] if not votes else [])
    return losses.most_common(1)[0][0] if losses else None
