"""`fastjev install`: the plugin into a host's settings, after a look at the change."""

from typing import Any

import click

from fastjev.cli.settings import agreed, settings_of, settings_options
from fastjev.renderers.visible import visible


@click.command()
@settings_options
@click.option(
    "--mode",
    type=click.Choice(["front", "side", "both", "shadow"]),
    help="front: rebuild the history. side: tell what binds beside it. shadow: decide, log, change nothing.  [both]",
)
@click.option("--trigger", metavar="WHEN", help="When to compact unasked: off, turns, tokens or idle.")
@click.option("--trim/--no-trim", default=None, help="Cut large outputs of the shell before they enter the history.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="Of the plugin; may be repeated.")
@click.option("--statusline", is_flag=True, help="A status line too, where none is set.")
def install(
    host: str,
    everywhere: bool,
    dry_run: bool,
    yes: bool,
    mode: str | None,
    trigger: str | None,
    trim: bool | None,
    options: tuple[str, ...],
    statusline: bool,
) -> None:
    """Put fastjev into a host, after showing what changes.

    Three keys in a settings file; `fastjev uninstall` gives the file back byte for byte.

    Examples: fastjev install claude-code --dry-run, fastjev install claude-code --project --mode shadow (先看一周决定).
    """
    from fastjev.integrations.claude_code.client import program
    from fastjev.integrations.claude_code.install import installed, option
    from fastjev.integrations.claude_code.settings import aside, put_aside, write

    short = {"mode": mode, "trigger": trigger}
    asked = dict(option(said) for said in (*options, *(f"{key}={value}" for key, value in short.items() if value)))
    settings = settings_of(everywhere=everywhere)
    kept = aside(settings)
    wanted = {"bin": program(), **asked, **_mode(settings.text, asked)}
    change = installed(settings, wanted, kept, statusline=statusline, trim=trim)
    if not change.changes:
        click.echo(f"{visible(str(settings.path))}: fastjev is installed there already; nothing to change", err=True)
        return
    if not agreed(settings, change, dry_run=dry_run, yes=yes):
        return
    assert change.aside
    put_aside(settings, change.aside)
    write(settings, change.raw)
    _talk(str(settings.path), everywhere=everywhere)


def _mode(text: str, asked: dict[str, Any]) -> dict[str, Any]:
    """The mode asked for, else that in force, else both; side for a client that knows no other."""
    from fastjev.integrations.claude_code.client import FIRST_WITH_MODS, client
    from fastjev.integrations.claude_code.install import mode_in
    from fastjev.integrations.claude_code.options import Options

    mode = str(asked.get("mode") or mode_in(text) or Options().mode)
    found = client()
    if found is None:
        click.echo("claude: not found on the PATH; fastjev is installed for when it comes", err=True)
        return {"mode": mode}
    click.echo(f"claude: {visible(found.said) or 'says no version'} ({visible(found.path)})", err=True)
    if found.has_mods or mode not in ("front", "both"):
        return {"mode": mode}
    first = ".".join(str(part) for part in FIRST_WITH_MODS)
    click.echo(
        f"note: before {first} Claude Code lets no plugin replace the history, so this is side mode: what binds is told"
        " beside the client's own summary and missing items are told again; the summary stays the client's."
        f" Update it and run: fastjev install claude-code --mode {mode}",
        err=True,
    )
    return {"mode": "side"}


def _talk(path: str, *, everywhere: bool) -> None:
    here = "" if everywhere else " --project"
    click.echo(f"installed in {visible(path)}", err=True)
    click.echo("next: start a session of Claude Code and type /fastjev; then fastjev doctor", err=True)
    click.echo(f"to undo: fastjev uninstall claude-code{here}", err=True)
