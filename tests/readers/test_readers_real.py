"""Published sessions of real people, against the counts published with them."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from transcript import joined

from fastjev.datatypes import Conversation
from fastjev.labels import Speaker
from fastjev.readers import read

REAL = Path(os.environ.get("FASTJEV_REAL") or Path(__file__).parents[2].parent / "shared" / "real")
SOURCES = REAL / "SOURCES.md"
ROW = re.compile(r"^\| `(claude-code/[^`]+)` \|(?:[^|]*\|){6} *(\d+) \| *(\d+) \| *(\d+) \|", re.MULTILINE)
COUNTS = {
    name: tuple(map(int, counts))
    for name, *counts in ROW.findall(SOURCES.read_text("utf-8") if SOURCES.exists() else "")
}

pytestmark = pytest.mark.skipif(not COUNTS, reason="no real sessions: ../shared/real, or $FASTJEV_REAL, is not here")


@pytest.fixture(params=sorted(COUNTS) or ["none"], scope="module")
def session(request: pytest.FixtureRequest) -> tuple[str, Conversation]:
    return request.param, read((REAL / request.param).read_bytes(), request.param)


def entries(conversation: Conversation) -> Iterator[tuple[int, dict]]:
    for record in conversation.records:
        yield record.index, json.loads(conversation.raw[record.span.start : record.span.end])


def test_fifteen_sessions_are_published():
    assert len(COUNTS) == 15


def test_counts_are_those_published(session):
    name, conversation = session
    assert (conversation.typed, conversation.tool_calls, conversation.boundaries) == COUNTS[name]


def test_records_tile_the_bytes(session):
    _, conversation = session
    assert joined(conversation) == conversation.raw
    assert not any(record.kind == "bad" for record in conversation.records)


def test_every_typed_text_is_a_human_message(session):
    """None of these sessions was rewound: all their forks are the client's own, so no typed word may be lost."""
    _, conversation = session
    human = {message.text.strip() for message in conversation.messages if message.speaker is Speaker.HUMAN}
    for index, entry in entries(conversation):
        if entry.get("type") != "user" or entry.get("isMeta") or entry.get("isCompactSummary"):
            continue
        content = entry["message"]["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        for block in blocks:
            typed = block.get("text", "").strip()
            client = typed.startswith(("<", "[Request interrupted by user", "Operation stopped by hook:"))
            if typed and not client and not entry.get("isSidechain"):
                assert typed in human, index


def test_reasons_given_with_a_rejection_are_human(session):
    _, conversation = session
    said = {message.text for message in conversation.messages if message.via == "rejection"}
    for _, entry in entries(conversation):
        before, found, reason = str(entry.get("toolUseResult", "")).partition("the user said:\n")
        if found and before.startswith("Error: The user doesn't want to proceed"):
            assert reason in said


def test_queued_prompts_are_human(session):
    _, conversation = session
    human = "\n".join(message.text for message in conversation.messages if message.speaker is Speaker.HUMAN)
    for _, entry in entries(conversation):
        if entry.get("operation") == "enqueue" and not entry["content"].startswith("<task-notification>"):
            assert entry["content"].strip() in human


def test_replies_are_merged_and_results_follow_their_calls(session):
    _, conversation = session
    made = [call.id for message in conversation.messages for call in message.calls]
    assert len(set(made)) == len(made)
    called = {call.id: message.index for message in conversation.messages for call in message.calls}
    for message in conversation.messages:
        if message.call_id:
            assert called[message.call_id] < message.index


def test_sidechains_stay_out(session):
    _, conversation = session
    side = {index for index, entry in entries(conversation) if entry.get("isSidechain")}
    assert not any(side.intersection(message.records) for message in conversation.messages)


def test_no_words_of_the_client_pass_for_a_persons(session):
    _, conversation = session
    for message in conversation.messages:
        if message.speaker is Speaker.HUMAN:
            assert not re.match(r"<(?:command|local-command|bash|task-notification|system-reminder)", message.text)
            assert "user doesn't want to proceed" not in message.text
            assert not message.text.startswith(("This session is being continued", "[Request interrupted"))


def test_shuffled_clocks_change_nothing(session):
    _, conversation = session
    rows = [entry for _, entry in entries(conversation)]
    times = [entry["timestamp"] for entry in rows if "timestamp" in entry][::-1]
    for entry in rows:
        if "timestamp" in entry:
            entry["timestamp"] = times.pop()
    raw = b"".join(json.dumps(entry).encode("utf-8", "surrogatepass") + b"\n" for entry in rows)
    again = read(raw, "s.jsonl")
    assert [(m.text, m.turn, m.records) for m in again.messages] == [
        (m.text, m.turn, m.records) for m in conversation.messages
    ]
