"""Probabilities against being right, on units made by hand."""

from collections.abc import Collection

import pytest
from sklearn.metrics import average_precision_score

from fastjev.datatypes import Span, Verdict, Vote
from fastjev.evaluate.probabilities import (
    Bin,
    Point,
    average_precision,
    confusion,
    curve,
    expected_error,
    reliability,
)
from fastjev.evaluate.units import Judged
from fastjev.labels import Label, Speaker

CONSTRAINT, DECISION, FACT, NOISE = Label.CONSTRAINT, Label.DECISION, Label.FACT, Label.NOISE


def unit(
    label: Label,
    p: float,
    touched: Collection[Label] = (),
    *,
    by: str = "rule:x",
    speaker: Speaker = Speaker.HUMAN,
    doubted: Collection[Label] = (),
    decided: Label | None = None,
) -> Judged:
    votes = (Vote(label, p, by, Span(0, 1)),)
    most = min(touched) if touched else None
    verdict = Verdict("u1.1", label, p, votes)
    return Judged(speaker, frozenset(touched), most, frozenset(doubted), verdict, decided or label)


def test_verdicts_by_tenths() -> None:
    found = reliability(
        [
            unit(CONSTRAINT, 0.62, [CONSTRAINT]),
            unit(FACT, 0.68, [CONSTRAINT]),
            unit(CONSTRAINT, 0.9, [CONSTRAINT, DECISION]),
            unit(NOISE, 1.0, [NOISE]),
            unit(DECISION, 0.95),
        ]
    )
    assert found == [Bin(0.6, 0.7, pytest.approx(0.65), 1, 2), Bin(0.9, 1.0, pytest.approx(0.95), 2, 3)]
    assert expected_error(found) == pytest.approx((2 * 0.15 + 3 * (0.95 - 2 / 3)) / 5)
    assert expected_error([]) is None


@pytest.mark.parametrize(
    "left_out",
    [
        unit(Label.UNSURE, 0.5, [FACT]),
        unit(FACT, 1.0, [FACT], by="gate:code"),
        unit(FACT, 0.7, doubted=[FACT]),
        unit(FACT, 0.7),
        unit(CONSTRAINT, 0.7, speaker=Speaker.ASSISTANT),
    ],
    ids=["unsure", "gate", "doubtful", "a fact that gold need not name", "an assistant's"],
)
def test_what_says_nothing_of_probabilities_is_left_out(left_out: Judged) -> None:
    assert reliability([left_out]) == []


def test_the_curve_of_the_classifier() -> None:
    said = [(0.9, True), (0.8, False), (0.7, True), (0.7, False), (0.1, True)]
    units = [unit(CONSTRAINT, p, [CONSTRAINT] if right else [FACT], by="model:m") for p, right in said]
    units += [unit(CONSTRAINT, 1.0), unit(CONSTRAINT, 1.0, by="model:m", speaker=Speaker.ASSISTANT)]
    points = curve(units)
    assert points == [Point(1 / 3, 1), Point(1 / 3, 1 / 2), Point(2 / 3, 1 / 2), Point(1, 3 / 5)]
    expected = average_precision_score([right for _, right in said], [p for p, _ in said])
    assert average_precision(points) == pytest.approx(expected)


def test_no_curve_without_a_vote_or_a_constraint() -> None:
    assert curve([unit(CONSTRAINT, 0.9, [CONSTRAINT])]) == []
    assert curve([unit(FACT, 0.9, [FACT], by="model:m")]) == []
    assert curve([unit(CONSTRAINT, 0.9, doubted=[CONSTRAINT], by="model:m")]) == []
    assert average_precision([]) is None


def test_who_is_taken_for_what() -> None:
    found = confusion(
        [
            unit(FACT, 0.7, [CONSTRAINT, FACT]),
            unit(FACT, 0.7, [CONSTRAINT, FACT], decided=NOISE),
            unit(FACT, 0.7),
            unit(FACT, 0.7, speaker=Speaker.ASSISTANT),
            unit(FACT, 0.7, doubted=[FACT]),
        ]
    )
    assert found == {("fact", "fact"): 1, ("constraint", "noise"): 1, ("none", "fact"): 1}
