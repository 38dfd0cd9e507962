"""`fastjev uninstall`: a host's settings as they were."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fastjev.cli.settings import HERMES, agreed, own_settings, project_settings, settings_options, shown
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.integrations.claude_code.install import Change
    from fastjev.integrations.claude_code.settings import Settings


@click.command()
@settings_options
def uninstall(host: str, everywhere: bool, dry_run: bool, yes: bool) -> None:
    """Take fastjev out of a host: the settings as they were.

    Byte for byte where nobody changed the file since, else all but fastjev's own keys stays as it is. Archives and
    journals stay; fastjev archive purge removes them.
    """
    if host == HERMES:
        from fastjev.cli import hermes

        hermes.uninstall(plain=everywhere, dry_run=dry_run, yes=yes)
        return
    from fastjev.integrations.claude_code.install import removed
    from fastjev.integrations.claude_code.settings import aside, forget, write

    found = [own_settings()] if everywhere else [project_settings(), *_no_longer_needed()]
    kept = [aside(settings) for settings in found]
    changes = [removed(settings, known) for settings, known in zip(found, kept, strict=True)]
    if not any(change.changes for change in changes):
        other = " --project" if everywhere else " --user"
        click.echo(f"{visible(str(found[0].path))}: fastjev is not installed there; nothing to change", err=True)
        click.echo(f"next: fastjev uninstall claude-code{other}, if it is there", err=True)
    elif not agreed([shown(change) for change in changes if change.changes], dry_run=dry_run, yes=yes):
        return
    for change, known in zip(changes, kept, strict=True):
        if change.changes:
            write(change.settings, change.raw)
            _say(change, known=known is not None)
        if known and not dry_run:
            forget(change.settings, known)
    if any(change.changes for change in changes):
        click.echo("next: start Claude Code again; archives stay until fastjev archive purge", err=True)
    for path in _projects() if everywhere else ():
        click.echo(f"note: still switched on in {visible(str(path))}; uninstall it there with --project", err=True)


def _no_longer_needed() -> "list[Settings]":
    """The person's own settings, where they only name the plugin and no other project uses it."""
    from fastjev.integrations.claude_code.install import switches

    own, near = own_settings(), project_settings().target
    return [] if switches(own) or any(path != near for path in _projects()) else [own]


def _projects() -> list[Path]:
    """Settings of projects in which fastjev is installed."""
    from fastjev.integrations.claude_code.settings import noted

    own = own_settings().target
    return [path for path in noted() if path != own]


def _say(change: "Change", *, known: bool) -> None:
    from fastjev.integrations.claude_code.edit import is_empty

    exact = "byte for byte as it was" if change.exact else "without fastjev, all else as it is"
    if not known and change.raw is not None and is_empty(change.after):
        exact = "without fastjev, and nothing else stood in it; if it was not there before, delete it"
    path = visible(str(change.settings.path))
    click.echo(f"{path}: {exact if change.raw is not None else 'removed, as there was none before'}", err=True)
