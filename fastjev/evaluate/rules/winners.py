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


def winner(rule: Rule, text: str, rulebook: Rulebook) -> Vote | None:
    """The vote that decides a text by the rule's first speaker; nothing where none does."""
    found = verdict(rule, text, rulebook)
    layers = {f"rule:{each.id}": each.layer for each in rulebook.rules}
    votes = [vote for vote in found.votes if vote.label == found.label and vote.weight == found.p]
    return max(votes, key=lambda vote: (layers.get(vote.by, 0), vote.cue.end - vote.cue.start), default=None)


def overruled(rule: Rule, rulebook: Rulebook) -> Loss | None:
    """Who wins where this rule fires and never wins: of its own `match` texts, most of them.

    Nothing for a cue, which is heard beside others, and for a rule on what tools say, which classification skips.
    """
    if rule.label not in frozenset(Label) or not {"human", "assistant"} & {*rule.when.speakers}:
        return None
    votes = [winner(rule, text, rulebook) for text in rule.tests.match if fires(rule, text, rulebook)]
    if not votes or any(vote and vote.by == f"rule:{rule.id}" for vote in votes):
        return None
    losses = [Loss(vote.by.removeprefix("rule:"), vote.label, vote.weight) for vote in votes if vote]
    return Counter(losses).most_common(1)[0][0] if losses else Loss("gate:speaker", Label.UNSURE, 0.0)
