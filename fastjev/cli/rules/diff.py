"""`fastjev rules diff`: what two sets of rules decide differently."""

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from fastjev.cli.options import rulebook_of, rules_option
from fastjev.cli.paint import COLOURS, line, put
from fastjev.cli.rules.conversations import files_argument, found, json_option, many, next_step, say, stopped
from fastjev.errors import UsageError
from fastjev.jsontext import dump
from fastjev.labels import Label
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.evaluate.rules.diff import Change, Fate
    from fastjev.rulebook import Rulebook

_LEGEND = (
    "✗ a constraint in force is lost   + one is new   ~ anything else   [cue] what made the rule vote",
    "label, status (none: active) and zone (–: not shown) under A -> under B   (rules and passes that led there)",
)


@click.command()
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@files_argument
@json_option
@rules_option
@click.pass_context
def diff(
    ctx: click.Context, before: str, after: str, files: tuple[str, ...], as_json: bool, rules: tuple[Path, ...]
) -> None:
    """Show what two sets of rules decide differently.

    A and B are each a rules file, put above the layers in force here; `current`, those layers; or `core`, the rules
    that ship with fastjev alone. Exit 1 where a constraint in force under A is none under B.
    """
    from fastjev.evaluate.rules.diff import changes, tree, urgent_first
    from fastjev.evaluate.rules.walks import walk

    books = _rulebook(before, rules), _rulebook(after, rules)
    differ: list[Change] = []
    conversations = 0
    with found(files) as (names, notes):
        for name in names:
            walks = walk(name, books[0]), walk(name, books[1])
            differ += changes(*walks)
            notes += stopped(walks[0]) or stopped(walks[1])
            conversations += 1
    differ = urgent_first(differ)
    if as_json:
        click.echo(dump(tree(differ, (before, after), conversations, notes)).encode())
    else:
        put(_lines(differ, before, after, conversations))
    say(notes)
    _next(differ, after, files, rules)
    ctx.exit(1 if any(change.lost for change in differ) else 0)


def _rulebook(name: str, rules: tuple[Path, ...]) -> "Rulebook":
    if name == "core":
        from fastjev.rulebook import load_core

        return load_core()
    if name == "current":
        return rulebook_of(rules)
    if not Path(name).exists():
        near = difflib.get_close_matches(name, ("core", "current"), n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UsageError(f"{name}: no such rules file; A and B are one each, or current, or core{hint}")
    return rulebook_of((*rules, Path(name)))


def _lines(differ: "Sequence[Change]", before: str, after: str, conversations: int) -> Iterator[Text]:
    from fastjev.evaluate.rules.diff import counts

    for each in _LEGEND if differ else ():
        yield Text(each, "dim")
    for change in differ:
        yield from _change(change)
    lost = sum(change.lost for change in differ)
    said = (
        f"{visible(before)} -> {visible(after)}: {many(len(differ), 'change')} in {many(conversations, 'conversation')}"
    )
    yield Text.assemble("\n" if differ else "", (said, "bold"))
    for kind, count in counts(differ):
        yield Text(f"  {count:>5,} × {kind}")
    told = f"{many(lost, 'constraint')} lost" if lost else "no constraint lost"
    yield Text(told, "bold red" if lost else "green")


def _change(change: "Change") -> Iterator[Text]:
    mark = ("✗ ", "bold red") if change.lost else ("+ ", "yellow") if change.fates[1].binding else ("~ ", "dim")
    ids = change.ids[0] if change.ids[0] == change.ids[1] else " -> ".join(change.ids)
    where = (f"{visible(change.file)} {ids} {change.speaker}", "bold red" if change.lost else "bold")
    yield Text.assemble(mark, where, "  ", line(change.text, change.cue))
    yield Text.assemble("    ", _fate(change.fates[0]), "  ->  ", _fate(change.fates[1]))
    yield Text(f"    ({change.by[0]})  ->  ({change.by[1]})", "dim")


def _fate(fate: "Fate") -> Text:
    status = "" if fate.status == "active" else f" {fate.status}"
    return Text.assemble((f"{fate.label}", COLOURS[Label(fate.label)]), status, (f" {fate.zone or '–'}", "dim"))


def _next(differ: "Sequence[Change]", after: str, files: tuple[str, ...], rules: tuple[Path, ...]) -> None:
    if not differ:
        next_step("rules coverage", files, rules)
        return
    named = (*rules, *([] if after in ("core", "current") else [Path(after)]))
    next_step("explain", (differ[0].file, differ[0].ids[1]), named)
