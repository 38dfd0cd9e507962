"""Words that tell something apart, cut from bytes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastjev.telling import by_line, encoded, in_order, parts, prose_parts, telling, tokens

WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./:@%-]*[A-Za-z0-9_%]|[A-Za-z0-9]")
TELLS = re.compile(r"[0-9]{2}|[_./:@-]|[a-z][A-Z]")
TEXTS = st.text(alphabet="abcXYZ019_./:@%-, \n请用é\ud800", max_size=40)


@given(TEXTS)
def test_tokens_are_what_the_patterns_say(text: str) -> None:
    assert tokens(text) == {word for word in WORD.findall(text) if len(word) > 1 and TELLS.search(word)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("请use getUserId，端口改成8080。", {"getUserId", "8080"}),
        ("改src/app.py:12这一行", {"src/app.py:12"}),
        ("see ./a.log, or (b_c)", {"a.log", "b_c"}),
        ("plain words only 就这样", set()),
        ("1 2 3", set()),
    ],
)
def test_tokens_of_both_languages(text: str, found: set[str]) -> None:
    assert tokens(text) == found


@given(st.lists(TEXTS, max_size=4))
def test_lines_have_the_words_of_each_by_itself_whatever_was_read_before(texts: list[str]) -> None:
    known: dict[bytes, bytes] = {}
    for text in texts:
        assert by_line(text, known) == [telling(line) for line in text.split("\n")]


@given(TEXTS)
def test_words_in_order_are_the_same_words_each_once(text: str) -> None:
    found = in_order(text)
    assert len(found) == len(set(found))
    assert set(found) == telling(text)


def test_words_come_as_they_stand() -> None:
    assert in_order("先b_c，再/a_b: then b_c/ and x_y") == [b"b_c", b"a_b", b"x_y"]


def test_parts_come_apart_where_a_path_does() -> None:
    assert parts(encoded("打开src/app.py:12看看")) == [b"src", b"app.py", b"12"]


@pytest.mark.parametrize("text", ["Look at app.py. Then run.", "看app.py. 再跑 run."])
def test_prose_loses_its_full_stops(text: str) -> None:
    assert b"app.py" in prose_parts(encoded(text))
    assert prose_parts(encoded(text))[-1] == b"run"
