"""The first frame is what the app will show, or says that something is being read; and `label` without a terminal."""

import json
import os
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from fastjev.cli import main
from fastjev.errors import ReadError
from fastjev.labeling import first, quick, sets
from fastjev.labeling.acts import Act
from fastjev.labeling.answers import answers
from fastjev.labeling.draw import draw
from fastjev.labeling.folder import add, make_folders
from fastjev.labeling.lines import item_line
from fastjev.labeling.opened import opened
from fastjev.labeling.sets import Set
from fastjev.labeling.state import Session, day
from fastjev.labeling.tasks import TASKS
from tests.labeling import ITEMS, NOW, item, pressed, sat

TOLD = {"--set": "auth-2026", "--by": "lin"}


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Set]:
    (tmp_path / ".git").mkdir()
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    found = sets.find(tmp_path, "auth-2026")
    make_folders(found.folder)
    add(found.folder / "units.jsonl", map(item_line, ITEMS))
    yield found


def whole(held: Set, **more: bool) -> Session:
    """As the command opens it."""
    return opened(
        name="auth-2026",
        by="lin",
        task=TASKS["class"],
        items=sets.items(held),
        answers=answers(sets.acts(held, "lin")),
        at=NOW,
        day=day(NOW),
        **more,
    )


@pytest.mark.parametrize(
    "keys", [[], ["1", "0", "3"], ["1", "u"], ["x", "2", "i", "a", "enter", "b", "j", "m"], [*"1234"], [*"12345"]]
)
@pytest.mark.parametrize("suggest", [False, True])
def test_a_quick_look_is_a_whole_one(held: Set, keys: list[str], suggest: bool) -> None:
    for act in pressed(sat(), *keys).told:
        sets.append(held, act)
    told = {**TOLD, "--suggest": "yes"} if suggest else TOLD
    seen, there = quick.session(told, NOW), whole(held, suggest=suggest)
    assert (tuple(seen.order), seen.at, seen.done) == (there.order, there.at, there.done)
    for each in ITEMS:
        one, other = seen.answer(each.id), there.answer(each.id)
        assert [getattr(one, field.name) for field in fields(other)] == [
            getattr(other, field.name) for field in fields(other)
        ]
    for size in ((80, 24), (200, 60)):
        assert draw(seen, *size) == draw(there, *size)


@pytest.mark.parametrize(
    "more",
    [
        {"--order": "random"},
        {"--task": "boundary"},
        {"sessions": "last"},
        {"--set": "other"},
        {"--set": "../auth-2026"},
    ],
)
def test_what_takes_longer_is_being_read(held: Set, more: dict[str, str]) -> None:
    seen = quick.session({**TOLD, **more}, NOW)
    assert (seen.screen, seen.order) == ("reading", ())


@pytest.mark.parametrize("line", ['{"v":2}\n', "no JSON\n"], ids=["of a later version", "broken"])
def test_of_what_is_no_set_there_is_no_frame(held: Set, line: str) -> None:
    (held.folder / "units.jsonl").write_text(line.replace("}", ',"asked":true}'))
    with pytest.raises((ValueError, IndexError, KeyError)):
        draw(quick.session(TOLD, NOW), 80, 24)


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("", True),
        (item_line(item(8, "human", 9, "behind all")), True),
        (item_line(item(0, "human", 0, "before all")), False),
    ],
    ids=["in order", "behind", "out of order"],
)
def test_keys_count_where_the_unit_that_stood_there_is_the_one_that_is_asked(
    held: Set, monkeypatch: pytest.MonkeyPatch, line: str, counts: bool
) -> None:
    import termios

    if line:
        add(held.folder / "units.jsonl", [line])
    flushed: list[int] = []
    monkeypatch.setattr(first, "_terminal", lambda: 7)
    monkeypatch.setattr(first, "_stood", [quick.session(TOLD, NOW)])
    monkeypatch.setattr(termios, "tcflush", lambda terminal, what: flushed.append(what))
    first.settle(whole(held))
    assert flushed == ([] if counts else [termios.TCIFLUSH])


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--set", "a", "--by", "lin"], {"--set": "a", "--by": "lin"}),
        (["--set=a", "--by=lin", "--suggest"], {"--set": "a", "--by": "lin", "--suggest": "yes"}),
        (["one", "two", "--set", "a", "--by", "lin"], {"--set": "a", "--by": "lin", "sessions": "one"}),
        (["--by", "lin"], None),
        (["--set", "a", "--by"], None),
        (["--set", "a", "--by", "lin", "--help"], None),
        (["--set", "a", "--by", "lin", "-h"], None),
        (["--set", "a", "--by", "lin", "--rules", "x.yaml"], None),
    ],
)
def test_only_known_options_have_a_first_frame(args: list[str], told: dict[str, str] | None) -> None:
    assert first._told(args) == told


def test_without_a_terminal_nothing_is_shown(held: Set, capfd: pytest.CaptureFixture[str]) -> None:
    first.show(["--set", "auth-2026", "--by", "lin"])
    assert capfd.readouterr() == ("", "")


def test_the_first_frame_and_the_way_back(held: Set, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a terminal of the test's own."""
    import pty
    import termios

    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    written: list[str] = []
    monkeypatch.setattr(first, "_terminal", lambda: theirs)
    monkeypatch.setattr(first, "_write", written.append)
    monkeypatch.setattr(first.os, "get_terminal_size", lambda fd: os.terminal_size((80, 24)))
    with first.standing():
        first.show(["--set", "auth-2026", "--by", "lin"])
        assert "1 constraint" in written[0]
        held_now = termios.tcgetattr(theirs)[3]
        assert not held_now & (termios.ECHO | termios.ICANON) and held_now & termios.ISIG
    assert written[1:] == [first.LEAVE]
    assert termios.tcgetattr(theirs) == before
    os.close(ours)
    os.close(theirs)


def test_no_terminal_is_told_the_way_out(held: Set, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["label", "--set", "auth-2026", "--by", "lin"]) == 2
    assert "label needs a terminal; fastjev labels import takes answers from a file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--set", "other", "--by", "lin"], "other: there is no such set in "),
        (["--set", "a/b", "--by", "lin"], "a set is called by 1 to 64 letters"),
        (["--set", "auth-2026", "--by", "gold"], "gold: is the name of a file of the set"),
        (["--set", "auth-2026", "--by", "lin", "--task", "boundary", "--order", "random"], "is for --task class"),
        (["--set", "auth-2026"], "Missing option '--by'"),
        (["--set", "auth-2026", "--by", "lin", "--task", "boundary", "--suggest"], "boundary has no votes"),
        (["bare.jsonl", "--set", "bare", "--by", "lin"], "asks about none of its units"),
        (["bare.jsonl", "--set", "bare", "--by", "lin", "--order", "random"], "--assistant asks about"),
        (["--set", "auth-2026", "--by", "lin", "--task", "clas"], "'clas' is not one of"),
    ],
)
def test_what_is_wrong_is_said_before_a_screen_is_opened(
    held: Set, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, args: list[str], said: str
) -> None:
    monkeypatch.setattr("fastjev.cli.label.has_terminal", lambda: True)
    Path("bare.jsonl").write_text(json.dumps({"role": "assistant", "content": "Only the assistant speaks."}) + "\n")
    assert main(["label", *args]) == 2
    assert said in capsys.readouterr().err


def test_after_the_last_key_counts_and_the_next_command_are_told(
    held: Set, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from fastjev.labeling.desk import served
    from fastjev.labeling.screens.labeler import Labeler

    def run(app: Labeler) -> Session:
        return served(pressed(app.session, "1", "1", "0", "q"), app.desk)

    monkeypatch.setattr("fastjev.cli.label.has_terminal", lambda: True)
    monkeypatch.setattr(Labeler, "run", run)
    assert main(["label", "--set", "auth-2026", "--by", "lin"]) == 0
    out, err = capsys.readouterr()
    assert [line.split() for line in out.splitlines()] == [
        ["2", "of", "5", "answered", "by", "lin"],
        ["2", "constraint"],
        ["1", "skipped,", "and", "asked", "again", "at", "the", "end"],
    ]
    assert "next: fastjev label --set auth-2026 --by lin goes on" in err
    assert [act.label for act in sets.acts(held, "lin") if isinstance(act, Act)] == ["constraint", "constraint", None]


@pytest.mark.parametrize(
    ("trouble", "code", "said"),
    [
        (OSError(28, "No space left on device"), 2, "No space left on device"),
        (ReadError("lin.jsonl:3: no act"), 3, "lin.jsonl:3: no act"),
        (ValueError("x"), 5, "a bug, please report it: ValueError: x"),
        (None, 5, "the screen ended by itself"),
    ],
)
def test_an_app_that_cannot_go_on_ends_with_a_code(
    held: Set,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    trouble: Exception | None,
    code: int,
    said: str,
) -> None:
    from fastjev.labeling.screens.labeler import Labeler

    def run(app: Labeler) -> None:
        app.trouble = trouble
        app.exit(return_code=1)

    monkeypatch.setattr("fastjev.cli.label.has_terminal", lambda: True)
    monkeypatch.setattr(Labeler, "run", run)
    assert main(["label", "--set", "auth-2026", "--by", "lin"]) == code
    assert said in capsys.readouterr().err
