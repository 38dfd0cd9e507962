"""`fastjev rules lint`: errors and traps of rule files, each with its place."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from fastjev.cli.paint import put
from fastjev.cli.tables import flat
from fastjev.errors import ReadError
from fastjev.jsontext import dump
from fastjev.rulebook import project_root

if TYPE_CHECKING:
    from fastjev.evaluate.rules.lint.desk import Finding


@click.command("lint")
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--all", "core", is_flag=True, help="The files of core, too.")
@click.option("--strict", is_flag=True, help="Warnings end with 1, too.")
@click.option("--json", "as_json", is_flag=True, help="Everything as one line of JSON.")
@click.pass_context
def lint(ctx: click.Context, files: tuple[Path, ...], core: bool, strict: bool, as_json: bool) -> None:
    """Check rule files: errors and traps, with their place.

    FILE is one of a layer, or any other, which is then looked at as if it stood above all layers; by default every
    file above core. An error keeps a file from being used or makes a test senseless; a warning is a trap, such as
    tests in Chinese only (只有中文例句) for a rule that hears English as well.
    """
    # Checking takes pydantic and the rules, which `--help` does not need.
    from fastjev.evaluate.rules.lint import lint as linted

    for path in files:
        if not path.is_file():
            raise ReadError(f"{path}: no such file; a rule file is YAML, such as .fastjev/rules/acme.yaml")
    names, found = linted(project_root(Path.cwd()), files, core=core)
    if as_json:
        click.echo(dump(_tree(names, found)).encode())
    else:
        put(_lines(found))
    errors = sum(finding.error for finding in found)
    counted = f"{_count(errors, 'error')}, {_count(len(found) - errors, 'warning')}"
    click.echo(f"{_count(len(names), 'file')}: {counted}", err=True)
    click.echo(f"next: {_next(names, errors)}", err=True)
    ctx.exit(1 if errors or (strict and found) else 0)


def _next(names: Sequence[str], errors: int) -> str:
    if errors:
        return "fastjev rules lint, when these are mended"
    return "fastjev rules test" if names else "fastjev rules init: no rule file stands above core here"


def _count(number: int, name: str) -> str:
    return f"{number} {name}{'s' * (number != 1)}"


def _lines(found: "Sequence[Finding]") -> Iterator[Text]:
    for each in found:
        level = ("error: ", "bold red") if each.error else ("warning: ", "yellow")
        yield Text.assemble((f"{flat(each.where)}: ", "bold"), level, flat(each.said))


def _tree(names: Sequence[str], found: "Sequence[Finding]") -> dict[str, object]:
    return {
        "schema": "fastjev.rules-lint/1",
        "files": names,
        "findings": [
            {
                "level": "error" if each.error else "warning",
                "file": each.file,
                "line": each.line,
                "column": each.column,
                "said": each.said,
            }
            for each in found
        ],
    }
