"""The share of rules in what one person says, and what it makes of probabilities that assume another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastjev.policy import DEFAULT
from fastjev.stages.share import factor, odds, times

chances = st.lists(st.floats(0, 1), max_size=60)


def test_nothing_said_changes_nothing() -> None:
    assert factor([], DEFAULT) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("said", "less"),
    [([0.05] * 100, True), ([0.1] * 20, True), ([0.9] * 30, False), ([0.6] * 100, False)],
)
def test_the_share_follows_the_conversation(said: list[float], less: bool) -> None:
    """Only down: what bound in the whole conversation binds in what a compaction left of it."""
    assert (factor(said, DEFAULT) < 1.0) == less
    assert factor(said, DEFAULT) <= 1.0


def test_a_short_conversation_moves_it_less() -> None:
    assert factor([0.05] * 200, DEFAULT) < factor([0.05] * 10, DEFAULT) < 1.0


@pytest.mark.parametrize("chance", [0.0, 1.0])
def test_what_is_certain_stays_so(chance: float) -> None:
    assert times(chance, 0.1) == pytest.approx(chance)


def test_odds_are_multiplied() -> None:
    assert odds(times(0.2, 3.0)) == pytest.approx(3 * odds(0.2))


@given(chances)
def test_a_factor_is_a_positive_number_and_keeps_the_order(said: list[float]) -> None:
    by = factor(said, DEFAULT)
    assert 0.0 < by < float("inf")
    assert [times(chance, by) for chance in sorted(said)] == sorted(times(chance, by) for chance in said)


@given(chances, st.integers(0, 59))
def test_one_more_rule_never_lowers_it(said: list[float], at: int) -> None:
    if said:
        more = [*said]
        more[at % len(said)] = 1.0
        assert factor(more, DEFAULT) >= factor(said, DEFAULT) - 1e-12
