"""The whole page."""

import hashlib
from collections.abc import Iterator
from html import escape

from fastjev.evaluate.measures import LABELS, survival
from fastjev.evaluate.page.charts import curves
from fastjev.evaluate.page.charts import reliability as diagram
from fastjev.evaluate.page.markup import cell, element, percent, said, score, table
from fastjev.evaluate.page.misses import misses
from fastjev.evaluate.page.style import HEATS, POLICY, STYLE
from fastjev.evaluate.probabilities import NONE, average_precision, confusion, curve, expected_error, reliability
from fastjev.evaluate.report import Report
from fastjev.labels import Label


def page(report: Report) -> str:
    """The report as one file that needs no other. The same for the same measurements: it bears no date."""
    head = (
        '<meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>fastjev eval</title><style>{STYLE}</style>"
    )
    parts = [
        element("h1", "fastjev eval"),
        *_measured(report),
        *_by_language(report),
        *_survival(report),
        *_reliability(report),
        *_curves(report),
        *_confused(report),
        element("h2", "What went wrong"),
        *(list(misses(report)) or [element("p", "Nothing that is to be looked up.")]),
    ]
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _measured(report: Report) -> Iterator[str]:
    asked, made = report.asked, report.provenance
    digest = hashlib.sha256()
    for result in report.results:
        digest.update(hashlib.sha256(result.corpus.raw).digest())
    told = {
        "conversations": f"{len(report.results):,}" + (f", the split {asked.split}" if asked.split else ""),
        "corpora": f"sha256:{digest.hexdigest()}",
        "labels by": asked.decide,
        "rules": made.rules,
        "models": made.model or "none",
        "policy": made.policy,
        "turns left verbatim": f"{report.recent}",
        "rounds": f"{asked.rounds}",
        "seed": f"{asked.seed}",
        "fastjev": made.fastjev,
    }
    yield table(("measured", ""), [(name, cell(element("code", said(value)))) for name, value in told.items()])
    for note in report.notes:
        yield element("p", f"Note: {said(note)}", class_="about")


def _by_language(report: Report) -> Iterator[str]:
    yield element("h2", "By language")
    about = "Value, the ends of 95 of 100 draws of as many conversations, and counts. 0 of 0 is undefined."
    yield element("p", about, class_="about")
    scores = {lang: report.scores(lang) for lang in report.langs}
    head = ("measure", "good", *(f"{lang} ({len(report.of(lang)):,})" for lang in report.langs))
    rows = [
        (
            f'<span title="{escape(measure.about)}">{escape(name)}</span>',
            cell(measure.good),
            *(score(scores[lang][name], measure.of) for lang in report.langs),
        )
        for name, measure in report.measures.items()
    ]
    yield table(head, rows)


def _survival(report: Report) -> Iterator[str]:
    rounds = range(1, report.asked.rounds + 1)
    yield element("h2", "Compacted again and again")
    yield element("p", "Constraints of the first skeleton that are still active after so many rounds.", class_="about")
    rows = [[lang, *(score(report.scores(lang)[survival(n)], "") for n in rounds)] for lang in report.langs]
    yield table(("language", *map(str, rounds)), rows)


def _reliability(report: Report) -> Iterator[str]:
    yield element("h2", "Are probabilities what they say?")
    by = {who: reliability(unit for unit in report.units() if unit.by == who) for who in ("rules", "model")}
    by = {who: bins for who, bins in by.items() if bins}
    if not by:
        yield element("p", "Undefined: no verdict was decided by a vote.")
        return
    errors = {lang: expected_error(reliability(report.units(lang))) for lang in report.langs}
    errors |= {who: expected_error(bins) for who, bins in by.items()}
    told = ", ".join(f"{name} {percent(error)}" for name, error in errors.items())
    about = "Verdicts on units with a label, and on others of a human that were called constraints or decisions."
    yield element("p", f"{about} Expected calibration error: {told}.", class_="about")
    yield diagram(by)
    rows = [
        (
            f"{who}, {bin.low:.1f}–{bin.high:.1f}",
            *map(cell, (f"{bin.p:.3f}", percent(bin.right / bin.there), f"{bin.right:,}/{bin.there:,}")),
        )
        for who, bins in by.items()
        for bin in bins
    ]
    yield table(("probability", "mean", "right", "counts"), rows)


def _curves(report: Report) -> Iterator[str]:
    yield element("h2", "Constraints by the classifier's probability")
    found = {lang: curve(report.units(lang)) for lang in report.langs}
    if not any(found.values()):
        yield element("p", "Undefined: no classifier voted on a unit of a human that is a constraint.")
        return
    areas = ", ".join(f"{lang} {percent(average_precision(points))}" for lang, points in found.items())
    about = "Units of a human on which it voted; rules settled the others. Average precision:"
    yield element("p", f"{about} {areas}.", class_="about")
    yield curves(found)


def _confused(report: Report) -> Iterator[str]:
    yield element("h2", "What is taken for what")
    about = "Units by label in gold (rows) and as decided (columns), no exchanges; shaded by share of the row."
    yield element("p", about, class_="about")
    found = confusion(report.units())
    columns = (*LABELS, Label.UNSURE)
    rows = []
    for gold in (*LABELS, NONE):
        total = sum(found[str(gold), str(decided)] for decided in columns)
        cells = []
        for decided in columns:
            count = found[str(gold), str(decided)]
            heat = min(HEATS - 1, count * HEATS // total) if total else 0
            cells.append(cell(f"{count:,}", class_=f"h{heat}"))
        rows.append((str(gold), *cells))
    yield table(("gold", *columns), rows, class_="heat")
