"""Tables in a terminal, and lines of a name and a value."""

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fastjev.visible import visible

_LEAST = 40
"""Columns below which nothing can be read; a terminal that claims fewer is not believed."""
_WIDTH = 150
"""Columns where no terminal tells."""


def table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """An empty table without lines; the columns named in `right` hold numbers. Cells are `Text`, never markup."""
    found = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        found.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return found


def width() -> int:
    """Columns of the terminal, or those that are written where there is none."""
    console = Console()
    return max(console.width, _LEAST) if console.is_terminal else _WIDTH


def put_table(table: Table) -> None:
    """Print to standard output, as wide as the terminal."""
    console = Console(highlight=False, width=width())
    with console.capture() as captured:
        console.print(table)
    click.echo(captured.get().encode(), nl=False)


def flat(text: str) -> str:
    """A stranger's text made safe to show, in one line: a line break would let it draw lines of its own."""
    return visible(text).replace("\n", "⏎")


def row(name: str, value: str | Text) -> Text:
    """A name and what it is, the value made safe to show."""
    return Text.assemble((f"{name:<10}", "bold"), Text(flat(value)) if isinstance(value, str) else value)


def heading(name: str, about: str = "") -> Text:
    """A line that begins a part."""
    return Text.assemble("\n", (name, "bold reverse"), "  ", flat(about))
