"""`fastjev replay` as people call it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from talks import neutral
from test_replay import CUT, KEY, TALK

from fastjev.cli import cli
from fastjev.evaluate.replay.judgement import MEASURES
from fastjev.evaluate.replay.report import SCHEMA

HOSTILE = "会话\x1b[31m红\u202e.json"


@pytest.fixture
def talk(tmp_path: Path) -> str:
    path = tmp_path / HOSTILE
    path.write_bytes(neutral(TALK))
    return str(path)


def invoke(*args: str) -> Result:
    return CliRunner().invoke(cli, ["replay", *args])


def told(*args: str) -> dict[str, Any]:
    ran = invoke("--json", *args)
    assert ran.exit_code == 0, ran.output
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_policies_stand_side_by_side(talk: str) -> None:
    ran = invoke(talk, "--points", "75%", "--reduction", "60%", "--reduction", "0.9")
    assert ran.exit_code == 0, ran.output
    lines = ran.stdout.splitlines()
    assert lines[0] == "1 session, 1 cut, 4 needed words"
    names = [line[:20].strip() for line in lines[2:14]]
    sized = ["recency", "cap-only", "classic", "budget"]
    rows = ["none", "", *(f"{name} 60%" for name in sized), "", *(f"{name} 90%" for name in sized), ""]
    assert names == rows
    assert lines[2].split()[1:6] == ["0.0%", "0.0%", "0.0%", "100.0%", "4/4"]
    assert "undefined" in lines[2]
    assert "needed words that still stand there" in ran.stdout


def test_lost_words_are_listed_with_who_held_and_who_lost_them(talk: str) -> None:
    ran = invoke(talk, "--points", "0.75", "--reduction", "90%", "-v")
    (line,) = [line for line in ran.stdout.splitlines() if line.startswith("max_conns")]
    assert "result of u1.2, used in message 7 behind the cut at 7" in line
    assert "recency 90%" in line
    assert "input of u1.3, used in message 9" in ran.stdout
    assert "next: fastjev explain " in ran.stderr


def test_nothing_of_a_stranger_reaches_the_terminal_and_no_secret_the_report(talk: str) -> None:
    ran = invoke(talk, "-v")
    assert "\x1b" not in ran.output
    assert "\u202e" not in ran.output
    assert KEY not in ran.output
    assert KEY not in json.dumps(told(talk))


def test_json_has_everything(talk: str) -> None:
    found = told(talk, "--points", "75%")
    assert found["schema"] == SCHEMA
    assert {name for policy in found["policies"] for name in policy} >= set(MEASURES)
    none = found["policies"][0]
    assert (none["policy"], none["in_context"]) == ("none", {"share": 1.0, "n": 4, "m": 4})
    assert none["false_elisions"] == {"share": None, "n": 0, "m": 0}
    (cut,) = found["sessions"][0]["cuts"]
    assert (cut["message"], cut["exchanges"], cut["needed"]) == (CUT, 3, 4)
    assert found == told(talk, "--points", "75%")


def test_without_tools_there_is_nothing_to_measure(tmp_path: Path) -> None:
    path = tmp_path / "短.json"
    path.write_bytes(neutral(TALK[:1]))
    ran = invoke(str(path))
    assert ran.exit_code == 0
    assert "undefined" in ran.stdout
    assert "短.json: no place with 3 tool results before it" in ran.stderr
    assert told(str(path))["policies"][0]["in_context"]["share"] is None


@pytest.mark.parametrize("share", ["60", "0", "1", "100%", "-0.5", "六成", "nan"])
def test_what_is_no_share_is_a_wrong_call(talk: str, share: str) -> None:
    ran = invoke(talk, f"--reduction={share}")
    assert ran.exit_code == 2
    assert "write 0.6 or 60%" in ran.stderr


def test_an_unreadable_session_is_told(tmp_path: Path) -> None:
    ran = invoke(str(tmp_path / "没有.jsonl"))
    assert ran.exit_code == 3
    assert "没有.jsonl" in ran.stderr
