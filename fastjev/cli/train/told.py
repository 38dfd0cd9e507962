"""What a training of the classifier found, in a terminal: scores by language, the curve, confusions, other ways."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from fastjev.cli.paint import put
from fastjev.cli.tables import heading, put_table, table
from fastjev.evaluate.measures import LABELS
from fastjev.train.markdown import number

if TYPE_CHECKING:
    from fastjev.train.classifier.compare import Compared
    from fastjev.train.classifier.project import Gain
    from fastjev.train.classifier.scores import Scored

_BAR = 20
"""Columns of a bar that stands for 1."""


def show(weights: Mapping[str, Any], scores: Mapping[str, Sequence["Scored"]], ways: Sequence["Compared"]) -> None:
    """Print it to standard output."""
    trained = weights["trained"]
    counts = f"{trained['conversations']} conversations by {trained['authors']} authors, {trained['examples']:,} units"
    terms = sum(len(held) for each in weights["sets"].values() for held in each["terms"].values())
    put([Text(f"{counts}; {terms:,} terms have a weight")])
    put([heading("scores", "likeliest label; AP of constraints; error of calibration. left out: author never seen")])
    found = table("on", "language", "units", "AP", "error", *LABELS, "macro", right=("units", "AP", "error", *LABELS))
    for on, held in scores.items():
        for each in held:
            values = map(number, (each.average_precision, each.error, *each.f1.values()))
            if each.examples:
                found.add_row(Text(on, "bold"), Text(each.lang), Text(f"{each.examples:,}"), *map(Text, values))
    put_table(found)
    put([heading("curve", "precision of constraints among a human's units, at a recall of at least")])
    _curve(scores)
    put([heading("confusions", "rows: as people said; columns: as told; all languages")])
    for on, held in scores.items():
        if held[-1].examples:
            _confusions(on, held[-1])
    if ways:
        put([heading("other ways", "each author left out, not calibrated")])
        _ways(ways)


def show_gains(gains: Sequence["Gain"]) -> None:
    """What tuning on a project's labels changed."""
    put([heading("likeliest label right", "before: by the shipped weights")])
    found = table("on", "units", "before", "after", "", right=("units", "before", "after"))
    for each in gains:
        shares = [share / each.examples if each.examples else None for share in (each.before, each.after)]
        bars = "" if shares[1] is None else "█" * round(shares[1] * _BAR)
        found.add_row(Text(each.name, "bold"), Text(f"{each.examples:,}"), *map(Text, map(number, shares)), Text(bars))
    put_table(found)


def _curve(scores: Mapping[str, Sequence["Scored"]]) -> None:
    recalls = next(iter(scores.values()))[-1].precision
    found = table("on", "language", *map(str, recalls), right=tuple(map(str, recalls)))
    for on, held in scores.items():
        for each in held:
            if each.examples:
                found.add_row(Text(on, "bold"), Text(each.lang), *map(Text, map(number, each.precision.values())))
    put_table(found)


def _confusions(on: str, scores: "Scored") -> None:
    found = table(on, *LABELS, right=tuple(LABELS))
    for given in LABELS:
        counts = (scores.confusion.get((given, told), 0) for told in LABELS)
        found.add_row(Text(given, "bold"), *(Text(f"{count:,}", "bold" if count else "dim") for count in counts))
    put_table(found)


def _ways(ways: Sequence["Compared"]) -> None:
    found = table(
        "way", "AP", "precision at recall 0.95", "macro-F1", right=("AP", "precision at recall 0.95", "macro-F1")
    )
    for each in ways:
        scores = each.scores
        values = map(number, (scores.average_precision, scores.precision[0.95], scores.f1["macro"]))
        found.add_row(Text(each.name, "bold"), *map(Text, values))
    put_table(found)
