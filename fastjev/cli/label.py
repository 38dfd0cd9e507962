"""`fastjev label`: a person labels units in a terminal, one key an answer."""

import sys
from pathlib import Path
from typing import Any

import click

from fastjev.cli.options import count, rules_option
from fastjev.errors import UsageError

TASKS = ("class", "boundary", "supersede", "exchange")
ORDERS = ("file", "random", "uncertain", "disagree", "doubt", "misses")
THEMES = ("terminal", "dark", "light")
_PATH = click.Path(path_type=Path)


@click.command("label")
@click.argument("sessions", metavar="[FILE|SESSION|last]...", nargs=-1)
@click.option("--set", "name", required=True, metavar="NAME", help="The set: .fastjev/labels/NAME in the project.")
@click.option("--by", required=True, metavar="NAME", help="Who labels.")
@click.option("--task", type=click.Choice(TASKS), default="class", show_default=True, help="What is asked.")
@click.option("--order", type=click.Choice(ORDERS), default="file", show_default=True, help="Which units first.")
@click.option(
    "--holdout", type=click.IntRange(0, 90), default=0, metavar="N", help="Of 100 new units, never learned from."
)
@click.option("--misses", type=_PATH, metavar="FILE.jsonl", help="With --order misses: first what the file names.")
@click.option("--seed", type=count(0), default=0, metavar="N", help="Of what is drawn: the holdout, random orders.")
@click.option("--suggest", is_flag=True, help="Show the votes before the answer; by default answers are blind.")
@click.option("--assistant", is_flag=True, help="Ask about what the assistant said, too.")
@click.option("--theme", type=click.Choice(THEMES), default="terminal", show_default=True, help="Colours.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Of the guide; by default the terminal's.")
@rules_option
@click.pass_context
def label(ctx: click.Context, /, **told: Any) -> None:
    """Label units of your sessions, one key an answer.

    Without FILE the set goes on where it was left; with it, what the set has not yet is added. Answers are written as
    they are given, and nothing is ever overwritten. ? shows the guide, u takes back, q ends.

    \b
    fastjev label last --set mine --by lin --holdout 20
    fastjev label --set mine --by lin --order uncertain
    """
    if not has_terminal():
        raise UsageError("label needs a terminal; fastjev labels import takes answers from a file")
    # A screen needs what --help does not.
    from fastjev.cli import work
    from fastjev.labeling import first
    from fastjev.labeling.project import project
    from fastjev.project import project_root

    wanted = work.Wanted(**told)
    place = project(project_root(Path.cwd()) or Path.cwd(), wanted.rules)
    with first.standing():
        session = work.done(wanted, place)
    work.forget(place, session)
    work.note(place, wanted.name)
    work.tell(session)
    if session.wish and session.wish.what == "train":
        from fastjev.cli.train.classifier import classifier

        ctx.invoke(classifier, corpora=(Path(wanted.name),), project=True, by=wanted.by, rules=wanted.rules)


def has_terminal() -> bool:
    """Whether there is one to label in: keys come from standard input, and the screen is standard error."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stderr.isatty())
