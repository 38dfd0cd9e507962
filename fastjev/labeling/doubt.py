"""Answers that may be slips: the heaviest rule says something else, and so does a model that never saw them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from fastjev.evaluate.misses import heaviest
from fastjev.labeling import sets
from fastjev.labeling.answers import answers
from fastjev.labeling.items import Item
from fastjev.labeling.learned import known, labelled
from fastjev.labeling.sets import Set
from fastjev.labeling.talk import verdicts
from fastjev.labels import Label
from fastjev.model import by_rules, classifier
from fastjev.policy import DEFAULT, Policy
from fastjev.rulebook import Rulebook
from fastjev.terms import likeliest
from fastjev.train.classifier import project
from fastjev.train.classifier.examples import Example

REASONS: Mapping[str, str] = {
    "rules": "the heaviest rule says another label",
    "model": "weights that never saw the answer find another label likelier",
    "sure": "they find it likelier than they do where it is the answer",
    "people": "somebody else answered otherwise",
    "fast": "it was answered faster than it can be read",
    "guide": "it was answered by another version of the guide",
}
"""In the order in which they are told; the first two hold of every doubt."""
LEAST = 30
"""Answers of a label that a claim about it takes: with fewer a model does not know what the label is like."""
_FAST_MS = 700
"""A key takes about 400 ms to find; the rest is too little for any sentence."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One answer, and what speaks against it."""

    item: Item
    label: Label
    """The answer."""
    likelier: Label
    """What the model says."""
    p: float
    """The probability of that."""
    rule: str
    """Of the heaviest vote: `rule:core/…`."""
    reasons: tuple[str, ...]
    """Names of `REASONS`."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """All that was found, and how much it was found in."""

    doubts: tuple[Doubt, ...]
    """Most reasons first, then the surest."""
    counts: Mapping[Label, int]
    """Answers by label; of labels with fewer than `LEAST` nothing is claimed."""


def doubtful(set: Set, by: str, rulebook: Rulebook, policy: Policy = DEFAULT, seed: int = 0) -> Doubtful:
    """Of one person's answers. The model learned from the person's own other answers only, part by part.

    Raises: ReadError, UsageError.
    """
    items = sets.items(set)
    told = answers(sets.acts(set, by))
    others = [answers(sets.acts(set, each)) for each in sets.people(set) if each != by]
    units = known(items, rulebook, policy)
    own = labelled(units, {unit: each.label for unit, each in told.by_unit.items() if each.label})
    counts = Counter(example.label for example in own.values())
    shares = dict(zip(own, project.left_out(classifier.default(), [*own.values()], seed), strict=True))
    usual = _usual(own, shares)
    voted = verdicts(items, rulebook, policy, by_rules())
    acts = {act.unit: act for act in told.acts if act.op == "set"}
    newest = next((act.guide for act in reversed(told.acts) if act.guide), None)
    found = []
    for item in items:
        example, rule = own.get(item.id), heaviest("rule:", voted[item.id]) if item.id in voted else None
        if example is None or rule is None or rule.label == example.label or counts[example.label] < LEAST:
            continue
        best = likeliest(shares[item.id])
        if best is None or best == example.label:
            continue
        p = shares[item.id][best]
        speaks = {
            "rules": True,
            "model": True,
            "sure": p >= usual.get(best, 1.0),
            "people": any(each.of(item.id).label not in (None, example.label) for each in others),
            "fast": (acts[item.id].ms or _FAST_MS) < _FAST_MS,
            "guide": acts[item.id].guide not in (None, newest),
        }
        reasons = tuple(name for name in REASONS if speaks[name])
        found.append(Doubt(item, example.label, Label(best), p, rule.by, reasons))
    return Doubtful(tuple(sorted(found, key=lambda each: (-len(each.reasons), -each.p))), counts)


def _usual(own: Mapping[str, Example], shares: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """By label its mean share among the answers that are it: confident learning (Northcutt 2021) counts from there."""
    held: dict[str, list[float]] = {}
    for unit, example in own.items():
        held.setdefault(example.label, []).append(shares[unit].get(example.label, 0.0))
    return {label: sum(each) / len(each) for label, each in held.items()}
