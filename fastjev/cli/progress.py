"""A bar for what takes a while, on standard error and only where that is a terminal."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Each = TypeVar("Each")


@contextmanager
def progress(items: Iterable[Each], what: str) -> Iterator[Iterable[Each]]:
    """`items` again, with a bar that moves as they are taken; `what` they are stands beside it."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        yield bar.track(items, description=what)
