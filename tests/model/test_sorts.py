"""Words by what they do: which sorts a text holds, in what order, and that every listed term can be found."""

import json

import pytest

from fastjev import bundled
from fastjev.model.classifier.features import words

LISTED = json.loads((bundled.models() / "sorts.json").read_bytes())


def sorts(text: str) -> set[str]:
    return {name.removeprefix("sort:") for name in words(text).sorts}


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("上次改成 8 秒，烧了一台电机", "past"),
        ("前天還好好的，昨晚就掛了", "past"),
        ("last year the importer ate a whole shelf", "past"),
        ("要是换个房东就好了", "supposed"),
        ("in a dream world it waters the plants", "supposed"),
        ("if we ever sell it", "supposed"),
        ("老板说要加弹窗", "told"),
        ("the auditor wanted a stamp", "people"),
        ("she wants it in pink", "told"),
        ("這次先用舊的", "once"),
        ("skip the header for now", "once"),
        ("以後每張都要簽名", "lasting"),
        ("from now on the bell rings twice", "lasting"),
        ("15 秒", "quantity"),
        ("cap it at 50 MB", "quantity"),
        ("就这样吧", "softener"),
        ("I'll print the badges myself", "mine"),
        ("ask me before the oven goes on", "ask_first"),
        ("因为线上还有老客户端", "reason"),
    ],
)
def test_a_text_holds_a_sort(text: str, sort: str) -> None:
    assert sort in sorts(text)


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("上传到次级目录", "past"),
        ("the last page stays blank", "past"),
        ("iffy lighting in the hall", "supposed"),
        ("版本 15", "quantity"),
        ("the nowhere line", "once"),
        ("askew frames", "ask_first"),
    ],
)
def test_a_near_miss_does_not(text: str, sort: str) -> None:
    assert sort not in sorts(text)


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("don't paint the door", {"^ not", "not $"}),
        ("老板不要红色", {"^ people", "people not", "not $"}),
        ("the oven takes 15 minutes.", {"^ quantity", "quantity .", ". $"}),
    ],
)
def test_sorts_follow_each_other_over_other_words(text: str, pairs: set[str]) -> None:
    assert words(text).order == pairs


@pytest.mark.parametrize("sort", LISTED)
def test_every_term_of_a_list_is_found_in_a_text(sort: str) -> None:
    """A term of three tokens or more would never be looked up."""
    assert [term for term in LISTED[sort] if sort not in sorts(f"{term}")] == []


@pytest.mark.parametrize("sort", LISTED)
def test_no_term_stands_in_a_list_twice(sort: str) -> None:
    assert len(LISTED[sort]) == len(set(LISTED[sort]))
