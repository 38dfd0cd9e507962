"""The labeler as textual runs it: every key in every screen, clicks, sizes and themes."""

import asyncio
import errno
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from textual import _wait, events
from textual.pilot import Pilot

from fastjev.errors import UsageError
from fastjev.labeling.acts import Act
from fastjev.labeling.desk import served
from fastjev.labeling.draw import draw
from fastjev.labeling.draw.ansi import _CODES
from fastjev.labeling.keys import DEEDS
from fastjev.labeling.review import Dispute, Given
from fastjev.labeling.reviewing import reviewer, shown
from fastjev.labeling.screens import page as pages
from fastjev.labeling.screens.labeler import THEMES, Labeler
from fastjev.labeling.screens.page import STYLES, Page
from fastjev.labeling.session import Session
from fastjev.labeling.tasks import CLASSES
from tests.labeling import ITEMS, NOW, desk, pressed, sat

SIZES = [(80, 24), (200, 60)]
NAMES = {"[": "left_square_bracket", "]": "right_square_bracket", "?": "question_mark"}
DISPUTES = {"u_2": Dispute(ITEMS[1], (Given("lin", "fact"), Given("mei", "constraint")), None)}
KEYS = [*(NAMES.get(key, key) for key in DEEDS if key not in ("q", "t")), "escape", "w", "f1", "tab", "a", "q"]
SCREENS: dict[str, Callable[[], Session]] = {
    "label": sat,
    "suggest": lambda: sat(suggest=True),
    "boundary": lambda: sat("boundary"),
    "supersede": lambda: sat("supersede"),
    "exchange": lambda: sat("exchange"),
    "votes": lambda: served(pressed(sat(), "e"), desk()),
    "pick": lambda: pressed(sat(), "g", "6", "enter", "s"),
    "note": lambda: pressed(sat(), "i"),
    "guide": lambda: pressed(sat(), "?"),
    "rule": lambda: served(pressed(sat(), "r", "1"), desk()),
    "end": lambda: pressed(sat(), *"12345"),
    "review": lambda: shown(sat(again=dict.fromkeys(DISPUTES, ""), what="review"), DISPUTES),
    "doubt": lambda: sat(acts=pressed(sat(), *"12345").told, again={"u_6": "rules say fact"}, what="doubt"),
}


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pilot looks every so often whether all is done: the less often the longer a test."""
    monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", 0.001)
    monkeypatch.setattr(_wait, "SLEEP_IDLE", 0.0005)
    monkeypatch.setattr("fastjev.labeling.screens.labeler.time.time", lambda: NOW + 3)


def run(app: Labeler, size: tuple[int, int], work: Callable[[Pilot[Session]], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        async with app.run_test(size=size) as pilot:
            await work(pilot)

    asyncio.run(main())


def display(app: Labeler) -> list[str]:
    """What stands on the screen, row by row."""
    page = app.query_one(Page)
    return [page.render_line(y).text for y in range(page.size.height)]


def drawn(session: Session, size: tuple[int, int]) -> list[str]:
    return ["".join(piece.text for piece in line) for line in draw(session, *size, desk().page).lines]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("screen", SCREENS)
def test_every_key_in_every_screen(screen: str, size: tuple[int, int], theme: str) -> None:
    start = SCREENS[screen]()
    step = {"step": reviewer(DISPUTES)} if screen == "review" else {}
    app = Labeler(start, desk(), theme, **step)

    async def work(pilot: Pilot[Session]) -> None:
        await pilot.pause()
        for key in KEYS:
            app.session = served(SCREENS[screen](), desk())
            await pilot.press(key)
            if app.session.screen != "quit":
                assert display(app) == drawn(app.session, size), key

    run(app, size, work)
    if screen == "note":
        assert app.session.prompt and app.session.prompt.text == "q"
    elif screen in ("guide", "rule", "pick"):
        assert app.session.screen == "label" and not app.session.prompt
    else:
        assert app.return_value == app.session
        assert app.session.screen == "quit"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_acts_are_saved_as_keys_come(size: tuple[int, int]) -> None:
    saved: list[Act] = []
    app = Labeler(sat(), desk(saved))

    async def work(pilot: Pilot[Session]) -> None:
        for keys, told in (("1", ["set"]), ("0", ["set", "skip"]), ("backspace", ["set", "skip", "undo"])):
            await pilot.press(keys)
            assert [act.op for act in saved] == told
        await pilot.press("i", "两", "space", "x", "enter")
        assert saved[-1].note == "两 x"

    run(app, size, work)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_label_a_unit_and_a_word_of_the_legend_can_be_clicked(size: tuple[int, int]) -> None:
    app = Labeler(sat(), desk())

    def place(what: str) -> tuple[int, int]:
        rows = display(app)
        y = next(y for y, row in enumerate(rows) if what in row)
        return rows[y].index(what) + 1, y

    async def work(pilot: Pilot[Session]) -> None:
        await pilot.click(Page, offset=place("3 fact"))
        assert app.session.answer("u_1").label == "fact"
        await pilot.click(Page, offset=place("u undo"))
        assert app.session.answer("u_1").label is None
        await pilot.click(Page, offset=place("port"))
        assert app.session.unit and app.session.unit.id == "u_2"
        await pilot.click(Page, offset=(size[0] - 1, 4))
        await pilot.click(Page, offset=(0, 0))
        assert app.session.unit.id == "u_2"
        await pilot.press("question_mark")
        page = app.query_one(Page)
        page.post_message(events.MouseScrollDown(page, 1, 1, 0, 1, 0, False, False, False))
        await pilot.pause()
        assert app.session.scroll == (1 if size == (80, 24) else 0)

    run(app, size, work)


def test_it_is_cut_anew_when_the_terminal_is_another_size() -> None:
    app = Labeler(sat(), desk())

    async def work(pilot: Pilot[Session]) -> None:
        for size in [(200, 60), (80, 24), (30, 8), (101, 31)]:
            await pilot.resize_terminal(*size)
            while app.query_one(Page).size != size:
                await pilot.pause(0.01)
            await pilot.pause()
            assert display(app) == drawn(app.session, size)

    run(app, (80, 24), work)


def test_text_that_comes_at_once_is_a_note_or_an_input_method() -> None:
    app = Labeler(sat(), desk())

    async def work(pilot: Pilot[Session]) -> None:
        app.post_message(events.Paste("biebushu"))
        await pilot.pause()
        assert app.session.said == "input method on? digits work"
        assert app.session.told == ()
        await pilot.press("i")
        app.post_message(events.Paste("一句\n备注"))
        await pilot.pause()
        assert app.session.prompt and app.session.prompt.text == "一句 备注"

    run(app, (80, 24), work)


def test_ctrl_c_ends_it_as_q_does() -> None:
    app = Labeler(sat(), desk())

    async def work(pilot: Pilot[Session]) -> None:
        await pilot.press("1", "ctrl+c")

    run(app, (80, 24), work)
    assert app.return_value and app.return_value.answer("u_1").label == "constraint"


def test_a_key_draws_only_the_rows_that_it_changes() -> None:
    app = Labeler(sat(), desk())
    rows: list[list[int]] = []

    async def work(pilot: Pilot[Session]) -> None:
        page = app.query_one(Page)
        show = page.show
        page.show = lambda lines: rows.append(show(lines)) or rows[-1]  # type: ignore[method-assign, func-returns-value]
        await pilot.press("f1", "f1", "right")

    run(app, (80, 24), work)
    assert rows[0] == [23]
    assert rows[1] == []
    assert 1 not in rows[2] and 20 not in rows[2]


def test_what_a_learner_found_is_shown_while_nobody_presses_anything() -> None:

    app = Labeler(sat(), desk(looked=lambda session, at: session._replace(curve=((0, 3, 9),))))

    async def work(pilot: Pilot[Session]) -> None:
        await pilot.pause()
        app.look()
        await pilot.pause()
        assert "holdout 3/9" in display(app)[1]

    run(app, (80, 24), work)


def luminance(colour: tuple[int, int, int]) -> float:
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_look_can_be_read(theme: str) -> None:
    """By the contrast that the W3C asks of text."""
    app = Labeler(sat(), desk(), theme)

    async def work(pilot: Pilot[Session]) -> None:
        page = app.query_one(Page)
        for style in STYLES:
            look = page.get_component_rich_style(f"page--{style}")
            assert look.color and look.color.triplet and look.bgcolor and look.bgcolor.triplet
            light = sorted((luminance(look.color.triplet), luminance(look.bgcolor.triplet)))
            assert (light[1] + 0.05) / (light[0] + 0.05) >= 4.5, style

    run(app, (80, 24), work)


@pytest.mark.parametrize("no_color", ["", "1"], ids=["colours", "no colours"])
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("screen", SCREENS)
def test_no_cell_is_of_its_grounds_colour(
    screen: str, theme: str, no_color: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    app = Labeler(SCREENS[screen](), desk(), theme)

    async def work(pilot: Pilot[Session]) -> None:
        await pilot.pause()
        page = app.query_one(Page)
        styles = {
            segment.style for strip in page.render_lines(page.region) for segment in strip if segment.text.strip()
        }
        looks = {(each.color, each.bgcolor) for each in styles if each}
        assert looks
        for front, ground in looks:
            # A terminal's own two differ.
            assert front is None or front.is_default or front != ground, (front, ground)
            assert not no_color or (front and front.is_default and ground and ground.is_default)

    run(app, (80, 24), work)
    assert os.environ["NO_COLOR"] == no_color


FULL = OSError(errno.ENOSPC, "No space left on device")
LINKED = UsageError("/x/lin.jsonl: is a link, and nothing is written behind it; move it away")


@pytest.mark.parametrize(
    ("keys", "why", "said"),
    [
        (["1"], FULL, "not saved: No space left on device"),
        (["1"], LINKED, f"not saved: {LINKED}"),
        (["0"], FULL, "not saved: No space left on device"),
        (["x", "1"], FULL, "not saved: No space left on device"),
        (["b"], FULL, "not saved: No space left on device"),
        (["i", "x", "enter"], FULL, "not saved: No space left on device"),
    ],
)
def test_what_cannot_be_saved_stays_open_and_says_why(keys: list[str], why: Exception, said: str) -> None:
    saved: list[Act] = []
    broken = [True]

    def save(act: Act) -> None:
        if broken:
            raise why
        saved.append(act)

    app = Labeler(sat(), desk(save=save))

    async def work(pilot: Pilot[Session]) -> None:
        await pilot.press(*keys)
        assert app.session.said == said
        assert app.session.unit and app.session.unit.id == "u_1"
        assert app.session.answers.acts == () == app.session.told
        assert "".join(said.split()) in "".join("".join(display(app)).split())
        broken.clear()
        await pilot.press(keys[-1])
        assert len(saved) == len(app.session.answers.acts) == 1

    run(app, (80, 24), work)
    assert app.trouble is None


@pytest.mark.parametrize("where", ["told", "looked"])
def test_what_goes_wrong_elsewhere_ends_it_with_a_code_and_no_variables(where: str) -> None:
    def fail(*_: Any) -> Session:
        raise ValueError("a secret word")

    app = Labeler(sat(), desk(**{where: fail}))

    async def work(pilot: Pilot[Session]) -> None:
        await pilot.press("1")

    run(app, (80, 24), work)
    assert isinstance(app.trouble, ValueError)
    assert app.return_code == 1


@pytest.mark.parametrize("theme", THEMES)
def test_no_two_labels_look_alike(theme: str) -> None:
    app = Labeler(sat(), desk(), theme)
    looks: set[str] = set()

    async def work(pilot: Pilot[Session]) -> None:
        page = app.query_one(Page)
        looks.update(str(page.get_component_rich_style(f"page--{label}").color) for label in CLASSES)

    run(app, (80, 24), work)
    assert len(looks) == len(CLASSES)


def test_in_the_terminals_colours_it_looks_like_the_first_frame() -> None:
    app = Labeler(sat(), desk(), "terminal")

    async def work(pilot: Pilot[Session]) -> None:
        page = app.query_one(Page)
        for style, code in _CODES.items():
            look = page.get_component_rich_style(f"page--{style}")
            numbers = {int(each) for each in code.split(";")}
            assert (1 in numbers, 4 in numbers) == (bool(look.bold), bool(look.underline)), style
            colour = next((each - 30 if each < 90 else each - 82 for each in numbers if each >= 30), None)
            assert look.color and look.color.number == colour, style

    run(app, (80, 24), work)


def test_every_look_has_a_name_that_both_know() -> None:
    assert set(_CODES) | {"text"} == set(STYLES)
    css = Path(pages.__file__).with_name("labeler.tcss").read_text("utf-8")
    assert all(f"page--{style}" in css for style in set(STYLES) - {"text"})
    assert set(THEMES) == {"terminal", "dark", "light"}
