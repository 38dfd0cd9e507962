"""The options of a statement are read once, however many it has."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from fastjev.stages.resolve.dialogue import offers


class Walked(tuple[int, ...]):
    """Positions that count how many of them were looked at."""

    looked = 0

    def __iter__(self) -> Iterator[int]:
        for position in super().__iter__():
            Walked.looked += 1
            yield position


def said(count: int) -> Any:
    """A scene of that many units, each of its number."""
    return cast(Any, SimpleNamespace(units=[SimpleNamespace(text=f"{n};") for n in range(count)]))


@pytest.mark.parametrize(
    ("positions", "marks", "texts"),
    [
        ((0, 1, 2, 3), {"1": 0, "2": 2}, ["0;1;", "2;3;"]),
        ((0, 1, 2, 3), {"a": 1, "b": 3}, ["1;2;", "3;"]),
        ((1, 2, 4), {"a": 2, "1": 2}, ["2;4;"]),
    ],
)
def test_an_option_runs_up_to_the_next_mark(
    positions: tuple[int, ...], marks: dict[str, int], texts: list[str]
) -> None:
    assert offers(said(5), positions, marks) == [texts]


@pytest.mark.parametrize("count", [10, 300])
def test_each_unit_is_looked_at_once(count: int) -> None:
    Walked.looked = 0
    [texts] = offers(said(count), Walked(range(count)), {str(n): n for n in range(count)})
    assert (len(texts), Walked.looked) == (count, count)
