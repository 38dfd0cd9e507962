"""`fastjev hook EVENT`: the client's events, answered. Never raises, never blocks, always exits 0.

Imported before the command line, since a host starts it on every event and waits.
"""

import json
import os
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from fastjev.integrations.claude_code import state
from fastjev.integrations.claude_code.options import Options, options
from fastjev.store.place import Place, place_of

EVENTS = {
    "compact": "front:compact",
    "due": "due:due",
    "index": "index:stop",
    "post-compact": "side:post_compact",
    "pre-compact": "side:pre_compact",
    "prompt": "side:prompt",
    "session-start": "side:session_start",
    "show": "show:show",
    "trim": "trim:trim",
}
"""Event: module of this package, and the function that answers `(Call) -> Answer`."""


class Call(NamedTuple):
    """What the client calls with."""

    event: str
    given: dict[str, Any]
    """Its JSON."""
    options: Options
    place: Place
    """Of the project."""
    session: str
    """The session's id; empty where the client names none."""


class Answer(NamedTuple):
    """What the client gets, and the log."""

    outcome: str
    """In a sentence, for the log."""
    said: str = ""
    """For standard output; empty lets the client go on untouched."""


def main(args: Sequence[str]) -> int:
    """Answer the event that `args` names, from the JSON on standard input."""
    started = time.perf_counter()
    event = args[0] if args else ""
    call = None
    try:
        if event not in EVENTS:
            return _unknown(event)
        call = _call(event, sys.stdin.buffer.read())
        answer = _answer(call)
    except Exception as error:
        answer = _failed(event, error)
    try:
        sys.stdout.write(answer.said)
        sys.stdout.flush()
    except OSError:  # the client has gone away
        answer = Answer("failed: nobody read the answer")
    if call:
        _log(call, answer.outcome, time.perf_counter() - started)
    return 0


def _answer(call: Call) -> Answer:
    if call.given.get("agent_id"):  # it comes under the session's id, and would be taken for the session's own
        return Answer("left alone: of a subagent")
    module, function = EVENTS[call.event].split(":")
    answer: Answer = getattr(import_module(f"{__package__}.{module}"), function)(call)
    return answer


def _call(event: str, raw: bytes) -> Call:
    given = json.loads(raw.decode("utf-8", "replace").lstrip("\ufeff") or "{}")
    if not isinstance(given, dict):
        raise ValueError(f"the client sent no JSON object but {type(given).__name__}")
    folder = next((path for path in _folders(given) if isinstance(path, str) and path), ".")
    session = given.get("session_id")
    told = options(given.get("options"))
    return Call(event, given, told, place_of(Path(folder)), session if isinstance(session, str) else "")


def _folders(given: dict[str, Any]) -> list[object]:
    # The folder that the session was started in; `cwd` moves with it.
    return [given.get("root"), os.environ.get("CLAUDE_PROJECT_DIR"), given.get("cwd")]


def _failed(event: str, error: Exception) -> Answer:
    said = " ".join(f"failed: {type(error).__name__}: {error}".split())
    # The mod waits for a word; every other event takes silence for consent.
    return Answer(
        said, json.dumps({"protocol": "fastjev.compact/1", "ok": False, "reason": said}) * (event == "compact")
    )


def _log(call: Call, outcome: str, seconds: float) -> None:
    try:
        if outcome.startswith("failed"):  # it may quote what the client sent
            from fastjev.secrets import mask

            outcome = mask(outcome)
        state.log(
            call.place, state.Ran(round(time.time(), 3), call.event, call.session, outcome, round(seconds * 1000))
        )
    except Exception:  # a log that cannot be written stops nobody
        return


def _unknown(event: str) -> int:
    import difflib

    near = difflib.get_close_matches(event, EVENTS, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    said = f"no such event: {event!r}{hint}" if event else "hook takes an event"
    print(f"fastjev: {said}. The events are {', '.join(EVENTS)}.", file=sys.stderr)
    return 0
