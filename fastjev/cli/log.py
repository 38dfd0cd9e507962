"""`fastjev log`: which compactions there were, and what became of a unit in them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from heapq import merge
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from fastjev.cli.paint import put
from fastjev.cli.stored import project_option, quoted, say_damaged, short, since, when, where
from fastjev.cli.tables import flat, heading, put_table, row, table
from fastjev.errors import StoreError
from fastjev.jsontext import dump

if TYPE_CHECKING:
    from fastjev.datatypes import Size
    from fastjev.store.database import Store
    from fastjev.store.events import Event
    from fastjev.store.journal import Compaction, Line


@click.command()
@click.argument("session", required=False)
@click.option("--unit", metavar="ID", help="What became of one unit (u12.3), newest compaction first.")
@click.option("--since", "after", metavar="7d|DATE", help="Only from then on: 12h, 7d, 2w, or 2026-05-03.")
@click.option("--json", "as_json", is_flag=True, help="Everything as one line of JSON, every unit included.")
@project_option
def log(session: str | None, unit: str | None, after: str | None, as_json: bool, project: Path | None) -> None:
    """Show compactions, and what became of a unit in them.

    SESSION is an id or its beginning; by default all of the project, with --unit the one last compacted. What is
    older than 30 days (retention_days in a policy) is purged; secrets are masked.

    Examples: fastjev log --since 7d (最近一周), fastjev log 5c0375b4 --unit u12.3.
    """
    from fastjev.store.database import look
    from fastjev.store.entries import session_of
    from fastjev.store.events import events
    from fastjev.store.journal import clock_of, compactions

    start = since(after) if after else float("-inf")
    with look(where(project)) as store:
        chosen = session_of(store, session) if session is not None or unit else None
        found = [each for each in compactions(store, chosen, say_damaged) if each.time >= start]
        asked = [each for each in events(store, chosen) if each.time >= start]
        if as_json:
            click.echo(dump(_tree(found, asked, unit)).encode())
        elif unit:
            _unit(store, found, asked, unit)
        else:
            _table(found, asked)
        clock = clock_of(store)
    if clock and clock.told is not None:
        told = f"the clock jumped from {when(clock.believed)} to {when(clock.told)}"
        click.echo(f"note: {told}; nothing is purged until it has run on for a day", err=True)


def _table(found: "Sequence[Compaction]", asked: "Sequence[Event]") -> None:
    columns = table(
        "time", "session", "from", "epoch", "tokens", "after", "elided", "expanded", "outcome", "source",
        right=("epoch", "tokens", "after", "elided", "expanded"),
    )  # fmt: skip
    expanded = Counter((event.session, event.epoch) for event in asked if event.kind == "expand")
    attempts = [event for event in reversed(asked) if event.kind != "expand"]
    rows = [(each.time, _compaction(each, expanded[each.session, each.epoch])) for each in found]
    # Each of the two is in order, also where the clock was not.
    for _, cells in merge(rows, ((each.time, _attempt(each)) for each in attempts), key=itemgetter(0), reverse=True):
        columns.add_row(*cells)
    put_table(columns)
    legend = (
        "from: format of the session; elided: texts taken out; expanded: how often some of that epoch were asked for; "
        "-: not archived, not told, an attempt that changed nothing"
    )
    put([Text(legend, "dim")])
    if found:
        click.echo(f"next: fastjev log {quoted(found[0].session)} --unit u1.1", err=True)


def _compaction(each: "Compaction", expanded: int) -> list[str | Text]:
    return [
        when(each.time),
        Text(flat(short(each.session))),
        Text(flat(each.format)),
        f"e{each.epoch}" if each.epoch else "-",
        *_sizes(each.size),
        f"{each.elided:,}",
        f"{expanded:,}",
        Text(flat(each.outcome)),
        Text(flat(each.source)),
    ]


def _attempt(each: "Event") -> list[str | Text]:
    """Of one that changed nothing."""
    told = Text(flat(f"{each.kind} {each.why}".strip()))
    return [when(each.time), Text(flat(short(each.session))), "-", "-", *_sizes(each.size), "-", "-", told, "-"]


def _sizes(size: "Size | None") -> tuple[str, str]:
    return (f"{size.tokens_before:,}", f"{size.tokens_after:,}") if size else ("-", "-")


def _unit(store: "Store", found: "Sequence[Compaction]", asked: "Sequence[Event]", unit: str) -> None:
    """Raises: StoreError where no compaction has such a unit."""
    from fastjev.store.entries import brief

    shown = [(each, line) for each in found for line in each.lines if line.id == unit]
    if not shown:
        import difflib

        known = list(dict.fromkeys(line.id for each in found for line in each.lines))
        near = difflib.get_close_matches(unit[:80], known, n=1)
        hint = f"; did you mean {near[0]}?" if near else "; fastjev log shows the compactions there are"
        raise StoreError(f"{brief(unit)}: no compaction in the journal has this unit{hint}")
    for each, line in shown:
        put(lines(each, line))
    if len({(line.turn, line.speaker, line.text) for _, line in shown}) > 1:
        put([Text("ids count within one compaction: in another one the same id may be another unit", "dim")])
    for event in asked:
        if event.name.removesuffix(".call") == unit:
            part = f", lines {event.lines.start}-{event.lines.end}" if event.lines else ""
            put([row("expanded", f"{when(event.time)}, epoch e{event.epoch}{part}")])
    click.echo(f"next: fastjev expand {shown[0][1].pointer or 'e' + str(shown[0][0].epoch)}", err=True)


def lines(compaction: "Compaction", line: "Line", became: str = "") -> list[Text]:
    """One unit in one compaction, for a terminal. `became`: its fate, where more than this compaction is told of."""
    from fastjev.store.fates import by, fate

    answers = "".join(f", {answer.question} {answer.value:.2f}" for answer in line.answers)
    return [
        heading(line.id, f"{when(compaction.time)}, {short(compaction.session)} e{compaction.epoch}, turn {line.turn}"),
        row("text", line.text + ("…" if line.chars > len(line.text) else "")),
        row("label", f"{line.label} {line.p:.2f}, {line.speaker}, {line.kind}{answers}"),
        row("fate", (became or fate(line)) + (f", {line.pointer}" if line.pointer else "")),
        row("by", ", ".join(by(line)) or "-"),
    ]


def _tree(found: "Sequence[Compaction]", asked: "Sequence[Event]", unit: str | None) -> dict[str, Any]:
    told = []
    for each in found:
        about = asdict(each)
        del about["packed"]
        units = [asdict(line) for line in each.lines if unit in (None, line.id)]
        told.append({**about, "units": units})
    return {"schema": "fastjev.log/1", "compactions": told, "events": [asdict(event) for event in asked]}
