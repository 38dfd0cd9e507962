"""A table of measures by language, and what to look up, in a terminal."""

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from fastjev.cli.paint import line, put, share
from fastjev.cli.tables import put_table
from fastjev.evaluate.bootstrap import Interval
from fastjev.evaluate.findings import Finding
from fastjev.evaluate.measures import Measure, Score
from fastjev.evaluate.report import Report
from fastjev.visible import visible

VOTED = {
    "rules": "labels by rules alone",
    "model": "labels by the classifier alone",
    "both": "labels by rules and, where they settle none, the classifier",
}


def show(report: Report, *, quiet: bool, verbose: bool) -> None:
    """Print the table and, unless quiet, the findings; verbose: those that are shown on demand only, too."""
    put([_title(report)])
    put_table(_table(report))
    if not quiet:
        put(_listed(report, verbose))


def _title(report: Report) -> Text:
    verbatim = f"the last {report.recent} turns left verbatim" if report.recent else "no recent turns left verbatim"
    split = f" of the split {report.asked.split}" if report.asked.split else ""
    voted = VOTED[report.asked.decide]
    return Text(f"{len(report.results)} conversations{split}, {verbatim}, {voted}; value, 95 % interval, counts")


def _table(report: Report) -> Table:
    """A row for each measure, a column for each language that occurs."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("measure", style="bold")
    table.add_column("good")
    for lang in report.langs:
        table.add_column(f"{lang} ({len(report.of(lang))})", justify="right")
    found = [report.scores(lang) for lang in report.langs]
    for name, measure in report.measures.items():
        table.add_row(name, measure.good, *(cell(scores[name], measure) for scores in found))
    return table


def cell(score: Score, measure: Measure) -> Text:
    """A value, its interval where draws differ, and its counts."""
    if score.value is None:
        return Text("undefined", "dim")
    counts = f"of {score.m:,.0f}" if measure.of else f"{score.n:,.0f}/{score.m:,.0f}"
    between = f"{ends(score.interval)} " if score.interval and len({*score.interval}) > 1 else ""
    return Text.assemble(f"{share(score.value)} ", (f"{between}{counts}", "dim"))


def ends(interval: Interval) -> str:
    """`93.7–97.6`, in per cent."""
    return "–".join(f"{100 * end:.1f}" for end in interval)


def _listed(report: Report, verbose: bool) -> Iterator[Text]:
    """Measure by measure: what is amiss, the units it touches, and what decided them."""
    found = report.findings
    for name, measure in report.measures.items():
        group = [finding for finding in found if finding.measure == name]
        if group and (verbose or not measure.on_demand):
            yield Text.assemble("\n", (f"{measure.amiss} ({len(group)})", "bold reverse"))
            for finding in group:
                yield from _lines(finding)


def _lines(finding: Finding) -> Iterator[Text]:
    zones = f"  in {', '.join(finding.zones)}" if finding.zones else "  in no zone"
    yield Text.assemble((f"{visible(finding.file)} message {finding.message}", "bold"), (zones, "dim"))
    yield Text.assemble("  ", line(finding.text))
    for unit in finding.units:
        fate = f"{unit.label} {unit.p:.2f}, decided {unit.decided}, {unit.status}"
        yield Text.assemble(f"    {unit.id:<7}{unit.speaker}  {fate}  ", line(unit.text))
        votes = ", ".join(f"{vote.label} {vote.weight:.2f} {vote.by}" for vote in unit.votes) or "none"
        yield Text(f"           votes   {votes}", "dim")
        yield Text(f"           passes  {' > '.join(unit.because) or 'none changed it'}", "dim")
