"""`fastjev label`: a person labels units in a terminal, one key an answer."""

import os
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.options import count, rules_option
from fastjev.cli.paint import put
from fastjev.errors import UsageError

if TYPE_CHECKING:
    from fastjev.labeling.answers import Answers
    from fastjev.labeling.items import Item
    from fastjev.labeling.opened import Ordered
    from fastjev.labeling.state import Session

TASKS = ("class", "boundary", "supersede", "exchange")
ORDERS = ("file", "random", "uncertain", "disagree", "doubt", "misses")
THEMES = ("terminal", "dark", "light")


@click.command("label")
@click.argument("sessions", metavar="[FILE|SESSION|last]...", nargs=-1)
@click.option("--set", "name", required=True, metavar="NAME", help="The set: .fastjev/labels/NAME in the project.")
@click.option("--by", required=True, metavar="NAME", help="Who labels.")
@click.option("--task", type=click.Choice(TASKS), default="class", show_default=True, help="What is asked.")
@click.option("--order", type=click.Choice(ORDERS), default="file", show_default=True, help="Which units first.")
@click.option(
    "--holdout", type=click.IntRange(0, 90), default=0, metavar="N", help="Of 100 new units, never learned from."
)
@click.option("--seed", type=count(0), default=0, metavar="N", help="Of what is drawn: the holdout, random orders.")
@click.option("--suggest", is_flag=True, help="Show the votes before the answer; by default answers are blind.")
@click.option("--assistant", is_flag=True, help="Ask about what the assistant said, too.")
@click.option("--theme", type=click.Choice(THEMES), default="terminal", show_default=True, help="Colours.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Of the guide; by default the terminal's.")
@rules_option
def label(
    sessions: tuple[str, ...],
    name: str,
    by: str,
    task: str,
    order: str,
    holdout: int,
    seed: int,
    suggest: bool,
    assistant: bool,
    theme: str,
    lang: str | None,
    rules: tuple[Path, ...],
) -> None:
    """Label units of your sessions, one key an answer.

    Without FILE the set goes on where it was left; with it, what the set has not yet is added. Answers are written as
    they are given, and nothing is ever overwritten. ? shows the guide, u takes back, q ends.

    \b
    fastjev label last --set mine --by lin --holdout 20
    fastjev label --set mine --by lin --order uncertain
    """
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("label needs a terminal; fastjev labels import takes answers from a file")
    # A screen needs what --help does not.
    from fastjev.labeling import guide, sets, world
    from fastjev.labeling.answers import answers
    from fastjev.labeling.opened import opened
    from fastjev.labeling.tasks import TASKS as KNOWN
    from fastjev.project import project_root

    root = project_root(Path.cwd()) or Path.cwd()
    found = sets.find(root, name)
    if sessions:
        book, models = world.project_rules(root, rules), world.project_models(root)
        added = world.take_in(found, sessions, book, models, holdout=holdout, seed=seed, assistant=assistant)
        click.echo(f"{added:,} units added to {name}", err=True)
    items = sets.items(found)
    if not items:
        raise UsageError(f"{name}: there is no such set in {root}; name a session: fastjev label last --set {name} …")
    now = time.time()
    session = opened(
        name=name,
        by=by,
        task=KNOWN[task],
        items=items,
        answers=answers(sets.acts(found, by)),
        at=now,
        day=_day(now),
        guide=guide.version(),
        suggest=suggest,
        ordered=_ordered(order, task, seed, root, rules),
    )
    # Importing textual takes longer than all before it.
    from fastjev.labeling.screens.labeler import Labeler

    ended = Labeler(session, world.desk(found, items, root, rules, lang or _lang()), theme).run()
    _tell(ended or session, by)


def _ordered(order: str, task: str, seed: int, root: Path, rules: tuple[Path, ...]) -> "Ordered | None":
    """How units are asked; nothing for reading order. Raises: UsageError where a task has no such order."""
    if order == "file":
        return None
    if task != "class":
        raise UsageError(f"--order {order} is for --task class; {task} is asked in reading order")
    from fastjev.labeling.order import ordered
    from fastjev.labeling.talk import verdicts
    from fastjev.labeling.world import project_models, project_rules
    from fastjev.policy import DEFAULT

    def made(items: "Sequence[Item]", given: "Answers") -> Sequence[str]:
        votes = {} if order == "random" else verdicts(items, project_rules(root, rules), DEFAULT, project_models(root))
        return ordered(items, given, order, seed, {}, votes)

    return made


def _day(now: float) -> str:
    """When the day began here, as acts have times."""
    from fastjev.labeling.state import stamp

    here = time.localtime(now)
    return stamp(now - here.tm_hour * 3600 - here.tm_min * 60 - here.tm_sec)


def _lang() -> str:
    told = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "zh" if told.startswith("zh") else "en"


def _tell(session: "Session", by: str) -> None:
    """Counts per label, what was skipped, and what to do next."""
    from rich.text import Text

    from fastjev.labeling.draw.end import counts, skipped

    found = counts(session)
    put([Text(f"{session.done} of {len(session.order)} answered by {by}")])
    put(Text.assemble((f"{n:>7,}  ", "bold"), said) for said, n in found.most_common())
    if left := skipped(session):
        put([Text(f"{left:>7,}  skipped, and asked again at the end")])
    name = shlex.quote(session.sheet.name)
    more = session.done < len(session.order)
    way = f"fastjev label --set {name} --by {shlex.quote(by)} goes on" if more else f"fastjev agree {name}"
    click.echo(f"next: {way}; fastjev train classifier {name} --project learns from it", err=True)
