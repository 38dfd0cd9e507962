"""`fastjev train words`: learn from what sessions did which words of tool results are needed later."""

import json
from pathlib import Path

import click
from rich.text import Text

from fastjev.cli.options import rulebook_of
from fastjev.cli.progress import progress
from fastjev.cli.tables import put_table, table
from fastjev.errors import UsageError
from fastjev.files import put
from fastjev.jsontext import dump
from fastjev.renderers.visible import visible


@click.command("words")
@click.argument("sessions", metavar="FILE...", nargs=-1, required=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE.json", help="Write the weights here.")
@click.option("--json", "as_json", is_flag=True, help="Scores as one line of JSON; null for undefined.")
def words(sessions: tuple[str, ...], output: Path | None, as_json: bool) -> None:
    """Learn which words of results are needed later.

    FILE is a session: a path, an id, or `last`. A word counts as needed where the session used it after a cut, before a
    later result brought it again. Scores are for sessions left out, beside recency and size. Without -o nothing is
    written.

    \b
    Example 例:  fastjev train words ~/.claude/projects/*/*.jsonl -o mine.json
    """
    # Training loads scikit-learn, which takes a second.
    from fastjev.deliver import fetch
    from fastjev.policy import DEFAULT
    from fastjev.train.words import judge, read, weights

    with progress(sessions, "sessions") as names:
        held = read((fetch(name) for name in names), rulebook_of((), quiet=True), DEFAULT)
    found = weights(held)
    with progress(range(len(held)), "sessions left out") as each:
        rankings = judge(held, each)
    if output:
        try:
            put(output, (json.dumps(found, indent=1) + "\n").encode(), mode=0o644)
        except OSError as error:
            raise UsageError(f"{output}: cannot be written: {error.strerror}") from error
    if as_json:
        click.echo(dump({"trained": found["trained"], "rankings": [each._asdict() for each in rankings]}).encode())
    else:
        shown = table("AUC: ranked by", "pooled", "within sessions", "sessions", right=("pooled", "sessions"))
        for ranked in rankings:
            numbers = ("undefined" if value is None else f"{value:.3f}" for value in (ranked.pooled, ranked.within))
            shown.add_row(ranked.name, *map(Text, numbers), str(ranked.sessions))
        put_table(shown)
        trained = found["trained"]
        click.echo(f"{trained['needed']:,} of {trained['rows']:,} words were needed, in {trained['sessions']} sessions")
    said = f"written: {visible(str(output))}" if output else "next: the same with -o words.json writes the weights"
    click.echo(said, err=True)
