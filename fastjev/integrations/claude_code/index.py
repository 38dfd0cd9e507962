"""The ledger of a growing session, kept up to date while the client works."""

import time
from pathlib import Path

from fastjev.integrations.claude_code import state
from fastjev.integrations.claude_code.hook import Answer, Call
from fastjev.integrations.claude_code.state import State


def stop(call: Call) -> Answer:
    """After a turn: read the transcript again, unless nothing was added."""
    known = state.load(call.place, call.session)
    now = current(call, known)
    if now is known:
        return Answer("nothing new")
    return Answer(f"{len(now.ledger)} lines in the ledger, {now.turns} turns")


def current(call: Call, known: State, *, most: int | None = None) -> State:
    """What is known of the session, up to date with its transcript. Raises: what a walk does, OSError.

    `most`: a transcript that grew by more bytes is left to the next index.
    """
    path = transcript(call)
    grown = path.stat().st_size - max(known.size, 0) if path else 0
    if path is None or (grown == 0 and known.size >= 0) or (most is not None and grown > most):
        return known
    # The walk loads what a hook with nothing to do never needs.
    from fastjev import model, pipeline
    from fastjev.integrations.claude_code.fork import inherit
    from fastjev.integrations.ledger import ledger
    from fastjev.renderers.size import size
    from fastjev.rulebook import load, project_root

    read, raw = time.time(), path.read_bytes()
    root = project_root(call.place.project)
    run = pipeline.run(raw, str(path), rulebook=load(root), models=model.of(root), format="claude-code")
    inherit(call.place, call.session, run.conversation.raw)
    return state.change(
        call.place,
        call.session,
        ledger=ledger(run),
        lang=run.skeleton.lang,
        size=len(raw),
        read=read,
        turns=run.conversation.turns,
        after=size(run).tokens_after,
    )


def archived(call: Call, known: State) -> State:
    """What is known, with the transcript as it is archived and journalled; once, however often the client asks.

    Nothing where it grew too large for a hook to wait for. Raises: what a walk does, OSError.
    """
    from dataclasses import replace

    from fastjev.policy import DEFAULT

    path = transcript(call)
    if path is None or path.stat().st_size == known.archived or path.stat().st_size > DEFAULT.hook_bytes:
        return known
    from fastjev import model
    from fastjev.deliver import Source, deliver
    from fastjev.integrations.ledger import ledger
    from fastjev.rulebook import load, project_root

    read, raw = time.time(), path.read_bytes()
    root = project_root(call.place.project)
    done = deliver(
        Source(path, raw),
        "text",
        rulebook=load(root),
        policy=replace(DEFAULT, recent_turns=0),  # the summary leaves no turn as it was
        models=model.of(root),
        format="claude-code",
        place=call.place,
    )
    lines, turns = ledger(done.run), done.run.conversation.turns
    told = {"ledger": lines, "lang": done.run.skeleton.lang, "turns": turns, "read": read}
    return state.change(call.place, call.session, size=len(raw), archived=len(raw), **told)


def transcript(call: Call) -> Path | None:
    """The session's file as the client names it, else as its id finds it; nothing where there is none (yet)."""
    from fastjev.sessions import of_id

    named = call.given.get("transcript_path")
    path = Path(named).expanduser() if isinstance(named, str) and named else of_id(call.session)
    return path if path and path.suffix == ".jsonl" and path.is_file() else None
