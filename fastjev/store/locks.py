"""Writers wait in line: a lock on a side file, granted in the order of asking, with a deadline."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fastjev.errors import StoreError


@contextmanager
def queued(path: Path, seconds: float) -> Iterator[None]:
    """Hold the lock of the file at `path`, made if it is not there. Where the system has no such lock, nothing happens.

    SQLite's own waiting is by chance: under load one writer waits for seconds while others come and go.
    Raises: StoreError when somebody else has held it for `seconds`; OSError.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        if not _granted(handle, seconds):
            said = f"another fastjev has been writing for {seconds:g} s; try again, or end it if it hangs"
            raise StoreError(f"{path}: {said}") from None
    except BaseException:
        os.close(handle)
        raise
    try:
        yield
    finally:
        os.close(handle)


def _granted(handle: int, seconds: float) -> bool:
    """Whether the lock came in time; if not, the handle is closed as soon as it does come."""
    import fcntl

    turn = threading.Lock()
    state = {"waiting": True, "held": False}

    def wait() -> None:
        # Only a call that blocks keeps the place in the line, and only a thread can be left behind by its caller.
        fcntl.flock(handle, fcntl.LOCK_EX)
        with turn:
            state["held"] = True
            if not state["waiting"]:
                os.close(handle)

    waiter = threading.Thread(target=wait, daemon=True)
    waiter.start()
    try:
        waiter.join(seconds)
    finally:
        with turn:
            state["waiting"] = False
            given_up = not state["held"]
    return not given_up
