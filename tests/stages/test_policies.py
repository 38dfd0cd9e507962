"""What becomes of tool exchanges: lines bought by needed words, calls without use, the documented classic."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from anything import talks
from hypothesis import given
from rows import Row, after, assistant, human, result, scene_of
from talks import walk
from test_secrets import PLANTED

from fastjev.datatypes import Answer, Decision, Span
from fastjev.labels import Action
from fastjev.policy import DEFAULT
from fastjev.stages.fold import fold_exchange
from fastjev.stages.resolve.classic import classic
from fastjev.stages.resolve.exchanges import exchanges
from fastjev.stages.resolve.fate import Fate, Judged
from fastjev.stages.resolve.stubs import stubbed
from fastjev.telling import telling

CODE = "".join(f"    value_{n} = compute_{n}(order, refund)\n" for n in range(2000))
TIGHT: dict[str, Any] = {"tool_chars": 300}


def decided(*rows: Row, **policy: Any) -> list[Decision]:
    """The decisions on the exchanges among the rows."""
    scene, _ = scene_of(rows)
    found = after(exchanges, *rows, policy=replace(DEFAULT, **policy))
    return [decision for unit, decision in zip(scene.units, found, strict=True) if unit.kind == "call"]


def texts(rows: Sequence[Row], decisions: Sequence[Decision]) -> list[list[str]]:
    calls = [row for row in rows if row.kind == "call"]
    return [[span.of(row.text) for span in decision.kept] for row, decision in zip(calls, decisions, strict=True)]


def planted(name: str) -> tuple[str, str]:
    """A text with a secret in it, and the secret."""
    around, value = PLANTED[name]
    return around.replace("@", value, 1).replace("\x00", "@"), value


# budget: which lines


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("src/billing/prorate_v2.py:41 rounds twice", "看一下 src/billing/prorate_v2.py"),
        ("订单服务 OrderRepo.find_by_owner 返回空", "看看 order_repo"),
        ("retry_budget_ms is read from config/limits.toml", "where is it read?"),
    ],
)
def test_a_name_far_down_a_long_result_stays(line: str, named: str) -> None:
    """86 % of the way down: a cut at the head would lose it."""
    filler = "plain words of no use\n" * 300
    rows = [human(named), result(filler + line + "\n" + filler[: len(filler) // 6]), assistant("OK")]
    assert line in texts(rows, decided(*rows, recent_turns=0, **TIGHT))[0]


@pytest.mark.parametrize(
    ("tag", "stays"),
    [
        ("</persisted-output>", False),
        ("  <tool_use_error>  ", False),
        ("<system-reminder>", False),
        ("</order-list>", False),
        ('<order-list limit="50">', True),
        ("<order-list>", True),
        ("<tool_use_error>no src/app.py", True),
        ("<port>8080</port>", True),
    ],
)
def test_a_tag_that_only_wraps_is_no_line_to_keep(tag: str, stays: bool) -> None:
    rows = [human("看一下"), result(f"{tag}\nport 8080 taken at src/db.py:12"), assistant("OK")]
    kept = "\n".join(texts(rows, decided(*rows))[0])
    assert (tag.strip() in kept) == stays and "src/db.py:12" in kept


def test_a_word_is_bought_once() -> None:
    rows = [human("看"), result("id order_ref_77 here"), result("and order_ref_77 there"), assistant("好")]
    kept = texts(rows, decided(*rows, recent_turns=0, tool_chars=30, line_worth=0.0))
    assert sum(map(len, kept)) == 1


def test_what_stands_in_the_context_anyway_is_not_bought() -> None:
    rows = [human("order_ref_77 和 order_ref_78 是什么"), result("order_ref_77"), result("other_ref_99")]
    assert texts(rows, decided(*rows, recent_turns=0, tool_chars=30, line_worth=0.0)) == [[], ["other_ref_99"]]


def test_what_is_recent_is_verbatim_and_not_bought() -> None:
    rows = [human("看"), result("order_ref_77\n" * 3), human("再看"), result("other_ref_99\n" * 3)]
    assert texts(rows, decided(*rows, recent_turns=1, tool_chars=40, line_worth=0.0))[1] == []


def test_no_result_takes_more_than_its_share_however_much_it_tells() -> None:
    rows = [human("看"), result(CODE), result("src/app.py says timeout_ms = 30")]
    found = decided(*rows, recent_turns=0, tool_chars=8000)
    assert len(CODE) > 60_000
    # Between two lines that were bought the line break comes free.
    bought = "".join(span.of(CODE) for span in found[0].kept).replace("\n", "").replace("    ", "")
    assert 3000 < len(bought) <= 4000
    assert found[1].action == Action.KEEP


def test_a_long_line_is_kept_in_pieces() -> None:
    line = ", ".join(f"name_{n}" for n in range(400))
    rows = [human("看"), result(line)]
    (found,) = decided(*rows, recent_turns=0, tool_chars=1000)
    assert found.action == Action.CAP
    assert 0 < sum(span.end - span.start for span in found.kept) <= 1000
    # A blank at its end would be lost when the skeleton is read again.
    assert not any(span.of(line).endswith(" ") for span in found.kept)


@pytest.mark.parametrize("name", PLANTED)
def test_a_secret_is_never_a_fact_to_keep(name: str) -> None:
    said, value = planted(name)
    rows = [human("看"), result(f"host_name = db_7.internal\nport_number = 5432\n{said}")]
    kept = "\n".join(texts(rows, decided(*rows, recent_turns=0))[0])
    assert "5432" in kept
    assert value not in kept


# budget: which calls


def test_small_results_of_a_short_session_stay_whole() -> None:
    rows = [human("跑测试"), result("12 passed, 0 failed"), assistant("全过了")]
    (found,) = decided(*rows, recent_turns=0)
    assert (found.action, found.kept) == (Action.KEEP, (Span(0, 19),))


ASKED = Judged(call=0.01, result=0.01, reused=0)


@pytest.mark.parametrize(
    ("row", "goes"),
    [
        (result("plain words", name="Read", input={"file_path": "a.py"}), True),
        (result("plain words", name="Bash", input={"command": "npm test"}), True),
        (result("plain words", name="Edit", input={"file_path": "a.py"}), False),
        (result("plain words", name="AskUserQuestion", input={"question": "要吗？"}), False),
        (result("plain words", is_error=True), False),
        (result(""), False),
    ],
    ids=["read", "run", "write", "question", "failure", "no result"],
)
def test_which_calls_lose_their_line(row: Row, goes: bool) -> None:
    scene, _ = scene_of([human("看"), row, result("x", name="Edit"), result("y", name="Edit")])
    judged = {1: ASKED, 2: ASKED, 3: ASKED}
    found = stubbed(scene, judged, {position: Fate(Action.FOLD) for position in judged})
    assert (found[1].action == Action.STUB) is goes


def test_a_call_that_is_needed_or_whose_text_stays_keeps_its_line() -> None:
    scene, _ = scene_of([human("看"), result("plain words"), result("port 8080"), result("plain words")])
    judged = {1: ASKED._replace(call=DEFAULT.call_floor), 2: ASKED, 3: ASKED}
    fates = {1: Fate(Action.FOLD), 2: Fate(Action.KEEP, (Span(0, 9),)), 3: Fate(Action.FOLD)}
    assert [fate.action for fate in stubbed(scene, judged, fates).values()] == ["fold", "keep", "stub"]


def test_no_more_than_seven_of_ten_calls_lose_their_line_and_the_others_say_so() -> None:
    scene, _ = scene_of([human("看"), *(result("plain words") for _ in range(10))])
    judged = {n: ASKED._replace(call=n / 100) for n in range(1, 11)}
    found = stubbed(scene, judged, {n: Fate(Action.FOLD) for n in judged})
    assert [n for n, fate in found.items() if fate.action == Action.STUB] == [1, 2, 3, 4, 5, 6, 7]
    assert [n for n, fate in found.items() if fate.because == ("alarm",)] == [8, 9, 10]


@pytest.mark.parametrize(
    ("said", "head"),
    [
        ("collected 4 items\nE   ValueError: 端口 8080 被占用\nmore", "E   ValueError: 端口 8080 被占用"),
        ("\n\n权限不够，拒绝写入\nsecond", "权限不够，拒绝写入"),
        ("<tool_use_error>\n权限不够，拒绝写入\n</tool_use_error>", "权限不够，拒绝写入"),
        ("fatal: " + "x" * 152 + " " + "y" * 99, "fatal: " + "x" * 152),
        ("The user doesn't want to proceed", "The user doesn't want to proceed"),
    ],
)
def test_the_head_of_an_error_stands_in_the_line(said: str, head: str) -> None:
    scene, _ = scene_of([human("跑"), result(said, is_error=True)])
    assert fold_exchange(scene.units[1], "en") == f"Bash x → error, {len(said)} chars: {head}"
    assert fold_exchange(scene.units[1], "zh") == f"Bash x → 出错, {len(said)} 字符: {head}"


def test_what_was_read_again_is_bought_last() -> None:
    """Of two results with other words the newer one of the same file, and the older one's call into the turn's line."""
    older, newer = (f"setting_{n} = {n}\n" * 40 for n in (1, 2))
    read = {"name": "Read", "input": {"file_path": "config.py"}}
    rows = [human("看"), result(older, **read), result(newer, **read), assistant("好")]
    old, new = decided(*rows, recent_turns=0, tool_chars=20, line_worth=0.0, call_floor=1.0)
    assert new.kept
    assert (old.kept, old.action) == ((), Action.STUB)


# the words of inputs


def test_a_line_names_what_only_the_input_says() -> None:
    given = {"file_path": "src/app.py", "new_string": "def prorate_v2(order_ref): return RATE_LIMIT_MS"}
    rows = [human("改 order_ref"), result("ok", name="Edit", input=given), assistant("改好了")]
    (found,) = decided(*rows, recent_turns=0)
    assert found.words == ("prorate_v2", "RATE_LIMIT_MS")
    scene, _ = scene_of(rows)
    assert (
        fold_exchange(scene.units[1], "en", found.words) == "Edit src/app.py {prorate_v2 RATE_LIMIT_MS} → ok, 2 chars"
    )


def test_words_are_named_up_to_the_call_whose_words_find_no_room() -> None:
    given = [{"file_path": "src/app.py", "new_string": f"first_{n} 再写 a_longer_name_{n}"} for n in (1, 2, 3)]
    rows = [human("改一下"), *(result("ok", name="Edit", input=each) for each in given)]
    # The oldest call's first word would find room.
    room = len("first_3 a_longer_name_3 first_2 ") + len("first_1 ") + 1
    found = [
        each.words for each in decided(*rows, recent_turns=0, input_floor_chars=room, input_share=0.0, tool_chars=1)
    ]
    assert found == [(), ("first_2",), ("first_3", "a_longer_name_3")]


def test_the_newest_call_names_a_word_and_no_other() -> None:
    rows = [human("改"), *(result("ok", name="Edit", input={"new_string": "x", "old": "rate_ms"}) for _ in range(2))]
    assert [found.words for found in decided(*rows, recent_turns=0)] == [(), ("rate_ms",)]


@pytest.mark.parametrize("name", PLANTED)
@pytest.mark.parametrize("failed", [True, False])
def test_no_line_of_ours_holds_a_secret(name: str, failed: bool) -> None:
    said, value = planted(name)
    rows = [human("跑"), result(f"error: {said}", input={"command": "run", "note": said}, is_error=failed)]
    (found,) = decided(*rows, recent_turns=0)
    scene, _ = scene_of(rows)
    for unit in (scene.units[1], scene_of([human("跑"), result("", input={"command": said})])[0].units[1]):
        assert value not in fold_exchange(unit, "zh", found.words)


# classic


@pytest.mark.parametrize(
    ("size", "call", "answer", "action", "kept"),
    [
        (5000, 0.0, 0.5, "keep", 5000),
        (5000, 0.5, 0.49, "cap", 300),
        (5000, 0.49, 0.49, "stub", 0),
        (1500, 0.0, 0.0, "keep", 1500),
        (1501, 0.0, 0.0, "stub", 0),
        (0, 0.0, 0.0, "keep", 0),
    ],
)
def test_classic_is_what_is_documented(size: int, call: float, answer: float, action: str, kept: int) -> None:
    scene, _ = scene_of([human("看"), result("x" * size), *(result("y" * 5000) for _ in range(3))])
    judged = {1: Judged(call, answer, 0)} | dict.fromkeys((2, 3, 4), ASKED)
    found = classic(scene, judged, set())
    assert (found[1].action, sum(span.end - span.start for span in found[1].kept)) == (action, kept)
    # The newest three stay whole whatever is said of them.
    assert [found[n] for n in (2, 3, 4)] == [Fate(Action.KEEP, (Span(0, 5000),), ("pinned",))] * 3


# laws


@given(talks)
def test_kept_spans_lie_inside_in_order_and_apart(talk: list[dict[str, Any]]) -> None:
    run = walk(talk)
    for unit, decision in zip(run.units, run.decisions, strict=True):
        if unit.kind == "call":
            ends = [0, *(place for span in decision.kept for place in span), len(unit.text)]
            assert ends == sorted(ends)
            assert all(span.of(unit.text).strip() for span in decision.kept)
            assert [answer.question for answer in decision.answers] == ["call", "result"]
            assert all(isinstance(answer, Answer) and 0 <= answer.value <= 1 for answer in decision.answers)


@given(talks)
def test_the_budget_holds(talk: list[dict[str, Any]]) -> None:
    run = walk(talk)
    kept = sum(span.end - span.start for d in run.decisions for span in d.kept)
    content = sum(len(message.text) for message in run.conversation.messages)
    # Blank lines between two that were bought come free.
    blank = sum(unit.text.count("\n") for unit in run.units if unit.kind == "call")
    assert kept <= max(DEFAULT.fact_floor_chars, DEFAULT.fact_share * content) + blank


@given(talks)
def test_a_named_word_stands_in_its_input(talk: list[dict[str, Any]]) -> None:
    for unit, decision in zip((run := walk(talk)).units, run.decisions, strict=True):
        if decision.words:
            assert unit.call
            assert {word.encode() for word in decision.words} <= telling(str(dict(unit.call.input)))
