"""`install hermes` and `uninstall hermes`: the plugin's folder, and two keys of `config.yaml`."""

from collections.abc import Iterable, Iterator

import click

from fastjev.cli.settings import Shown, agreed
from fastjev.errors import UsageError
from fastjev.integrations.hermes.doctor import python
from fastjev.integrations.hermes.install import Change, clear, home, installed, removed, settings, shown, write
from fastjev.visible import visible


def install(*, plain: bool, dry_run: bool, yes: bool) -> None:
    """Raises: UsageError for options of Claude Code's, SettingsError."""
    _plain(plain)
    own = home()
    changes = installed(own)
    if not changes:
        click.echo(f"{visible(str(own))}: fastjev is installed there already; nothing to change", err=True)
        return
    if not agreed(_told(changes), dry_run=dry_run, yes=yes):
        return
    write(changes)
    click.echo(f"installed in {visible(str(own))}", err=True)
    found = python()
    if found.todo:
        click.echo(f"note: {visible(found.said)}", err=True)
    then = found.todo or "start hermes and type /fastjev; then fastjev doctor hermes"
    click.echo(f"next: {visible(then)}", err=True)
    click.echo("to undo: fastjev uninstall hermes", err=True)


def uninstall(*, plain: bool, dry_run: bool, yes: bool) -> None:
    """Raises: UsageError for options of Claude Code's, SettingsError."""
    _plain(plain)
    own = home()
    changes = removed(own)
    if not changes:
        click.echo(f"{visible(str(own))}: fastjev is not installed there; nothing to change", err=True)
        return
    if not agreed(_told(changes), dry_run=dry_run, yes=yes):
        return
    write(changes)
    clear(own)
    kept = any(change.path == settings(own) for change in changes)
    said = "the plugin is gone" + (", and the settings are without it" if kept else "")
    click.echo(f"{visible(str(own))}: {said}", err=True)
    click.echo("next: start hermes again; archives stay until fastjev archive purge", err=True)


def _plain(plain: bool) -> None:
    if not plain:
        raise UsageError("hermes takes --dry-run and --yes; the other options are claude-code's")


def _told(changes: Iterable[Change]) -> Iterator[Shown]:
    for change in shown(list(changes)):
        yield Shown(str(change.path), _text(change.before), _text(change.after))


def _text(raw: bytes | None) -> str | None:
    return None if raw is None else raw.decode("utf-8", "replace")
