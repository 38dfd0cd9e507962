"""What `fastjev memtest` found, in a terminal."""

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from fastjev.cli.paint import line, put, share
from fastjev.cli.tables import flat, put_table, table
from fastjev.evaluate.memtest.report import Row, rows
from fastjev.evaluate.memtest.run import Outcome, Plan


def show(outcomes: Sequence[Outcome], tasks: int, *, verbose: bool) -> None:
    """The table, and below it what did not pass; verbose: with the answers."""
    put([Text(f"{tasks} tasks, {len({each.task for each in outcomes})} asked")])
    put_table(_table(rows(outcomes)))
    put(_amiss(outcomes, verbose))


def planned(plan: Plan, tasks: int) -> str:
    """What a run would take."""
    parts = ", ".join(f"{name} {tokens:,}" for name, tokens in plan.by_context.items())
    return (
        f"{tasks} tasks, at most {plan.calls:,} calls, about {plan.tokens:,} tokens of prompts ({parts}); "
        "answers have some 200 tokens at most, summaries some 1,500\n"
        f"the skeleton holds the rule word for word in {plan.told} of {tasks}"
    )


def _table(found: Sequence[Row]) -> Table:
    columns = ("passes", "95 of 100", "rule word for word", "tokens given", "seconds", "no answer")
    made = table("context", *columns, right=columns)
    for row in found:
        ends = "undefined" if row.interval is None else f"{row.interval[0]:.0%}–{row.interval[1]:.0%}"
        passes = Text("undefined", "dim")
        if row.judged:
            passes = Text.assemble(share(row.passed / row.judged), (f" {row.passed}/{row.judged}", "dim"))
        sizes = ("", "") if row.tokens is None else (f"{row.tokens:,.0f}", f"{row.seconds:.1f}")
        told = Text(f"{row.told}/{row.judged}", "dim")
        made.add_row(
            Text(row.context, "bold"), passes, Text(ends, "dim"), told, *map(Text, sizes), Text(str(row.failed))
        )
    return made


def _amiss(outcomes: Sequence[Outcome], verbose: bool) -> Iterator[Text]:
    for each in outcomes:
        if not each.passed:
            why = f"no answer: {each.failed}" if each.failed else each.amiss or ""
            yield Text.assemble((f"{flat(each.task)}", "bold"), f"  {each.context}  ", flat(why))
            if verbose and each.answer:
                yield Text.assemble("    ", line(each.answer))
