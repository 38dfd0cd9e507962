"""Units that are worth a label: which, why, and what is written of them."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from talks import assistant, call, neutral, tool, user

from fastjev.cli import cli
from fastjev.datatypes import Span, Verdict, Vote
from fastjev.evaluate.misses import REASONS, reason
from fastjev.labels import Label
from fastjev.policy import DEFAULT

KEY = "AKIAIOSFODNN7EXAMPLE"
TALK = [
    user("看下日志，超时改成 30 秒"),
    assistant("改好了，日志在 a.log 里", call("t1", "Bash", command="ls")),
    tool("t1", "a.log"),
    user(f"也许吧，先这样，用 {KEY} 那个账号，回头再看看这样行不行，我也说不好"),
]


def votes(*said: tuple[str, str, float]) -> tuple[Vote, ...]:
    return tuple(Vote(label, weight, f"{by}:x", Span(0, 1)) for by, label, weight in said)


@pytest.mark.parametrize(
    ("label", "said", "why"),
    [
        (Label.UNSURE, [], "unsure"),
        (Label.FACT, [("rule", "fact", 0.9)], ""),
        (Label.FACT, [("gate", "fact", 1.0)], ""),
        (Label.FACT, [("rule", "process", 0.5), ("model", "fact", 0.8), ("model", "process", 0.1)], "disagree"),
        (Label.FACT, [("rule", "process", 0.4), ("rule", "fact", 0.5), ("model", "fact", 0.9)], ""),
        (Label.FACT, [("model", "fact", 0.5), ("model", "process", 0.4)], "close"),
        (Label.FACT, [("model", "fact", 0.6), ("model", "process", 0.4)], ""),
    ],
)
def test_why_a_unit_is_worth_a_label(label: Label, said: list[tuple[str, str, float]], why: str) -> None:
    assert reason(Verdict("u1.1", label, 0.5, votes(*said)), DEFAULT) == why
    assert why == "" or why in REASONS


def invoke(*words: str, code: int = 0) -> Result:
    ran = CliRunner().invoke(cli, ["misses", *words])
    assert ran.exit_code == code, ran.output
    return ran


def lines(path: str = "misses.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


def test_a_line_holds_what_labeling_needs(project: Path) -> None:
    Path("hard.json").write_bytes(neutral(TALK))
    Path("wide.yaml").write_text("close_margin: 1.0\n")
    ran = invoke("hard.json", "--policy", "wide.yaml", "-o", "misses.jsonl")
    found = lines()
    assert found and all(line["reason"] in REASONS for line in found)
    assert f"{len(found)} units of 1 sessions" in ran.stdout
    for line in found:
        assert line["speaker"] == "human" and line["session"] == "hard.json" and line["votes"]
        assert len(line["id"]) == 16
    assert stat.S_IMODE(Path("misses.jsonl").stat().st_mode) == 0o600
    assert KEY not in Path("misses.jsonl").read_text("utf-8") + ran.output
    assert {"speaker": "assistant", "text": "改好了，日志在 a.log 里"} in [line["before"] for line in found]
    assert "next: fastjev explain hard.json" in ran.stderr


def test_a_text_counts_once_and_an_assistant_on_request(project: Path) -> None:
    Path("hard.json").write_bytes(neutral(TALK))
    Path("wide.yaml").write_text("close_margin: 1.0\n")
    asked = ("--policy", "wide.yaml", "-o", "misses.jsonl")
    invoke("hard.json", *asked)
    once = lines()
    invoke("hard.json", "hard.json", *asked)
    assert lines() == once
    invoke("hard.json", "--assistant", *asked)
    assert {line["speaker"] for line in lines()} == {"human", "assistant"}


def test_the_last_sessions_of_every_project(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(project / "claude"))
    for number, text in enumerate(("超时改成 30 秒吧，或者再说", "old words, maybe", "not a session")):
        folder = project / "claude" / "projects" / f"p{number}"
        folder.mkdir(parents=True)
        path = folder / f"{number}1111111-1111-4111-8111-111111111111.jsonl"
        row = {"type": "user", "uuid": "a", "parentUuid": None, "message": {"role": "user", "content": text}}
        path.write_text(json.dumps(row) if number < 2 else "no session at all")
        if number == 1:
            os.utime(path, (0, 0))
    ran = invoke("-o", "misses.jsonl")
    assert "of 2 sessions" in ran.stdout
    assert "21111111-1111-4111-8111-111111111111.jsonl" in ran.stderr and "left out" in ran.stderr
    assert not [line for line in lines() if "old words" in line["text"]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--since", "3h", "-o", "misses.jsonl"), "no session since 3h"),
        (("talk.json", "-o", "talk.json"), "is a session itself"),
        (("talk.json", "-o", "missing/misses.jsonl"), "cannot be written"),
        (("talk.json",), "-o"),
    ],
)
def test_usage(project: Path, words: tuple[str, ...], said: str) -> None:
    assert said in invoke(*words, code=2).stderr
