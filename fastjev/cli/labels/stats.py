"""`fastjev labels stats`: what sets hold and how far each person is."""

from typing import TYPE_CHECKING

import click
from rich.text import Text

from fastjev.cli.labels.files import root
from fastjev.cli.paint import put
from fastjev.cli.tables import flat, heading, put_table, table
from fastjev.jsontext import dump

if TYPE_CHECKING:
    from fastjev.labeling.sets import Set
    from fastjev.labeling.stats import Stats

_COLUMNS = (
    "person",
    "labelled",
    "of",
    "skipped",
    "unfit",
    "notes",
    "boundaries",
    "links",
    "votes seen",
    "s each",
    "last",
)


@click.command("stats")
@click.argument("name", metavar="[SET]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Everything as one line of JSON for each set.")
def stats(name: str | None, as_json: bool) -> None:
    """Show what sets hold and how far each person is.

    SET is a name or a folder; by default every set of the project.

    \b
    Example 例:  fastjev labels stats auth-2026
    """
    from fastjev.labeling import sets
    from fastjev.labeling import stats as counted

    names = [name] if name else sets.names(root())
    for each in names:
        found = sets.named(each, root())
        acts = {by: sets.acts(found, by) for by in sets.people(found)}
        told = counted.stats(sets.items(found), acts)
        for note in sets.notes(found):
            click.echo(f"note: {flat(note)}", err=True)
        if as_json:
            click.echo(dump(counted.tree(found.name, told)).encode())
        else:
            _show(found, told)
        for work in told.people:
            if work.elsewhere:
                about = "answers are about units that the set does not hold; they are not counted"
                click.echo(f"note: {flat(work.by)}: {work.elsewhere:,} {about}", err=True)
    if not names:
        click.echo("no sets here", err=True)
        click.echo("next: fastjev label SESSION --set NAME --by NAME makes one", err=True)


def _show(found: "Set", told: "Stats") -> None:
    sessions = f"{told.sessions:,} session{'s' * (told.sessions != 1)}"
    about = f"{told.units:,} units of {sessions}, {told.asked:,} to be labelled"
    put([heading(flat(found.name), f"{about}, {told.holdout:,} of them held out")])
    drawn = table(*_COLUMNS, right=_COLUMNS[1:-1])
    for each in told.people:
        counts = [sum(each.labels.values()), told.asked, each.skipped, each.unfit, each.notes, each.boundaries]
        shown = [f"{count:,}" for count in (*counts, each.supersedes, each.seen)]
        seconds = "" if each.seconds is None else f"{each.seconds:.1f}"
        drawn.add_row(flat(each.by), *shown, seconds, flat(each.last or ""))
    put_table(drawn)
    counts_of = {each.by: {**each.labels, **each.exchanges} for each in told.people}
    used = list(dict.fromkeys(label for counts in counts_of.values() for label in counts))
    if used:
        put([Text("")])
        by_label = table("label", *(flat(each.by) for each in told.people), right=tuple(p.by for p in told.people))
        for label in used:
            by_label.add_row(label, *(f"{counts.get(label, 0):,}" for counts in counts_of.values()))
        put_table(by_label)
