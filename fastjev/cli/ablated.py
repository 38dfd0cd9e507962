"""What rules and classifier are each worth, in a terminal: the main measures side by side."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from fastjev.cli.paint import put
from fastjev.cli.scoreboard import cell
from fastjev.cli.tables import put_table, table
from fastjev.evaluate.ablation import Row
from fastjev.evaluate.decide import BOTH, DECIDE, RULES
from fastjev.evaluate.measures import MEASURES


def show(rows: Sequence[Row], conversations: int) -> None:
    """Print the table: a row for each measure, a column for each who votes, and what both gain over rules."""
    put([Text(f"{conversations} conversations; value, 95 % interval, counts; the gain of both over rules in points")])
    found = table("measure", "good", *DECIDE, "gain", right=(*DECIDE, "gain"))
    for row in rows:
        measure = MEASURES[row.name]
        cells = [cell(row.scores[decide], measure) for decide in DECIDE]
        found.add_row(row.name, measure.good, *cells, _gain(row))
    put_table(found)


def _gain(row: Row) -> Text:
    both, rules = (row.scores[decide].value for decide in (BOTH, RULES))
    if both is None or rules is None:
        return Text("undefined", "dim")
    differ = row.gain and row.gain[0] < row.gain[1]
    ends = " to ".join(f"{100 * end:+.1f}" for end in row.gain or ()) if differ else ""
    return Text.assemble(f"{100 * (both - rules):+.1f}", (f" {ends}" if ends else "", "dim"))


def tree(rows: Sequence[Row], conversations: int, seed: int) -> dict[str, Any]:
    """The same as plain data (`fastjev.ablation/1`); a value that is undefined is null."""
    return {
        "schema": "fastjev.ablation/1",
        "conversations": conversations,
        "seed": seed,
        "measures": {
            row.name: {**{decide: score._asdict() for decide, score in row.scores.items()}, "gain": row.gain}
            for row in rows
        },
    }
