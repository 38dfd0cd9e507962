"""Typed questions: laws of the answers, and files of weights that are not to be believed."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from fastjev import ask
from fastjev.errors import ModelError
from fastjev.model import default, read
from fastjev.model.traits import TRAITS

TRAITS_OF_IT = ("size", "age")
VALUES = st.floats(-1e6, 1e6)


def weights() -> dict[str, Any]:
    return {
        "schema": "fastjev.ask/1",
        "name": "made",
        "trained": {"sessions": 3, "scikit-learn": "1.9.1"},
        "traits": list(TRAITS_OF_IT),
        "mean": [1.0, -2.0],
        "scale": [0.5, 4.0],
        "questions": {
            "result": {"kind": "noul", "weights": [0.7, -0.3], "bias": 0.1, "calibration": [1.2, -0.4]},
            "fate": {
                "kind": "choice",
                "options": ["unused", "quoted", "rerun"],
                "weights": [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.5]],
                "bias": [0.0, 0.2, -0.2],
                "slope": 0.9,
            },
            "use": {
                "kind": "score",
                "options": ["0", "1-2", "3+"],
                "weights": [[0.3, 0.1], [0.0, 0.0], [-0.3, 2.0]],
                "bias": [0.5, 0.0, -0.5],
                "slope": 1.0,
            },
        },
    }


def loaded(folder: Path, found: object) -> ask.Model:
    path = folder / "weights.json"
    path.write_text(found if isinstance(found, str) else json.dumps(found), "utf-8")
    return ask.load(path)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> ask.Model:
    return loaded(tmp_path_factory.mktemp("weights"), weights())


def line(size: float, age: float, bias: float) -> ask.Line:
    return ask.Line(dict(zip(TRAITS_OF_IT, (size, age), strict=True)), bias)


@given(VALUES, VALUES)
def test_answers_are_probabilities(size: float, age: float) -> None:
    held = ask.Model(
        name="made",
        traits=TRAITS_OF_IT,
        mean=(0.0, 0.0),
        scale=(1.0, 1.0),
        questions={
            "yes": ask.Question("noul", (), (line(3.0, -2.0, 0.5),)),
            "which": ask.Question("choice", ("a", "b"), (line(1.0, 0.0, 0.0), line(0.0, 1.0, 1.0))),
            "level": ask.Question("score", ("0", "1", "2"), tuple(line(w, -w, 0.1) for w in (0.1, -2.0, 5.0))),
        },
        trained={},
        digest="sha256:0",
    )
    assert 0.0 <= held.noul("yes", (size, age)) <= 1.0
    for shares in (held.choice("which", (size, age)), held.levels("level", (size, age))):
        assert math.isclose(sum(shares.values()), 1.0)
        assert all(0.0 <= share <= 1.0 for share in shares.values())
    assert 0.0 <= held.score("level", (size, age)) <= 2.0


def test_answers_are_the_sums_that_the_file_says(model: ask.Model) -> None:
    standard = (2.0 - 1.0) / 0.5, (6.0 + 2.0) / 4.0
    odds = 1.2 * (0.1 + 0.7 * standard[0] - 0.3 * standard[1]) - 0.4
    assert model.noul("result", (2.0, 6.0)) == pytest.approx(1 / (1 + math.exp(-odds)), abs=1e-12)
    assert [*model.choice("fate", (2.0, 6.0))] == ["unused", "quoted", "rerun"]
    raised = [math.exp(0.9 * odds) for odds in (2.0, 0.2 + 2.0, -0.2 - 2.0 + 1.0)]
    assert [*model.choice("fate", (2.0, 6.0)).values()] == pytest.approx([each / sum(raised) for each in raised])
    levels = [*model.levels("use", (2.0, 6.0)).values()]
    assert model.score("use", (2.0, 6.0)) == pytest.approx(levels[1] + 2 * levels[2])


def test_traits_by_name_are_those_in_order_and_0_where_they_are_not_there(model: ask.Model) -> None:
    size, age = TRAITS_OF_IT
    assert model.noul("result", {size: 2.0, age: 6.0}) == pytest.approx(model.noul("result", (2.0, 6.0)))
    assert model.noul("result", {age: 6.0}) == pytest.approx(model.noul("result", (0.0, 6.0)))
    assert model.choice("fate", {age: 6.0}) == pytest.approx(model.choice("fate", (0.0, 6.0)))


@pytest.mark.parametrize("options", [2, 4])
def test_answers_are_those_of_scikit_learn(options: int, tmp_path: Path) -> None:
    random = np.random.default_rng(options)
    traits = random.normal(3.0, 2.0, (300, len(TRAITS_OF_IT)))
    answers = np.arange(300) % options
    scaler = StandardScaler().fit(traits)
    fitted = LogisticRegression().fit(scaler.transform(traits), answers)
    file = weights() | {"mean": scaler.mean_.tolist(), "scale": scaler.scale_.tolist()}
    names = [f"o{number}" for number in range(options)]
    line = {"weights": fitted.coef_.tolist(), "bias": fitted.intercept_.tolist()}
    if options == 2:
        file["questions"] = {
            "q": {
                "kind": "noul",
                "weights": line["weights"][0],
                "bias": line["bias"][0],
                "calibration": [1.0, 0.0],
            }
        }
    else:
        file["questions"] = {"q": {"kind": "choice", "options": names, "slope": 1.0, **line}}
    held = loaded(tmp_path, file)
    fresh = random.normal(0.0, 10.0, (200, len(TRAITS_OF_IT)))
    for row, shares in zip(fresh.tolist(), fitted.predict_proba(scaler.transform(fresh)), strict=True):
        own = [held.noul("q", row)] if options == 2 else [*held.choice("q", row).values()]
        assert own == pytest.approx(shares[-len(own) :].tolist(), abs=1e-9)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda model: model.noul("resutl", (0, 0)), "no question 'resutl'; did you mean 'result'?"),
        (lambda model: model.noul("结果", (0, 0)), "no question '结果'; there is 'fate', 'result', 'use'"),
        (lambda model: model.noul("fate", (0, 0)), "question 'fate' is a choice, not a noul"),
        (lambda model: model.choice("use", (0, 0)), "question 'use' is a score, not a choice"),
        (lambda model: model.score("result", (0, 0)), "question 'result' is a noul, not a score"),
        (lambda model: model.noul("result", (0, 0, 0)), "takes 2 traits, not 3"),
    ],
)
def test_a_wrong_question_is_told_what_there_is(
    model: ask.Model, asked: Callable[[ask.Model], object], said: str
) -> None:
    with pytest.raises(ModelError) as error:
        asked(model)
    assert said in str(error.value)


def changed(*keys: str, to: object) -> dict[str, Any]:
    """The weights with one place exchanged; `...` takes the key away."""
    found: dict[str, Any] = weights()
    place = found
    for key in keys[:-1]:
        place = place[key]
    if to is ...:
        del place[keys[-1]]
    else:
        place[keys[-1]] = to
    return found


HOSTILE: dict[str, tuple[object, str]] = {
    "no JSON": ("import os", "cannot be read as JSON"),
    "empty": ("", "cannot be read as JSON"),
    "NaN": (json.dumps(changed("mean", to=[math.nan, 0.0])), "NaN is no finite number"),
    "infinite": (json.dumps(changed("mean", to=[math.inf, 0.0])), "Infinity is no finite number"),
    "overflow": (json.dumps(weights()).replace("-2.0", "1e999", 1), "mean takes numbers from"),
    "huge whole number": (changed("mean", to=[10**400, 0]), "mean takes numbers from"),
    "key twice": ('{"schema": 1, "schema": 2}', "a key stands twice"),
    "deep": ("[" * 200_000, "cannot be read as JSON"),
    "large": (json.dumps(weights()) + " " * 1_000_000, "is larger than"),
    "a list": ([], "the file is a mapping"),
    "other schema": (changed("schema", to="fastjev.ask/2"), "schema is 'fastjev.ask/1' and nothing else"),
    "unknown key": (weights() | {"trait": []}, "the file knows no key 'trait'; did you mean 'traits'?"),
    "missing key": (changed("mean", to=...), "the file needs the key 'mean'"),
    "no traits": (changed("traits", to=[]), "traits takes a list of 1 to 512 names"),
    "trait twice": (changed("traits", to=["size", "size"]), "traits holds a name twice"),
    "escape in a name": (changed("name", to="\x1b[2J"), "name takes names of"),
    "sentence in a name": (changed("trained", "scikit-learn", to="某人说的一句话"), "trained.scikit-learn takes names"),
    "short mean": (changed("mean", to=[0.0]), "mean takes a list of 2 numbers"),
    "zero scale": (changed("scale", to=[0.0, 1.0]), "scale holds numbers from 1e-09 on"),
    "truth for a number": (changed("mean", to=[True, 0.0]), "mean takes numbers from"),
    "text for a number": (changed("scale", to=["1", 1.0]), "scale takes numbers from"),
    "no question": (changed("questions", to={}), "questions takes 1 to 32 of them"),
    "other kind": (changed("questions", "result", "kind", to="eval"), "questions.result.kind is noul, choice or score"),
    "question no mapping": (changed("questions", "result", to=3), "questions.result.kind is noul, choice or score"),
    "key of another kind": (
        changed("questions", "result", "options", to=["a"]),
        "questions.result knows no key 'options'",
    ),
    "one option": (changed("questions", "fate", "options", to=["unused"]), "questions.fate.options takes 2 to 10"),
    "eleven options": (
        changed("questions", "fate", "options", to=[f"o{each}" for each in range(11)]),
        "questions.fate.options takes a list of 1 to 10 names",
    ),
    "too few lines": (changed("questions", "fate", "weights", to=[[0, 0]]), "one list for each of the 3 options"),
    "short line": (changed("questions", "use", "weights", to=[[0.0]] * 3), "questions.use.weights takes a list of 2"),
    "large weight": (
        changed("questions", "result", "weights", to=[1e300, 0.0]),
        "questions.result.weights takes numbers",
    ),
}


@pytest.mark.parametrize(("found", "said"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_with_its_name_and_the_key(found: object, said: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError) as error:
        loaded(tmp_path, found)
    assert str(error.value).startswith(f"{tmp_path / 'weights.json'}: ")
    assert said in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"gone\.json: cannot be read: No such file"):
        ask.load(tmp_path / "gone.json")


def test_weights_for_other_traits_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(weights()), "utf-8")
    with pytest.raises(ModelError, match=r"traits differ in .*train again"):
        read(path)


def test_the_shipped_weights_fit_this_version() -> None:
    held = default()
    assert held.traits == TRAITS
    assert {name: each.kind for name, each in held.questions.items()} == {
        "result": "noul",
        "call": "noul",
        "fate": "choice",
        "use": "score",
    }
    assert held.version.startswith("exchanges@sha256:")


def test_the_card_is_that_of_the_shipped_weights() -> None:
    card = (Path(ask.__file__).parent.parent / "models" / "exchanges.md").read_text("utf-8")
    assert default().digest in card
