"""A change to a JSON text leaves every other character where it was, and can be taken back."""

import json
from typing import Any

import pytest
from files import files
from hypothesis import given
from hypothesis import strategies as st

from fastjev.integrations.claude_code import edit

PATHS = [("enabledPlugins", "fastjev@fastjev"), ("pluginConfigs", "p", "options", "bin"), ("new",), ("env", "新")]


def without(whole: Any, path: tuple[str, ...], value: Any) -> Any:
    """A copy with `value` at `path`."""
    copy = dict(whole)
    copy[path[0]] = value if len(path) == 1 else without(copy.get(path[0], {}), path[1:], value)
    return copy


def text_of(raw: bytes) -> str:
    return raw.decode().removeprefix("\ufeff")


def in_the_way(whole: Any, path: tuple[str, ...]) -> bool:
    for key in path[:-1]:
        if key not in whole:
            return False
        whole = whole[key]
        if not isinstance(whole, dict):
            return True
    return False


@given(files(), st.sampled_from(PATHS), st.sampled_from([True, "/bin/fastjev", 8, {"a": [1, {"b": "中"}]}]))
def test_put_changes_one_value_and_restore_gives_every_character_back(raw: bytes, path: Any, value: Any) -> None:
    before = text_of(raw)
    whole = json.loads(before)
    if in_the_way(whole, path):
        with pytest.raises(edit.Flaw, match="is not an object"):
            edit.put(before, path, value)
        return
    after = edit.put(before, path, value)
    assert json.loads(after) == without(whole, path, value)
    assert edit.put(after, path, value) == after
    assert edit.restore(after, path, before) == before


LISTS = [("hooks", "PostToolUse"), ("hooks", "Stop"), ("权限",), ("list",)]


@given(files(), st.sampled_from(LISTS), st.sampled_from([{"hooks": [{"command": "mine"}]}, "mine"]))
def test_an_element_is_added_last_and_dropped_again(raw: bytes, path: tuple[str, ...], mine: Any) -> None:
    before = text_of(raw)
    try:
        after = edit.add(before, path, mine)
    except edit.Flaw:
        return
    assert edit.value_at(after, path) == [*(edit.value_at(before, path) or []), mine]
    assert edit.drop(after, path, lambda element: element == mine, before) == before


@given(files(), st.permutations(PATHS))
def test_several_are_taken_back_in_any_order(raw: bytes, paths: list[tuple[str, ...]]) -> None:
    before = after = text_of(raw)
    whole = json.loads(before)
    paths = [path for path in paths if not in_the_way(whole, path)]
    for path in paths:
        after = edit.put(after, path, "x")
    for path in sorted(paths):
        after = edit.restore(after, path, before)
    assert after == before


@given(files(), st.sampled_from(PATHS))
def test_what_others_wrote_meanwhile_stays(raw: bytes, path: tuple[str, ...]) -> None:
    before = text_of(raw)
    if in_the_way(json.loads(before), path):
        return
    theirs = ("zeta", "later")
    after = edit.put(edit.put(before, path, 1), theirs, {"set": "by others"})
    assert edit.restore(after, path, before) == edit.put(before, theirs, {"set": "by others"})


@pytest.mark.parametrize(
    ("before", "path", "value", "after"),
    [
        ("{}\n", ("a", "b"), True, '{\n  "a": {\n    "b": true\n  }\n}\n'),
        ('{"a":1}', ("b",), {"c": [1, 2]}, '{"a":1,"b":{"c":[1,2]}}'),
        ('{ "a": 1 }', ("b",), {"c": 2, "d": 3}, '{ "a": 1, "b": {"c": 2, "d": 3} }'),
        ('{\n\t"a": 1\n}', ("b", "c"), 1, '{\n\t"a": 1,\n\t"b": {\n\t\t"c": 1\n\t}\n}'),
        ('{\r\n    "a": {}\r\n}', ("a", "c"), 1, '{\r\n    "a": {\r\n        "c": 1\r\n    }\r\n}'),
        ('{"a": 1, "a": 2}', ("a",), 3, '{"a": 1, "a": 3}'),
    ],
)
def test_it_is_written_like_its_neighbours(before: str, path: tuple[str, ...], value: Any, after: str) -> None:
    assert edit.put(before, path, value) == after


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ('{\n  "a": 1,\n  // mine\n  "b": 2\n}', 3, 3, "comments"),
        ('{\n  "a": 1,\n}', 3, 1, "not JSON"),
        ('{"a": 1', 1, 8, "not JSON"),
        ("[1]", 1, 1, "not an object"),
        (' "中"', 1, 2, "not an object"),
        ('{"a": NaN}', 1, 1, "NaN"),
        ("[" * 100_000, 1, 1, "nested"),
    ],
)
def test_what_cannot_be_edited_is_named_by_its_place(text: str, line: int, column: int, said: str) -> None:
    with pytest.raises(edit.Flaw, match=said) as caught:
        edit.check(text)
    assert (caught.value.line, caught.value.column) == (line, column)
