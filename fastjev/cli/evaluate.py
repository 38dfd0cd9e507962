"""`fastjev eval`: what a compaction of labelled conversations keeps, loses and gets wrong."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from fastjev.cli.options import policy_of
from fastjev.cli.paint import line, put
from fastjev.evaluate.counts import markdown
from fastjev.evaluate.gold import LANGS, Corpus, load
from fastjev.evaluate.limits import limit, short_of
from fastjev.evaluate.measures import MEASURES, Measure, Score
from fastjev.evaluate.report import ALL, Finding, Report, tree
from fastjev.evaluate.report import evaluate as measured
from fastjev.renderers.jsontext import dump
from fastjev.renderers.visible import visible

_WIDTH = 150
"""Columns where no terminal tells: every measure on a line of its own."""
_HEADINGS = {
    "constraint_recall": "constraints missed",
    "constraint_in_context": "constraints nowhere in the skeleton",
    "constraint_precision": "shown as constraints, labelled otherwise",
    "trap_rate": "traps let in",
    "false_deprecation_rate": "constraints deprecated by mistake",
    "deprecated_recall": "deprecated constraints not shown as such",
    "final_decision_recall": "final decisions missed",
    "decision_precision": "shown as decisions, labelled otherwise",
    "overridden_as_final_rate": "overridden decisions shown as final",
    "deferred_recall": "deferred decisions not shown as such",
    "rejected_recall": "rejected decisions not shown as such",
    "fact_recall": "facts missed",
    "noise_removed": "noise left in",
    "human_words_lost": "words of a human lost",
    "unlabelled_words_removed": "words of a human without a label that went as noise",
}


@click.command("eval")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--recent",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="Turns left verbatim at the end.",
)
@click.option("--policy", "policy_file", type=click.Path(path_type=Path), metavar="FILE", help="Constants to change.")
@click.option(
    "--floor",
    "floors",
    multiple=True,
    metavar="NAME=VALUE",
    help="Exit with 1 below it, such as constraint_recall=0.95.",
)
@click.option(
    "--ceiling", "ceilings", multiple=True, metavar="NAME=VALUE", help="Exit with 1 above it, such as trap_rate=0.03."
)
@click.option("--json", "as_json", is_flag=True, help="Everything as one line of JSON.")
@click.option("--counts", is_flag=True, help="Measure nothing; print how many labels there are, as Markdown.")
@click.option("-v", "--verbose", is_flag=True, help="List what went wrong with decisions, facts and noise, too.")
@click.option("-q", "--quiet", is_flag=True, help="The table only.")
@click.pass_context
def evaluate(
    ctx: click.Context,
    paths: tuple[Path, ...],
    recent: int,
    policy_file: Path | None,
    floors: tuple[str, ...],
    ceilings: tuple[str, ...],
    as_json: bool,
    counts: bool,
    verbose: bool,
    quiet: bool,
) -> None:
    """Measure compaction against labelled conversations.

    PATH is a corpus file, or a folder with such files (*.json) at any depth. Shares are n of m; 0 of 0 is undefined.
    """
    from fastjev.rulebook import load_core

    limits = [limit("--floor", text) for text in floors] + [limit("--ceiling", text) for text in ceilings]
    policy = policy_of(policy_file, recent)
    corpora, notes = load(paths)
    if counts:
        click.echo(markdown(corpora), nl=False)
        return
    with _progress(corpora) as shown:
        report = measured(shown, notes, rulebook=load_core(), policy=policy)
    scores = report.scores()
    missed = [missed for each in limits if (missed := short_of(each, scores[each.name]))]
    if as_json:
        told = [
            {"name": each.name, "kind": each.kind, "value": each.value, "met": not short_of(each, scores[each.name])}
            for each in limits
        ]
        click.echo(dump({**tree(report), "limits": told}).encode())
    else:
        _print(_table(report))
        if not quiet:
            put(_listed(report, verbose))
    if not quiet:
        for note in report.notes:
            click.echo(f"note: {visible(note)}", err=True)
    for text in missed:
        click.echo(f"fastjev: {text}", err=True)
    ctx.exit(1 if missed else 0)


@contextmanager
def _progress(corpora: list[Corpus]) -> Iterator[Iterable[Corpus]]:
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        yield progress.track(corpora, description="conversations")


def _table(report: Report) -> Table:
    """A row for each measure, a column for each language that occurs."""
    langs = [*(lang for lang in LANGS if report.of(lang)), ALL]
    table = Table(
        title=f"{len(report.results)} conversations, the last {report.recent} turns left verbatim",
        title_justify="left",
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
    )
    table.add_column("measure", style="bold")
    table.add_column("good")
    for lang in langs:
        table.add_column(f"{lang} ({len(report.of(lang))})", justify="right")
    found = [report.scores(lang) for lang in langs]
    for name, measure in MEASURES.items():
        table.add_row(
            name, "high" if measure.better == "more" else "low", *(_cell(scores[name], measure) for scores in found)
        )
    return table


def _cell(score: Score, measure: Measure) -> Text:
    if score.value is None:
        return Text("undefined", "dim")
    counts = f"of {score.m:,.0f} {measure.of}" if measure.of else f"{score.n:,.0f}/{score.m:,.0f}"
    return Text.assemble(f"{score.value:.1%} ", (counts, "dim"))


def _print(table: Table) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=_WIDTH)
    with console.capture() as captured:
        console.print(table)
    click.echo(captured.get().encode(), nl=False)


def _listed(report: Report, verbose: bool) -> Iterator[Text]:
    """What to look up, measure by measure, with the units it touches and what decided them."""
    findings = [finding for finding in report.findings if verbose or not MEASURES[finding.measure].listed]
    for name, heading in _HEADINGS.items():
        group = [finding for finding in findings if finding.measure == name]
        if group:
            yield Text.assemble("\n", (f"{heading} ({len(group)})", "bold reverse"))
        for finding in group:
            yield from _lines(finding)


def _lines(finding: Finding) -> Iterator[Text]:
    stands = f"  in {', '.join(finding.zones)}" if finding.zones else "  in no zone"
    yield Text.assemble((f"{visible(finding.file)} message {finding.message}", "bold"), (stands, "dim"))
    yield Text.assemble("  ", line(finding.text))
    for unit in finding.units:
        votes = ", ".join(f"{vote.label} {vote.weight:.2f} {vote.by}" for vote in unit.votes) or "none"
        fate = f"{unit.label} {unit.p:.2f}, decided {unit.decided}, {unit.status}"
        yield Text.assemble(f"    {unit.id:<7}{unit.speaker}  {fate}  ", line(unit.text))
        yield Text(f"           votes   {votes}", "dim")
        yield Text(f"           passes  {' > '.join(unit.because) or 'none changed it'}", "dim")
