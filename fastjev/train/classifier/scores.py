"""How well labels are told: by label, by language, along the whole curve of recall and precision. 0/0 is None."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.metrics import average_precision_score, precision_recall_curve

from fastjev.evaluate.gold import LANGS
from fastjev.evaluate.measures import LABELS
from fastjev.evaluate.report import ALL
from fastjev.labels import Label, Speaker
from fastjev.train.classifier.examples import Example
from fastjev.train.classifier.fit import Fitted, Told, said
from fastjev.train.fit import Floats
from fastjev.train.scores import Bin, calibration_error, reliability

RECALLS = (0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.99)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """Probabilities beside the labels that people gave, over the units of one language or all."""

    lang: str
    examples: int
    average_precision: float | None
    """Of constraints among a human's units."""
    precision: Mapping[float, float | None]
    """Of constraints among a human's units, at each of `RECALLS`."""
    f1: Mapping[str, float | None]
    """By label, of the likeliest one; `macro` is the mean of those that are defined."""
    confusion: Mapping[tuple[str, str], int]
    """Of given and likeliest label."""
    bins: tuple[Bin, ...]
    """The likeliest label's probability beside the share that was right."""

    @property
    def error(self) -> float | None:
        """The expected calibration error."""
        return calibration_error(self.bins)

    def tree(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "lang": self.lang,
            "examples": self.examples,
            "average_precision": self.average_precision,
            "precision_at_recall": {str(recall): value for recall, value in self.precision.items()},
            "f1": dict(self.f1),
            "calibration_error": self.error,
            "confusion": [[given, told, count] for (given, told), count in sorted(self.confusion.items())],
        }


def left_out(found: Mapping[Speaker, Fitted]) -> list[Told]:
    """Of what was trained on: by regressions that never saw the author."""
    return [
        Told(example, dict(zip(each.labels, shares, strict=True)))
        for each in found.values()
        for example, shares in zip(each.examples, each.left_out.tolist(), strict=True)
    ]


def unseen(found: Mapping[Speaker, Fitted], examples: Sequence[Example]) -> list[Told]:
    """Of other examples: by the regressions that are exported."""
    return [
        Told(example, dict(zip(each.labels, shares, strict=True)))
        for speaker, each in found.items()
        for held in [[example for example in examples if example.speaker == speaker]]
        if held
        for example, shares in zip(held, said(each, held).tolist(), strict=True)
    ]


def scored(told: Sequence[Told]) -> list[Scored]:
    """For each language and for all."""
    return [_scored(lang, [each for each in told if lang in (ALL, each.example.lang)]) for lang in (*LANGS, ALL)]


def _scored(lang: str, told: Sequence[Told]) -> Scored:
    likeliest = [max(sorted(each.shares), key=each.shares.__getitem__) for each in told]
    confusion = Counter((str(each.example.label), str(best)) for each, best in zip(told, likeliest, strict=True))
    human = [each for each in told if each.example.speaker == Speaker.HUMAN]
    binds = np.array([each.example.label == Label.CONSTRAINT for each in human])
    chances = np.array([each.shares.get(Label.CONSTRAINT, 0.0) for each in human])
    right = np.array([each.example.label == best for each, best in zip(told, likeliest, strict=True)], dtype=int)
    sure = np.array([each.shares[best] for each, best in zip(told, likeliest, strict=True)])
    f1 = {str(label): _f1(confusion, str(label)) for label in LABELS}
    defined = [value for value in f1.values() if value is not None]
    return Scored(
        lang=lang,
        examples=len(told),
        average_precision=float(average_precision_score(binds, chances)) if binds.any() else None,
        precision=_precision(binds, chances),
        f1=f1 | {"macro": sum(defined) / len(defined) if defined else None},
        confusion=confusion,
        bins=reliability(sure, right) if told else (),
    )


def _precision(binds: Floats, chances: Floats) -> dict[float, float | None]:
    """The best precision at each recall or above."""
    if not binds.any():
        return dict.fromkeys(RECALLS)
    precision, recall, _ = precision_recall_curve(binds, chances)
    return {least: float(precision[recall >= least].max()) for least in RECALLS}


def _f1(confusion: Mapping[tuple[str, str], int], label: str) -> float | None:
    hits = 2 * confusion.get((label, label), 0)
    there = sum(count for pair, count in confusion.items() for each in pair if each == label)
    return hits / there if there else None
