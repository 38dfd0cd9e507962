"""`fastjev train boundaries`: learn from labelled conversations where in a message a new intent begins."""

from pathlib import Path

import click

from fastjev.cli.options import count, rulebook_of
from fastjev.cli.progress import progress
from fastjev.cli.train.write import refuse, talk, write
from fastjev.jsontext import dump

_PATH = click.Path(path_type=Path)


@click.command("boundaries")
@click.argument("paths", metavar="CORPUS...", nargs=-1, required=True, type=_PATH)
@click.option("-o", "--output", type=_PATH, metavar="FILE.json", help="Write the weights here, and a card beside them.")
@click.option("--seed", type=count(0), default=0, show_default=True, help="Deals conversations, where one wrote all.")
@click.option("--json", "as_json", is_flag=True, help="Scores and counts as one line of JSON; null for undefined.")
def boundaries(paths: tuple[Path, ...], output: Path | None, seed: int, as_json: bool) -> None:
    """Learn where in a message a new intent begins.

    CORPUS is a labelled conversation, or a folder with such files (*.json) at any depth; where a split.yaml deals their
    authors, `train` is learned from. Scores are for authors left out, beside a cutter that never cuts. Without -o
    nothing is written.

    \b
    Example 例:  fastjev train boundaries corpora -o mine.json
    """
    # Training loads scikit-learn, which takes a second.
    from fastjev.cli.train.chart import show_boundaries
    from fastjev.evaluate.gold import load
    from fastjev.evaluate.split import parted
    from fastjev.policy import DEFAULT
    from fastjev.train.boundaries.card import card
    from fastjev.train.boundaries.fit import exported, fitted
    from fastjev.train.boundaries.judge import judge
    from fastjev.train.boundaries.seams import said

    refuse(output)
    corpora, notes = load(paths)
    corpora = [corpus for split, corpus in parted(corpora) if split == "train"]
    with progress(corpora, "conversations") as read:
        messages = said(read, rulebook_of((), quiet=True), DEFAULT)
    found = fitted(messages, seed)
    weights = exported(found, messages, seed)
    judged = judge(messages, found, DEFAULT.boundary_p)
    if output:
        write(output, weights, lambda digest: card(weights, digest, judged))
    if as_json:
        click.echo(dump({"trained": weights["trained"], "judged": judged.tree()}).encode())
    else:
        show_boundaries(weights, judged)
    talk(notes, output, "fastjev compact FILE {model} -o skeleton.txt, and the same without it")
