"""What `install` and `uninstall` share: which files, what changes in them, and whether that is wanted."""

import difflib
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from rich.text import Text

from fastjev.cli.paint import put
from fastjev.errors import UsageError
from fastjev.secrets import mask
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.integrations.claude_code.install import Change
    from fastjev.integrations.claude_code.settings import Settings

Command = TypeVar("Command", bound=Callable[..., Any])

CLAUDE_CODE, HERMES = HOSTS = ("claude-code", "hermes")
_STYLES = {"+": "green", "-": "red", "@": "cyan"}
_OPTIONS = (
    click.argument("host", type=click.Choice(HOSTS), metavar="HOST"),
    click.option("--user", "everywhere", flag_value=True, default=True, help="In every project; the default."),
    click.option("--project", "everywhere", flag_value=False, help="In this project alone, on this machine."),
    click.option("--dry-run", is_flag=True, help="Show the change and leave it at that."),
    click.option("-y", "--yes", is_flag=True, help="Do not ask."),
)


class Shown(NamedTuple):
    """A file as it is and as it would be."""

    path: str
    before: str | None
    """Nothing where there is no file."""
    after: str | None
    """Nothing where it is removed."""


def settings_options(command: Command) -> Command:
    """The host, --user or --project, --dry-run and --yes."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def own_settings() -> "Settings":
    """The person's own, as they are now. Raises: SettingsError."""
    from fastjev.integrations.claude_code.settings import read, user_file

    return read(user_file())


def project_settings() -> "Settings":
    """Those of this project, as they are now. Raises: SettingsError."""
    from fastjev.integrations.claude_code.settings import project_file, read

    return read(project_file(Path.cwd()))


def shown(change: "Change") -> Shown:
    """Of Claude Code's settings."""
    there, then = change.settings.raw is not None, change.raw is not None
    return Shown(str(change.settings.path), change.before if there else None, change.after if then else None)


def agreed(changes: Iterable[Shown], *, dry_run: bool, yes: bool) -> bool:
    """Show the changes and ask. Raises: UsageError, where nobody can be asked."""
    put(line for change in changes for line in _diff(change))
    if dry_run:
        click.echo("dry run: nothing was changed", err=True)
        return False
    if yes:
        return True
    if not sys.stdin.isatty():
        raise UsageError("nobody can be asked here; --yes writes it, --dry-run only shows it")
    if click.confirm("Write this?", err=True):
        return True
    click.echo("nothing was changed", err=True)
    return False


def _diff(change: Shown) -> Iterator[Text]:
    """Lines as they change; secrets in those around them are masked."""
    there, then = (
        "/dev/null" if change.before is None else change.path,
        "/dev/null" if change.after is None else change.path,
    )
    before, after = mask(change.before or "").splitlines(), mask(change.after or "").splitlines()
    for line in difflib.unified_diff(before, after, there, then, lineterm=""):
        yield Text(visible(line), "bold" if line[:3] in ("---", "+++") else _STYLES.get(line[:1], ""))
