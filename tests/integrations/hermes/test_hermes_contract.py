"""What Hermes may rely on, whatever the history looks like."""

import json
from pathlib import Path
from typing import Any

import pytest
from integrations.hermes.host import SYSTEM, Host, Row, broken, is_skeleton, skeleton, talk, turn

RULE = "不要动production库的schema"
TASK = "build the order list page and tell me when it is done"
TODO = "[Your active task list was preserved across context compression]\n- [ ] never deploy on Fridays"


def test_the_system_row_is_untouched_and_in_front(host: Host) -> None:
    system = {**SYSTEM, "_cache_control": {"type": "ephemeral"}}
    rows = host.compact([system, *talk(16)[1:]])
    assert rows[0] == system


def test_the_head_stays_the_first_time_and_is_told_of_the_next(host: Host) -> None:
    before = talk(16, {1: TASK})
    rows = host.compact(before)
    assert rows[:4] == before[:4] and is_skeleton(rows[4])
    assert TASK not in skeleton(rows)
    rows = host.compact([*rows, *talk(16)[1:]])
    assert is_skeleton(rows[1]) and TASK in skeleton(rows)


def test_keys_that_nobody_knows_stay_and_only_the_mark_of_what_is_stored_goes(host: Host) -> None:
    before = talk(16)
    for n, row in enumerate(before):
        row |= {"_row_id": n, "_db_persisted": True, "reasoning_details": [{"signature": f"s{n}"}]}
    left = [row for row in host.compact(before) if not is_skeleton(row)]
    assert left
    for row in left:
        was = before[row["_row_id"]]
        assert row == {key: value for key, value in was.items() if key != "_db_persisted"}


def test_what_was_sent_for_a_row_goes_where_the_row_says_something_else(host: Host) -> None:
    """The host sends `api_content` again instead of the content."""
    huge = "\n".join(f"line {n}: {n * 7919}" for n in range(4000))
    before = [*talk(6), *turn(7, "print it", calls=1, printed=huge)]
    for row in before:
        row["api_content"] = "sent"
    rows = host.compact(before)
    rows = host.compact([*rows, *talk(16)[1:]])
    changed = [row for row in rows if is_skeleton(row) or "[[elided" in str(row["content"])]
    assert changed and not [row for row in changed if "api_content" in row]


def test_the_skeleton_row_bears_the_mark_of_the_host(host: Host) -> None:
    rows = host.compact(talk(16))
    assert [row.get("_compressed_summary", False) for row in rows] == [is_skeleton(row) for row in rows]


@pytest.mark.parametrize("typed", [0, 1])
def test_the_newest_request_stands_behind_the_skeleton_and_word_for_word(host: Host, typed: int) -> None:
    """Also where it was typed just now, and where hundreds of calls followed it."""
    asked = "now rename the column userId"
    before = [*talk(12), *turn(13, asked, calls=0 if typed else 60)][: -1 if typed else None]
    rows = host.compact(before)
    users = [row for row in rows if row["role"] == "user"]
    assert users[-1]["content"] == asked
    assert asked not in skeleton(rows)


def test_a_talk_of_one_long_turn_begins_with_its_request(host: Host) -> None:
    rows = [SYSTEM, *turn(1, RULE, calls=60)[:-1]]
    for n in range(3):
        rows = host.compact(rows)
        assert [row["role"] for row in rows[:5]] == ["system", "user", "assistant", "tool", "user"]
        assert rows[1]["content"] == RULE and is_skeleton(rows[4])
        rows += turn(n + 2, "", calls=40)[1:-1]


def test_no_two_rows_of_one_role_stand_together(host: Host) -> None:
    """The host would make one of them."""
    rows = talk(12)
    for n in range(4):
        rows = host.compact([*rows, *(row for each in range(12) for row in turn(100 * n + each, f"go on, {n} {each}"))])
        roles = [row["role"] for row in rows if row["role"] != "tool"]
        assert not [at for at, role in enumerate(roles[1:]) if role == roles[at] == "user"]


ERROR = 'Traceback (most recent call last):\n  File "src/pay.py", line 31\nPaymentError: card_declined 4000-0002'
RECEIPT = "\n".join([*(f"row {n} copied" for n in range(300)), "receipt: 300 rows, checksum 9f31c2aa"])


@pytest.mark.parametrize(
    ("printed", "kept"),
    [
        pytest.param(ERROR, "PaymentError: card_declined", id="error"),
        pytest.param(RECEIPT, "checksum 9f31c2aa", id="receipt"),
    ],
)
def test_what_tells_is_still_there_or_comes_back(host: Host, printed: str, kept: str) -> None:
    before = [SYSTEM, *turn(1, "import the rows", calls=1, printed=printed, done="Done."), *talk(16)[1:]]
    host.engine.protect_first_n = 0
    rows = host.compact(before)
    assert kept in skeleton(rows) or kept in str(host.ask("fastjev_search", rows, query=kept))
    # And it is there byte for byte.
    hit = host.ask("fastjev_search", rows, query=kept)["text"].split(" ", 1)[0].rstrip(",")
    assert printed in host.ask("fastjev_expand", rows, id=hit)["text"]


def test_a_result_of_60_kb_among_the_newest_rows_is_cut_and_comes_back(host: Host) -> None:
    huge = "\n".join(f"line {n}: {n * 7919} of what was printed" for n in range(1, 1600))
    assert len(huge) > 55_000
    before = [*talk(6), *turn(7, "print the dump", calls=1, printed=huge)]
    rows = host.compact(before)
    result = next(row for row in rows if row.get("tool_call_id") == "call_7_0")
    told = json.loads(result["content"])
    assert told["exit_code"] == 0
    assert told["output"].startswith("line 1: ") and told["output"].endswith(huge[-40:])
    assert len(result["content"]) < 30_000
    pointer = told["output"].split("[[elided id=")[1].split(" ")[0]
    assert host.ask("fastjev_expand", rows, id=pointer, lines="700-701")["text"] == "".join(
        f"{line}\n" for line in huge.splitlines()[699:701]
    )


def test_ten_large_results_in_one_turn_are_no_dead_end(host: Host) -> None:
    printed = "\n".join(f"{n} {n * 104729} row of a table" for n in range(1500))
    before = [SYSTEM, *turn(1, "read all of them", calls=10, printed=printed)]
    rows = host.compact(before)
    assert host.engine.last.sizes.tokens_after < host.engine.threshold_tokens
    assert rows[1]["content"] == "read all of them"


LINES = "\n".join(f"{n} {n * 104729} row of a table" for n in range(6_000))
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        pytest.param(
            json.dumps({"status": "error", "output": f"error: could not\n{LINES}"}), '"status":"error"', id="a word"
        ),
        pytest.param(json.dumps({"output": "x", "error": LINES}), '"output":"x"', id="all of it an error"),
        pytest.param(json.dumps({"output": LINES, "error": "denied"}), '"error":"denied"', id="a short error"),
        pytest.param(json.dumps({"output": LINES, "error": LINES}), "error", id="both are long"),
        pytest.param(json.dumps({"content": LINES, "output": None}), '"output":null', id="another key"),
        pytest.param(json.dumps({"rows": [LINES]}), "rows", id="nested"),
        pytest.param(f"\ud83d\ude00{LINES}", "row of a table", id="a pair of surrogates"),
        pytest.param(json.dumps({"output": "\ud83d\ude00 " + LINES}), "row of a table", id="a pair in an object"),
        pytest.param(f"\ud83d{LINES}", "row of a table", id="half a pair"),
        pytest.param('{"output": ' + LINES, "row of a table", id="an object that is none"),
        pytest.param([{"type": "text", "text": LINES}], "row of a table", id="a part"),
        pytest.param([{"type": "text", "text": "see:"}, PICTURE, {"type": "text", "text": LINES}], "AAAA", id="parts"),
        pytest.param(
            [{"type": "text", "text": json.dumps({"output": LINES, "exit_code": 3})}], "exit_code", id="in a part"
        ),
    ],
)
def test_a_large_result_of_any_form_is_cut_and_comes_back(host: Host, content: Any, kept: str) -> None:
    before = [*talk(6), *turn(7, "print the dump", calls=1)]
    before[-2] = {**before[-2], "content": content}
    rows = host.compact(before)
    row = next(row for row in rows if row.get("tool_call_id") == "call_7_0")
    told = json.dumps(row["content"], ensure_ascii=False)
    assert type(row["content"]) is type(content) and len(told) < 45_000
    assert kept in told.replace("\\", "").replace('": ', '":')
    pointer = told.split("[[elided id=")[1].split(" ")[0]
    found = host.ask("fastjev_expand", rows, id=pointer, grep="row of a table")["text"]
    assert "0 0 row of a table" in found and "200 20945800 row" in found


JUNK: dict[str, Any] = {
    "content of no kind": {"role": "assistant", "content": 7},
    "role of no kind": {"role": "session_meta", "content": "x"},
    "no role": {"content": "x"},
    "an unknown block": {"role": "user", "content": [{"type": "advisor_result"}, {"type": "text", "text": "and?"}]},
    "no content": {"role": "assistant", "content": None},
    "a lone surrogate": {"role": "user", "content": "tell \ud83d me"},
    "empty": {"role": "user", "content": ""},
    "blank": {"role": "assistant", "content": " \n"},
    "numbers as ids": {"role": "assistant", "content": "", "tool_calls": [{"id": 3, "function": {"name": "x"}}]},
    "arguments that are no JSON": {
        "role": "assistant",
        "content": "hm",
        "tool_calls": [{"id": "x", "type": "function", "function": {"name": "x", "arguments": "{"}}],
    },
}  # fmt: skip


@pytest.mark.parametrize("at", [1, 30, -1])
@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK.keys())
def test_junk_harms_nothing_else(host: Host, junk: Row, at: int) -> None:
    before = talk(16, {4: RULE})
    before.insert(at, junk)
    rows = host.compact(before)
    assert RULE in skeleton(rows)


@pytest.mark.parametrize("junk", [None, 7, "text", [], [None], [7, "x"], [{}], [{"role": "user"}]])
def test_what_is_no_history_comes_back_as_it_was(host: Host, junk: Any) -> None:
    assert host.engine.compress(junk) is junk
    assert host.engine._last_compression_made_progress is False


def _orphan_result(rows: list[Row]) -> None:
    rows.insert(-2, {"role": "tool", "tool_call_id": "gone", "content": "x"})


def _orphan_call(rows: list[Row]) -> None:
    del rows[-2]


def _twice(rows: list[Row]) -> None:
    rows.insert(-1, dict(rows[-2]))


def _orphan_in_the_middle(rows: list[Row]) -> None:
    del rows[30]


@pytest.mark.parametrize("damage", [_orphan_result, _orphan_call, _twice, _orphan_in_the_middle])
def test_half_pairs_are_mended(host: Host, damage: Any) -> None:
    before = talk(16)
    damage(before)
    assert broken(before)
    assert broken(host.compact(before)) == []  # and the host asserts it, too


def test_calls_that_still_run_keep_their_row(host: Host) -> None:
    before = talk(16)[:-2]
    rows = host.engine.compress(before)
    assert rows != before and rows[-1] == before[-1]
    assert broken(rows) == ["call call_16_2 without its result"]


def test_a_call_of_the_responses_api_keeps_its_result(host: Host) -> None:
    """Its two ids differ, and the result names the second."""
    before = talk(16)
    for row in before:
        for call in row.get("tool_calls") or ():
            call |= {"call_id": call["id"], "id": f"fc_{call['id']}"}
    rows = host.engine.compress(before)
    made = {call["call_id"] for row in rows for call in row.get("tool_calls") or ()}
    assert made and made == {row["tool_call_id"] for row in rows if row["role"] == "tool"}


def test_a_request_that_is_repeated_is_told_once(host: Host) -> None:
    rows = host.compact(talk(16, {3: TASK, 16: TASK}))
    assert sum(str(row["content"]).count(TASK) for row in rows) == 1


def test_a_task_that_was_done_is_told_as_done_and_not_asked_again(host: Host) -> None:
    host.engine.protect_first_n = 0
    rows = host.compact(talk(16, {1: TASK}))
    told = skeleton(rows)
    assert TASK not in "".join(str(row["content"]) for row in rows if not is_skeleton(row))
    line = next(line for line in told.splitlines() if TASK in line)
    assert line.startswith("- turn 1 ")
    assert "not a new request" in told.splitlines()[0]


def test_what_the_host_wrote_binds_nobody(host: Host) -> None:
    before = talk(8)
    before.append({"role": "user", "content": TODO, "_todo_snapshot_synthetic": True})
    before.append({"role": "assistant", "content": "On it."})
    before += talk(8)[1:]
    assert "Fridays" not in skeleton(host.compact(before)).partition("[facts]")[0]


def test_a_prompt_that_the_host_joined_to_the_skeleton_is_still_the_prompt(host: Host) -> None:
    rows = host.compact(talk(16, {4: RULE}))
    at = next(n for n, row in enumerate(rows) if is_skeleton(row))
    joined = {**rows[at], "content": rows[at]["content"] + "\n\nand leave legacy.py alone"}
    rows = host.compact([*rows[:at], joined, *rows[at + 1 :], *talk(16)[1:]])
    assert RULE in skeleton(rows) and "and leave legacy.py alone" in skeleton(rows)


PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}}


def test_pictures_go_with_their_rows_and_come_back(host: Host) -> None:
    before = talk(16)
    before[9] = {"role": "user", "content": [{"type": "text", "text": "see this"}, PICTURE]}
    rows = host.compact(before)
    assert "aGk=" not in json.dumps(rows)
    assert "see this" in skeleton(rows)
    assert json.loads(host.ask("fastjev_expand", rows, id="i8.1")["text"]) == PICTURE


def test_pictures_take_room_among_the_newest_rows(host: Host) -> None:
    before = [SYSTEM]
    for n in range(20):
        before.append({"role": "user", "content": [{"type": "text", "text": f"screen {n}"}, PICTURE]})
        before.append({"role": "assistant", "content": f"Screen {n} is fine."})
    assert json.dumps(host.compact(before)).count("aGk=") < 10


def test_without_an_archive_it_goes_on_without_pointers(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "none").write_text("a file where a folder should be")
    monkeypatch.setenv("FASTJEV_DATA", str(tmp_path / "none"))
    rows = host.compact(talk(16, {4: RULE}))
    assert RULE in skeleton(rows) and "[[elided" not in json.dumps(rows)
    assert host.engine.get_status()["trouble"]
    # Where only pointers would free anything, all stays as it is.
    large = [SYSTEM, *turn(1, "print it", calls=1, printed="\n".join(f"{n * 104729}" for n in range(6000)))]
    assert host.compact(large) == large
    assert host.engine.get_status()["trouble"]
