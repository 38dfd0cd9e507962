"""Stage 2: context-free classification. Each unit alone: votes, then a verdict."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from fastjev.datatypes import Span, Unit, Verdict, Vote
from fastjev.labels import Label, Speaker
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook

_LABELS = frozenset(Label)
_BY_KIND = {
    "heading": Label.PROCESS,
    "code": Label.FACT,
    "table": Label.FACT,
    "trace": Label.FACT,
    "quote": Label.FACT,
}
"""What is pasted or only names what follows: evidence, whatever words it holds."""
_QUOTED = re.compile(r"「[^」\n]*」|『[^』\n]*』|“[^”\n]*”|\"[^\"\n]*\"")
GATE = {
    Speaker.HUMAN: frozenset(Label),
    Speaker.ASSISTANT: frozenset({Label.FACT, Label.PROCESS, Label.NOISE, Label.DECISION}),
    Speaker.TOOL: frozenset({Label.FACT, Label.PROCESS}),
    Speaker.HARNESS: frozenset({Label.FACT, Label.PROCESS}),
}
"""The provenance gate: what a speaker's words can become by themselves. An assistant's decision is a proposal."""


class Model(Protocol):
    """A trained scorer: calibrated probabilities by label."""

    name: str

    def predict(self, unit: Unit) -> dict[Label, float]:
        """Probabilities that sum to 1."""


def classify(
    units: Sequence[Unit], rulebook: Rulebook, policy: Policy, model: Model | None = None
) -> tuple[Verdict, ...]:
    """One verdict for each unit, in the same order."""
    return tuple(judge(unit, rulebook, policy, model) for unit in units)


def judge(unit: Unit, rulebook: Rulebook, policy: Policy, model: Model | None) -> Verdict:
    """Rules vote; where none settles it the model does; where nobody does, `unsure`, which is kept."""
    if given := settled(unit, policy):
        label, what = given
        whole = Span(0, len(unit.text))
        return Verdict(unit.id, label, 1.0, (Vote(label, 1.0, f"gate:{what}", whole),), frozenset())
    lead = len(unit.text) - len(unit.text.lstrip())
    text = asked(unit, policy)
    hits = rulebook.match(text, speaker=unit.speaker, kind=unit.kind)
    force = {f"rule:{hit.rule.id}" for hit in hits if hit.rule.force}
    votes = [
        Vote(
            hit.rule.label,
            hit.rule.weight,
            f"rule:{hit.rule.id}",
            Span(hit.cue.start + lead, hit.cue.end + lead),
            hit.rule.key,
        )
        for hit in hits
        if hit.rule.label in _LABELS
    ]
    cues = frozenset(hit.rule.label for hit in hits if hit.rule.label not in _LABELS)
    gate = GATE[unit.speaker]
    allowed = [vote for vote in votes if vote.label in gate]
    others: list[Vote] = []
    if model and not any(vote.weight >= policy.settle_weight for vote in allowed):
        others += (vote for vote in _ask(model, unit) if vote.label in gate)
    if not allowed and not others and text != unit.text.strip()[: policy.match_chars]:
        others.append(Vote(Label.FACT, policy.quoted_weight, "gate:quoted", Span(0, len(unit.text))))
    layers = {f"rule:{hit.rule.id}": hit.rule.layer for hit in hits}
    label, p = _decide([*allowed, *others], policy, force, layers)
    return Verdict(unit.id, label, p, (*votes, *others), cues)


def settled(unit: Unit, policy: Policy) -> tuple[Label, str] | None:
    """The label that speaker, kind or quotation settle before any rule is asked, and which of them did."""
    if unit.kind == "call" or unit.speaker in (Speaker.TOOL, Speaker.HARNESS):
        return Label.PROCESS, str(unit.speaker)
    if unit.kind in _BY_KIND:
        return _BY_KIND[unit.kind], unit.kind
    if not any(map(str.isalnum, asked(unit, policy))) and any(map(str.isalnum, unit.text)):
        return Label.FACT, "quoted"
    return None


def asked(unit: Unit, policy: Policy) -> str:
    """The words that rules look at: without blanks around them, at most `match_chars`, quoted speech blanked."""
    return _unquoted(unit.text.strip()[: policy.match_chars], policy)


def rank(vote: Vote, layers: Mapping[str, int]) -> tuple[float, int, int]:
    """What decides between votes, heaviest first: weight, layer, length of the cue."""
    return vote.weight, layers.get(vote.by, 0), vote.cue.end - vote.cue.start


def _ask(model: Model, unit: Unit) -> Iterator[Vote]:
    for label, p in sorted(model.predict(unit).items()):
        yield Vote(label, p, f"model:{model.name}", Span(0, len(unit.text)))


def _unquoted(text: str, policy: Policy) -> str:
    """The text with quoted speech blanked, same length: what others said binds only if the human says so too."""
    return _QUOTED.sub(lambda found: found[0] if len(found[0]) < policy.quote_chars else " " * len(found[0]), text)


def _decide(votes: Sequence[Vote], policy: Policy, force: set[str], layers: Mapping[str, int]) -> tuple[Label, float]:
    """The heaviest vote, then the higher layer, then the longer cue; two labels level there, or no vote: unsure.

    Noise and process never beat a constraint vote from `constraint_floor` on, unless their rule says so.
    """
    binding = [vote for vote in votes if vote.label == Label.CONSTRAINT and vote.weight >= policy.constraint_floor]
    if binding:
        votes = [vote for vote in votes if vote.label not in (Label.NOISE, Label.PROCESS) or vote.by in force]
    if not votes:
        return Label.UNSURE, 0.0
    ranks = [rank(vote, layers) for vote in votes]
    best = max(ranks)
    winners = {vote.label for vote, rank in zip(votes, ranks, strict=True) if rank == best}
    if len(winners) > 1:
        return (Label.CONSTRAINT if Label.CONSTRAINT in winners else Label.UNSURE), best[0]
    return Label(winners.pop()), best[0]
