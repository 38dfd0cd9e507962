"""The layers seen from here, and what is said of them before anything else."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
from rich.text import Text

from fastjev.cli.tables import flat
from fastjev.rulebook import LAYERS, project_root
from fastjev.rulebook.load import merged
from fastjev.rulebook.merge import Entry, Merged


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
    found = Counter(LAYERS[entry.layer] for entry in in_force(layers))
    return {layer: found[layer] for layer in LAYERS if found[layer] or layer == "core"}


def headline(layers: Merged) -> Iterator[Text]:
    """How many rules each layer has; a warning where core is off."""
    parts = Text(" + ").join(Text(f"{layer} {count}") for layer, count in counts(layers).items())
    off = f", {len(layers.off)} switched off" if layers.off else ""
    refused = f", {len(layers.refusals)} refused" if layers.refusals else ""
    total = len(in_force(layers))
    yield Text.assemble(parts, (f" = {total} rule{'s' * (total != 1)} in force", "bold"), off, refused)
    for where in layers.core_off:
        yield Text(f"warning: core: off in {flat(where)}; no rule that ships with fastjev is used", "bold red")
