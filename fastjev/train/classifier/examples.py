"""What labelled conversations teach: units with their features and the label that people gave."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fastjev.datatypes import Unit
from fastjev.evaluate.gold import Corpus, strict
from fastjev.evaluate.measures import LABELS
from fastjev.evaluate.shown import Shown, beside
from fastjev.evaluate.split import author
from fastjev.labels import Label, Speaker
from fastjev.model import Models, boundaries, choices, default, links, needed
from fastjev.model.classifier.features import Features, features
from fastjev.model.classifier.surroundings import Surroundings
from fastjev.pipeline import run
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook

SPEAKERS = (Speaker.HUMAN, Speaker.ASSISTANT)
"""Whose units the classifier is asked about."""
_KINDS = ("prose", "item")


@dataclass(frozen=True, slots=True)
class Example:
    """A unit that a label touches, or a human's that none does."""

    text: str
    speaker: Speaker
    label: Label
    features: Features
    lang: str
    author: str
    """Whose conversation it is; examples of one author never stand on both sides of a comparison."""
    file: str
    unit: str


def examples(corpora: Iterable[Corpus], rulebook: Rulebook, policy: Policy) -> list[Example]:
    """Those of all conversations, in order. Raises: ReadError."""
    return [example for corpus in corpora for example in _of(corpus, rulebook, policy)]


def _of(corpus: Corpus, rulebook: Rulebook, policy: Policy) -> Iterator[Example]:
    rules_only = Models(
        default(), needed.default(), links.default(), choices.default(), labels=None, opens=boundaries.default()
    )
    walked = run(corpus.raw, str(corpus.path), rulebook=rulebook, policy=policy, format="neutral", models=rules_only)
    shown = beside(corpus, walked)
    around = Surroundings(walked.units, walked.verdicts)
    for position in around.told:
        unit = walked.units[position]
        label = _label(shown, unit) if unit.speaker in SPEAKERS and unit.kind in _KINDS else None
        if label is not None:
            yield Example(
                text=unit.text,
                speaker=unit.speaker,
                label=label,
                features=features(around, position),
                lang=corpus.labelled.lang,
                author=author(corpus.path) or corpus.labelled.id,
                file=corpus.path.name,
                unit=unit.id,
            )


def _label(shown: Shown, unit: Unit) -> Label | None:
    """The label that shares most characters with it, doubtful ones aside.

    What a human said that no label touches was said on the way (the guide asks for all labels in a human's text): a
    trap, a task, an echo. About an assistant's words without a label nobody said anything, nor about doubtful ones.
    """
    gold = dict(shown.corpus.gold.labels())
    shares = {label: shown.shared(unit, strict(gold[label])) for label in LABELS}
    if any(shares.values()):
        return max(LABELS, key=shares.__getitem__)
    if unit.speaker != Speaker.HUMAN or any(shown.shared(unit, gold[label]) for label in LABELS):
        return None
    return Label.PROCESS
