"""`fastjev train`: weights from your own sessions."""

import click

from fastjev.cli import Lazy, LazyGroup

COMMANDS = {
    "exchanges": Lazy("fastjev.cli.train.exchanges:exchanges", "Learn which tool exchanges are needed later."),
    "links": Lazy(
        "fastjev.cli.train.links:links", "Learn which statements end earlier ones, and what became of choices."
    ),
    "words": Lazy("fastjev.cli.train.words:words", "Learn which words of results are needed later."),
}


@click.group(cls=LazyGroup, table=COMMANDS)
def train() -> None:
    """Train weights on sessions that you name.

    Nothing leaves the machine, and weights hold no text.
    """
