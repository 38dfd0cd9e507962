"""Shows a session again whenever its file or a rule changes."""

import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click

from fastjev.errors import FastjevError
from fastjev.rulebook import Rulebook
from fastjev.rulebook.watch import Watched, stamp_of
from fastjev.visible import visible

_WAIT_SECONDS = 0.5


def follow(path: Path, rules: Watched, show: Callable[[Rulebook], None], ticks: Iterable[None] | None = None) -> None:
    """Calls `show` now, and after each tick on which the session or the rules are not as they were shown.

    Ticks come each half second until Ctrl-C. Raises: what `show` raises the first time; later that is said, since a
    file that is being written is often torn.
    """
    shown: object = None
    for _ in itertools.chain((None,), _clock() if ticks is None else ticks):
        rulebook = rules.current()
        state = (rulebook.digest, stamp_of(path))
        if state == shown:
            continue
        try:
            show(rulebook)
        except FastjevError as error:
            if shown is None:
                raise
            click.echo(f"note: {visible(str(error))}; waiting for the next change", err=True)
        shown = state


def _clock() -> Iterator[None]:
    while True:
        time.sleep(_WAIT_SECONDS)
        yield
