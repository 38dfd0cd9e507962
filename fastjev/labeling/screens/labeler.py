"""The app: a key goes through `step`, and what it changed is drawn."""

import os
import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, Monochrome, NoColor

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
        wanted = os.environ.get("NO_COLOR")
        super().__init__()
        # Textual takes the variable away and obeys an empty one, too; what is printed afterwards goes by it as well.
        self.no_color = bool(wanted)
        if wanted is not None:
            os.environ["NO_COLOR"] = wanted
        self.step = step
        self.trouble: Exception | None = None
        self._shown: Session | None = None
        self.session = served(session, desk)
        self.desk = desk
        self.theme = THEMES[theme]

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Without colours all is in the terminal's own; textual's grey makes black of those."""
        filters = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]
        return [NoColor()] if self.no_color else filters

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
        self._changed(lambda before: served(self.step(before, Key(name, time.time())), self.desk, before))

    def look(self) -> None:
        """What was read and learned in the meantime."""
        self._changed(self._looked)
        self.set_timer(_BUSY_SECONDS if self.desk.busy() else _LOOK_SECONDS, self.look)

    def _looked(self, before: Session) -> Session:
        seen = self.desk.looked(before, time.time())
        return seen if seen is before else served(seen, self.desk)

    def draw(self) -> None:
        """Puts on the screen what is not there yet."""
        page = self.query_one(Page)
        drawn = draw(self.session, page.size.width, page.size.height, self.desk.page)
        self.session = self._shown = self.session._replace(
            scroll=drawn.scroll, leafful=drawn.leafful or self.session.leafful
        )
        page.show(drawn.lines)

    def _changed(self, change: Callable[[Session], Session]) -> None:
        """The next session and its screen. What goes wrong is left in `trouble`, and ends the app."""
        try:
            self.session = change(self.session)
            if self.session.screen == "quit":
                self.exit(self.session)
            elif self.session is not self._shown:
                self.draw()
        except Exception as error:
            # Textual would print all variables, the words of the session among them.
            self.trouble = error
            self.exit(return_code=1)
