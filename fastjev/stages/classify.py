"""Stage 2: classification. Each unit alone: votes, then a verdict; and what stands inside a tale is told with it."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from fastjev.datatypes import Span, Unit, Verdict, Vote
from fastjev.labels import Label, Speaker
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook
from fastjev.stages.sentences import one_sentence
from fastjev.stages.share import factor, times

_LABELS = frozenset(Label)
_BY_KIND = {
    "heading": Label.PROCESS,
    "code": Label.FACT,
    "table": Label.FACT,
    "trace": Label.FACT,
    "quote": Label.FACT,
}
"""What is pasted or only names what follows: evidence, whatever words it holds."""
_ABOUT_RULES = {"revoke", "restore"}
_HEADS = frozenset({"announce"})
_QUOTED = re.compile(r"«[^»\n]*»|「[^」\n]*」|『[^』\n]*』|“[^”\n]*”|\"[^\"\n]*\"")
_COMMAS = (",", "，", ";", "；")
GATE = {
    Speaker.HUMAN: frozenset(Label),
    Speaker.ASSISTANT: frozenset({Label.FACT, Label.PROCESS, Label.NOISE, Label.DECISION}),
    Speaker.TOOL: frozenset({Label.FACT, Label.PROCESS}),
    Speaker.HARNESS: frozenset({Label.FACT, Label.PROCESS}),
}
"""The provenance gate: what a speaker's words can become by themselves. An assistant's decision is a proposal."""


_Shares = Mapping[Label, float]
_Heard = tuple[Verdict, bool]
"""A verdict of the rules, and whether it is final."""


class Reading(Protocol):
    """One conversation as a model reads it."""

    def at(self, position: int) -> Mapping[Label, float]:
        """Calibrated probabilities of the unit at a position, which sum to 1; none where the model knows no answer."""


class Model(Protocol):
    """A trained labeler."""

    @property
    def name(self) -> str:
        """How its votes name it."""

    def over(self, units: Sequence[Unit], verdicts: Sequence[Verdict]) -> Reading:
        """A reading of units and the rules' verdicts on them, both in one order."""


def classify(
    units: Sequence[Unit], rulebook: Rulebook, policy: Policy, model: Model | None = None
) -> tuple[Verdict, ...]:
    """One verdict for each unit, in the same order: rules vote, and where none settles it the model decides.

    It is asked about all that a human typed, since that shows how many rules this one gives (`fastjev.stages.share`).
    What neither places is `unsure`, which is kept; and so is what rules do not place in a pasted document, of which
    most sentences bind nobody.
    """
    heard = _framed(units, [_hear(unit, rulebook, policy) for unit in units], policy)
    verdicts = tuple(verdict for verdict, _ in heard)
    if model is None:
        return verdicts
    reading = model.over(units, verdicts)
    pasted = _pasted(units, policy)
    open_ = [
        position
        for position, unit in enumerate(units)
        if unit.message not in pasted and (_typed(unit, policy) or not heard[position][1])
    ]
    said = _at_home({position: reading.at(position) for position in open_}, units, policy)
    return tuple(
        verdict if final or not said.get(position) else _weighed(unit, verdict, model.name, said[position], policy)
        for position, (unit, (verdict, final)) in enumerate(zip(units, heard, strict=True))
    )


def _typed(unit: Unit, policy: Policy) -> bool:
    return unit.speaker == Speaker.HUMAN and settled(unit, policy) is None


def _at_home(said: Mapping[int, _Shares], units: Sequence[Unit], policy: Policy) -> dict[int, _Shares]:
    """The same probabilities of a human's units, for one who gives as many rules as this one does."""
    human = {p: each for p, each in said.items() if units[p].speaker == Speaker.HUMAN and Label.CONSTRAINT in each}
    by = factor([each[Label.CONSTRAINT] for each in human.values()], policy)
    return {**said, **{position: _shifted(each, by) for position, each in human.items()}}


def _shifted(shares: _Shares, by: float) -> _Shares:
    """With the odds of a constraint multiplied; the rest shares what is left as before."""
    binds = shares[Label.CONSTRAINT]
    now = times(binds, by)
    rest = (1.0 - now) / (1.0 - binds) if binds < 1.0 else 0.0
    return {label: now if label == Label.CONSTRAINT else share * rest for label, share in shares.items()}


def judge(unit: Unit, rulebook: Rulebook, policy: Policy) -> Verdict:
    """What the rules say: their votes, and the label of the heaviest; `unsure` where there is none."""
    return _hear(unit, rulebook, policy)[0]


def _hear(unit: Unit, rulebook: Rulebook, policy: Policy) -> _Heard:
    """The rules' verdict, and whether it is final: no model changes it.

    Final is what the gate settles, signs without a word (they react, and bind nobody), a vote of `settle_weight`, any
    vote of a rule that is not our own, and a constraint of `constraint_floor`: a model can find one that the rules
    missed, and take none away that they are sure of.
    """
    if given := settled(unit, policy):
        label, what = given
        whole = Span(0, len(unit.text))
        vote = Vote(label, 1.0, f"gate:{what}", whole)
        return Verdict(unit.id, label, 1.0, (vote,), _says_below(unit, rulebook, policy)), True
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
    allowed = [vote for vote in votes if vote.label in GATE[unit.speaker]]
    others: list[Vote] = []
    if not allowed and text != unit.text.strip()[: policy.match_chars]:
        others.append(Vote(Label.FACT, policy.quoted_weight, "gate:quoted", Span(0, len(unit.text))))
    wordless = not any(map(str.isalnum, unit.text))
    if not allowed and wordless:
        others.append(Vote(Label.PROCESS, 1.0, "gate:wordless", Span(0, len(unit.text))))
    layers = {f"rule:{hit.rule.id}": hit.rule.layer for hit in hits}
    label, p = _decide([*allowed, *others], policy, force, layers)
    binds = label == Label.CONSTRAINT and p >= policy.constraint_floor
    settles = any(vote.weight >= policy.settle_weight or layers.get(vote.by) for vote in allowed)
    final = binds or settles or wordless or bool(cues & _ABOUT_RULES)
    return Verdict(unit.id, label, p, (*votes, *others), cues), final


def _says_below(unit: Unit, rulebook: Rulebook, policy: Policy) -> frozenset[str]:
    """What a heading says of what stands under it."""
    if unit.kind != "heading":
        return frozenset()
    hits = rulebook.match(asked(unit, policy), speaker=unit.speaker, kind=unit.kind)
    return _HEADS.intersection(hit.rule.label for hit in hits)


def _framed(units: Sequence[Unit], heard: Sequence[_Heard], policy: Policy) -> list[_Heard]:
    """What was heard, where the clauses after one that tells a tale or a dream are told as well, up to a turn back."""
    framed: list[_Heard] = []
    left = 0
    label = Label.UNSURE
    for position, (unit, (verdict, final)) in enumerate(zip(units, heard, strict=True)):
        if _opens_frame(unit, verdict, policy):
            left, label = policy.frame_units, verdict.label
        elif left and _goes_on(units[position - 1], unit) and _is_told(verdict, policy):
            left -= 1
            vote = Vote(label, policy.frame_weight, "gate:told", Span(0, len(unit.text)))
            verdict, final = replace(verdict, label=label, p=vote.weight, votes=(*verdict.votes, vote)), True
        else:
            left = 0
        framed.append((verdict, final))
    return framed


def _opens_frame(unit: Unit, verdict: Verdict, policy: Policy) -> bool:
    told = verdict.label in (Label.FACT, Label.PROCESS) and verdict.p >= policy.frame_weight
    return told and unit.speaker == Speaker.HUMAN and any(vote.by.startswith("rule:") for vote in verdict.votes)


def _goes_on(before: Unit, unit: Unit) -> bool:
    """Whether the unit is a clause of the same sentence, after a comma: a blank in Chinese says less."""
    return one_sentence(before, unit) and before.text.rstrip().endswith(_COMMAS)


def _is_told(verdict: Verdict, policy: Policy) -> bool:
    """Whether nothing in the clause turns back to here and now, and no vote weighs more than the frame."""
    return "returns" not in verdict.cues and verdict.p < policy.frame_weight


def _pasted(units: Sequence[Unit], policy: Policy) -> set[int]:
    """Indexes of the messages that are too long to have been typed."""
    lengths: Counter[int] = Counter()
    for unit in units:
        if unit.speaker == Speaker.HUMAN:
            lengths[unit.message] += len(unit.text)
    return {message for message, length in lengths.items() if length > policy.typed_chars}


def _weighed(unit: Unit, verdict: Verdict, name: str, shares: Mapping[Label, float], policy: Policy) -> Verdict:
    """The verdict by a model's probabilities, where the vote of no rule outweighs them. A hint at a constraint is only
    something that the model weighs."""
    allowed = {label: share for label, share in shares.items() if label in GATE[unit.speaker]}
    if not allowed:
        return verdict
    whole = Span(0, len(unit.text))
    votes = [Vote(each, share, f"model:{name}", whole) for each, share in sorted(allowed.items())]
    hint = verdict.label == Label.CONSTRAINT and verdict.p < policy.constraint_floor
    label = _likely(allowed, not hint and verdict.label != Label.UNSURE, policy)
    if label is None:
        return replace(verdict, votes=(*verdict.votes, *votes))
    return replace(verdict, label=label, p=allowed[label], votes=(*verdict.votes, *votes))


def _likely(shares: Mapping[Label, float], voted: bool, policy: Policy) -> Label | None:
    """The label that probabilities ask for; nothing where a rule `voted` and they are not sure enough to overrule it.

    A constraint is what may be one, as far as a missed one costs more than a needless line.
    """
    cost = policy.overruled_cost if voted else policy.constraint_cost
    if shares.get(Label.CONSTRAINT, 0.0) * (1 + cost) >= 1:
        return Label.CONSTRAINT
    likeliest = max(sorted(shares), key=shares.__getitem__)
    return likeliest if not voted or shares[likeliest] >= policy.overrule_share else None


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
