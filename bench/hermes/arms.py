"""Who compacts, and what each makes of a history."""

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench.hermes import inside
from bench.hermes.talks import WINDOW, Row, Talk, size
from fastjev.integrations.hermes.engine import Engine
from fastjev.policy import DEFAULT, Policy

_TRIES = 2
"""Corrections of the room after a first look at what is left; more bring less than a hundredth nearer."""
VERSION = "0.19.0"
"""Of hermes-agent."""


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of one history."""

    rows: Sequence[Row]
    ms: float

    @property
    def tokens(self) -> int:
        """Estimated."""
        return size(self.rows)


def engine(talks: Iterable[Talk], policy: Policy = DEFAULT, rooms: Sequence[int] = ()) -> Iterator[Left]:
    """fastjev's engine, called as the host calls it, archive and journal included.

    `rooms`: for each history the tokens that it may come to, where that is not what the policy leaves.
    """
    for at, talk in enumerate(talks):
        with tempfile.TemporaryDirectory() as project:
            os.environ["TERMINAL_CWD"] = project
            own = Engine()
            own.window = replace(own.window, policy=_within(policy, rooms[at]) if rooms else policy)
            own.update_model("none", WINDOW)
            own.on_session_start(f"talk-{at}")
            given = [dict(row) for row in talk.rows]
            began = time.perf_counter()
            rows = own.compress(given, current_tokens=talk.tokens + DEFAULT.host_tokens)
            yield Left(rows, (time.perf_counter() - began) * 1000)


def as_large(talks: Sequence[Talk], others: Sequence[Left]) -> list[Left]:
    """The engine, its room chosen so that it leaves about as much of each history as another does, and no more."""
    most = [other.tokens for other in others]
    best = found = list(engine(talks, rooms=most))
    rooms = most
    for _ in range(_TRIES):
        rooms = [room * limit // max(left.tokens, 1) for room, limit, left in zip(rooms, most, found, strict=True)]
        found = list(engine(talks, rooms=rooms))
        best = [_nearer(*each) for each in zip(best, found, most, strict=True)]
    return best


def _nearer(one: Left, other: Left, most: int) -> Left:
    """The larger of those that fit, or the smaller where neither does."""
    fitting = [left for left in (one, other) if left.tokens <= most]
    return max(fitting, key=_tokens) if fitting else min(one, other, key=_tokens)


def _tokens(left: Left) -> int:
    return left.tokens


def _within(policy: Policy, room: int) -> Policy:
    """The policy whose target is so many tokens, half of them for the newest rows."""
    trigger = WINDOW * policy.host_trigger
    return replace(policy, host_target=room / (trigger - DEFAULT.host_tokens), recent_share=room / 2 / trigger)


def builtin(python: Path, talks: Iterable[Talk]) -> Iterator[Left]:
    """Hermes's own compressor where no model answers, in its own environment. `python`: of that."""
    with tempfile.TemporaryDirectory() as home:
        asked = "".join(
            json.dumps({"rows": talk.rows, "tokens": talk.tokens + DEFAULT.host_tokens}) + "\n" for talk in talks
        )
        said = subprocess.run(
            [str(python), inside.__file__, str(WINDOW)],
            input=asked,
            stdout=subprocess.PIPE,
            env={"PATH": os.environ.get("PATH", ""), "HOME": home, "HERMES_HOME": home},
            check=True,
            text=True,
        ).stdout
    for line in said.splitlines():
        found: dict[str, Any] = json.loads(line)
        yield Left(found["rows"], found["ms"])
