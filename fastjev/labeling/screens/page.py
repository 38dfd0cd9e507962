"""One widget as large as the screen, which shows lines and redraws only those that changed."""

from itertools import zip_longest
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from fastjev.labeling.cells import width
from fastjev.labeling.draw import Line
from fastjev.labeling.tasks import CLASSES

STYLES = (*map(str, CLASSES), "dim", "strong", "cue", "here", "said", "rule", "text")


class Page(Widget, can_focus=True):
    """Lines of pieces."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"page--{style}" for style in STYLES}

    class Pressed(Message):
        """A click on something that stands for a key."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Sized(Message):
        """The page has another size."""

    lines: tuple[Line, ...] = ()

    def show(self, lines: tuple[Line, ...]) -> list[int]:
        """Shows other lines; which rows are drawn again."""
        changed = [y for y, (old, new) in enumerate(zip_longest(self.lines, lines)) if old != new]
        self.lines = lines
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))
        return changed

    def render_line(self, y: int) -> Strip:
        """One row."""
        pieces = self.lines[y] if y < len(self.lines) else ()
        plain = self.rich_style
        styled = [
            Segment(each.text, plain + self.get_component_rich_style(f"page--{each.style}") if each.style else plain)
            for each in pieces
        ]
        return Strip(styled).adjust_cell_length(self.size.width, plain)

    def on_resize(self) -> None:
        """Whoever has the lines must cut them anew."""
        self.post_message(self.Sized())

    def on_click(self, event: events.Click) -> None:
        """The key that the piece under the mouse stands for."""
        columns = event.x
        for piece in self.lines[event.y] if event.y < len(self.lines) else ():
            columns -= width(piece.text)
            if columns < 0:
                if piece.key:
                    self.post_message(self.Pressed(piece.key))
                return

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Further down."""
        event.stop()
        self.post_message(self.Pressed("down"))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Further up."""
        event.stop()
        self.post_message(self.Pressed("up"))
