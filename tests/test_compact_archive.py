"""`fastjev compact` with and without an archive, as people see it: what is written, what is said, what comes back."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from talks import assistant, call, claude_code, neutral, tool, user

from fastjev.cli import cli

LOG = "\n".join(f"row {n}: plain words and no more of them than that" for n in range(80))
TALK = [
    user("不要动production库的schema，端口用 8080"),
    assistant("先看日志。", call("t1", "Bash", command="npm test"), call("t2", "Edit", path="a.py", new="x\n" * 200)),
    tool("t1", f"error: order_ref_77 refused\n{LOG}", is_error=True),
    tool("t2", "ok"),
    assistant("改好了。"),
    user("谢谢"),
]
GROWN = [*TALK, user("超时改成 60 秒"), assistant("", call("t3", "Write", path="b.py")), tool("t3", LOG.upper())]
LATER = [*GROWN, assistant("Done."), user("let's go with Vite"), assistant("Vite it is."), user("端口不要变")]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of its own, whose store does not exist yet."""
    monkeypatch.setenv("FASTJEV_DATA", str(tmp_path / "data"))
    (project := tmp_path / "project").mkdir()
    monkeypatch.chdir(project)
    return tmp_path


def compact(talk: list[dict[str, Any]], *words: str, policy: str = "") -> Result:
    Path("talk.jsonl").write_bytes(claude_code(talk))
    Path("policy.yaml").write_text(policy)
    ran = CliRunner().invoke(cli, ["compact", "talk.jsonl", "--recent", "0", "--policy", "policy.yaml", *words])
    assert ran.exit_code == 0, ran.stderr
    return ran


def expand(*words: str) -> Result:
    ran = CliRunner().invoke(cli, ["expand", *words])
    assert ran.exit_code == 0, ran.stderr
    return ran


def pointers(text: str) -> list[str]:
    return re.findall(r"\[\[elided id=\S+ lines=[0-9-]+ tokens=[0-9]+\]\]", text)


def test_without_an_archive_nothing_is_written_and_nothing_points(here: Path) -> None:
    ran = compact(TALK, "--no-archive")
    assert not (here / "data").exists()
    assert pointers(ran.stdout) == []
    assert "archived" not in ran.stderr
    assert pointers(compact(TALK).stdout)


def test_where_nothing_can_be_archived_the_skeleton_comes_all_the_same(here: Path) -> None:
    (here / "data").write_text("a file where the folder should be")
    ran = compact(TALK)
    assert ran.stdout == compact(TALK, "--no-archive").stdout
    notes = [line for line in ran.stderr.splitlines() if line.startswith("note: ")]
    assert len(notes) == 1
    assert notes[0].startswith("note: nothing is archived, so the skeleton has no pointers, and what it leaves out")
    assert str(here / "data") in notes[0]


def test_twice_is_one_epoch_and_the_same_bytes(here: Path) -> None:
    one, two = compact(TALK), compact(TALK)
    assert one.stdout_bytes == two.stdout_bytes
    for ran in (one, two):
        assert re.search(r"^done; archived as e1, 2 pointers$", ran.stderr, re.MULTILINE)


def test_pointers_of_before_lead_somewhere_when_the_session_has_grown(here: Path) -> None:
    old = pointers(compact(TALK).stdout)
    assert "archived as e2, " in (grown := compact(GROWN)).stderr
    bodies = [expand(pointer).stdout_bytes for pointer in old]
    assert f"error: order_ref_77 refused\n{LOG}".encode() in bodies
    assert set(old) <= set(pointers(grown.stdout))
    assert expand("e1", "--raw").stdout_bytes == claude_code(TALK)
    assert expand("e2", "--raw").stdout_bytes == claude_code(GROWN)


def test_what_to_do_next_can_be_done(here: Path) -> None:
    (step,) = re.findall(r"^next: fastjev expand (\S+)$", compact(TALK).stderr, re.MULTILINE)
    assert expand(step).stdout_bytes == f"error: order_ref_77 refused\n{LOG}".encode()


def test_blocks_of_epochs_are_never_changed(here: Path) -> None:
    rans = [compact(talk, "--layout", "epochs", policy="payback_turns: 0\n") for talk in (TALK, GROWN, LATER)]
    for before, after in pairwise(rans):
        assert after.stdout_bytes.startswith(before.stdout_bytes)
        assert len(after.stdout_bytes) > len(before.stdout_bytes)
    assert "cache: " not in rans[0].stderr
    cost = r"^cache: [\d,]+ tokens known, [\d,]+ appended, or [\d,]+ as one, which .+ \(read 0.1, write 1.25 a token\)"
    for ran in rans[1:]:
        assert re.search(cost + "; appended$", ran.stderr, re.MULTILINE)
    # Every pointer of every block leads somewhere.
    assert all(expand(pointer).stdout_bytes for pointer in pointers(rans[-1].stdout))


def test_blocks_are_written_as_one_where_that_pays(here: Path) -> None:
    compact(TALK, "--layout", "epochs")
    ran = compact(GROWN, "--layout", "epochs", policy="payback_turns: 1000000\ncache_write: 0\n")
    assert ran.stdout.count("[fastjev ") == 1
    assert "pays back after 0.0 turns" in ran.stderr
    assert "; written as one\n" in ran.stderr


@pytest.mark.parametrize(
    ("talk", "words", "said", "journalled"),
    [
        (TALK, (), "done; archived as e1", "done"),
        ([user("端口用 8080")], (), "nothing left to take out; archived as e1, 0 pointers", "nothing left"),
        (
            TALK,
            ("--budget", "1"),
            "over the budget: rules, decisions, headings and recent turns are not cut",
            "over budget",
        ),
        (TALK, ("--budget", "100000"), "done; archived as e1", "done"),
    ],
    ids=["done", "nothing left", "over the budget", "within the budget"],
)
def test_what_it_came_to_is_told_and_journalled(
    here: Path, talk: list[dict[str, Any]], words: tuple[str, ...], said: str, journalled: str
) -> None:
    assert f"\n{said}" in compact(talk, *words).stderr
    (told,) = json.loads(CliRunner().invoke(cli, ["log", "--json"]).stdout)["compactions"]
    assert told["outcome"] == journalled


@pytest.mark.parametrize(
    ("calls", "said"), [(10, "3 more calls would have lost their line"), (3, "1 more call would have lost its line")]
)
def test_calls_that_are_kept_against_the_odds_are_an_alarm(here: Path, calls: int, said: str) -> None:
    talk = [user("看"), assistant("", *(call(f"t{n}", "Read", path="a.py") for n in range(calls)))]
    talk += [tool(f"t{n}", LOG) for n in range(calls)]
    drastic = "call_floor: 1.0\ntool_chars: 1\n"
    ran = compact(talk, policy=drastic)
    assert f"\nnote: {said}; no more than 70% may (alarm_share in a policy)\n" in ran.stderr
    assert "alarm_share" not in compact(talk, policy=drastic + "alarm_share: 1.0\n").stderr
    assert "alarm_share" not in compact(talk, "-q", policy=drastic).stderr


@pytest.mark.parametrize("shape", ["json", "messages", "run"])
def test_other_shapes_are_archived_too(here: Path, shape: str) -> None:
    ran = compact(TALK, "--format", shape)
    assert "archived as e1" in ran.stderr
    assert expand("e1", "--raw").stdout_bytes == claude_code(TALK)
    if shape != "run":
        assert len(pointers(ran.stdout)) == 2


def test_standard_input_is_archived_under_its_own_id(here: Path) -> None:
    ran = CliRunner().invoke(cli, ["compact", "-", "--recent", "0"], input=neutral(TALK, "会话-1"))
    assert "archived as e1" in ran.stderr
    assert expand("e1", "--raw", "--session", "会话-1").stdout_bytes == neutral(TALK, "会话-1")
