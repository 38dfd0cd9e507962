"""The client for a test: a home, a project and a stand-in of its own."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from tests.e2e.claude_code.worker import Answer, Worker
from tests.e2e.client import FASTJEV, PROGRAM, Begin, Client
from tests.e2e.standin import StandIn


@cache
def unusable() -> str:
    """Why the client cannot be run here; empty where it can."""
    if not PROGRAM.exists():
        return "Claude Code is not installed in .e2e: make e2e does that where npm is to be had"
    try:
        subprocess.run(
            [PROGRAM, "--version"], check=True, capture_output=True, timeout=60, env={"HOME": "/nonexistent"}
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"Claude Code in .e2e does not run here: {error}"
    return "" if FASTJEV.exists() else f"there is no {FASTJEV}: make e2e makes the environment"


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Makes a client: `begin(answer=…, bin=…, **options)`, the options those of the plugin.

    Nothing compacts unasked unless `trigger` says so.
    """
    if why := unusable():
        pytest.skip(why)
    numbers = count(1)
    with ExitStack() as open:

        def made(answer: Answer | None = None, bin: Path = FASTJEV, **options: object) -> Client:
            api = open.enter_context(StandIn(answer or Worker()))
            home = tmp_path / f"home{next(numbers)}"
            return Client(PROGRAM, home, api, bin, **{"trigger": "off", **options})

        yield made
