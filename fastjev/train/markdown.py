"""What cards are made of: tables, numbers, and scores as both models have them."""

from collections.abc import Iterable, Iterator, Sequence

from fastjev.train.judge import Judged
from fastjev.train.read import Origin


def table(rows: Iterable[Sequence[object]]) -> str:
    """Its rows; the head stands in the card."""
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows)


def number(value: float | None) -> str:
    """Three digits behind the point."""
    return "undefined" if value is None else f"{value:.3f}"


def rankings(judged: Iterable[Judged]) -> str:
    """Question, what ranks, AUC pooled and within sessions, sessions."""
    return table(
        (f"`{each.question}`", found.name, number(found.pooled), number(found.within), found.sessions)
        for each in judged
        for found in each.rankings
    )


def bins(judged: Iterable[Judged]) -> str:
    """Question, what was said, rows, its mean, share that came true."""
    return table(row for each in judged for row in _bins(each))


def origins(files: Iterable[Origin]) -> str:
    """Hash, format, exchanges, rows."""
    return table([f"`{each.sha256}`", each.format, each.exchanges, each.rows] for each in files)


def _bins(judged: Judged) -> Iterator[Sequence[object]]:
    for one in judged.bins:
        yield f"`{judged.question}`", f"{one.low:.1f}–{one.high:.1f}", one.rows, f"{one.said:.3f}", f"{one.came:.3f}"
