"""What `install` and `uninstall` share: which file, what changes in it, and whether that is wanted."""

import difflib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.text import Text

from fastjev.cli.paint import put
from fastjev.errors import UsageError
from fastjev.renderers.visible import visible
from fastjev.secrets import mask

if TYPE_CHECKING:
    from fastjev.integrations.claude_code.install import Change
    from fastjev.integrations.claude_code.settings import Settings

Command = TypeVar("Command", bound=Callable[..., Any])

HOSTS = ("claude-code",)
_STYLES = {"+": "green", "-": "red", "@": "cyan"}
_OPTIONS = (
    click.argument("host", type=click.Choice(HOSTS), metavar="claude-code"),
    click.option("--user", "everywhere", flag_value=True, default=True, help="In your own settings: every project."),
    click.option("--project", "everywhere", flag_value=False, help="In this project's settings on this machine."),
    click.option("--dry-run", is_flag=True, help="Show the change and leave it at that."),
    click.option("-y", "--yes", is_flag=True, help="Do not ask."),
)


def settings_options(command: Command) -> Command:
    """The host, --user or --project, --dry-run and --yes."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def settings_of(*, everywhere: bool) -> "Settings":
    """The file that is meant, as it is now. Raises: SettingsError."""
    from fastjev.integrations.claude_code.settings import project_file, read, user_file
    from fastjev.rulebook import project_root

    here = Path.cwd()
    return read(user_file() if everywhere else project_file(project_root(here) or here))


def agreed(settings: "Settings", change: "Change", *, dry_run: bool, yes: bool) -> bool:
    """Show the change and ask. Raises: UsageError, where nobody can be asked."""
    put(_diff(settings, change))
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


def _diff(settings: "Settings", change: "Change") -> Iterator[Text]:
    """Lines as they change; secrets in those around them are masked."""
    path = visible(str(settings.path))
    there, then = (path if settings.raw is not None else "/dev/null"), (path if change.raw is not None else "/dev/null")
    before, after = mask(change.before).splitlines(), mask(change.after).splitlines()
    for line in difflib.unified_diff(before, after, there, then, lineterm=""):
        yield Text(visible(line), _STYLES.get(line[:1], "") if line[:3] not in ("---", "+++") else "bold")
