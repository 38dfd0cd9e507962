"""Laws of reading, under Hypothesis: bytes are tiled, nothing but a clear error is raised, clocks decide nothing."""

import json
from collections.abc import Iterator
from copy import deepcopy

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from transcript import assistant, boundary, call, joined, jsonl, result, row, text, user

from fastjev.errors import ReadError, UsageError
from fastjev.readers import READERS, claude_code, read

ROWS = [
    user("u", None, "帮我看看 login"),
    assistant("a", "u", "Reading.", call("t1", "Read", path="a"), id="m"),
    assistant("b", "a", call("t2", "AskUserQuestion"), id="m"),
    user("r", "a", [result("t1", [text("out \u2028")], error=True)]),
    user("s", "b", [result("t2", "x"), text("ok")], toolUseResult={"answers": {"Q": "A"}}),
    row("progress", "p", "s", data={"type": "hook"}),
    {"type": "queue-operation", "operation": "enqueue", "content": "and tests", "timestamp": "t"},
    {"type": "queue-operation", "operation": "remove", "timestamp": "t"},
    boundary("c", "p"),
    user("v", "c", "This session is being continued from a previous conversation", isCompactSummary=True),
    user("w", "v", "<system-reminder>x</system-reminder>\n改成 60 秒"),
    user("x", "v", "the other way", isSidechain=True),
]
SESSION = jsonl(*ROWS)
LIST = json.dumps([{"role": "user", "content": "hi"}, {"role": "assistant", "content": [text("yo")]}]).encode()
TEXT = "## User\n\n帮我\n\n## Assistant\n\n```py\nx\n```\n\n_**User (2026-01-01)**_\nok\n".encode()


def paths(value: object) -> Iterator[tuple[str | int, ...]]:
    """The ways to every part of a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (key,)
        yield from ((key, *path) for path in paths(part))


slices = st.tuples(st.integers(0, len(SESSION)), st.integers(0, 200), st.binary(max_size=8))
PATHS = [(at, *path) for at, entry in enumerate([*ROWS, *json.loads(LIST)]) for path in paths(entry)]
fields = st.sampled_from(sorted({key for path in PATHS for key in path[1:] if isinstance(key, str)}))
words = st.sampled_from(["user", "text", "tool_use", "human", "a", "b", "t1", "<command-args>x</command-args>"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | words | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(fields, inner, max_size=6),
    max_leaves=20,
)
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def holds(raw: bytes, name: str, format: str | None) -> None:
    try:
        conversation = read(raw, name, format)
    except (ReadError, UsageError) as error:
        assert name in str(error)
        return
    assert joined(conversation) == raw
    assert [record.index for record in conversation.records] == list(range(len(conversation.records)))
    assert [message.index for message in conversation.messages] == list(range(len(conversation.messages)))
    turns = [message.turn for message in conversation.messages]
    assert all(late - early in (0, 1) for early, late in zip([0, *turns], turns, strict=False))
    assert all(0 <= at < len(conversation.records) for message in conversation.messages for at in message.records)
    assert read(raw, name, format) == conversation


@given(st.binary(max_size=300), st.sampled_from([None, *READERS]), st.sampled_from(["x.jsonl", "x.md", "-"]))
@patient
def test_any_bytes(raw, format, name):
    holds(raw, name, format)


@given(st.lists(slices, min_size=1, max_size=6), st.sampled_from([None, *READERS]))
@patient
def test_a_mutilated_session(cuts, format):
    raw = SESSION
    for start, length, put in cuts:
        raw = raw[:start] + put + raw[start + length :]
    holds(raw, "x.jsonl", format)


@given(st.lists(slices, min_size=1, max_size=4), st.sampled_from([LIST, TEXT]), st.sampled_from([None, *READERS]))
@patient
def test_a_mutilated_list_or_text(cuts, raw, format):
    for start, length, put in cuts:
        at = start % (len(raw) + 1)
        raw = raw[:at] + put + raw[at + length % 20 :]
    holds(raw, "x", format)


@given(st.lists(st.tuples(st.sampled_from(PATHS), values), min_size=1, max_size=4), st.sampled_from([None, *READERS]))
@patient
def test_parts_of_any_type(changes, format):
    rows = deepcopy([*ROWS, *json.loads(LIST)])
    for (at, *path), value in changes:
        part = rows[at]
        for key in path[:-1]:
            found = part.get(key) if isinstance(part, dict) else dict(enumerate(part)).get(key)
            part = found if isinstance(found, dict | list) else {}
        if isinstance(part, dict) or len(part) > path[-1]:
            part[path[-1]] = value
    holds(b"".join(json.dumps(entry).encode() + b"\n" for entry in rows), "x.jsonl", format)


@given(values, st.sampled_from([None, *READERS]))
@patient
def test_a_document_of_any_shape(value, format):
    holds(json.dumps(value).encode(), "x.json", format)


@given(st.permutations(range(len(ROWS))))
@patient
def test_shuffled_clocks_change_nothing_in_a_session(order):
    shuffled = [
        {**entry, "timestamp": ROWS[at]["timestamp"]} if "timestamp" in entry else entry
        for entry, at in zip(ROWS, order, strict=True)
    ]
    told = [(m.index, m.turn, m.speaker, m.via, m.text) for m in claude_code.read(jsonl(*shuffled), "s").messages]
    assert told == [(m.index, m.turn, m.speaker, m.via, m.text) for m in claude_code.read(SESSION, "s").messages]


@given(st.permutations(range(8)))
def test_a_shuffled_list_with_times_is_the_same_conversation(order):
    messages = [
        {"role": "user" if at % 2 else "assistant", "content": f"{at}", "timestamp": f"2026-05-03T09:0{at}:00Z"}
        for at in range(8)
    ]
    expected = read(json.dumps(messages).encode(), "x").messages
    assert read(json.dumps([messages[at] for at in order]).encode(), "x").messages == expected


@given(st.lists(st.integers(0, 30), min_size=1, max_size=20), st.randoms(use_true_random=False))
@patient
def test_a_child_never_stands_before_its_parent(links, random):
    rows = [assistant("0", None, "0")]
    for at, link in enumerate(links, 1):
        rows.append(assistant(str(at), str(link % at), str(at)))
    parents = {entry["uuid"]: entry["parentUuid"] for entry in rows}
    random.shuffle(rows)
    place = {message.text: message.index for message in claude_code.read(jsonl(*rows), "s").messages}
    assert len(place) == len(rows)
    assert all(parent is None or place[parent] < place[child] for child, parent in parents.items())
