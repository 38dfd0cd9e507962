"""What a training found, in a terminal: rankings, reliability in bars, the heaviest traits."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from fastjev.cli.paint import put
from fastjev.cli.tables import heading, put_table, table
from fastjev.train.boundaries.judge import MEASURES
from fastjev.train.boundaries.judge import Judged as Boundaries
from fastjev.train.card import PUBLISHED
from fastjev.train.judge import CAP, Judged
from fastjev.train.scores import Bin

_BAR = 40
"""Columns of a bar that stands for 1."""
_WEIGHT_BAR = 20
_MEANS = "pooled: over all rows; within: mean of the sessions' own, where a session has both answers"


def show(weights: Mapping[str, Any], judged: Sequence[Judged], balance: Mapping[str, Mapping[str, int]]) -> None:
    """Print what was learned about exchanges to standard output."""
    trained = weights["trained"]
    counts = f"{trained['sessions']} sessions, {trained['exchanges']:,} exchanges, {trained['rows']:,} rows"
    put([Text(counts), heading("what came true", "rows by answer")])
    put_table(_balance(balance))
    put([heading("ranking", "AUC: how often what was needed ranks above what was not; 0.5 is chance")])
    put_table(_rankings(judged))
    put(_legend())
    for each in judged:
        put(_reliability(each))
    put([heading("weights", "per standard deviation of a trait; + speaks for yes, - against")])
    put_table(_weights(weights))


def show_words(weights: Mapping[str, Any], judged: Judged) -> None:
    """The same about words of results."""
    trained = weights["trained"]
    put(
        [Text(f"{trained['sessions']} sessions, {trained['rows']:,} words, of which {trained['needed']:,} were needed")]
    )
    put([heading("ranking", "AUC: how often what was needed ranks above what was not; 0.5 is chance")])
    put_table(_rankings([judged]))
    put([Text(_MEANS, "dim"), Text("session left out: so it was for the model that answers about its results", "dim")])
    put(_reliability(judged))
    put([heading("weights", "per standard deviation of a trait; + speaks for yes, - against")])
    put_table(_weights(weights))


def show_boundaries(weights: Mapping[str, Any], judged: Boundaries) -> None:
    """The same about boundaries inside messages."""
    trained = weights["trained"]
    counts = (
        f"{trained['conversations']} conversations by {trained['authors']} authors, {trained['messages']:,} messages"
    )
    put([Text(f"{counts}, {trained['boundaries']:,} boundaries at {trained['seams']:,} seams")])
    put(
        [
            heading(
                "authors left out", f"a new intent begins from p = {judged.threshold} on; reach: where there is a seam"
            )
        ]
    )
    names = ("precision", "recall", "F1", "Pk", "no cut", "WindowDiff", "no cut ", "reach")
    found = table("language", *names, right=names)
    for lang, held in judged.languages.items():
        values = [held[name].value for name in MEASURES] + [judged.reach[lang].value]
        found.add_row(Text(lang, "bold"), *(Text(_number(value)) for value in values))
    put_table(found)
    put(_bins("opens", judged.error, judged.bins))


def _balance(balance: Mapping[str, Mapping[str, int]]) -> Table:
    found = table("question", "answers", "share", right=("share",))
    for question, counts in balance.items():
        rows = sum(counts.values())
        for option, count in counts.items():
            share = f"{count / rows:.1%}" if rows else "undefined"
            found.add_row(Text(question, "bold"), Text(f"{option} {count:,}"), Text(share))
            question = ""
    return found


def _rankings(judged: Sequence[Judged]) -> Table:
    found = table("question", "ranked by", "pooled", "within", "sessions", right=("pooled", "within", "sessions"))
    for each in judged:
        question = each.question
        for ranking in each.rankings:
            best = "bold" if question else ""
            cells = (_number(ranking.pooled), _number(ranking.within), str(ranking.sessions))
            found.add_row(Text(question, "bold"), Text(ranking.name, best), *(Text(cell, best) for cell in cells))
            question = ""
    return found


def _legend() -> Iterator[Text]:
    yield Text(_MEANS, "dim")
    yield Text(f"cap-only: the share of a result that a cap of {CAP:,} characters leaves", "dim")
    yield Text(f"published for another tool, sessions and label: {PUBLISHED} (kompact), size alone 0.878", "dim")


def _reliability(judged: Judged) -> Iterator[Text]:
    yield from _bins(judged.question, judged.error, judged.bins)


def _bins(question: str, error: float | None, bins: Sequence[Bin]) -> Iterator[Text]:
    yield heading(f"is {question} what it says", f"left out; expected calibration error {_number(error)}")
    yield Text("said       rows   came   █ came true, │ where the bar should end", "dim")
    for each in bins:
        bar = list("█" * round(each.came * _BAR) + " " * (_BAR - round(each.came * _BAR)))
        bar[min(_BAR - 1, round(each.said * _BAR))] = "│"
        line = f"{each.low:.1f}–{each.high:.1f} {each.rows:>8,} {each.came:>6.1%}   "
        yield Text.assemble(line, ("".join(bar).rstrip(), "cyan"))


def _weights(weights: Mapping[str, Any]) -> Table:
    nouls = {name: each["weights"] for name, each in weights["questions"].items() if each["kind"] == "noul"}
    largest = max((abs(value) for held in nouls.values() for value in held), default=0.0) or 1.0
    found = table("trait", *(column for name in nouls for column in (name, "")), right=tuple(nouls))
    first = next(iter(nouls))
    order = sorted(range(len(weights["traits"])), key=lambda each: (-abs(nouls[first][each]), each))
    for each in order:
        cells: list[Text] = []
        for held in nouls.values():
            size = round(abs(held[each]) / largest * _WEIGHT_BAR)
            cells += [Text(f"{held[each]:+.3f}"), Text("█" * size, "cyan" if held[each] > 0 else "magenta")]
        found.add_row(Text(weights["traits"][each], "bold"), *cells)
    return found


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"
