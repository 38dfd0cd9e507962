"""Regressions over terms: what a text holds adds up, and a file that says something else is refused with the place."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fastjev import terms
from fastjev.errors import ModelError

FILE: dict[str, Any] = {
    "schema": terms.SCHEMA,
    "name": "small",
    "trained": {"examples": 3},
    "sets": {
        "human": {
            "options": ["yes", "no"],
            "bias": "0 -500",
            "terms": {"own": {"a": "1000 0", "a b": "500 -250", "不": "-1500 20"}, "named": {"share": "2000 0"}},
        }
    },
}


def written(tmp_path: Path, change: Callable[[Any], None] = lambda _: None) -> Path:
    made = json.loads(json.dumps(FILE))
    change(made)
    path = tmp_path / "small.json"
    path.write_text(json.dumps(made, ensure_ascii=False), "utf-8")
    return path


@pytest.mark.parametrize(
    ("held", "values", "odds"),
    [
        ({}, {}, [0, -0.5]),
        ({"own": {"a"}}, {}, [1, -0.5]),
        ({"own": {"a", "a b", "c"}}, {}, [1.5, -0.75]),
        ({"own": {"不"}, "before": {"a"}}, {}, [-1.5, -0.48]),
        ({"own": {"a"}}, {"share": 0.25, "unknown": 9}, [1.5, -0.5]),
    ],
)
def test_terms_add_up(tmp_path: Path, held: dict[str, set[str]], values: dict[str, float], odds: list[float]) -> None:
    weights = terms.load(written(tmp_path)).sets["human"]
    assert weights.odds(held, values) == pytest.approx(odds)
    shares = weights.shares(held, values)
    assert sum(shares.values()) == pytest.approx(1)
    assert (shares["yes"] > shares["no"]) == (odds[0] > odds[1])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda made: made.update(schema="fastjev.terms/2"), "schema is"),
        (lambda made: made.update(extra=1), "knows no key 'extra'"),
        (lambda made: made.pop("sets"), "needs the key 'sets'"),
        (lambda made: made.update(name="../up"), "name is one word"),
        (lambda made: made["sets"]["human"].update(option=[]), "did you mean 'options'"),
        (lambda made: made["sets"]["human"].update(options=[]), "sets.human.options is a list of names"),
        (lambda made: made["sets"]["human"].update(options=["yes", "yes"]), "holds a name twice"),
        (lambda made: made["sets"]["human"].update(options=[1, 2]), "sets.human.options is a list of names"),
        (lambda made: made["sets"]["human"].update(bias=[0, 1]), "sets.human.bias is a string"),
        (lambda made: made["sets"]["human"]["terms"]["own"].update(a=[1, 2]), "terms.own takes strings"),
        (lambda made: made["sets"]["human"]["terms"]["own"].update(a="1e9 nan"), "terms.own takes strings"),
        (lambda made: made["sets"]["human"]["terms"]["own"].update(a="__import__ 1"), "terms.own takes strings"),
        (lambda made: made["sets"]["human"]["terms"].update(own=[]), "terms.own is a mapping"),
        (lambda made: made.update(sets=[]), "sets is a mapping"),
    ],
)
def test_another_file_is_refused_with_the_place(tmp_path: Path, change: Callable[[Any], None], says: str) -> None:
    path = written(tmp_path, change)
    with pytest.raises(ModelError, match=r"small\.json") as told:
        terms.load(path)
    assert says in str(told.value)


@pytest.mark.parametrize("row", ["1", "1 2 3", "1  2", "- 1", " ", "1-2 3", "9" * 4000 + " 1", "9" * 9000 + " 1"])
def test_a_row_that_is_none_is_refused_at_once(tmp_path: Path, row: str) -> None:
    path = written(tmp_path, lambda made: made["sets"]["human"]["terms"]["own"].update(b=row))
    with pytest.raises(ModelError, match=r"small\.json: sets\.human holds a row that is none"):
        terms.load(path)


def test_rows_of_our_own_are_read_when_they_are_met(tmp_path: Path) -> None:
    path = written(tmp_path, lambda made: made["sets"]["human"]["terms"]["own"].update(b="1"))
    weights = terms.load(path, ours=True).sets["human"]
    assert weights.odds({"own": {"a"}}, {}) == pytest.approx([1, -0.5])
    with pytest.raises(ModelError, match="take 2 whole numbers"):
        weights.odds({"own": {"b"}}, {})


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"[" * 100_000, b"\xff\xfe", b"x" * 2_000_001])
def test_what_is_no_file_of_weights_is_refused(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "small.json"
    path.write_bytes(raw)
    with pytest.raises(ModelError, match=r"small\.json"):
        terms.load(path)


def test_a_file_is_known_by_how_it_begins(tmp_path: Path) -> None:
    assert terms.held(written(tmp_path))
    assert not terms.held(tmp_path / "missing.json")
    (tmp_path / "other.json").write_text('{"schema": "fastjev.ask/1"}')
    assert not terms.held(tmp_path / "other.json")
