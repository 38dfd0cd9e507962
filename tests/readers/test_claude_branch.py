"""Which rows are live and in which order: forks, rewinds, broken parents."""

import random

import pytest
from transcript import assistant, boundary, call, joined, read, result, row, text, texts, user

START = [user("u", None, "go"), assistant("a", "u", "ok")]


def branch(name, parent, words):
    return [user(f"{name}1", parent, words), assistant(f"{name}2", f"{name}1", f"did {words}")]


LIVE = {
    "a rewind": ([*START, *branch("x", "a", "use MySQL"), *branch("y", "a", "use Postgres")], "x"),
    "a rewind twice": (
        [*START, *branch("x", "a", "use MySQL"), *branch("x3", "a", "use Mongo"), *branch("y", "a", "use Postgres")],
        "x",
    ),
    "a rewind over other rows": (
        [
            *START,
            row("progress", "p1", "a"),
            *branch("x", "p1", "use MySQL"),
            row("system", "p2", "a", subtype="turn_duration"),
            row("attachment", "p3", "p2", attachment={"type": "date"}),
            *branch("y", "p3", "use Postgres"),
        ],
        "x",
    ),
    "a rewind before any reply": (
        [
            *START,
            user("x1", "a", "use MySQL"),
            user("x2", "x1", "[Request interrupted by user]"),
            *branch("y", "a", "pg"),
        ],
        "x",
    ),
    "an error, then the same words again": (
        [
            *START,
            user("x1", "a", "retry"),
            assistant("x2", "x1", "API Error", isApiErrorMessage=True),
            *branch("y", "a", "retry"),
        ],
        "x",
    ),
    "an error, then other words": (
        [
            *START,
            user("x1", "a", "use MySQL"),
            assistant("x2", "x1", "API Error", isApiErrorMessage=True),
            *branch("y", "a", "are you there?"),
        ],
        "",
    ),
    "an error row, then other words": (
        [
            *START,
            user("x1", "a", "use MySQL"),
            row("system", "x2", "x1", subtype="api_error"),
            *branch("y", "a", "hello?"),
        ],
        "",
    ),
    "two clients on one session": (
        [
            *START,
            user("x1", "a", "use MySQL"),
            user("y1", "a", "add tests"),
            assistant("x2", "x1", "did it"),
            assistant("y2", "y1", "did that"),
        ],
        "",
    ),
    "parallel tools": (
        [
            *START,
            assistant("b", "a", call("1"), id="m"),
            assistant("c", "b", call("2"), id="m"),
            user("r", "b", [result("1", "one")]),
            user("s", "c", [result("2", "two")]),
            assistant("d", "s", "both"),
        ],
        "",
    ),
    "a resume that leaves a middle row": (
        [*START, *branch("x", "a", "one"), assistant("b", "a", "No response requested."), *branch("y", "b", "two")],
        "",
    ),
    "the first prompt twice": ([*branch("x", None, "one"), *branch("y", None, "two")], ""),
    "local commands before a prompt": (
        [
            *START,
            user("m", "a", "caveat", isMeta=True),
            user("x1", "m", "<bash-input>git pull</bash-input>"),
            *branch("y", "m", "go on"),
        ],
        "",
    ),
    "a rewind over a queued word": (
        [
            *START,
            *branch("x", "a", "use MySQL"),
            row("attachment", "x3", "x2", attachment={"type": "queued_command", "prompt": "x too"}),
            *branch("y", "a", "pg"),
        ],
        "x",
    ),
}


@pytest.mark.parametrize(("rows", "dead"), LIVE.values(), ids=LIVE)
def test_live_rows(rows, dead):
    conversation = read(*rows)
    read_from = {index for message in conversation.messages for index in message.records}
    expected = {
        at
        for at, entry in enumerate(rows)
        if not (dead and entry["uuid"].startswith(dead)) and (entry["type"] in ("user", "assistant"))
    }
    assert read_from == expected
    assert len(conversation.records) == len(rows)
    assert not conversation.notes


def test_abandoned_prompts_count_as_typed():
    conversation = read(*START, *branch("x", "a", "use MySQL"), *branch("y", "a", "use Postgres"))
    assert (conversation.typed, conversation.turns) == (3, 2)


POINTER = {"type": "rewind-pointer", "sessionId": "s", "rewindToUuid": "a"}


@pytest.mark.parametrize(
    ("rows", "left"),
    [
        ([*START, *branch("x", None, "after a clear"), POINTER], ["go", "ok"]),
        ([*START, *branch("x", None, "new"), POINTER, *branch("y", "a", "old")], ["go", "ok", "old", "did old"]),
        ([*START, *branch("x", "a", "on"), {**POINTER, "rewindToUuid": "unknown"}], ["go", "ok", "on", "did on"]),
        ([*START, *branch("x", "a", "on"), {**POINTER, "rewindToUuid": ["?"]}], ["go", "ok", "on", "did on"]),
    ],
    ids=["last", "then a prompt", "to nowhere", "of another shape"],
)
def test_rewind_pointers(rows, left):
    assert texts(read(*rows)) == left


def test_a_child_never_stands_before_its_parent():
    rows = [
        user("u", None, "one"),
        user("v", "a", "three"),
        assistant("a", "u", "two"),
        assistant("b", "v", "four"),
    ]
    conversation = read(*rows)
    assert texts(conversation) == ["one", "two", "three", "four"]
    assert joined(conversation) == conversation.raw


def test_history_before_a_boundary_is_part_of_it():
    rows = [boundary("b", "a"), *START, user("v", "b", "three")]
    assert texts(read(*rows)) == ["go", "ok", "three"]


@pytest.mark.parametrize("seed", range(5))
def test_clocks_decide_nothing(seed):
    rows = [*START, *branch("x", "a", "MySQL"), *branch("y", "a", "pg"), boundary("b", "y2"), *branch("z", "b", "on")]
    times = [entry["timestamp"] for entry in rows]
    random.Random(seed).shuffle(times)
    shuffled = [{**entry, "timestamp": time} for entry, time in zip(rows, times, strict=True)]
    assert texts(read(*shuffled)) == texts(read(*rows)) == ["go", "ok", "pg", "did pg", "on", "did on"]


def test_a_missing_parent_is_said_and_file_order_stands_in():
    rows = [*START, boundary("b", "gone"), *branch("y", "b", "two"), user("z", "gone too", "three")]
    conversation = read(*rows)
    assert texts(conversation) == ["go", "ok", "two", "did two", "three"]
    (note,) = conversation.notes
    assert note.record == 2
    assert "gone is not in this file (2 such entries)" in note.text


@pytest.mark.parametrize(
    "rows",
    [
        [user("u", "a", "one"), assistant("a", "v", "two"), user("v", "u", "three")],
        [user("u", "u", "one"), assistant("a", "u", "two"), user("v", "a", "three")],
        [user("u", "v", "one"), assistant("a", "u", "two"), user("v", "a", "three")],
    ],
    ids=["backward", "itself", "forward"],
)
def test_a_circle_of_parents_loses_nothing(rows):
    conversation = read(*rows)
    assert sorted(texts(conversation)) == ["one", "three", "two"]
    assert ["circle" in note.text for note in conversation.notes] == [True]


def test_a_row_written_twice_is_a_row_in_place():
    rows = [*START, *START, *branch("x", "a", "on")]
    assert texts(read(*rows)) == ["go", "ok", "on", "did on"]


@pytest.mark.parametrize("key", ["uuid", "parentUuid", "timestamp", "sessionId", "isSidechain", "message", "type"])
@pytest.mark.parametrize("value", [None, 7, [], {}, True, "", ["x"], {"content": 5}, {"content": [5, {"type": 5}]}])
def test_fields_of_any_type_are_survived(key, value):
    broken = {**user("v", "a", [text("on"), result("t", "x")]), key: value}
    assert texts(read(*START, broken, user("w", "v", "last")))[-1] == "last"
