"""`fastjev rules show`: one rule as its layers left it."""

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from fastjev.cli.options import rules_option
from fastjev.cli.paint import COLOURS, put
from fastjev.cli.rules.layers import read_layers, say_refused
from fastjev.cli.tables import flat, row
from fastjev.errors import UsageError
from fastjev.jsontext import dump
from fastjev.labels import Label
from fastjev.rulebook import LAYERS
from fastjev.rulebook.merge import Change, Entry, Merged
from fastjev.rulebook.schema import LABELS, Pattern, Setting, When


@click.command()
@click.argument("id")
@click.option("--json", "as_json", is_flag=True, help="The same as one line of JSON.")
@rules_option
def show(id: str, as_json: bool, rules: tuple[Path, ...]) -> None:
    """Show one rule: patterns, tests, where it stands, what changed it.

    Patterns are shown as they are written, {macros} included. Examples: fastjev rules show
    core/constraint.must_zh (必须、务必), fastjev rules show core/constraint.must_en.
    """
    layers = read_layers(rules)
    entry = layers.entries.get(id) or (layers.off[id].entry if id in layers.off else None)
    if not entry:
        say_refused(layers)
        raise UsageError(_unknown(id, layers))
    if as_json:
        click.echo(dump(_tree(entry, layers)).encode())
        return
    put(_lines(entry, layers))
    say_refused(layers)
    label = entry.rule.label
    click.echo(f"next: fastjev rules test, or fastjev rules list --label {label} for its neighbours", err=True)


def _unknown(id: str, layers: Merged) -> str:
    known = [*layers.entries, *layers.off]
    cue = id.rpartition("/")[2].rpartition(".")[2]
    near = [each for each in known if cue and each.endswith(f".{cue}")]
    near += [each for each in difflib.get_close_matches(id, known, 5, 0.5) if each not in near]
    return f"{id}: no such rule" + (f"; near it: {', '.join(near[:5])}" if near else "; fastjev rules list has all ids")


def _lines(entry: Entry, layers: Merged) -> Iterator[Text]:
    rule = entry.rule
    style = COLOURS[Label(rule.label)] if rule.label in LABELS else "bold"
    notes = [rule.status, *([f"key {flat(rule.key)}"] if rule.key else []), *(["force"] if rule.force else [])]
    yield row("rule", Text(rule.id, "bold"))
    yield row("label", Text.assemble((f"{rule.label} {rule.weight:.2f}", style), "  ", ", ".join(notes)))
    yield row("why", rule.why)
    yield row("defined", f"{entry.where}, layer {LAYERS[entry.layer]}")
    for change in entry.changes:
        because = f": {change.said.because}" if change.said.because else ""
        yield row("changed", f"{change.where}{because}")
        yield from (row("", f"  {text}") for text in _changes(change))
    if off := layers.off.get(rule.id):
        yield row("off", Text(f"switched off at {flat(off.where)}: {flat(off.because)}", "bold red"))
    yield from _conditions(rule.when)
    tests = rule.tests
    yield from _rows("match", tests.match)
    yield from _rows("no_match", tests.no_match)
    yield from _rows("wins", [f"{win.text}  -> {win.label}" for win in tests.wins])
    yield from _rows("todo", tests.todo)


def _conditions(when: When) -> Iterator[Text]:
    said: list[tuple[str, Sequence[str]]] = [
        ("kind", when.kind or ()),
        ("tool", when.tool or ()),
        ("lang", when.lang or ()),
        ("max_chars", [str(when.max_chars)] if when.max_chars else ()),
        ("keywords", when.keywords or ()),
    ]
    yield row("when", f"speaker {' or '.join(when.speakers)}")
    yield from (row("", f"{name} {' or '.join(values)}") for name, values in said if values)
    yield from _rows("all", [_written(pattern) for pattern in when.all])
    yield from _rows("any", [_written(pattern) for pattern in when.any])
    yield from _rows("unless", [_written(pattern) for pattern in when.unless])


def _rows(name: str, values: Sequence[str]) -> Iterator[Text]:
    for n, value in enumerate(values):
        yield row("" if n else name, value)


def _written(pattern: Pattern) -> str:
    """A pattern as its file has it."""
    if pattern.words is not None:
        return f"words   {', '.join(pattern.words)}"
    return f"tokens  {dump(pattern.tokens)}" if pattern.tokens is not None else f"text    {pattern.text}"


def _set(change: Change) -> dict[str, tuple[Any, Any]]:
    """What an override set, from what to what."""
    given: Setting = change.said.set
    old = {name: getattr(change.before, name) for name in ("weight", "key", "force", "status")}
    old["max_chars"] = change.before.when.max_chars
    return {name: (old[name], value) for name, value in given if value is not None}


def _changes(change: Change) -> Iterator[str]:
    for name, (old, new) in _set(change).items():
        yield f"{name} {'none' if old is None else old} -> {new}"
    added = change.said.add
    for part, patterns in (("all", added.all), ("any", added.any), ("unless", added.unless)):
        yield from (f"{part} + {_written(pattern)}" for pattern in patterns)
    tests = added.tests
    if count := len(tests.match) + len(tests.no_match) + len(tests.wins) + len(tests.todo):
        yield f"tests + {count}"


def _tree(entry: Entry, layers: Merged) -> dict[str, Any]:
    off = layers.off.get(entry.rule.id)
    return {
        "schema": "fastjev.rule/1",
        "rule": entry.rule.model_dump(exclude_none=True),
        "layer": LAYERS[entry.layer],
        "where": entry.where,
        "changed": [
            {
                "where": change.where,
                "because": change.said.because,
                "set": {name: {"from": old, "to": new} for name, (old, new) in _set(change).items()},
                "add": change.said.add.model_dump(exclude_none=True, exclude_defaults=True),
            }
            for change in entry.changes
        ],
        "off": {"because": off.because, "where": off.where} if off else None,
    }
