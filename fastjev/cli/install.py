"""`fastjev install`: the plugin into a host's settings, after a look at the change."""

from dataclasses import replace
from typing import Any

import click

from fastjev.cli.settings import HERMES, agreed, own_settings, project_settings, settings_options, shown
from fastjev.visible import visible


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

    HOST is claude-code (by default) or hermes. A few keys in settings files; `fastjev uninstall` gives the files back
    byte for byte. Options of Claude Code's plugin are a person's: with --project, too, they are the same in all
    projects. Hermes takes --dry-run and --yes.

    Examples: fastjev install claude-code --dry-run, fastjev install claude-code --project --mode shadow (先看一周决定),
    fastjev install hermes.
    """
    if host == HERMES:
        from fastjev.cli import hermes

        plain = everywhere and not (mode or trigger or options or statusline) and trim is None
        hermes.install(plain=plain, dry_run=dry_run, yes=yes)
        return
    from fastjev.integrations.claude_code.client import program
    from fastjev.integrations.claude_code.install import Wanted, installed, option
    from fastjev.integrations.claude_code.settings import aside, write_and_keep

    short = {"mode": mode, "trigger": trigger}
    asked = dict(option(said) for said in (*options, *(f"{key}={value}" for key, value in short.items() if value)))
    own = own_settings()
    wanted = Wanted(
        program=program(),
        options={**asked, **_mode(own.text, asked)},
        enabled=everywhere,
        statusline=statusline and everywhere,
        trim=trim if everywhere else None,
    )
    changes = [installed(own, wanted, aside(own))]
    if not everywhere:
        near = project_settings()
        wanted = replace(wanted, options=None, enabled=True, statusline=statusline, trim=trim)
        changes.append(installed(near, wanted, aside(near)))
    path = visible(str(changes[-1].settings.path))
    changes = [change for change in changes if change.changes]
    if not changes:
        click.echo(f"{path}: fastjev is installed there already; nothing to change", err=True)
        return
    if not agreed(map(shown, changes), dry_run=dry_run, yes=yes):
        return
    for change in changes:
        assert change.aside and change.raw is not None, change
        write_and_keep(change.settings, change.raw, change.aside)
    click.echo(f"installed in {' and '.join(visible(str(change.settings.path)) for change in changes)}", err=True)
    if not everywhere:
        click.echo("note: the project's file names a program of this machine; keep it out of git", err=True)
    click.echo("next: start a session of Claude Code and type /fastjev; then fastjev doctor", err=True)
    click.echo(f"to undo: fastjev uninstall claude-code{'' if everywhere else ' --project'}", err=True)


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
