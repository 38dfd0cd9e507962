"""Somebody labels a session in a terminal, in earnest: nothing here is a stand-in."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.labeler.seats import Pyte, Seat, Tmux, seat, until
from tests.talks import DEMO, REAL, ROOT

ANSWERS = "1234543210x1"
"""Keys of a person: labels, a skip, and an unfit unit with its reason."""


def session() -> Path:
    """The smallest real session with enough in it, where there are any."""
    real = sorted(REAL.glob("claude-code/*.jsonl"), key=lambda path: path.stat().st_size)
    return next((path for path in real if path.stat().st_size > 500_000), DEMO)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path


def sit(home: Path, *args: str, kind: type[Tmux] | type[Pyte] | None = None) -> Seat:
    env = {name: str(home / name.lower()) for name in ("HOME", "FASTJEV_DATA", "FASTJEV_CACHE", "FASTJEV_CONFIG")}
    env |= {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "LANG": "C.UTF-8", "CLAUDE_CONFIG_DIR": env["HOME"]}
    command = (sys.executable, "-m", "fastjev", "label", *args, "--set", "mine", "--by", "lin")
    return (kind or seat)(command, home / "project", env, (80, 24))


def acts(home: Path) -> list[dict[str, Any]]:
    path = home / "project/.fastjev/labels/mine/lin.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def counted(rows: list[str]) -> str:
    """`12/400` of the second row."""
    return next((word for word in rows[1].split() if "/" in word), "")


def number(rows: list[str]) -> str:
    """Of the unit that is asked about."""
    return next((row.split()[1] for row in rows if row.startswith("> ")), "")


@pytest.fixture(params=["tmux", "pyte"])
def kind(request: pytest.FixtureRequest) -> Iterator[type[Tmux] | type[Pyte]]:
    if request.param == "tmux" and not any(
        os.access(f"{folder}/tmux", os.X_OK) for folder in os.environ["PATH"].split(os.pathsep)
    ):
        pytest.skip("tmux is not here")
    yield Tmux if request.param == "tmux" else Pyte


def test_thirty_units_and_a_kill_in_between(home: Path, kind: type[Tmux] | type[Pyte]) -> None:
    first = sit(home, str(session()), kind=kind)
    try:
        # A + stands behind the number while more of the session is being read.
        shown = until(first, lambda rows: counted(rows).startswith("0/") and not counted(rows).endswith("+"))
        total = counted(shown).partition("/")[2]
        told = 0
        for key in (ANSWERS * 3)[:18]:
            first.type(key)
            if key == "x":
                until(first, lambda rows: "garbled" in "".join(rows))
                continue
            told += 1
            until(first, lambda rows, told=told: len(acts(home)) >= told and "Esc back" not in "".join(rows))
        assert len(acts(home)) == told
        done = sum(act["op"] != "skip" for act in acts(home))
        before = until(first, lambda rows: counted(rows) == f"{done}/{total}")
        first.kill()
    finally:
        first.close()

    second = sit(home, kind=kind)
    try:
        after = until(second, lambda rows: counted(rows) == f"{done}/{total}")
        assert number(after) == number(before)
        for _ in range(30 - done):
            was = len(acts(home))
            second.type("4")
            until(second, lambda rows, was=was: len(acts(home)) > was)
        until(second, lambda rows: counted(rows) == f"30/{total}")
        second.type("uuu")
        until(second, lambda rows: counted(rows) == f"27/{total}")
        second.type("q")
        ended = until(second, lambda rows: any(row.startswith("ended: 0") for row in rows))
        assert f"27 of {total} answered by lin" in "\n".join(ended)
        assert any("next: fastjev label --set mine --by lin" in row for row in ended)
    finally:
        second.close()
    assert [act["op"] for act in acts(home)][-3:] == ["undo"] * 3


def test_keys_typed_before_the_app_is_there_are_not_lost(home: Path) -> None:
    made = sit(home, str(DEMO))
    try:
        until(made, lambda rows: counted(rows).startswith("0/"))
        made.type("q")
        until(made, lambda rows: any(row.startswith("ended: 0") for row in rows))
    finally:
        made.close()
    hasty = sit(home)
    try:
        hasty.type("12")
        until(hasty, lambda rows: counted(rows).startswith("2/"))
        assert [act["label"] for act in acts(home)] == ["constraint", "decision"]
    finally:
        hasty.close()


def test_keys_typed_at_nothing_mean_nothing(home: Path) -> None:
    """A new set is read for a while, and nobody has seen a unit of it."""
    eager = sit(home, str(DEMO))
    try:
        until(eager, lambda rows: any("reading" in row for row in rows))
        eager.type("12")
        until(eager, lambda rows: counted(rows).startswith("0/"))
        eager.type("q")
        until(eager, lambda rows: any(row.startswith("ended: 0") for row in rows))
    finally:
        eager.close()
    assert acts(home) == []


def test_what_holds_a_secret_is_taken_out_at_the_end(home: Path) -> None:
    told = sit(home, str(DEMO))
    try:
        until(told, lambda rows: counted(rows).startswith("0/") and not counted(rows).endswith("+"))
        told.type("x2")
        until(told, lambda rows: counted(rows).startswith("1/"))
        told.type("q")
        ended = until(told, lambda rows: any(row.startswith("ended: 0") for row in rows))
    finally:
        told.close()
    assert "the text of what holds a secret (1) is taken out" in "".join(ended)
    [act] = acts(home)
    units = (home / "project/.fastjev/labels/mine/units.jsonl").read_text("utf-8").splitlines()
    texts = {unit["unit"]: unit.get("text", "") for unit in map(json.loads, units)}
    assert (act["op"], act["reason"], texts.pop(act["unit"])) == ("unfit", "secret", "")
    assert any(texts.values())


def test_the_terminal_is_as_it_was_after_an_error(home: Path) -> None:
    folder = home / "project/.fastjev/labels/mine"
    folder.mkdir(parents=True)
    (folder / "units.jsonl").write_text('{"v":2}\n')
    wrong = sit(home)
    try:
        shown = until(wrong, lambda rows: any(row.startswith("ended: 3") for row in rows))
        assert "units.jsonl:1: v: 2 is not 1" in "".join(shown)
    finally:
        wrong.close()
