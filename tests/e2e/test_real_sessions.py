"""Published sessions of real people: nothing they typed is lost, nothing else binds, and what is left is short."""

import json
import re
import statistics
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from talks import NO_REAL, REAL, compact, items, rendered

from fastjev.cli import cli
from fastjev.datatypes import Conversation, Run
from fastjev.labels import Label, Speaker, Status, Zone
from fastjev.renderers.size import size
from fastjev.visible import visible

SESSIONS = sorted((REAL / "claude-code").glob("*.jsonl"))
OTHERS = sorted(
    path
    for kind in ("codex", "pi", "specstory", "aider", "cursor-export", "trae", "copilot")
    for path in (REAL / kind).glob("*.*")
)
SHRINKS = 0.88
"""Least share of the content that goes, at the median."""
BINDING = (Zone.CONSTRAINTS, Zone.DECISIONS, Zone.DEPRECATED_CONSTRAINTS)

pytestmark = pytest.mark.skipif(not SESSIONS, reason=NO_REAL)


@cache
def walked(path: Path) -> Run:
    return compact(path.read_bytes(), name=path.name)


def typed(conversation: Conversation) -> Iterator[tuple[int, str]]:
    """Every sentence of every human message, cut at line ends and after full stops, with the message's index."""
    for message in conversation.messages:
        if message.speaker == Speaker.HUMAN:
            for sentence in re.split(r"\n|(?<=[.!?])(?=\s)|(?<=[。！？])", message.text):
                if any(map(str.isalnum, sentence)):
                    yield message.index, sentence.strip()


def noise(run: Run) -> dict[int, str]:
    """What was decided to be noise, by message."""
    found: dict[int, str] = {}
    for unit, decision in zip(run.units, run.decisions, strict=True):
        if decision.label == Label.NOISE and unit.speaker == Speaker.HUMAN:
            found[unit.message] = found.get(unit.message, "") + unit.text + "\n"
    return found


def flat(text: str) -> str:
    """Without white space at line starts, which the text form adds and blocks lose."""
    return re.sub(r"\n\s*", "\n", text)


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_every_typed_sentence_stands_in_text_and_json(path: Path) -> None:
    run = walked(path)
    text = flat(rendered(run, "text"))
    zones = json.loads(rendered(run, "json"))["zones"]
    listed = "\n".join(item["text"] for zone in zones.values() for item in zone)
    gone = noise(run)
    sentences = [(at, said) for at, said in typed(run.conversation) if said not in gone.get(at, "")]
    assert sentences
    assert [said for _, said in sentences if flat(said) not in flat(listed)] == []
    assert [said for _, said in sentences if flat(visible(said)) not in text] == []


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_noise_is_little_and_says_little(path: Path) -> None:
    """Or the test above would prove nothing."""
    run = walked(path)
    said = sum(len(message.text) for message in run.conversation.messages if message.speaker == Speaker.HUMAN)
    units = [text for texts in noise(run).values() for text in texts.split("\n")]
    assert sum(map(len, units)) <= max(60, said // 20)
    assert [text for text in units if len(text) > 80] == []


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_nothing_but_people_and_what_they_agreed_to_binds(path: Path) -> None:
    run = walked(path)
    messages = run.conversation.messages
    binding = items(run, *BINDING)
    assert {item.speaker for item in binding} <= {Speaker.HUMAN, Speaker.ASSISTANT}
    assert {messages[item.message].role for item in binding} <= {"user", "assistant"}
    assert [item.text for item in binding if messages[item.message].via in ("summary", "reminder", "result")] == []
    settled = {decision.unit for decision in run.decisions if "confirm" in decision.because}
    theirs = [item for item in binding if item.speaker == Speaker.ASSISTANT and item.id not in settled]
    assert [item.text for item in theirs if item.status not in (Status.REJECTED, Status.DEFERRED)] == []


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_no_wrapper_stands_in_what_a_person_said(path: Path) -> None:
    tags = re.compile(
        r"</?(?:system-reminder|task-notification|local-command-stdout|bash-std(?:out|err)|command-name)>"
    )
    opened = (
        "This session is being continued from a previous conversation",
        "Caveat: The messages below were generated",
    )
    for item in items(walked(path), *BINDING):
        assert not tags.search(item.text)
        assert not item.text.startswith(opened)


def test_content_shrinks() -> None:
    sizes = {path.stem: size(walked(path)) for path in SESSIONS}
    shares = {name: 1 - found.chars_after / found.chars_before for name, found in sizes.items()}
    assert statistics.median(shares.values()) >= SHRINKS, shares


@pytest.mark.parametrize("path", [*SESSIONS, *OTHERS], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_result_or_a_clear_message(path: Path) -> None:
    """Formats without a reader of their own end with code 3 and a line that names the file and says what to do."""
    run = CliRunner().invoke(cli, ["compact", str(path), "--recent", "3", "--format", "json"])
    if run.exit_code == 0:
        found = json.loads(run.stdout)
        assert found["schema"] == "fastjev.skeleton/1"
        assert found["conversation"]["messages"] > 0
    else:
        assert run.exit_code == 3, run.stderr
        assert run.stdout == ""
        assert run.stderr.startswith(f"fastjev: {path}: ")
        assert run.stderr.count("\n") == 1
        assert "bug" not in run.stderr
