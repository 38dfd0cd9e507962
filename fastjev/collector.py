"""Python's collector of cycles, at rest while values without any are made."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_rest() -> Iterator[None]:
    """The collector does not run inside, unless it does not outside either.

    Reading and deciding make very many small values and no cycles; the collector would walk all of them again and
    again, a sixth of the time of a long session.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
