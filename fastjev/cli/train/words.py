"""`fastjev train words`: learn from what sessions did which words of tool results are needed later."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from fastjev.cli.options import count, rulebook_of
from fastjev.cli.progress import progress
from fastjev.cli.train.write import refuse, talk, write
from fastjev.jsontext import dump


@click.command("words")
@click.argument("sessions", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE.json",
    help="Write the weights here, and a card beside them.",
)
@click.option("--seed", type=count(0), default=0, show_default=True, help="Deals sessions to groups.")
@click.option("--json", "as_json", is_flag=True, help="Scores and counts as one line of JSON; null for undefined.")
def words(sessions: tuple[str, ...], output: Path | None, seed: int, as_json: bool) -> None:
    """Learn which words of results are needed later.

    FILE is a session: a path, an id, or `last`. A word counts as needed where the session used it after a cut, before
    anything brought it again. Scores are for sessions left out, beside recency and size. Without -o nothing is written.

    \b
    Example 例:  fastjev train words ~/.claude/projects/*/*.jsonl -o mine.json
    """
    # Training loads scikit-learn, which takes a second.
    from fastjev import model
    from fastjev.cli.train.chart import show_words
    from fastjev.deliver import fetch
    from fastjev.policy import DEFAULT
    from fastjev.train.judge import judge_words
    from fastjev.train.left_out import both, numbered, refuse_thin
    from fastjev.train.read import read
    from fastjev.train.word_card import word_card
    from fastjev.train.words import weights

    refuse(output)
    with progress(sessions, "sessions") as names:
        held = read(map(fetch, names), rulebook_of((), quiet=True), DEFAULT, both)
    refuse_thin(held)
    asks = model.default()
    found = weights(numbered(held.files), asks, seed)
    judged = judge_words(held, seed, _follow)
    if output:
        write(output, found, lambda digest: word_card(found, digest, asks.version, judged, held.origins))
    if as_json:
        click.echo(dump({"trained": found["trained"], "judged": [judged.tree()]}).encode())
    else:
        show_words(found, judged)
    talk(held.notes, output)


def _follow(sessions: Sequence[int], question: str) -> Iterable[int]:
    with progress(sessions, f"{question}, each session left out") as each:
        yield from each
