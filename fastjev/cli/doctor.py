"""`fastjev doctor`: whether the host calls fastjev, and what to do where it does not."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from fastjev.cli.paint import put
from fastjev.cli.settings import CLAUDE_CODE, HERMES, HOSTS
from fastjev.cli.stored import project_option, short, when, where
from fastjev.cli.tables import flat, heading

if TYPE_CHECKING:
    from fastjev.integrations.checks import Check
    from fastjev.integrations.claude_code.state import Ran
    from fastjev.store.place import Place


@click.command()
@click.argument("host", type=click.Choice(HOSTS), metavar="[HOST]", default=CLAUDE_CODE)
@project_option
@click.option("--json", "as_json", is_flag=True, help="Everything, as one line of JSON.")
@click.pass_context
def doctor(ctx: click.Context, host: str, project: Path | None, as_json: bool) -> None:
    """Show whether a host calls fastjev, and what to do if not.

    HOST is claude-code (by default) or hermes. Versions, settings, program, plugin, rules, archive, the last run of
    each hook. Ends with 1 if there is something to do.

    Examples: fastjev doctor, fastjev doctor hermes, fastjev doctor --json (给程序看).
    """
    from fastjev.jsontext import dump

    place = where(project)
    checks, runs = _hermes(place) if host == HERMES else _claude_code(place, project or Path.cwd())
    if as_json:
        told = {
            "schema": "fastjev.doctor/1",
            "ok": not any(check.todo for check in checks),
            "checks": [check._asdict() for check in checks],
            "hooks": [ran._asdict() for ran in runs],
        }
        click.echo(dump(told).encode())
    else:
        put([*_checked(checks), *_ran(runs)])
    todo = [check.todo for check in checks if check.todo]
    click.echo(f"next: {todo[0]}" if todo else "all in order", err=True)
    ctx.exit(1 if todo else 0)


def _claude_code(place: "Place", here: Path) -> "tuple[list[Check], list[Ran]]":
    from fastjev.integrations.claude_code.doctor import examine, latest

    return list(examine(place, here)), list(latest(place).values())


def _hermes(place: "Place") -> "tuple[list[Check], list[Ran]]":
    from fastjev.integrations.hermes.doctor import examine

    return list(examine(place)), []


def _checked(checks: "Sequence[Check]") -> Iterator[Text]:
    for check in checks:
        mark = ("!!  ", "bold red") if check.todo else ("ok  ", "green")
        yield Text.assemble(mark, (f"{check.subject:<9}", "bold"), flat(check.said))
        if check.todo:
            yield Text.assemble(" " * 13, ("-> ", "bold"), flat(check.todo))


def _ran(runs: "Sequence[Ran]") -> Iterator[Text]:
    if runs:
        yield heading("last runs", "of each hook in this project")
    for ran in runs:
        told = f"{when(ran.time)}  {ran.milliseconds:>6,} ms  {short(ran.session):<14}"
        yield Text.assemble((f"{ran.event:<14}", "bold"), told, flat(ran.outcome))
