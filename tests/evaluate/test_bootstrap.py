"""Intervals against what can be worked out by hand."""

import pytest

from fastjev.evaluate.bootstrap import Counts, Interval, between, pooled, share
from fastjev.evaluate.intervals import intervals
from fastjev.evaluate.limits import limit, short_of
from fastjev.evaluate.measures import MEASURES, Outcome, Score, sums


@pytest.mark.parametrize(
    ("counts", "ends"),
    [
        ([(1, 2), (2, 4)], (0.5, 0.5)),
        ([(3, 3)] * 5, (1, 1)),
        ([(0, 1), (1, 1)], (0, 1)),
        ([(0, 1)] * 50 + [(1, 1)] * 50, (0.4, 0.6)),
        ([(1, 2), (0, 0)], None),
        ([(1, 2)], None),
        ([], None),
    ],
    ids=["same share", "all", "two", "a hundred", "one with any", "one", "none"],
)
def test_ends_of_a_pooled_share(counts: list[Counts], ends: Interval | None) -> None:
    # Of a hundred draws of one half the standard error is 0.05, so the ends are near 0.4 and 0.6.
    assert share(counts, 0) == (pytest.approx(ends, abs=0.02) if ends else None)


def test_the_seed_decides_and_large_conversations_weigh_more() -> None:
    counts: list[Counts] = [(n % 5, 5) for n in range(40)]
    assert share(counts, 3) == share(counts, 3)
    assert {share(counts, seed) for seed in range(4)} != {share(counts, 3)}
    assert pooled([(1, 1), (0, 9)])((0, 1)) == 0.1
    assert pooled([(1, 1), (0, 0)])((1, 1)) is None


def test_draws_in_which_it_is_undefined_are_left_out() -> None:
    assert between(2, 0, lambda drawn: 1.0 if 0 in drawn else None) == (1, 1)
    assert between(2, 0, lambda drawn: None) is None


def test_the_mean_is_drawn_as_a_mean() -> None:
    outcomes = [
        [Outcome("unit_f1_fact", 2, 2), Outcome("unit_f1_noise", 1, 2)],
        [Outcome("unit_f1_fact", 2, 2)],
    ]
    found = intervals([sums(each) for each in outcomes], 0)
    assert found["unit_macro_f1"] == (0.75, 1), "without the first there is no noise, and facts alone make the mean"
    assert (found["unit_f1_fact"], found["unit_f1_noise"]) == ((1, 1), None)
    assert set(found) == set(MEASURES)


@pytest.mark.parametrize(
    ("text", "interval", "said"),
    [
        ("fact_recall=0.8", (0.85, 0.95), None),
        ("fact_recall=0.88", (0.85, 0.95), "fact_recall is 0.9000 (9 of 10) and may be 0.8500, 0.0300 below its floor"),
        ("trap_rate=0.95", (0.85, 0.95), None),
        ("trap_rate=0.92", (0.85, 0.95), "trap_rate is 0.9000 (9 of 10) and may be 0.9500, 0.0300 above its ceiling"),
        ("fact_recall=0.8", None, "fact_recall has no interval"),
    ],
)
def test_a_limit_may_hold_for_the_worse_end(text: str, interval: Interval | None, said: str | None) -> None:
    bound = limit("--ceiling" if text.startswith("trap") else "--floor", text)
    told = short_of(bound, Score(0.9, 9, 10, interval), sure=True)
    assert (told or "").startswith(said or "") and bool(told) == bool(said)
