"""What the model says of a set's units after some answers: by the shipped weights, moved by these. Same answers, same
shares."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from fastjev.labeling.items import HOLDOUT, Item
from fastjev.labeling.talk import seen, talks
from fastjev.labels import Label
from fastjev.model import classifier, shipped
from fastjev.policy import DEFAULT, Policy
from fastjev.rulebook import Rulebook
from fastjev.train.classifier import project
from fastjev.train.classifier.examples import Example

_LABELS = frozenset(map(str, Label)) - {Label.UNSURE}


def known(items: Sequence[Item], rulebook: Rulebook, policy: Policy = DEFAULT) -> dict[str, Example]:
    """By unit, those that are to be labelled and that the classifier can be asked about, labelled `unsure`."""
    models = shipped()
    return {
        each.item.id: Example(
            text=each.item.text,
            speaker=each.item.speaker,
            label=Label.UNSURE,
            features=each.features,
            lang="",
            author=each.item.conv,
            file=each.item.conv,
            unit=f"u{each.item.turn}.{each.item.id}",
        )
        for talk in talks(items)
        for each in seen(talk, rulebook, policy, models)
    }


def labelled(known: Mapping[str, Example], labels: Mapping[str, str]) -> dict[str, Example]:
    """Those of the units that have one of the labels; others are answers to other questions."""
    return {
        unit: replace(known[unit], label=Label(label))
        for unit, label in sorted(labels.items())
        if unit in known and label in _LABELS
    }


def held_out(items: Sequence[Item]) -> frozenset[str]:
    """The units of the holdout."""
    return frozenset(item.id for item in items if item.split == HOLDOUT)


def shares(
    known: Mapping[str, Example],
    labels: Mapping[str, str],
    holdout: Collection[str],
    of: Collection[str] | None = None,
) -> dict[str, dict[str, float]]:
    """By unit, the share of each label by weights that learned `labels` but for those of the holdout.

    `of`: these units only.
    """
    own = [each for unit, each in labelled(known, labels).items() if unit not in holdout]
    base = classifier.default()
    sets = project.sets(base, own) if own else base.weights.sets
    return {unit: project.shares(sets, example) for unit, example in known.items() if of is None or unit in of}
