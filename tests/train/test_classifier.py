"""The label classifier's export: what the runtime adds up is what scikit-learn says."""

import pytest
from sklearn.pipeline import Pipeline

from fastjev.labels import Label
from fastjev.model.classifier.features import Features
from fastjev.terms import Weights
from fastjev.train.classifier.fit import WORTH, exported, flat, regressions

TEXTS = [
    ({"never", "paint"}, {"thanks"}, 0.9, Label.CONSTRAINT),
    ({"never", "sell"}, {"so"}, 0.8, Label.CONSTRAINT),
    ({"must", "paint"}, {"so"}, 0.7, Label.CONSTRAINT),
    ({"paint", "it"}, {"thanks"}, 0.0, Label.PROCESS),
    ({"sell", "it"}, {"thanks"}, 0.1, Label.PROCESS),
    ({"must", "be", "it"}, {"so"}, 0.0, Label.PROCESS),
    ({"blue", "it"}, {"thanks"}, 0.0, Label.DECISION),
    ({"blue", "paint"}, {"so"}, 0.2, Label.DECISION),
    ({"blue", "sell"}, {"thanks"}, 0.1, Label.DECISION),
]
FEATURES = [Features({"own": own, "before": before}, {"vote": vote}) for own, before, vote, _ in TEXTS]


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return regressions([flat(each) for each in FEATURES], [label for *_, label in TEXTS])


def test_a_neighbours_word_is_worth_less_than_ones_own() -> None:
    found = flat(FEATURES[0])
    assert (found["own never"], found["before thanks"], found["named vote"]) == (1.0, WORTH["before"], 0.9)


@pytest.mark.parametrize("at", range(len(TEXTS)))
def test_exported_weights_add_up_to_the_regressions_odds(pipeline: Pipeline, at: int) -> None:
    held = exported(pipeline)
    weights = Weights(tuple(held["options"]), held["bias"], held["terms"])
    learned = pipeline.decision_function([flat(FEATURES[at])])[0]
    assert weights.odds(FEATURES[at].terms, FEATURES[at].numbers) == pytest.approx(list(learned), abs=0.005)
