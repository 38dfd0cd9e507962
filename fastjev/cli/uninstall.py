"""`fastjev uninstall`: a host's settings as they were."""

import click

from fastjev.cli.settings import agreed, settings_of, settings_options
from fastjev.renderers.visible import visible


@click.command()
@settings_options
def uninstall(host: str, everywhere: bool, dry_run: bool, yes: bool) -> None:
    """Take fastjev out of a host: the settings as they were.

    Byte for byte where nobody changed the file since, else all but fastjev's own keys stays as it is. Archives and
    journals stay; fastjev archive purge removes them.
    """
    from fastjev.integrations.claude_code.install import removed
    from fastjev.integrations.claude_code.settings import aside, forget, write

    settings = settings_of(everywhere=everywhere)
    kept = aside(settings)
    change = removed(settings, kept)
    path = visible(str(settings.path))
    if not change.changes:
        if kept and not dry_run:
            forget(settings, kept)
        other = " --project" if everywhere else " --user"
        click.echo(f"{path}: fastjev is not installed there; nothing to change", err=True)
        click.echo(f"next: fastjev uninstall claude-code{other}, if it is there", err=True)
        return
    if not agreed(settings, change, dry_run=dry_run, yes=yes):
        return
    write(settings, change.raw)
    if kept:
        forget(settings, kept)
    exact = "byte for byte as it was" if change.exact else "without fastjev, all else as it is"
    click.echo(f"{path}: {exact if change.raw is not None else 'removed, as there was none before'}", err=True)
    click.echo("next: start Claude Code again; archives stay until fastjev archive purge", err=True)
