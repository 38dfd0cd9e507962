"""`fastjev eval`: what a compaction of labelled conversations keeps, loses and gets wrong."""

import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.options import MODEL, count, models_of, policy_of, rulebook_of, rules_option
from fastjev.cli.progress import progress
from fastjev.errors import UsageError
from fastjev.jsontext import dump
from fastjev.visible import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from fastjev.evaluate.gold import Corpus
    from fastjev.evaluate.report import Report

_PATH = click.Path(path_type=Path)


@click.command("eval")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=_PATH)
@click.option("--split", type=click.Choice(("train", "dev", "test", "ends")), help="Only those split.yaml deals there.")
@click.option("--by", metavar="NAME", help="Of a set, one person's answers; by default what all agree on or decided.")
@click.option("--holdout", is_flag=True, help="Of a set, only what is never learned from.")
@click.option("--recent", type=count(0), default=0, show_default=True, metavar="N", help="Turns left verbatim.")
@click.option("--policy", "policy_file", type=_PATH, metavar="FILE", help="Constants to change.")
@click.option(
    "--floor", "floors", multiple=True, metavar="NAME=SHARE", help="Exit with 1 if it is less; for high ones."
)
@click.option(
    "--ceiling", "ceilings", multiple=True, metavar="NAME=SHARE", help="Exit with 1 if it is more; for low ones."
)
@click.option("--sure", is_flag=True, help="Hold these limits to the worse end of the interval.")
@click.option(
    "--decide", type=click.Choice(("rules", "model", "both")), default="both", show_default=True, help="Who labels."
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 10),
    default=3,
    show_default=True,
    metavar="N",
    help="How often a skeleton is compacted again.",
)
@click.option("--seed", type=count(0), default=0, show_default=True, metavar="N", help="Of the draws behind intervals.")
@click.option("--ablate", is_flag=True, help="Compare rules, classifier and both by the main measures.")
@click.option("--report", "page_file", type=_PATH, metavar="FILE", help="Write all of it as one page of HTML.")
@click.option("--counts", is_flag=True, help="Measure nothing; print how many labels there are, as Markdown.")
@click.option("--json", "as_json", is_flag=True, help="Everything as one line of JSON; null for undefined.")
@click.option("-v", "--verbose", is_flag=True, help="List what went wrong with decisions, facts and noise, too.")
@click.option("-q", "--quiet", is_flag=True, help="The table only.")
@rules_option
@MODEL
@click.pass_context
def evaluate(
    ctx: click.Context,
    paths: tuple[Path, ...],
    split: str | None,
    by: str | None,
    holdout: bool,
    recent: int,
    policy_file: Path | None,
    rules: tuple[Path, ...],
    weights: tuple[Path, ...],
    floors: tuple[str, ...],
    ceilings: tuple[str, ...],
    sure: bool,
    decide: str,
    rounds: int,
    seed: int,
    ablate: bool,
    page_file: Path | None,
    counts: bool,
    as_json: bool,
    verbose: bool,
    quiet: bool,
) -> None:
    """Measure against labelled conversations.

    PATH is a corpus file, a folder with such files (*.json) at any depth, or a set that was labelled here, by name or
    folder. Shares are n of m; 0 of 0 is undefined.
    """
    # Checking what people wrote takes pydantic, which `--help` does not need.
    from fastjev.cli import scoreboard
    from fastjev.cli.labelled import labelled
    from fastjev.evaluate.counts import markdown
    from fastjev.evaluate.limits import limit, short_of
    from fastjev.evaluate.report import Asked, tree
    from fastjev.evaluate.report import evaluate as measured
    from fastjev.evaluate.split import chosen

    limits = [limit("--floor", text) for text in floors] + [limit("--ceiling", text) for text in ceilings]
    if page_file and not page_file.parent.is_dir():  # to be said now, not after minutes of measuring
        raise UsageError(f"{page_file}: cannot be written: {page_file.parent} is no folder")
    policy = policy_of(policy_file, recent)
    corpora, notes = labelled(paths, by, held_out=True if holdout else None)
    if split:
        corpora = chosen(corpora, split)
    if counts:
        click.echo(markdown(corpora), nl=False)
        return
    rulebook = rulebook_of(rules, quiet=quiet or as_json)
    measure = partial(measured, notes=notes, rulebook=rulebook, policy=policy, models=models_of(weights))
    if ablate:
        if limits or page_file:
            raise UsageError("--ablate has a table of its own; ask for limits or a report with --decide")
        _ablate(corpora, lambda walked, who: measure(walked, asked=Asked(who, 0, seed, split)), seed, as_json=as_json)
        return
    with progress(corpora, "conversations") as walked:
        report = measure(walked, asked=Asked(decide, rounds, seed, split))
    scores = report.scores()
    missed = {each: short_of(each, scores[each.name], sure=sure) for each in limits}
    if as_json:
        told = [
            {"name": each.name, "kind": each.kind, "value": each.value, "sure": sure, "met": missed[each] is None}
            for each in limits
        ]
        click.echo(dump({**tree(report), "limits": told}).encode())
    else:
        scoreboard.show(report, quiet=quiet, verbose=verbose)
    if page_file:
        _write(page_file, report)
    if not quiet:
        _talk(report, page_file)
    for text in filter(None, missed.values()):
        click.echo(f"fastjev: {text}", err=True)
    ctx.exit(1 if any(missed.values()) else 0)


def _ablate(
    corpora: "Sequence[Corpus]", measure: "Callable[[Iterable[Corpus], str], Report]", seed: int, *, as_json: bool
) -> None:
    from fastjev.cli import ablated
    from fastjev.evaluate.ablation import ablation
    from fastjev.evaluate.decide import DECIDE

    reports = []
    for decide in DECIDE:
        with progress(corpora, f"conversations by {decide}") as walked:
            reports.append(measure(walked, decide))
    rows = ablation(reports)
    if as_json:
        click.echo(dump(ablated.tree(rows, len(corpora), seed)).encode())
    else:
        ablated.show(rows, len(corpora))


def _write(path: Path, report: "Report") -> None:
    from fastjev.evaluate.page.page import page
    from fastjev.files import put

    try:
        put(path, page(report).encode())
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error


def _talk(report: "Report", page_file: Path | None) -> None:
    for note in report.notes:
        click.echo(f"note: {visible(note)}", err=True)
    if page_file:
        click.echo(f"next: open {shlex.quote(visible(str(page_file)))} in a browser", err=True)
    elif found := next((each for each in report.findings if each.units and Path(each.file).is_file()), None):
        click.echo(f"next: fastjev explain {shlex.quote(visible(found.file))} {found.units[0].id}", err=True)
