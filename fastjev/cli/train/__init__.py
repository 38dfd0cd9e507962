"""`fastjev train`: weights from your own sessions and labels."""

import click

from fastjev.cli import Lazy, LazyGroup

COMMANDS = {
    "boundaries": Lazy("fastjev.cli.train.boundaries:boundaries", "Learn where in a message a new intent begins."),
    "classifier": Lazy("fastjev.cli.train.classifier:classifier", "Learn labels from labelled conversations."),
    "exchanges": Lazy("fastjev.cli.train.exchanges:exchanges", "Learn which tool exchanges are needed later."),
    "links": Lazy(
        "fastjev.cli.train.links:links", "Learn which statements end earlier ones, and what became of choices."
    ),
    "words": Lazy("fastjev.cli.train.words:words", "Learn which words of results are needed later."),
}


@click.group(cls=LazyGroup, table=COMMANDS)
def train() -> None:
    """Train weights on sessions or labels that you name.

    Nothing leaves the machine. Weights about sessions hold no text; those of labelled conversations hold words of
    them.
    """
