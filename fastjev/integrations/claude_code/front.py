"""The history rebuilt: a mod hands over the messages, and gets back the skeleton and the recent ones."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fastjev import model, pipeline
from fastjev.collector import at_rest
from fastjev.datatypes import Elision, Provenance, Run, Size
from fastjev.deliver import Delivery, Source, put_aside
from fastjev.integrations.claude_code import handed, state
from fastjev.integrations.claude_code.fork import inherit
from fastjev.integrations.claude_code.hook import Answer, Call
from fastjev.integrations.claude_code.index import transcript
from fastjev.integrations.ledger import ledger
from fastjev.integrations.pictures import pictures
from fastjev.jsontext import dump
from fastjev.labels import Zone
from fastjev.policy import DEFAULT, Policy
from fastjev.renderers.provenance import provenance
from fastjev.renderers.text import opening
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
    with at_rest():
        before = handed.measured(messages)
        for policy in _policies(call, before.tokens):
            run, source, at, made = _walked(call, messages, policy)
            stay = handed.kept(run, messages, at)
            bare = _built(run, messages, at, stay, {})
            sizes = _size(before, handed.measured(bare))
            why = _pointless(call.given.get("trigger"), sizes)
            if why is None:
                break
        if why:
            return why
        inherit(call.place, call.session, run.conversation.raw)
        shown = pictures(run.conversation, [place for n in stay if (place := at[n]) is not None])
        more = [each for own in shown.values() for each in own]
        shadow = call.options.mode == "shadow"
        done = put_aside(run, source, call.place, policy, made, more, sizes=sizes, outcome="shadow" if shadow else "")
        built = bare if done.trouble else _built(done.run, messages, at, stay, shown)
    milliseconds = round((time.perf_counter() - started) * 1000)
    said = _told(done, sizes, milliseconds)
    if shadow:
        return _refused(f"mode shadow changes nothing; it would have been: {said}")
    turns = run.conversation.turns
    lines = ledger(done.run)
    state.change(
        call.place,
        call.session,
        ledger=lines,
        read=time.time(),
        lang=done.run.skeleton.lang,
        turns=turns,
        told=tuple(line.text for line in lines),
        missing=(),
        skeleton=True,
        said=said,
        compaction=state.Compaction(time.time(), turns, sizes.tokens_before, sizes.tokens_after, milliseconds),
    )
    tokens = {"tokensBefore": sizes.tokens_before, "tokensAfter": handed.measured(built).tokens}
    result = {"protocol": PROTOCOL, "ok": True, **tokens, "reason": None}
    return Answer(said, dump({**result, "said": said, "messages": built}))


def _policies(call: Call, before: int) -> Iterator[Policy]:
    """What may be left verbatim: a share of the window, or of the history, where a person asks and all of it fits.

    One prompt can fill a history. A client that compacts by itself is full with what it holds: it may be set to long
    before the model's window is.
    """
    window, focus = call.given.get("window"), call.given.get("instructions")
    most = window if isinstance(window, int) and window > 0 else _WINDOW
    held = min(most, before)
    shares = {"auto": [held], "manual": [most, held]}
    policy = replace(DEFAULT, focus=focus if isinstance(focus, str) else "")
    for tokens in dict.fromkeys(shares.get(str(call.given.get("trigger")), [most])):
        yield replace(policy, recent_tokens=max(1, round(tokens * DEFAULT.recent_share)))


def _walked(
    call: Call, messages: Sequence[handed.Handed], policy: Policy
) -> tuple[Run, Source, Sequence[int | None], Provenance]:
    """The run over the transcript, else over the messages; its source, and the record of each message in it."""
    root = project_root(call.place.project)
    rulebook, models = load(root), model.of(root)
    made = provenance(rules=rulebook.digest, policy=policy, model=models.version if models else None)
    path = transcript(call)
    if path is not None:
        source = Source(path, path.read_bytes())
        run = pipeline.run(
            source.raw, source.name, rulebook=rulebook, policy=policy, models=models, format="claude-code"
        )
        at = handed.places(run.conversation, messages)
        if at is not None:
            return run, source, at, made
    source = Source(Path(f"{call.session or 'session'}.jsonl"), handed.source(messages))
    run = pipeline.run(source.raw, source.name, rulebook=rulebook, policy=policy, models=models, format="anthropic")
    return run, source, range(len(messages)), made


def _built(
    run: Run,
    messages: Sequence[handed.Handed],
    at: Sequence[int | None],
    stay: Sequence[int],
    shown: Mapping[int, Sequence[Elision]],
) -> list[dict[str, Any]]:
    """The skeleton, and the messages at `stay` with pointers to what their records showed."""
    first = {"role": "user", "text": opening(_before_recent(run)), "toolUses": []}
    left = [
        messages[n] if (place := at[n]) is None else handed.pointed(messages[n], shown.get(place, ())) for n in stay
    ]
    return [first, *handed.rebuilt(left)]


def _before_recent(run: Run) -> Run:
    """Without the facts and the process of messages that follow verbatim; what binds stands in its zone too."""
    recent = {message.index for message in run.skeleton.recent}
    twice = (Zone.FACTS, Zone.PROCESS)
    items = tuple(item for item in run.skeleton.items if item.zone not in twice or item.message not in recent)
    return replace(run, skeleton=replace(run.skeleton, items=items))


def _size(before: handed.Measured, after: handed.Measured) -> Size:
    return Size(
        chars_before=before.chars, chars_after=after.chars, tokens_before=before.tokens, tokens_after=after.tokens
    )


def _pointless(trigger: object, sizes: Size) -> Answer | None:
    before, after = sizes.tokens_before, sizes.tokens_after
    gain = 1 - after / before if before else 0.0
    if trigger == "manual":
        said = f"the history stays as it is: a skeleton of it would be no smaller ({before:,} -> {after:,} tokens)"
        return _refused(said, skip=True) if gain <= 0 else None
    if gain < DEFAULT.least_gain:
        return _refused(f"reduction {gain:.2f} below minimum {DEFAULT.least_gain} (least_gain)")
    return None


def _told(done: Delivery, sizes: Size, milliseconds: int) -> str:
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
    change = f"{sizes.tokens_before:,} -> {sizes.tokens_after:,} tokens in {milliseconds / 1000:.1f} s"
    return f"kept {', '.join(parts)}: {change}{where}"


def _refused(reason: str, *, skip: bool = False) -> Answer:
    """`skip`: neither is a summary wanted."""
    said: dict[str, Any] = {"protocol": PROTOCOL, "ok": False, "reason": reason}
    return Answer(f"left to the client: {reason}", dump(said | ({"skip": True} if skip else {})))
