"""Traits of exchanges at the end of a conversation; nothing later can change them."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from talks import assistant, call, core, neutral, tool, user

from fastjev import readers
from fastjev.datatypes import Conversation, Unit
from fastjev.model.traits import TRAITS, reused, traits
from fastjev.policy import DEFAULT
from fastjev.stages.segment import segment

Dict = dict[str, Any]


def walked(*messages: Dict) -> tuple[Conversation, tuple[Unit, ...]]:
    conversation = readers.read(neutral(messages), "talk.json", None)
    return conversation, segment(conversation, core(), DEFAULT)


def seen(*messages: Dict) -> list[dict[str, float]]:
    """The traits of each exchange by name, in order."""
    return [dict(zip(TRAITS, values, strict=True)) for values in traits(*walked(*messages)).values()]


def did(id: str, result: str, name: str = "Read", **more: Any) -> list[Dict]:
    failed = more.pop("is_error", False)
    return [assistant("", call(id, name, **more)), tool(id, result, **({"is_error": True} if failed else {}))]


def read(id: str, path: str = "src/app.py", text: str = "x = 1", **more: Any) -> list[Dict]:
    return did(id, text, file_path=path, **more)


@pytest.mark.parametrize(
    ("said", "count"),
    [
        (assistant("MAX_RETRY is 7"), 1),
        (assistant("原因是MAX_RETRY太小，改getUserId吧"), 2),
        (user("把MAX_RETRY改成5"), 1),
        (assistant("", call("e", "Edit", file_path="b.py", new_string="MAX_RETRY = getUserId()")), 2),
        (assistant("nothing of it"), 0),
        (assistant("就这样"), 0),
    ],
)
def test_reuse_counts_telling_words_that_the_talk_took_up(said: Dict, count: int) -> None:
    held = traits(*walked(user("看看"), *read("r", text="MAX_RETRY = 3\ndef getUserId(): pass"), said))
    assert reused(next(iter(held.values()))) == count


def test_what_the_talk_knew_before_is_no_reuse() -> None:
    first, *_ = seen(user("改 MAX_RETRY"), *read("r", text="MAX_RETRY = 3"), assistant("MAX_RETRY is 3"))
    assert first["reused"] == 0


def test_what_another_result_says_is_no_reuse() -> None:
    held = traits(*walked(user("看看"), *read("r", text="MAX_RETRY = 3"), tool("x", "MAX_RETRY")))
    assert reused(next(iter(held.values()))) == 0


SUPERSEDED = {
    "read again": ([*read("a"), *read("b")], "read_again", 1.0),
    "range, then all": ([*read("a", offset=5), *read("b")], "read_again", 1.0),
    "the same range": ([*read("a", offset=5), *read("b", offset=5)], "read_again", 1.0),
    "by cat": ([*read("a"), *did("b", "x", "Bash", command="cat ./src/app.py")], "read_again", 1.0),
    "all, then a range": ([*read("a"), *read("b", offset=5)], "read_again", 0.0),
    "another range": ([*read("a", offset=5), *read("b", offset=9)], "read_again", 0.0),
    "another file": ([*read("a"), *read("b", "src/登录.py")], "read_again", 0.0),
    "same name elsewhere": ([*read("a"), *read("b", "web/src/app.py")], "read_again", 0.0),
    "a read that failed": ([*read("a"), *read("b", is_error=True)], "read_again", 0.0),
    "a read without result": (
        [*read("a"), assistant("", call("b", "Read", file_path="src/app.py"))],
        "read_again",
        0.0,
    ),
    "edited": ([*read("a"), *did("b", "ok", "Edit", file_path="src/app.py")], "changed_later", 1.0),
    "edited, 中文路径": (
        [*read("a", "源/登录.py"), *did("b", "ok", "Edit", file_path="源/登录.py")],
        "changed_later",
        1.0,
    ),
    "an edit that failed": (
        [*read("a"), *did("b", "no", "Edit", file_path="src/app.py", is_error=True)],
        "changed_later",
        0.0,
    ),
    "another file edited": ([*read("a"), *did("b", "ok", "Edit", file_path="src/app.pyi")], "changed_later", 0.0),
    "edited before": ([*did("b", "ok", "Edit", file_path="src/app.py"), *read("a")], "changed_later", 0.0),
    "run again": (
        [*did("a", "1 failed", "Bash", command="npm test"), *did("b", "ok", "Bash", command="npm test")],
        "called_again",
        1.0,
    ),
    "another command": (
        [*did("a", "x", "Bash", command="npm test"), *did("b", "x", "Bash", command="npm t")],
        "called_again",
        0.0,
    ),
}


@pytest.mark.parametrize(("messages", "trait", "value"), SUPERSEDED.values(), ids=SUPERSEDED)
def test_superseded(messages: list[Dict], trait: str, value: float) -> None:
    assert seen(user("看一下"), *messages)[0][trait] == value


def test_a_failure_is_not_read_again_for_the_same_text() -> None:
    good, failed = seen(user("看"), *read("a"), *read("b", "src/b.py", is_error=True))
    assert (good["again"], good["error"], failed["again"], failed["error"]) == (1.0, 0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("prompt", "value"), [("不对，还是报错", 1.0), ("it still fails", 1.0), ("没问题，继续", 0.0), ("go on", 0.0)]
)
def test_the_next_prompt_complains_of_the_turn_before(prompt: str, value: float) -> None:
    found = seen(user("改一下"), *read("a"), assistant("done"), user(prompt), *read("b", "b.py"), user("ok"))
    assert [each["complained"] for each in found] == [value, 0.0]


def test_ages_and_repeats() -> None:
    first, second, third = seen(user("看"), *read("a"), user("再看"), *read("b"), *read("c", "b.py", "other"))
    assert first["age_turns"] > second["age_turns"] == third["age_turns"] == 0
    assert first["age_exchanges"] > second["age_exchanges"] > third["age_exchanges"] == 0
    assert (first["repeated"], second["repeated"], third["repeated"]) == (0.0, 1.0, 0.0)
    assert first["calls_before"] == 0 < second["calls_before"]
    assert first["new"] > second["new"] == 0 < third["new"]


@pytest.mark.parametrize("text", ["", "\ud800 孤", "\x00\x1b[2J", "a" * 500_000, "错误：超时"])
def test_any_result_has_finite_traits(text: str) -> None:
    conversation, units = walked(user("看"), *read("a", text="x"))
    units = tuple(replace(unit, text=text) if unit.kind == "call" else unit for unit in units)
    (values,) = traits(conversation, units).values()
    assert all(-1e6 < value < 1e6 for value in values)


def test_a_result_without_a_call_and_a_call_without_a_result() -> None:
    found = seen(user("看"), tool("gone", "text"), assistant("", call("b", "Bash", command="npm test")))
    assert [each["kind_run"] for each in found] == [0.0, 1.0]
    assert seen(user("你好")) == []


LATER = st.lists(
    st.one_of(
        st.sampled_from(["MAX_RETRY 用到了", "不对，还是报错", "use getUserId in src/app.py"]).map(
            lambda text: [user(text)]
        ),
        st.sampled_from(["MAX_RETRY is 3", "改好了getUserId"]).map(lambda text: [assistant(text)]),
        st.tuples(st.uuids().map(str), st.sampled_from(["src/app.py", "b.py"]), st.booleans()).map(
            lambda made: read(made[0], made[1], "MAX_RETRY = 3", is_error=made[2])
        ),
        st.uuids().map(lambda id: did(str(id), "ok", "Edit", file_path="src/app.py", new_string="MAX_RETRY = 9")),
    ),
    max_size=6,
)


@given(LATER)
def test_nothing_after_a_cut_changes_the_traits_at_the_cut(later: list[list[Dict]]) -> None:
    before = [
        user("看看"),
        *read("a", text="MAX_RETRY = 3\ngetUserId()"),
        assistant("MAX_RETRY"),
        user("再看"),
        *did("t", "1 failed", "Bash", command="npm test"),
    ]
    alone = traits(*walked(*before))
    conversation, units = walked(*before, *(message for group in later for message in group))
    cut = len(before)
    past = replace(conversation, messages=conversation.messages[:cut])
    assert traits(past, [unit for unit in units if unit.message < cut]) == alone
