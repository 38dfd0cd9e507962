"""`fastjev rules coverage`: what each rule hits, wins and gets wrong."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from fastjev.cli.options import rulebook_of, rules_option
from fastjev.cli.paint import COLOURS, put, share
from fastjev.cli.rules.conversations import files_argument, json_option, looked, many, next_step, say
from fastjev.cli.tables import put_table, table, width
from fastjev.jsontext import dump
from fastjev.labels import Label
from fastjev.rulebook import LAYERS

if TYPE_CHECKING:
    from fastjev.evaluate.rules.coverage import Coverage, Row

_MARKS = {"wrong": ("✗ wrong", "bold red"), "shadowed": ("◐ shadowed", "yellow"), "dead": ("∅ dead", "bright_black")}
_COUNTS = ("hits", "wins", "alone", "right", "unlabelled", "conflicts")
_SPARED = frozenset(("label", "alone", "unlabelled", "conflicts", "meets most"))
_WIDE = 120
"""Columns that all counts take; a narrower terminal is spared some."""
_LEGEND = (
    "counts are units   hits: it fired   wins: it decided the label   alone: no other rule of its label fired",
    "right: labelled wins that people call the same, n of m, – is 0 of 0   unlabelled: wins that nobody labelled",
    "conflicts: a rule of another label fired too   meets most: share of its hits, and the rule that fired on them too",
    "✗ wrong: under {doubtful:.0%} right   ◐ shadowed: hits, never wins   ∅ dead: no hits   wins –: decides no label",
)


@click.command()
@files_argument
@click.option("--layer", type=click.Choice(LAYERS), help="Only the rules of this layer.")
@json_option
@rules_option
def coverage(files: tuple[str, ...], layer: str | None, as_json: bool, rules: tuple[Path, ...]) -> None:
    """Count what each rule hits, wins and gets wrong.

    FILE is a session of any format, last, or a labelled conversation (*.json with `gold`); a FOLDER is searched for
    them. Rules that need attention come first.
    """
    from fastjev.evaluate.rules.coverage import coverage as counted
    from fastjev.evaluate.rules.coverage import of_layer, tree

    rulebook = rulebook_of(rules)
    units, notes, conversations = looked(files, rulebook)
    result = counted(units, rulebook.rules)
    if layer:
        result = of_layer(result, layer)
    if as_json:
        click.echo(dump(tree(result, conversations, notes)).encode())
    else:
        _show(result, conversations)
    say(notes)
    _next(result, files, rules)


def _show(result: "Coverage", conversations: int) -> None:
    from fastjev.evaluate.rules.coverage import DOUBTFUL

    put([Text(line.format(doubtful=DOUBTFUL), "dim") for line in _LEGEND])
    names = ("needs", "rule", "label", *_COUNTS, "meets most")
    kept = [n for n, name in enumerate(names) if width() >= _WIDE or name not in _SPARED]
    shown = table(*(names[n] for n in kept), right=_COUNTS)
    for column in shown.columns:
        column.no_wrap = column.header != "meets most"
    for row in result.rows:
        cells = _cells(row)
        shown.add_row(*(cells[n] for n in kept))
    put_table(shown)
    if len(kept) < len(names):
        put([Text(f"{', '.join(sorted(_SPARED))}: in {_WIDE} columns, or with --json", "dim")])
    put([_summary(result, conversations)])


def _cells(row: "Row") -> tuple[Text, ...]:
    mark = Text(*_MARKS[row.need]) if row.need else Text()
    label = Text(row.rule.label, COLOURS.get(Label(row.rule.label), "") if row.wins is not None else "dim")
    meets = Text(f"{row.shared / row.hits:.0%} {row.overlap}" if row.overlap else "", "dim")
    if row.need == "shadowed":
        who = "which" if row.above == row.overlap else row.above or "no rule"
        meets.append(f"{', ' if row.overlap else ''}{who} wins", "yellow")
    return (
        mark,
        Text(row.rule.id, "bold"),
        label,
        _count(row.hits),
        Text("–", "dim") if row.wins is None else _count(row.wins),
        _count(row.alone),
        _right(row),
        _count(row.unlabelled) if row.wins is not None else Text("–", "dim"),
        _count(row.conflicts),
        meets,
    )


def _right(row: "Row") -> Text:
    if row.precision is None:
        return Text("–", "dim")
    counts = f"{row.right:,} of {row.right + row.wrong:,}"
    return Text.assemble(f"{share(row.precision)} ", (counts, "red" if row.need == "wrong" else "dim"))


def _count(count: int) -> Text:
    return Text(f"{count:,}", "" if count else "dim")


def _summary(result: "Coverage", conversations: int) -> Text:
    needs = Counter(row.need for row in result.rows)
    fired = f" ({share(result.covered / result.units)})" if result.units else ""
    parts = (
        many(len(result.rows), "rule"),
        many(conversations, "conversation"),
        f"a label rule fired on {result.covered:,} of {many(result.units, 'unit')}{fired}",
        f"people labelled {result.judged:,}",
        ", ".join(f"{needs[need]} {need}" for need in _MARKS),
    )
    return Text(" · ".join(parts), "bold")


def _next(result: "Coverage", files: tuple[str, ...], rules: tuple[Path, ...]) -> None:
    first = result.rows[0] if result.rows else None
    if first and first.need == "wrong":
        next_step(f"rules tune {first.rule.id}", files, rules)
    elif first and first.need == "dead":
        next_step(f"rules show {first.rule.id}", (), rules)
    else:
        next_step("rules conflicts", files, rules)
