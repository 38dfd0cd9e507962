"""`fastjev train exchanges`: learn from what sessions did which tool exchanges are needed later."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from fastjev.cli.options import count, rulebook_of
from fastjev.cli.progress import progress
from fastjev.cli.train.write import refuse, talk, write
from fastjev.jsontext import dump

_PATH = click.Path(path_type=Path)


@click.command("exchanges")
@click.argument("sessions", metavar="FILE...", nargs=-1, required=True)
@click.option("-o", "--output", type=_PATH, metavar="FILE.json", help="Write the weights here, and a card beside them.")
@click.option("--seed", type=count(0), default=0, show_default=True, help="Deals sessions to groups.")
@click.option("--json", "as_json", is_flag=True, help="Scores and balance as one line of JSON; null for undefined.")
def exchanges(sessions: tuple[str, ...], output: Path | None, seed: int, as_json: bool) -> None:
    """Learn which tool exchanges are needed later.

    FILE is a session: a path, an id, or `last`. Labels come from what each session did later: results quoted, files
    read again, calls run again. Scores are for sessions left out, beside size, recency and a cap. Without -o nothing is
    written.

    \b
    Example 例:  fastjev train exchanges ~/.claude/projects/*/*.jsonl -o mine.json
    """
    # Training loads scikit-learn, which takes a second.
    from fastjev.cli.train.chart import show
    from fastjev.deliver import fetch
    from fastjev.policy import DEFAULT
    from fastjev.train.card import card
    from fastjev.train.exchanges import weights
    from fastjev.train.judge import balance, judge
    from fastjev.train.read import read
    from fastjev.train.table import exchanges_of

    refuse(output)
    with progress(sessions, "sessions") as names:
        held = read(map(fetch, names), rulebook_of((), quiet=True), DEFAULT, exchanges_of)
    learned = [row.of(file.session) for file in held.files for row in file.rows]
    found = weights(learned, seed)
    judged = judge(learned, seed, _follow)
    balances = balance(learned)
    if output:
        write(output, found, lambda digest: card(found, digest, judged, balances, held.origins))
    if as_json:
        tree: dict[str, Any] = {"trained": found["trained"], "balance": balances}
        click.echo(dump({**tree, "judged": [each.tree() for each in judged]}).encode())
    else:
        show(found, judged, balances)
    talk(held.notes, output)


def _follow(sessions: Sequence[int], question: str) -> Iterable[int]:
    with progress(sessions, f"{question}, each session left out") as each:
        yield from each
