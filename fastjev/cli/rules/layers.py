"""The layers seen from here, and what is said of them before anything else."""

from collections.abc import Iterator
from pathlib import Path

import click
from rich.text import Text

from fastjev.cli.options import in_force as in_force_line
from fastjev.cli.tables import flat
from fastjev.rulebook import project_root
from fastjev.rulebook.load import merged
from fastjev.rulebook.merge import Entry, Merged
from fastjev.rulebook.places import counted


def read_layers(rules: tuple[Path, ...]) -> Merged:
    """Every layer with its reasons and tests. Raises: RuleError for core and `rules`."""
    return merged(project_root(Path.cwd()), rules)


def say_refused(layers: Merged) -> None:
    """A note for each file that was left out."""
    for line in layers.refused:
        click.echo(f"note: {flat(line)}; the file is left out, the other rules stand", err=True)


def in_force(layers: Merged) -> list[Entry]:
    """The rules that are not retired, from the lowest layer up."""
    return [entry for entry in layers.entries.values() if entry.rule.status != "retired"]


def counts(layers: Merged) -> dict[str, int]:
    """Rules in force by layer, layers without any left out, core excepted."""
    return counted(entry.layer for entry in in_force(layers))


def overridden(layers: Merged) -> int:
    """Rules of which a higher layer changed a part, or which it retired."""
    return sum(bool(entry.changes) for entry in layers.entries.values())


def headline(layers: Merged) -> Iterator[Text]:
    """How many rules each layer has; a warning where core is off."""
    refused = f", {len(layers.refusals)} refused" if layers.refusals else ""
    yield Text(in_force_line(counts(layers), len(layers.off), overridden(layers)) + refused, "bold")
    for where in layers.core_off:
        yield Text(f"warning: core: off in {flat(where)}; no rule that ships with fastjev is used", "bold red")
