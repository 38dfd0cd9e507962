"""The figures as a person reads them: ratios first."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.hooks import paid_back
from bench.measure import Case, Figure

WIDTH = 110
"""Columns where there is no terminal to ask."""


def show(
    cases: Sequence[Case],
    figures: Mapping[str, Figure | None],
    result: Mapping[str, Any],
    kept: Path,
    *,
    bare: str,
    limit: int,
) -> None:
    """A table on standard output, and below it growth, the warm walk, the rules and what it was all measured on."""
    console = Console()
    if not console.is_terminal:
        console.width = WIDTH
    table = Table(title="medians of whole processes", title_justify="left")
    table.add_column("what", no_wrap=True)
    for column in ("x bare", "x loop", "seconds", "peak MB", "runs"):
        table.add_column(column, justify="right")
    table.add_column("goal")
    floor = figures[bare]
    assert floor, "bare python never takes that long"
    for case in cases:
        found = figures[case.name]
        if found is None:
            table.add_row(case.name, "", "", f"> {limit}", "", "", case.goal)
            continue
        loop = figures[case.loop] if case.loop else None
        table.add_row(
            case.name,
            f"{found.seconds / floor.seconds:.1f}",
            f"{found.seconds / loop.seconds:.1f}" if loop else "",
            f"{found.seconds:.3f}",
            f"{found.peak / 1e6:.0f}",
            str(found.runs),
            case.goal,
        )
    console.print(table)
    for pair, ratio in result["growth"].items():
        console.print(f"time of {pair}: {ratio:.2f} (goal 2.2)", highlight=False)
    warm = result["warm"]
    console.print(
        f"warm, {warm['calls']} tool calls in {warm['bytes'] / 1e3:.0f} kB: {warm['walk'] * 1e3:.1f} ms, "
        f"{warm['walk'] / warm['loop']:.1f} x loop (goal 15 ms)",
        highlight=False,
    )
    decided = result["exchanges"]
    console.print(
        f"warm, {decided['calls']} tool calls of {decided['chars'] / 1e3:.0f} kB decided: "
        f"{decided['decide'] * 1e3:.1f} ms, {decided['decide'] / decided['loop']:.1f} x loop (goal 15 ms)",
        highlight=False,
    )
    console.print(f"a rewrite of a warm history pays back, {'; '.join(paid_back())}", highlight=False)
    rules = result["rules"]
    console.print(
        f"{rules['rules']} rules: loaded in {rules['load'] * 1e3:.2f} ms (goal 1), tested in {rules['test']:.2f} s "
        f"(goal 1); on {rules['texts']:,} texts of {rules['source']} {rules['each_re2'] / rules['prefilter']:.1f} x "
        f"faster than every pattern by RE2, {rules['each_re'] / rules['prefilter']:.1f} x than by re (goal 6), "
        f"{rules['differing']} texts decided differently (goal 0)",
        highlight=False,
    )
    labeler = result["labeler"]
    for units, each in labeler["sizes"].items():
        console.print(
            f"labeler, {int(units):,} units: first frame {each['frame'] / labeler['bare']:.1f} x bare (goal 6), the "
            f"app's own {each['app'] / labeler['bare']:.0f} x; a key {each['key'] * 1e3:.0f} ms, the slowest of all "
            f"{each['slowest'] * 1e3:.0f} ms (goal 30)",
            highlight=False,
        )
    if not result["versions"]["cozempic"]:
        console.print("cozempic could not be had, so nothing stands beside fastjev", highlight=False)
    console.print(", ".join(f"{name} {said}" for name, said in result["versions"].items() if said), highlight=False)
    console.print(f"kept in {kept}", highlight=False)
