"""What went wrong, to be read: the quote, what was made of it and by whom, and the command that says why."""

import shlex
from collections.abc import Iterator, Sequence

from fastjev.evaluate.findings import Finding, Trace
from fastjev.evaluate.page.markup import element, said
from fastjev.evaluate.report import Report


def misses(report: Report) -> Iterator[str]:
    """A part for each measure with findings, the gravest open; the others open at a click."""
    found = report.findings
    for name, measure in report.measures.items():
        group = [finding for finding in found if finding.measure == name]
        if group:
            title = element("summary", f"{measure.amiss} ({len(group):,})", " ", element("code", name))
            opened = {} if measure.on_demand else {"open": ""}
            yield element("details", title, *map(_miss, group), **opened)


def _miss(finding: Finding) -> str:
    zones = f"in {', '.join(finding.zones)}" if finding.zones else "in no zone"
    where = element("p", f"{said(finding.file)} message {finding.message}, {zones}")
    return element(
        "div", where, element("blockquote", said(finding.text)), *_traces(finding, finding.units), class_="miss"
    )


def _traces(finding: Finding, units: Sequence[Trace]) -> Iterator[str]:
    for unit in units:
        votes = ", ".join(f"{vote.label} {vote.weight:.2f} {vote.by}" for vote in unit.votes) or "none"
        fate = f"{unit.speaker}, {unit.label} {unit.p:.2f}, decided {unit.decided}, {unit.status}"
        passes = " &gt; ".join(map(said, unit.because)) or "no pass changed it"
        command = f"fastjev explain {shlex.quote(finding.file)} {unit.id}"
        yield element("p", f"{said(unit.id)} {fate}; votes: {said(votes)}; {passes}")
        yield element("p", element("code", said(command)))
