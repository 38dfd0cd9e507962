"""`fastjev labels`: sets of labelled units, to and from other tools."""

import click

from fastjev.cli import Lazy, LazyGroup

COMMANDS = {
    "export": Lazy("fastjev.cli.labels.files:export_", "Write a set as another tool's file."),
    "import": Lazy("fastjev.cli.labels.files:import_", "Take answers from another tool's file."),
    "stats": Lazy("fastjev.cli.labels.stats:stats", "Show what sets hold and how far each person is."),
}


@click.group(cls=LazyGroup, table=COMMANDS)
def labels() -> None:
    """Take labelled units to other tools and back.

    A set lies in .fastjev/labels/NAME of the project: its units, and a file of each person's answers, to which lines
    are only added, so that git merges them.
    """
