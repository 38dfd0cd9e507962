"""What a person sees of the labeler, as text. After a change that is meant,

    .venv/bin/python -m tests.test_labeling_draw [NAME...]

writes `tests/golden/labeler/` anew. Read the difference before you commit it.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from fastjev.labeling.cells import cut, padded, width, wrapped
from fastjev.labeling.desk import served
from fastjev.labeling.draw import LEAST, draw
from fastjev.labeling.draw.ansi import ansi
from fastjev.labeling.draw.pieces import Line
from fastjev.labeling.review import Dispute, Given
from fastjev.labeling.reviewing import reviewer, shown
from fastjev.labeling.session import Key, Session
from tests.labeling import ITEMS, NOW, desk, item, pressed, sat

GOLDEN = Path(__file__).parent / "golden" / "labeler"
SIZES = ((80, 24), (200, 60))
_OTHER_CHOICES = {"guide", "rule", "rule-why", "review", "review-reason"}
DAY = "2026-11-03T00:00:00Z"
LONG = item(2, "human", 0, "\n".join(f"{n}. 第{n}条：port 必须是 {8000 + n}，and nothing else." for n in range(1, 40)))


def keyed(session: Session, *keys: str) -> Session:
    for n, key in enumerate(keys, 1):
        session = served(pressed(session, key, seconds=4.1 * n), desk())
    return session


def reviewed(*keys: str) -> Session:
    disputes = {
        "u_2": Dispute(ITEMS[1], (Given("lin", "fact"), Given("梅", "constraint")), None),
        "u_6": Dispute(ITEMS[5], (Given("lin", "decision"), Given("梅", "process")), None),
    }
    session = shown(sat(again=dict.fromkeys(disputes, ""), what="review", day=DAY), disputes)
    for n, key in enumerate(keys, 1):
        session = reviewer(disputes)(session, Key(key, NOW + 4.1 * n))
    return session


SCREENS: dict[str, Callable[[], Session]] = {
    "label": lambda: keyed(sat(day=DAY), "1", "5", "k"),
    "label-long": lambda: keyed(sat(items=(ITEMS[0], LONG, *ITEMS[2:]), day=DAY), "j", "down", "down"),
    "label-learned": lambda: keyed(sat(day=DAY), "1")._replace(curve=((0, 21, 40), (25, 29, 40), (50, 33, 40))),
    "boundary": lambda: keyed(sat("boundary"), "1"),
    "supersede": lambda: keyed(sat("supersede"), "g", "6", "enter"),
    "exchange": lambda: sat("exchange"),
    "votes": lambda: keyed(sat(day=DAY), "j", "e"),
    "suggest": lambda: keyed(sat(suggest=True, day=DAY), "1"),
    "note": lambda: keyed(sat(day=DAY), "i", "两", "件", "space", "x"),
    "unfit": lambda: keyed(sat(day=DAY), "x"),
    "go": lambda: keyed(sat(day=DAY), "g", "1", "2"),
    "pick": lambda: keyed(sat(day=DAY), "g", "6", "enter", "s"),
    "guide": lambda: keyed(sat(day=DAY), "?", "2", "down"),
    "rule": lambda: keyed(sat(day=DAY), "r", "1"),
    "rule-why": lambda: keyed(sat(day=DAY), "r", "1", "w", "s", "o"),
    "input-method": lambda: keyed(sat(day=DAY), "别"),
    "end": lambda: keyed(sat(day=DAY), *"12345"),
    "review": lambda: reviewed(),
    "review-reason": lambda: reviewed("1"),
    "doubt": lambda: keyed(
        sat(acts=pressed(sat(), *"12345").told, again={"u_6": "rules say fact"}, what="doubt", day=DAY), "e"
    ),
    "reading": lambda: sat(items=())._replace(screen="reading", said="reading last ..."),
}
CASES = [(name, *size) for name in SCREENS for size in SIZES]


def text(line: Line) -> str:
    return "".join(piece.text for piece in line)


def seen(name: str, columns: int, rows: int) -> str:
    lines = draw(SCREENS[name](), columns, rows, desk().page).lines
    return "\n".join(text(line).rstrip() for line in lines) + "\n"


@pytest.mark.parametrize(("name", "columns", "rows"), CASES)
def test_golden(name: str, columns: int, rows: int) -> None:
    there = (GOLDEN / f"{name}-{columns}x{rows}.txt").read_text("utf-8")
    assert seen(name, columns, rows).split("\n") == there.split("\n")


def test_every_golden_screen_is_a_case() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == {f"{name}-{columns}x{rows}" for name, columns, rows in CASES}


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("size", [*SIZES, LEAST, (41, 13), (100, 12), (20, 3)], ids=str)
def test_every_row_fills_its_columns(name: str, size: tuple[int, int]) -> None:
    lines = draw(SCREENS[name](), *size, desk().page).lines
    assert len(lines) == size[1]
    assert [width(text(line)) for line in lines] == [size[0]] * size[1]
    # Block elements and Chinese are as wide for the library that shows them.
    assert [cell_len(text(line)) for line in lines] == [size[0]] * size[1]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", sorted(set(SCREENS) - _OTHER_CHOICES))
def test_the_choices_are_always_on_the_screen_and_can_be_clicked(name: str, size: tuple[int, int]) -> None:
    session = SCREENS[name]()
    pieces = [piece for line in draw(session, *size, desk().page).lines for piece in line]
    wanted = ["ends nothing"] if session.prompt and session.prompt.kind == "pick" else session.sheet.task.choices
    if session.prompt and session.prompt.kind == "unfit":
        wanted = ["garbled", "secret", "language"]
    assert {(f"{n} {choice}", str(n)) for n, choice in enumerate(wanted, 1)} <= {(p.text, p.key) for p in pieces}


def test_what_a_stranger_wrote_moves_no_cursor() -> None:
    hostile = item(1, "human", 0, "\x1b[2J\x1b]0;owned\x07 别动\u202e prod\r\n\ttail")
    screen = "\n".join(text(line) for line in draw(sat(items=(hostile,)), 80, 24).lines)
    assert "\\x1b[2J\\x1b]0;owned\\x07 别动\\u202e prod" in screen
    assert screen.isprintable() or set(screen) - set(filter(str.isprintable, screen)) == {"\n"}


def test_a_cue_is_set_off_across_lines_and_characters_that_are_escaped() -> None:
    said = "a\x1b" + "那个文件夹里的东西" * 10 + " end"
    session = keyed(sat(items=(item(1, "human", 0, said),)), "e")
    assert session.opinion
    session = session._replace(opinion=session.opinion._replace(cue=(1, 60)))
    cue = [piece.text for line in draw(session, 60, 24).lines for piece in line if piece.style == "cue"]
    assert "".join(cue) == said[1:60].replace("\x1b", "\\x1b")
    assert len(cue) > 1


def test_an_own_answer_that_is_doubted_is_not_shown_before_the_next() -> None:
    screen = seen("doubt", 80, 24)
    assert "process" not in screen.partition("------\n 1")[0].partition("> ")[2].split("\n")[0]


def test_the_first_frame_says_the_same_as_the_screen() -> None:
    import pyte

    for name in ("label", "label-learned", "reading"):
        screen = pyte.Screen(80, 24)
        pyte.Stream(screen).feed(ansi(draw(SCREENS[name](), 80, 24)))
        assert [row.rstrip() for row in screen.display] == seen(name, 80, 24).splitlines()


def test_without_colour_the_first_frame_has_none() -> None:
    frame = ansi(draw(SCREENS["label"](), 80, 24), colour=False)
    assert set(re.findall(r"\x1b\[([\d;]*)m", frame)) == {"0", "1"}


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t")), st.integers(2, 60))
def test_wrapping_loses_nothing_and_stays_within_its_columns(said: str, columns: int) -> None:
    lines = wrapped(said, columns)
    assert all(width(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(said.split())


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])), st.integers(0, 60))
def test_a_column_is_as_wide_as_it_says(said: str, columns: int) -> None:
    assert width(cut(said, columns)) <= columns
    assert width(padded(said, columns)) == columns


if __name__ == "__main__":
    for each in sys.argv[1:] or SCREENS:
        for size in SIZES:
            (GOLDEN / f"{each}-{size[0]}x{size[1]}.txt").write_text(seen(each, *size), "utf-8")
