"""Agreement against textbooks, against scikit-learn, and against what can be counted by hand."""

from collections.abc import Callable
from random import Random

import pytest
from sklearn.metrics import cohen_kappa_score, f1_score

from fastjev.evaluate.agreement import Tally, ac2, against_rest, alpha, f1, kappa, percent, tally

# Krippendorff 2011, "Computing Krippendorff's alpha-reliability", four observers; also in Gwet's handbook.
FOUR = tally(
    *(
        [None if label == "." else label for label in said]
        for said in ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
    )
)
# Gwet 2008: of 125 subjects both said yes to 118.
SKEWED = tally([*"y" * 118, *"y" * 5, *"n" * 2], [*"y" * 118, *"n" * 5, *"y" * 2])
# Cohen's kappa as statisticians teach it: 50 grants, 20 yes by both, 15 no by both.
GRANTS = tally([*"y" * 20, *"y" * 5, *"n" * 10, *"n" * 15], [*"y" * 20, *"n" * 5, *"y" * 10, *"n" * 15])


@pytest.mark.parametrize(
    ("statistic", "given", "expected"),
    [
        (alpha, FOUR, 0.743),
        (ac2, FOUR, 0.775),
        (percent, FOUR, 0.818),
        (kappa, SKEWED, -0.0234),
        (ac2, SKEWED, 0.9408),
        (percent, SKEWED, 0.944),
        (kappa, GRANTS, 0.4),
        (percent, GRANTS, 0.7),
    ],
)
def test_values_of_textbooks(statistic: Callable[[Tally], float | None], given: Tally, expected: float) -> None:
    assert statistic(given) == pytest.approx(expected, abs=0.0006)


@pytest.mark.parametrize("seed", range(6))
def test_two_people_as_scikit_learn_has_them(seed: int) -> None:
    random = Random(seed)
    one = random.choices("abbccc", k=60)
    other = [label if random.random() < 0.6 else random.choice("abcd") for label in one]
    given = tally(one, other)
    assert kappa(given) == pytest.approx(cohen_kappa_score(one, other))
    for label in "abc":
        rest = against_rest(given, label)
        assert kappa(rest) == pytest.approx(cohen_kappa_score([x == label for x in one], [x == label for x in other]))
        (expected,) = f1_score(one, other, labels=[label], average=None)
        assert f1(given, label) == f1(rest, label) == pytest.approx(expected)


@pytest.mark.parametrize("statistic", [percent, kappa, alpha, ac2])
def test_agreement_is_one_and_what_cannot_be_told_is_undefined(statistic: Callable[[Tally], float | None]) -> None:
    assert statistic(tally([*"aabc"], [*"aabc"])) == pytest.approx(1)
    assert statistic(tally([], [])) is None
    assert statistic(tally(["a", None], [None, "b"])) is None, "no unit has two labels"
    if statistic is not percent:
        assert statistic(tally([*"aaa"], [*"aaa"])) is None, "one label only"


def test_gaps_leave_a_unit_to_the_others() -> None:
    given = tally(["a", "b", None, "a"], ["a", "b", "b", None], [None, "b", "b", "b"])
    assert percent(given) == pytest.approx((1 + 1 + 1 + 0) / 4)
    assert kappa(given) == 1
    assert kappa(given, 1, 2) is None, "both said b twice"
    assert f1(given, "b", 0, 2) == pytest.approx(2 / 3)
    assert f1(given, "c") is None


def test_people_label_the_same_units() -> None:
    with pytest.raises(ValueError, match="shorter"):
        tally([*"ab"], [*"a"])
