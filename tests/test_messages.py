"""Message lists a host would accept: whole tool pairs, valid roles, the source's own blocks."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import call, item, message, rendered, run_of

from fastjev import pipeline
from fastjev.datatypes import Message, Run
from fastjev.labels import Speaker
from fastjev.policy import DEFAULT
from fastjev.renderers.text import opening
from fastjev.rulebook import load_core


def listed(run: Run) -> list[dict[str, Any]]:
    found = json.loads(rendered(run, "messages"))
    assert isinstance(found, list)
    return found


def asked(id: str, index: int, *, turn: int = 2, text: str = "") -> Message:
    return message(index, text, Speaker.ASSISTANT, turn=turn, calls=(call(id, command="ls"),))


def answered(id: str | None, index: int, text: str = "ok", *, turn: int = 2, **more: Any) -> Message:
    return message(index, text, Speaker.TOOL, turn=turn, call_id=id, **more)


PLAIN = [
    message(0, "first", turn=1),
    message(1, "run it", time="2026-05-03T09:00:00Z", turn=2),
    asked("t1", 2, text="on it"),
    answered("t1", 3, "boom", is_error=True),
    message(4, "done", Speaker.ASSISTANT, turn=2),
]


def test_openai() -> None:
    run = run_of([item("u1.1", "never push")], PLAIN, recent=[1, 2, 3, 4], format="openai")
    assert listed(run) == [
        {"role": "user", "content": opening(run)},
        {"role": "user", "content": "run it"},
        {
            "role": "assistant",
            "content": "on it",
            "tool_calls": [
                {"id": "t1", "type": "function", "function": {"name": "Bash", "arguments": '{"command": "ls"}'}}
            ],
        },
        {"role": "tool", "tool_call_id": "t1", "content": "boom"},
        {"role": "assistant", "content": "done"},
    ]


@pytest.mark.parametrize("format", ["neutral", "markdown"])
def test_neutral_and_others(format: str) -> None:
    run = run_of([item("u1.1", "never push")], PLAIN, recent=[1, 2, 3, 4], format=format)
    assert listed(run) == [
        {"role": "user", "text": opening(run)},
        {"role": "user", "text": "run it", "timestamp": "2026-05-03T09:00:00Z"},
        {
            "role": "assistant",
            "text": "on it",
            "tool_calls": [{"id": "t1", "name": "Bash", "input": {"command": "ls"}}],
        },
        {"role": "tool", "text": "boom", "tool_call_id": "t1", "is_error": True},
        {"role": "assistant", "text": "done"},
    ]


def test_anthropic_without_raw_blocks() -> None:
    run = run_of([item("u1.1", "never push")], PLAIN, recent=[1, 2, 3, 4], format="anthropic")
    assert listed(run) == [
        {"role": "user", "content": [{"type": "text", "text": opening(run)}, {"type": "text", "text": "run it"}]},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "on it"},
                {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}},
            ],
        },
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "boom", "is_error": True}],
        },
        {"role": "assistant", "content": [{"type": "text", "text": "done"}]},
    ]


@pytest.mark.parametrize("format", ["claude-code", "openai", "neutral"])
def test_without_recent_turns_nothing_of_ours_is_added(format: str) -> None:
    run = run_of([item("u1.1", "never push")], PLAIN, format=format)
    found = listed(run)
    assert [each["role"] for each in found] == ["user"]
    assert opening(run) in json.dumps(found, ensure_ascii=False).replace("\\n", "\n")


def test_the_skeleton_opens_as_a_record_and_holds_no_recent_turn() -> None:
    run = run_of([item("u1.1", "never push")], PLAIN, recent=[1, 2, 3, 4])
    text = listed(run)[0]["text"]
    assert text.startswith("[fastjev skeleton · ")
    assert "not a new request]\n" in text
    assert "run it" not in text


def pairs_are_whole(found: list[dict[str, Any]]) -> None:
    """Every call is answered in the very next message, every result answers the message before; roles alternate."""
    assert found[0]["role"] == "user"
    open_ids: list[str] = []
    for before, after in zip([None, *found], [*found, None], strict=True):
        assert not (before and after) or before["role"] != after["role"]
        blocks = after["content"] if after else []
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        assert results == open_ids
        assert [block["type"] for block in blocks[: len(results)]] == ["tool_result"] * len(results)
        open_ids = [block["id"] for block in blocks if block["type"] == "tool_use"]


SHUFFLES = [
    [asked("t1", 0), answered("t1", 1)],
    [asked("t1", 0)],
    [answered("t1", 0)],
    [answered("t1", 0), asked("t1", 1)],
    [asked("t1", 0), message(1, "wait", turn=2), answered("t1", 2)],
    [asked("t1", 0), asked("t2", 1), answered("t1", 2), answered("t2", 3)],
    [asked("t1", 0), asked("t2", 1), answered("t2", 2), answered("t1", 3), message(4, "", Speaker.ASSISTANT)],
    [asked("t1", 0), asked("t1", 1), answered("t1", 2), answered("t1", 3)],
    [asked("", 0), answered(None, 1), answered("", 2)],
    [message(0, "hi", Speaker.ASSISTANT), message(1, "sys", Speaker.HARNESS, role="system"), message(2, "hi")],
]


@pytest.mark.parametrize("messages", SHUFFLES)
def test_anthropic_pairs(messages: list[Message]) -> None:
    pairs_are_whole(listed(run_of([], messages, recent=range(9), format="claude-code")))


@pytest.mark.parametrize("messages", SHUFFLES)
def test_openai_pairs(messages: list[Message]) -> None:
    open_ids: list[str] = []
    for each in listed(run_of([], messages, recent=range(9), format="openai")):
        if each["role"] == "tool":
            assert each["tool_call_id"] == open_ids.pop(0)
        else:
            assert not open_ids
            open_ids = [called["id"] for called in each.get("tool_calls", ())]
        assert each["content"] is not None or each.get("tool_calls")
    assert not open_ids


events = st.one_of(
    st.tuples(st.just("call"), st.sampled_from("abcd")),
    st.tuples(st.just("result"), st.sampled_from("abcd")),
    st.tuples(st.sampled_from(["human", "assistant"]), st.sampled_from(["", "words"])),
)


@given(st.lists(events, max_size=12))
def test_any_order_of_calls_and_results_ends_in_whole_pairs(order: list[tuple[str, str]]) -> None:
    made = {
        "call": lambda n, value: asked(value, n),
        "result": lambda n, value: answered(value, n),
        "human": lambda n, value: message(n, value),
        "assistant": lambda n, value: message(n, value, Speaker.ASSISTANT),
    }
    messages = [made[kind](n, value) for n, (kind, value) in enumerate(order)]
    found = listed(run_of([], messages, recent=range(12), format="claude-code"))
    pairs_are_whole(found)
    said = sum(kind in ("human", "assistant") and bool(value) for kind, value in order)
    assert sum(block["type"] == "text" for each in found for block in each["content"]) == said + 1
    both = {v for k, v in order if k == "call"} & {v for k, v in order if k == "result"}
    assert sum(block["type"] == "tool_use" for each in found for block in each["content"]) == len(both)


def row(role: str, *content: Any, **more: Any) -> dict[str, Any]:
    return {"type": role, "message": {"role": role, "content": content[0] if more.pop("plain", 0) else list(content)}}


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


USE = {
    "type": "tool_use",
    "id": "t1",
    "name": "Bash",
    "input": {"command": "ls", "n": 1.50},
    "caller": {"type": "direct"},
}
RESULT = {
    "type": "tool_result",
    "tool_use_id": "t1",
    "content": [text("ok"), {"type": "image", "source": {"data": "A"}}],
}


def from_rows(rows: list[Any], messages: list[Message]) -> list[dict[str, Any]]:
    return listed(run_of([], messages, recent=range(99), format="claude-code", rows=rows))


def test_claude_code_blocks_are_the_source_s_own() -> None:
    rows = [
        row("user", "look at this", plain=1),
        row("assistant", {"type": "thinking", "thinking": "hm", "signature": "x"}),
        row("assistant", text("on it"), {"type": "redacted_thinking", "data": "x"}),
        row("assistant", USE),
        row("user", RESULT),
        row("user", {"type": "image", "source": {"data": "B"}}, text("and this"), text("  ")),
    ]
    found = from_rows(
        rows,
        [
            message(0, "look at this", records=(0,)),
            message(1, "on it", Speaker.ASSISTANT, calls=(call("t1"),), records=(1, 2, 3)),
            answered("t1", 2, "ok", records=(4,)),
            message(3, "and this", records=(5,)),
        ],
    )
    assert found[0]["content"][1:] == [text("look at this")]
    assert found[1:] == [
        {"role": "assistant", "content": [text("on it"), USE]},
        {"role": "user", "content": [RESULT, {"type": "image", "source": {"data": "B"}}, text("and this")]},
    ]


def test_a_row_in_which_two_speak_stands_once() -> None:
    rows = [row("user", text("<ide_opened_file>x</ide_opened_file>"), text("fix it"))]
    messages = [message(0, "x", Speaker.HARNESS, records=(0,)), message(1, "fix it", records=(0,))]
    assert from_rows(rows, messages)[0]["content"][1:] == rows[0]["message"]["content"]


def test_a_repeated_row_stands_once() -> None:
    rows = [row("assistant", text("plan"), USE), row("assistant", text("plan"), USE), row("user", RESULT)]
    messages = [
        message(0, "plan", Speaker.ASSISTANT, calls=(call("t1"),), records=(0, 1)),
        answered("t1", 1, records=(2,)),
    ]
    assert from_rows(rows, messages)[1:] == [
        {"role": "assistant", "content": [text("plan"), USE]},
        {"role": "user", "content": [RESULT]},
    ]


def test_words_in_a_result_outlive_its_lost_call() -> None:
    rows = [row("user", {**RESULT, "content": "The user doesn't want to proceed: use pnpm instead", "is_error": True})]
    messages = [answered("t1", 0, "rejected", records=(0,)), message(1, "use pnpm instead", records=(0,))]
    assert from_rows(rows, messages)[0]["content"][1:] == [text("use pnpm instead")]


def test_human_words_without_a_message_row_stay() -> None:
    rows = [{"type": "queue-operation", "operation": "enqueue", "content": "also bump it"}, "no object", [1]]
    messages = [message(n, f"words {n}", records=(n,)) for n in range(3)]
    assert from_rows(rows, messages)[0]["content"][1:] == [text("words 0"), text("words 1"), text("words 2")]


def test_an_orphan_call_leaves_its_text() -> None:
    rows = [row("assistant", text("let me see"), USE)]
    messages = [message(0, "let me see", Speaker.ASSISTANT, calls=(call("t1"),), records=(0,))]
    assert from_rows(rows, messages)[1:] == [{"role": "assistant", "content": [text("let me see")]}]


REAL = Path(os.environ.get("FASTJEV_REAL", Path(__file__).parents[2] / "shared" / "real")) / "claude-code"


@pytest.mark.skipif(not REAL.is_dir(), reason="needs published sessions beside the repository, or FASTJEV_REAL")
@pytest.mark.parametrize("path", sorted(REAL.glob("*.jsonl")), ids=lambda path: path.stem)
@pytest.mark.parametrize("turns", [1, 50])
def test_real_sessions_end_in_whole_pairs_with_every_human_word(path: Path, turns: int) -> None:
    policy = replace(DEFAULT, recent_turns=turns)
    run = pipeline.run(path.read_bytes(), path.name, rulebook=load_core(), policy=policy)
    found = listed(run)
    pairs_are_whole(found)
    results = {block["tool_use_id"] for each in found for block in each["content"] if block["type"] == "tool_result"}
    made = {called.id for message in run.skeleton.recent for called in message.calls}
    assert results == made & {message.call_id for message in run.skeleton.recent}
    raw = {json.dumps(block) for line in path.read_bytes().split(b"\n") if line for block in content(json.loads(line))}
    blocks = [block for each in found for block in each["content"] if block["type"] in ("tool_use", "tool_result")]
    assert {json.dumps(block) for block in blocks} <= raw
    # All but the skeleton, whose quotes would prove nothing.
    kept = json.dumps([found[0]["content"][1:], found[1:]], ensure_ascii=False)
    for said in run.skeleton.recent:
        if said.speaker == Speaker.HUMAN:
            assert json.dumps(said.text.strip(), ensure_ascii=False)[1:-1] in kept


def content(line: Any) -> list[Any]:
    found = line.get("message", {}).get("content") if isinstance(line, dict) else None
    return found if isinstance(found, list) else []
