"""`fastjev rules list`: the rules in force, layer by layer, those switched off, the files refused."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from fastjev.cli.options import rules_option
from fastjev.cli.paint import COLOURS, put
from fastjev.cli.rules.layers import counts, headline, read_layers
from fastjev.cli.tables import flat, heading, put_table, table
from fastjev.jsontext import dump
from fastjev.labels import Label
from fastjev.rulebook import LAYERS
from fastjev.rulebook.merge import Entry, Merged, Off
from fastjev.rulebook.schema import CUES, LABELS, PHRASES

_LEGEND = (
    "weight   the heaviest vote wins, then the higher layer, then the longer cue; a cue is heard beside others",
    "+        changed by an override, at the place named; retired rules are kept for their id and do not run",
)


@click.command("list")
@click.option("--layer", type=click.Choice(LAYERS), help="Only this layer.")
@click.option("--label", type=click.Choice(LABELS + CUES + PHRASES), metavar="LABEL", help="Only this label or cue.")
@click.option("--json", "as_json", is_flag=True, help="The same as one line of JSON.")
@rules_option
def list_(layer: str | None, label: str | None, as_json: bool, rules: tuple[Path, ...]) -> None:
    """List the rules in force, layer by layer, and those switched off.

    Examples: fastjev rules list --layer project (只看项目的规则), fastjev rules list --label constraint.
    """
    layers = read_layers(rules)
    shown = [entry for entry in layers.entries.values() if _asked(entry, layer, label)]
    off = [each for each in layers.off.values() if label in (None, each.entry.rule.label)]
    if as_json:
        click.echo(dump(_tree(layers, shown, off)).encode())
        return
    put(headline(layers))
    put(Text(line, "dim") for line in _LEGEND)
    for each, entries in groupby(shown, key=lambda entry: entry.layer):
        members = list(entries)
        put([heading(LAYERS[each], f"{len(members)}")])
        put_table(_table(members))
    if off:
        put([heading("switched off", f"{len(off)}"), *_off_lines(off)])
    if layers.refusals:
        put([heading("refused", f"{len(layers.refusals)}: left out as a whole"), *map(_plain, layers.refused)])
    if layers.refusals:
        click.echo("next: fastjev rules lint", err=True)
    else:
        id = shown[-1].rule.id if shown else "ID"
        click.echo(f"next: fastjev rules show {id}", err=True)


def _asked(entry: Entry, layer: str | None, label: str | None) -> bool:
    return layer in (None, LAYERS[entry.layer]) and label in (None, entry.rule.label)


def _table(entries: list[Entry]) -> Table:
    found = table("rule", "label", "weight", "status", "defined, + changed", right=("weight",))
    for entry in entries:
        rule = entry.rule
        style = COLOURS[Label(rule.label)] if rule.label in LABELS else ""
        places = Text(" + ").join(Text(flat(where)) for where in (entry.where, *entry.changed))
        force = " force" if rule.force else ""
        found.add_row(
            Text(rule.id), Text(rule.label, style), Text(f"{rule.weight:.2f}{force}"), Text(rule.status), places
        )
    return found


def _off_lines(off: list[Off]) -> Iterator[Text]:
    for each in off:
        yield Text.assemble(f"{each.id}  ", flat(each.where), "  because ", (flat(each.because), "italic"))


def _plain(line: str) -> Text:
    return Text(flat(line))


def _tree(layers: Merged, shown: list[Entry], off: list[Off]) -> dict[str, Any]:
    return {
        "schema": "fastjev.rules/1",
        "layers": counts(layers),
        "core_off": layers.core_off,
        "rules": [
            {
                "id": entry.rule.id,
                "label": entry.rule.label,
                "weight": entry.rule.weight,
                "key": entry.rule.key,
                "force": entry.rule.force,
                "status": entry.rule.status,
                "layer": LAYERS[entry.layer],
                "where": entry.where,
                "changed": entry.changed,
            }
            for entry in shown
        ],
        "off": [{"id": each.id, "because": each.because, "where": each.where} for each in off],
        "refused": [line for refusal in layers.refusals for line in refusal.said.splitlines()],
    }
