"""`fastjev review`: what people differ on, and why, decided one by one."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from fastjev.cli.label import has_terminal
from fastjev.cli.options import rulebook_of, rules_option
from fastjev.cli.paint import put
from fastjev.cli.tables import flat, heading, put_table, table
from fastjev.jsontext import dump

if TYPE_CHECKING:
    from fastjev.datatypes import Verdict
    from fastjev.labeling.items import Item
    from fastjev.labeling.review import Dispute
    from fastjev.labeling.sets import Set

_CHARS = 60
"""Of a text in a table."""


@click.command("review")
@click.argument("name", metavar="SET")
@click.option("--by", required=True, metavar="NAME", help="Who decides.")
@click.option("--list", "listed", is_flag=True, help="A table; also where there is no terminal to decide in.")
@click.option("--people", is_flag=True, help="Only what people differ on, not where a verdict says otherwise.")
@click.option("--json", "as_json", is_flag=True, help="All of it as one line of JSON.")
@rules_option
def review(name: str, by: str, listed: bool, people: bool, as_json: bool, rules: tuple[Path, ...]) -> None:
    """Decide what people differ on in a set.

    First come units to which people gave different labels, then those where all agree and a weighty verdict of rules or
    model says otherwise. A digit decides, a second one says why: the text is unclear, the guide leaves it open,
    somebody slipped, or it lies between two labels. Names are shown afterwards. Decisions go to the set's gold.jsonl.

    \b
    Example 例:  fastjev review mine --by lin
    """
    from fastjev.labeling import sets
    from fastjev.labeling.review import differing, open_questions
    from fastjev.project import project_root

    root = project_root(Path.cwd()) or Path.cwd()
    held = sets.named(name, root)
    sets.acts(held, by)  # so that a name which is none is said before the first decision
    disputes = differing(held, {} if people else _verdicts(held, rules, quiet=as_json))
    if as_json:
        click.echo(dump(_tree(disputes, open_questions(held))).encode())
        return
    if disputes and not listed and has_terminal():
        from fastjev.cli import work

        work.tell(work.reviewed(held, by, disputes, root, rules))
        disputes = differing(held, {} if people else _verdicts(held, rules, quiet=True))
        # Names would make the next sitting less blind.
        put([_count(disputes)])
    else:
        _show(disputes, open_questions(held))
    if disputes:
        click.echo(f"next: fastjev review {shlex.quote(name)} --by {by} in a terminal decides them", err=True)


def _verdicts(held: "Set", rules: tuple[Path, ...], *, quiet: bool) -> "Mapping[str, Verdict]":
    from fastjev.labeling import sets
    from fastjev.labeling.talk import verdicts
    from fastjev.model import shipped
    from fastjev.policy import DEFAULT

    # A project's own weights learned from these very answers.
    return verdicts(sets.items(held), rulebook_of(rules, quiet=quiet), DEFAULT, shipped())


def _count(disputes: "Sequence[Dispute]") -> Text:
    from fastjev.labeling.review import differ

    between = sum(differ(each.given) for each in disputes)
    return heading(
        "to decide", f"{between:,} on which people differ, {len(disputes) - between:,} on which a verdict does"
    )


def _show(disputes: "Sequence[Dispute]", questions: "Sequence[Item]") -> None:
    put([_count(disputes)])
    rows = table("unit", "answers", "verdict", "text")
    for each in disputes:
        given = ", ".join(f"{one.by} {one.label}" for one in each.given)
        said = f"{each.verdict.label} {each.verdict.p:.2f}" if each.verdict else ""
        rows.add_row(
            *map(Text, map(flat, (each.item.id, given, said))), Text(flat(each.item.text.strip()[:_CHARS]), "dim")
        )
    if disputes:
        put_table(rows)
    if questions:
        put([heading("for the guide", f"{len(questions):,} that it leaves open")])
        put(Text(f"{item.id}  {flat(item.text.strip())}") for item in questions)


def _tree(disputes: "Sequence[Dispute]", questions: "Sequence[Item]") -> dict[str, object]:
    return {
        "schema": "fastjev.review/1",
        "disputes": [
            {
                "unit": each.item.id,
                "text": each.item.text,
                "given": [{"by": one.by, "label": one.label} for one in each.given],
                "verdict": {"label": each.verdict.label, "p": round(each.verdict.p, 4)} if each.verdict else None,
            }
            for each in disputes
        ],
        "for_the_guide": [{"unit": item.id, "text": item.text} for item in questions],
    }
