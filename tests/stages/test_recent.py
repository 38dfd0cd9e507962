"""Which messages are left verbatim."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import Row, assistant, human, result, scene_of

from fastjev.datatypes import Conversation
from fastjev.policy import DEFAULT
from fastjev.stages.recent import recent

LONG = "a line of the output of a tool, number 12345\n" * 40
"""Some five hundred tokens."""


def talk(rows: Sequence[Row]) -> Conversation:
    return scene_of(rows)[0].conversation


def texts(rows: Sequence[Row], turns: int, tokens: int) -> list[str]:
    found = recent(talk(rows), replace(DEFAULT, recent_turns=turns, recent_tokens=tokens))
    return [message.text[:10].strip() for message in found]


TURNS = [human("first"), assistant("one"), human("second"), assistant("two"), human("third"), assistant("three")]


@pytest.mark.parametrize(
    ("turns", "tokens", "left"),
    [
        (0, 0, []),
        (1, 0, ["third", "three"]),
        (2, 0, ["second", "two", "third", "three"]),
        (9, 0, ["first", "one", "second", "two", "third", "three"]),
        (9, 5, ["two", "third", "three"]),
        (9, 1, ["third", "three"]),
        (0, 9, []),
    ],
)
def test_the_last_turns_as_far_as_they_fit(turns: int, tokens: int, left: list[str]) -> None:
    assert texts(TURNS, turns, tokens) == left


def test_the_prompt_that_is_worked_on_stays_and_the_newest_calls() -> None:
    rows = [human("early"), assistant("yes"), human("do it all"), *(result(f"{n} {LONG}") for n in range(8))]
    left = texts(rows, 5, 1500)
    assert left[0] == "do it all"
    assert left[-1].startswith("7 a line")
    assert "early" not in left
    assert len(left) < 8


def test_a_result_stays_with_its_call_or_goes_with_it() -> None:
    rows = [human("go"), assistant("x"), *(result(LONG) for _ in range(3))]
    (prompt, *found) = recent(talk(rows), replace(DEFAULT, recent_tokens=1))
    assert prompt.text == "go"
    assert found == []


RESULTS = st.lists(st.integers(0, 60), min_size=1, max_size=12)


@given(st.lists(RESULTS, min_size=1, max_size=4), st.integers(1, 4000), st.integers(1, 5))
def test_no_result_is_parted_from_its_call(sizes: list[list[int]], tokens: int, turns: int) -> None:
    rows = []
    for turn in sizes:
        rows += [human("go on"), *(result("a 12345 line\n" * size + ".") for size in turn)]
    conversation = talk(rows)
    found = recent(conversation, replace(DEFAULT, recent_turns=turns, recent_tokens=tokens))
    made = {call.id for message in found for call in message.calls}
    assert {message.call_id for message in found if message.call_id} <= made
    newest = [message for message in conversation.messages if message.text == "go on"][-1]
    assert newest in found
    assert [message.index for message in found] == sorted(message.index for message in found)
