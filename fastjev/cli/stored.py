"""What the commands on archive and journal share: which project, how times and ids are shown."""

import shlex
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fastjev.errors import UsageError
from fastjev.visible import visible

if TYPE_CHECKING:
    from fastjev.store.place import Place

Command = TypeVar("Command", bound=Callable[..., Any])

_SECONDS = {"h": 3600, "d": 86400, "w": 604800}
_SHORT = 13
"""Characters of a long id in a table: two groups of a UUID, which `--session` takes."""
_WHOLE = 24
"""An id of so many characters is shown whole: those of Hermes begin with day and time, and differ at their end."""


def project_option(command: Command) -> Command:
    """--project DIR."""
    return click.option(
        "--project",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="The project whose store is meant; by default this folder's.",
    )(command)


def session_option(command: Command) -> Command:
    """--session S."""
    return click.option("--session", metavar="S", help="A session's id or its beginning; by default the last one.")(
        command
    )


def where(project: Path | None) -> "Place":
    """The place of the project's store, by default of the current folder's."""
    from fastjev.store.place import place_of

    return place_of(project or Path.cwd())


def short(session: str) -> str:
    """An id as a table shows it: what `--session` takes."""
    return session if len(session) <= _WHOLE else session[:_SHORT]


def quoted(session: str) -> str:
    """The same as a word of a command line."""
    return shlex.quote(visible(short(session)))


def of_session(session: str) -> str:
    """` --session ID` as it can be pasted; nothing for an id that no terminal can show as it is."""
    shown = short(session)
    return f" --session {shlex.quote(shown)}" if shown.isprintable() and shown == visible(shown) else ""


def say_damaged(what: str) -> None:
    """A note on an entry of the journal that cannot be read; the others can."""
    click.echo(f"note: {visible(what)}; it is left out", err=True)


def when(seconds: float | None) -> str:
    """A time as people write it, on their own clock."""
    if seconds is None:
        return "-"
    try:
        return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, ValueError, OSError):
        return f"{seconds:.0f} s"


def since(text: str) -> float:
    """`12h`, `7d`, `2w` before now, or a date (`2026-05-03`, with a time if need be), in seconds since 1970.

    Raises: UsageError.
    """
    number, unit = text[:-1], text[-1:]
    if unit in _SECONDS and number.isdecimal() and len(number) < 6:
        return time.time() - int(number) * _SECONDS[unit]
    try:
        return datetime.fromisoformat(text).timestamp()
    except (OverflowError, ValueError) as error:
        raise UsageError(f"--since: {text!r} is no time; 7d, 12h, 2w or a date such as 2026-05-03 is one") from error
