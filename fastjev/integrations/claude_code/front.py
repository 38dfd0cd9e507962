"""The history rebuilt: a mod hands over the messages, and gets back the skeleton and the recent ones."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fastjev.datatypes import Run
from fastjev.deliver import Delivery, Source, deliver
from fastjev.integrations.claude_code import handed, state
from fastjev.integrations.claude_code.hook import Answer, Call
from fastjev.integrations.claude_code.index import transcript
from fastjev.integrations.ledger import ledger
from fastjev.jsontext import dump
from fastjev.labels import Zone
from fastjev.policy import DEFAULT, Policy
from fastjev.renderers.text import zones
from fastjev.rulebook import load, project_root

PROTOCOL = "fastjev.compact/1"
_WINDOW = 200_000
"""Tokens of a client's window where it does not say."""


def compact(call: Call) -> Answer:
    """The rebuilt messages, or why not; then the client makes its own summary.

    The whole transcript is compacted, not what is left of it in the window, so nothing is ever summed up twice.
    """
    started = time.perf_counter()
    messages = call.given.get("messages")
    if call.given.get("protocol") != PROTOCOL or not isinstance(messages, list) or not messages:
        return _refused(f"not a request of {PROTOCOL}")
    if call.options.mode == "side":
        return _refused("mode side leaves the history to the client")
    done, at = _delivered(call, messages, _policy(call, handed.tokens(messages)))
    conversation = done.run.conversation
    first = {"role": "user", "text": zones(_before_recent(done.run)), "toolUses": []}
    stay = handed.kept(done.run, messages, at)
    built = [first, *handed.rebuilt([messages[n] for n in stay])]
    before, after = handed.tokens(messages), handed.tokens(built)
    milliseconds = round((time.perf_counter() - started) * 1000)
    said = _told(done, before, after, milliseconds)
    if call.options.mode == "shadow":
        return _refused(f"mode shadow changes nothing; it would have been: {said}")
    if why := _pointless(call.given.get("trigger"), before, after):
        return why
    lines = ledger(done.run)
    state.change(
        call.place,
        call.session,
        ledger=lines,
        read=time.time(),
        lang=done.run.skeleton.lang,
        turns=conversation.turns,
        told=tuple(line.text for line in lines),
        missing=(),
        skeleton=True,
        said=said,
        compaction=state.Compaction(time.time(), conversation.turns, before, after, milliseconds),
    )
    result = {"protocol": PROTOCOL, "ok": True, "tokensBefore": before, "tokensAfter": after, "reason": None}
    return Answer(said, dump({**result, "said": said, "messages": built}))


def _policy(call: Call, before: int) -> Policy:
    window = call.given.get("window")
    tokens = window if isinstance(window, int) and window > 0 else _WINDOW
    if call.given.get("trigger") == "auto":  # a client may be set to compact long before the model's window is full
        tokens = min(tokens, before)
    focus = call.given.get("instructions")
    return replace(
        DEFAULT,
        recent_tokens=round(tokens * DEFAULT.recent_share),
        focus=focus if isinstance(focus, str) else "",
    )


def _delivered(call: Call, messages: Sequence[handed.Handed], policy: Policy) -> tuple[Delivery, list[int | None]]:
    """The run over the transcript, else over the messages, and the record of each message in it."""
    rulebook = load(project_root(call.place.project))
    path = transcript(call)
    if path is not None:
        source = Source(path, path.read_bytes())
        done = deliver(source, "text", rulebook=rulebook, policy=policy, format="claude-code", place=call.place)
        at = handed.places(done.run.conversation, messages)
        if at is not None:
            return done, at
    source = Source(Path(f"{call.session or 'session'}.jsonl"), handed.source(messages))
    done = deliver(source, "text", rulebook=rulebook, policy=policy, format="anthropic", place=call.place)
    return done, list(range(len(messages)))


def _before_recent(run: Run) -> Run:
    """Without the facts and the process of messages that follow verbatim; what binds stands in its zone too."""
    recent = {message.index for message in run.skeleton.recent}
    twice = (Zone.FACTS, Zone.PROCESS)
    items = tuple(item for item in run.skeleton.items if item.zone not in twice or item.message not in recent)
    return replace(run, skeleton=replace(run.skeleton, items=items))


def _pointless(trigger: object, before: int, after: int) -> Answer | None:
    gain = 1 - after / before if before else 0.0
    if trigger == "manual":
        said = f"nothing to take out: the recent turns stay as they are, and {before:,} tokens would become {after:,}"
        return _refused(said, skip=True) if gain <= 0 else None
    if gain < DEFAULT.least_gain:
        return _refused(f"reduction {gain:.2f} below minimum {DEFAULT.least_gain} (least_gain)")
    return None


def _told(done: Delivery, before: int, after: int, milliseconds: int) -> str:
    """For the person, in one line."""
    lines = ledger(done.run)
    rules = sum(line.zone == "constraints" for line in lines)
    turns = len({message.turn for message in done.run.skeleton.recent})
    parts = [
        f"{rules} constraint{'s' * (rules != 1)}",
        f"{len(lines) - rules} decision{'s' * (len(lines) - rules != 1)}",
        f"the last {turns} turns" if turns != 1 else "the last turn",
    ]
    where = f"; all of it archived as e{done.epoch}" if done.epoch else f"; nothing archived: {done.trouble}"
    return f"kept {', '.join(parts)}: {before:,} -> {after:,} tokens in {milliseconds / 1000:.1f} s{where}"


def _refused(reason: str, *, skip: bool = False) -> Answer:
    """`skip`: neither is a summary wanted."""
    said: dict[str, Any] = {"protocol": PROTOCOL, "ok": False, "reason": reason}
    return Answer(f"left to the client: {reason}", dump(said | ({"skip": True} if skip else {})))
