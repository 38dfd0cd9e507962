"""Labels from what a session did after a cut."""

from typing import Any

import pytest
from talks import assistant, call, core, neutral, tool, user

from fastjev import readers
from fastjev.policy import DEFAULT
from fastjev.stages.segment import segment
from fastjev.train.behaviour import Behaviour, Session, behaviour, cuts, session
from fastjev.train.table import rows, upto

Dict = dict[str, Any]
RESULT = "MAX_RETRY = 3\ndef getUserId(): pass\n端口 8080\nline 42"
PASSAGE = "the quick brown fox jumps over the lazy dog"


def prepared(*messages: Dict) -> Session:
    conversation = readers.read(neutral(messages), "talk.json", None)
    return session(conversation, segment(conversation, core(), DEFAULT))


def did(id: str, result: str = RESULT, name: str = "Read", **input: Any) -> list[Dict]:
    return [assistant("", call(id, name, **(input or {"file_path": "src/app.py"}))), tool(id, result)]


def first(*after: Dict, before: tuple[Dict, ...] = ()) -> Behaviour:
    """What became of the first exchange, the cut standing right behind it."""
    held = prepared(user("看看"), *before, *did("a"), *after)
    cut = 3 + len(before)
    return behaviour(held, cut)[min(behaviour(held, cut))]


USED = {
    "quoted": ([assistant("MAX_RETRY is the cause")], 1),
    "中文里引用": ([user("把MAX_RETRY改掉，getUserId也改")], 2),
    "in an input": ([assistant("", call("b", "Edit", file_path="b.py", new_string="MAX_RETRY = 5"))], 1),
    "said twice counts once": ([assistant("MAX_RETRY"), user("MAX_RETRY?")], 1),
    "a large number": ([assistant("端口是8080")], 1),
    "a small number": ([assistant("see line 42")], 0),
    "plain words": ([assistant("it passes a line 就这样")], 0),
    "only another result": ([tool("x", "MAX_RETRY")], 0),
    "brought again before": ([*did("b"), assistant("MAX_RETRY")], 0),
    "brought again after": ([assistant("MAX_RETRY"), *did("b")], 1),
}


@pytest.mark.parametrize(("after", "count"), USED.values(), ids=USED)
def test_tokens_used_that_stood_only_there(after: list[Dict], count: int) -> None:
    found = first(*after)
    assert found.tokens == count
    assert found.quoted == (count > 0)


def test_what_the_talk_knew_is_not_credited() -> None:
    assert first(assistant("MAX_RETRY"), before=(user("改 MAX_RETRY"),)).tokens == 0


def test_the_last_result_that_held_a_word_gets_the_credit() -> None:
    held = prepared(user("看看"), *did("a"), *did("b", "MAX_RETRY", file_path="b.py"), assistant("MAX_RETRY 8080"))
    assert [each.tokens for each in behaviour(held, 5).values()] == [1, 1]


@pytest.mark.parametrize(
    ("said", "runs"), [(PASSAGE, 2), (PASSAGE.replace("fox", "cat"), 0), ("太短 the quick brown fox", 0)]
)
def test_a_passage_of_eight_words_is_a_quotation(said: str, runs: int) -> None:
    held = prepared(user("看看"), *did("a", PASSAGE), assistant(said))
    (found,) = behaviour(held, 3).values()
    assert (found.runs, found.quoted) == (runs, runs > 0)


AGAIN = {
    "same read, same text": (did("b"), (True, True, "rerun")),
    "same read, other text": (did("b", "改过了"), (True, False, "rerun")),
    "another range": (did("b", file_path="src/app.py", offset=3), (False, False, "unused")),
    "another file": (did("b", file_path="src/登录.py"), (False, False, "unused")),
    "quoted, then read again": ([assistant("MAX_RETRY"), *did("b")], (True, True, "quoted")),
    "nothing": ([assistant("好")], (False, False, "unused")),
}


@pytest.mark.parametrize(("after", "expected"), AGAIN.values(), ids=AGAIN)
def test_a_call_made_again(after: list[Dict], expected: tuple[bool, bool, str]) -> None:
    found = first(*after)
    assert (found.called, found.same, found.fate) == expected


def test_a_test_that_passes_again_did_not_need_its_old_output() -> None:
    held = prepared(
        user("跑"), *did("a", "ok", "Bash", command="npm test"), *did("b", "ok", "Bash", command="npm test")
    )
    found = behaviour(held, 3)[min(behaviour(held, 3))]
    assert (found.called, found.same, found.result, found.call) == (True, False, False, True)


@pytest.mark.parametrize(
    ("after", "touched"),
    [
        (did("b", file_path="src/app.py"), True),
        (did("b", "ok", "Edit", file_path="./src/app.py"), True),
        (did("b", file_path="src/app.pyi"), False),
    ],
)
def test_a_write_whose_file_is_touched_again(after: list[Dict], touched: bool) -> None:
    held = prepared(user("改"), *did("a", "ok", "Write", file_path="src/app.py", content="1"), *after)
    assert behaviour(held, 3)[min(behaviour(held, 3))].touched == touched


def test_an_expanded_exchange_was_needed() -> None:
    held = prepared(user("看看"), *did("a"), assistant("好"))
    id = held.exchanges[0].unit.id
    assert [each.result for each in behaviour(held, 3).values()] == [False]
    (found,) = behaviour(held, 3, frozenset({id})).values()
    assert (found.result, found.fate) == (True, "quoted")


def test_cuts_leave_no_call_waiting() -> None:
    both = assistant("", call("a", "Read", file_path="a.py"), call("b", "Read", file_path="b.py"))
    held = prepared(user("看看"), both, tool("a", "1"), tool("b", "2"), assistant("好"), *did("c"), user("继续"))
    assert cuts(held.conversation, 9, 1) == (4, 7)
    assert cuts(held.conversation, 1, 1) == (4,)
    assert cuts(held.conversation, 9, 4) == ()


def test_rows_hold_what_stood_before_the_cut_only() -> None:
    held = prepared(user("看看"), *did("a"), assistant("好"), *did("b", file_path="b.py"), user("继续"))
    past, units = upto(held.conversation, held.units, 3)
    assert len(past.messages) == 3
    assert {unit.message for unit in units} == {0, 2}
    assert [*rows(0, held.conversation, held.units)] == []
