"""`fastjev train exchanges`: learn from what sessions did which tool exchanges are needed later."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fastjev.cli.options import rulebook_of
from fastjev.cli.progress import progress
from fastjev.errors import UsageError
from fastjev.files import put
from fastjev.jsontext import dump
from fastjev.renderers.visible import visible

if TYPE_CHECKING:
    from fastjev.train.read import Sessions

_PATH = click.Path(path_type=Path)


@click.command("exchanges")
@click.argument("sessions", metavar="FILE...", nargs=-1, required=True)
@click.option("-o", "--output", type=_PATH, metavar="FILE.json", help="Write the weights here, and a card beside them.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Deals sessions to groups.")
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
    from fastjev.train.exchanges import weights
    from fastjev.train.judge import balance, judge

    if output and output.suffix != ".json":
        raise UsageError(f"{output}: weights are JSON and their card stands beside them; give -o a name in .json")
    held = _read(sessions)
    found = weights(held.rows, seed)
    judged = judge(held.rows, seed, _follow)
    balances = balance(held.rows)
    raw = (json.dumps(found, indent=1) + "\n").encode()
    if output:
        from fastjev.train.card import card

        digest = f"sha256:{hashlib.sha256(raw).hexdigest()}"
        _write(output, raw)
        _write(output.with_suffix(".md"), card(found, digest, judged, balances, held.origins).encode())
    if as_json:
        tree: dict[str, Any] = {"trained": found["trained"], "balance": balances}
        click.echo(dump({**tree, "judged": [each.tree() for each in judged]}).encode())
    else:
        show(found, judged, balances)
    _talk(held.notes, output)


def _read(sessions: Sequence[str]) -> "Sessions":
    from fastjev.deliver import Source, fetch
    from fastjev.policy import DEFAULT
    from fastjev.train.read import read

    with progress(sessions, "sessions") as names:
        sources: Iterator[Source] = (fetch(name) for name in names)
        return read(sources, rulebook_of((), quiet=True), DEFAULT)


def _follow(sessions: Sequence[int], question: str) -> Iterable[int]:
    with progress(sessions, f"{question}, each session left out") as each:
        yield from each


def _write(path: Path, raw: bytes) -> None:
    try:
        put(path, raw)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error


def _talk(notes: Sequence[str], output: Path | None) -> None:
    for note in notes:
        click.echo(f"note: {visible(note)}", err=True)
    if output:
        click.echo(f"written: {visible(str(output))} and {visible(str(output.with_suffix('.md')))}", err=True)
    else:
        click.echo("next: the same with -o weights.json writes the weights and their card", err=True)
