"""The app: a key goes through `step`, and what it changed is drawn."""

import time
from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType

from fastjev.labeling.desk import Desk, served
from fastjev.labeling.draw import draw
from fastjev.labeling.keys import PASTE
from fastjev.labeling.screens.page import Page
from fastjev.labeling.session import Key, Session, step

THEMES = {"terminal": "ansi-dark", "dark": "textual-dark", "light": "textual-light"}
"""By their names on the command line; `terminal` leaves the terminal its own colours."""
Step = Callable[[Session, Key], Session]
_LOOK_SECONDS = 1.0
"""Between two looks at what was learned: nobody waits for it."""
_BUSY_SECONDS = 0.005
"""The same while a session is being read: a look takes 10 ms of it, and keys come in between."""


class Labeler(App[Session]):
    """One person at work on one set. Returns the session as it was left."""

    CSS_PATH = "labeler.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "press('q')", show=False, priority=True)]

    def __init__(self, session: Session, desk: Desk, theme: str = "terminal", step: Step = step) -> None:
        """`session`: begun. `theme`: one of `THEMES`. `step`: what a key does."""
        super().__init__()
        self.step = step
        self.session = served(session, desk)
        self.desk = desk
        self.theme = THEMES[theme]

    def compose(self) -> ComposeResult:
        """A page, and nothing else."""
        yield Page()

    def on_mount(self) -> None:
        """All keys are the page's."""
        self.query_one(Page).focus()
        self.look()

    def on_page_sized(self) -> None:
        """All of it anew."""
        self.draw()

    def on_key(self, event: events.Key) -> None:
        """Any key; what it is called is its character where it has one."""
        event.prevent_default().stop()
        shown = event.character if event.character and event.character.isprintable() else event.key
        self.action_press(shown)

    def on_paste(self, event: events.Paste) -> None:
        """Text that came at once: a note, or what an input method made."""
        event.stop()
        if event.text:
            self.action_press(PASTE + event.text)

    def on_page_pressed(self, message: Page.Pressed) -> None:
        """A click."""
        self.action_press(message.key)

    def action_press(self, name: str) -> None:
        """One key from wherever it came."""
        self.session = served(self.step(self.session, Key(name, time.time())), self.desk)
        if self.session.screen == "quit":
            self.exit(self.session)
        else:
            self.draw()

    def look(self) -> None:
        """What was read and learned in the meantime."""
        seen = self.desk.looked(self.session, time.time())
        if seen is not self.session:
            self.session = served(seen, self.desk)
            self.draw()
        self.set_timer(_BUSY_SECONDS if self.desk.busy() else _LOOK_SECONDS, self.look)

    def draw(self) -> None:
        """Puts on the screen what is not there yet."""
        page = self.query_one(Page)
        drawn = draw(self.session, page.size.width, page.size.height, self.desk.page)
        self.session = self.session._replace(scroll=drawn.scroll)
        page.show(drawn.lines)
