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
from fastjev.labeling.session import Key, Prompt, Session
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


def rows_of(session: Session, columns: int, rows: int) -> list[str]:
    return [text(line).rstrip() for line in draw(session, columns, rows, desk().page).lines]


VOTES = tuple(f"0.{n}0  fact  rule:core/fact.{n}" for n in range(9, 0, -1))
LOW = [(60, 16), (40, 12), (80, 24)]


@pytest.mark.parametrize("size", LOW, ids=str)
def test_what_enter_takes_is_seen_beside_a_long_unit(size: tuple[int, int]) -> None:
    session = keyed(sat(items=(ITEMS[0], LONG, *ITEMS[2:]), day=DAY), "j", "e")
    assert session.opinion
    session = session._replace(opinion=session.opinion._replace(lines=VOTES))
    for scroll in (0, 5, 99):
        shown = rows_of(session._replace(scroll=scroll), *size)
        assert any(VOTES[0] in row for row in shown)
        assert any("Enter take the vote" in row for row in shown)
    assert any("1. 第1条" in row for row in rows_of(session._replace(scroll=size[1] == 12), *size))
    assert any("39. 第39条" in row for row in rows_of(session._replace(scroll=99), *size))


@pytest.mark.parametrize("size", LOW, ids=str)
@pytest.mark.parametrize("task", ["supersede", "class"])
def test_what_a_digit_picks_is_seen(task: str, size: tuple[int, int]) -> None:
    items = (*(item(n, "human", n, f"port {n}, for now") for n in range(10, 30)), LONG)
    session = keyed(sat(task, items=items), "g", "2", "1", "enter", *(["s"] if task == "class" else []))
    drawn = draw(session, *size)
    session = session._replace(leafful=drawn.leafful)
    shown = [text(line) for line in drawn.lines]
    seen = [row for row in shown if re.match(r" {4}\d {1,6}", row) and ", for now" in row]
    assert len(seen) == drawn.leafful >= 1
    last = pressed(session, str(drawn.leafful + 1)).told
    assert last[-1].old and f"port {last[-1].old[2:]}," in seen[-1]
    assert not pressed(session, str(drawn.leafful + 2)).told or drawn.leafful == 8


def test_a_long_unit_is_gone_through_beside_older_ones() -> None:
    session = sat("supersede", items=(ITEMS[0], LONG, *ITEMS[2:]))
    session = pressed(session, "go:u_2") if session.unit and session.unit.id != "u_2" else session
    assert any("more lines: pagedown" in row for row in rows_of(session, 80, 24))
    later = pressed(session, *["pagedown"] * 4)
    assert (later.leaf, later.unit) == (0, session.unit)
    assert any("39. 第39条" in row for row in rows_of(later, 80, 24))


@pytest.mark.parametrize("kind", ["note", "why"])
@pytest.mark.parametrize("columns", [40, 80])
def test_the_end_of_what_is_typed_is_seen(kind: str, columns: int) -> None:
    said = " ".join(f"word{n} 词" for n in range(40))
    session = sat()._replace(prompt=Prompt(kind, said), said="not saved: No space left on device")
    shown = rows_of(session, columns, 24)
    assert shown[-1].endswith("word39 词_")
    assert any("Enter" in row for row in shown[-3:])
    assert any("No space left" in row for row in shown)


def test_a_long_reason_is_not_cut() -> None:
    said = "saved 6 = constraint (u to undo), was process; doubted: fact: " + "; ".join(["the heaviest rule"] * 5)
    assert "".join(said.split()) in "".join("".join(rows_of(sat()._replace(said=said), 80, 24)).split())


@pytest.mark.parametrize("reason", ["garbled", "secret", "language"])
@pytest.mark.parametrize("task", ["class", "boundary", "supersede"])
def test_a_neighbours_answer_does_not_touch_its_text(task: str, reason: str) -> None:
    digit = str(("garbled", "secret", "language").index(reason) + 1)
    for keys in (("x", digit), ("1",)):
        session = pressed(sat(task), *keys)
        first = ITEMS[int(session.order[0][2:]) - 1].text[:4]
        (row,) = [row for row in rows_of(session, 80, 24) if first in row and re.match(r" +\d  human", row)]
        assert row.partition(first)[0].endswith(" ")


def test_a_unit_ends_with_its_words() -> None:
    short, long = (
        rows_of(sat(items=(item(1, "human", 0, said), *ITEMS[1:])), 80, 24) for said in ("stop", "stop\n\n \n\n")
    )
    assert short == long


@pytest.mark.parametrize(("task", "today"), [("class", 3), ("boundary", 2), ("supersede", 2), ("exchange", 2)])
def test_today_and_the_pace_are_of_the_task(task: str, today: int) -> None:
    acts = pressed(sat(), "1", "2", "k", "3", "b", "i", "x", "enter", "m", "s", "1", "0", "x", "1").told
    acts += pressed(sat("exchange"), "1").told
    shown = rows_of(sat(task, acts=acts, day="2026"), 80, 24)
    assert f"today {today}" in shown[0]
    assert ("s each" in shown[1]) == (today > 0)


@pytest.mark.parametrize("what", ["", "doubt", "review"])
def test_where_nothing_was_answered_nothing_is_trained(what: str) -> None:
    session = sat(items=(), what=what)
    assert not any("t trains" in row for row in rows_of(session, 80, 24))


def test_a_page_of_the_guide_is_not_wrapped_anew() -> None:
    page = "\n".join(["x" * 80, "例" * 40])
    for columns in (80, 81, 82, 200):
        lines = draw(pressed(sat(), "?"), columns, 24, lambda _: page).lines
        assert sum(("x" * 80 in text(line)) + ("例" * 40 in text(line)) for line in lines) == 2


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
