"""Sentences that people typed with a cue of a constraint: kept by the client's own summary, and by a skeleton.

Cues are words only, so this counts what reads like a constraint and not what is one. Published for Claude Code's own
summaries: 60 % of 179 word for word, 76 % with four fifths of their words.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from bench.retention.scores import SHARE, Tally, table, verbatim, words_kept
from fastjev import pipeline
from fastjev.datatypes import Message, Run
from fastjev.labels import Speaker
from fastjev.policy import DEFAULT
from fastjev.renderers.text import zones
from fastjev.rulebook import Rulebook, load_core

CUES = re.compile(
    r"\b(?:must(?:n't)?|never|don'?t|do not|only|always|shouldn'?t|should not|make sure|avoid|no need to|instead of)\b"
    r"|不要|不能|不许|不准|不得|不可以|别|必须|务必|一定要|只能|只许|只用|禁止|一律|永远|保证|不需要",
    re.IGNORECASE,
)
BOUNDARY = "system/compact_boundary"
POLICY = replace(DEFAULT, recent_turns=0)
_COLUMNS = tuple(
    f"{column}, {what}" for column in ("typed", "pasted") for what in ("word for word", f"{SHARE:.0%} of the words")
)


class Event(NamedTuple):
    """A compaction that the client did in a session."""

    before: bytes
    """The session as it was then."""
    sentences: tuple[tuple[str, bool], ...]
    """Those with a cue that were typed since the compaction before; with them, whether they were pasted."""
    summary: str


def events(raw: bytes, name: str, core: Rulebook) -> Iterator[Event]:
    """The client's compactions of one session, in order."""
    conversation = pipeline.run(raw, name, rulebook=core, policy=POLICY).conversation
    since = 0
    for record in conversation.records:
        if record.kind != BOUNDARY:
            continue
        summary = next((m for m in conversation.messages if m.via == "summary" and record.index <= m.records[0]), None)
        typed = [m for m in conversation.messages if m.records and since <= m.records[0] < record.index]
        if summary:
            yield Event(raw[: record.span.start], tuple(cued(typed)), summary.text)
        since = record.index


def cued(messages: Iterable[Message]) -> Iterator[tuple[str, bool]]:
    """The sentences with a cue in what a person sent, and whether they stood in a message too long to be typed."""
    for message in messages:
        if message.speaker == Speaker.HUMAN:
            for sentence in re.split(r"\n|(?<=[.!?])(?=\s)|(?<=[。！？])", message.text):
                if CUES.search(sentence):
                    yield sentence.strip(), len(message.text) > POLICY.typed_chars


def measured(paths: Iterable[Path]) -> str:
    """Both side by side where a client compacted, and the skeleton alone on all sessions."""
    core, found, compactions, sessions = load_core(), Tally(), 0, 0
    for path in paths:
        sessions += 1
        raw = path.read_bytes()
        for event in events(raw, path.name, core):
            compactions += 1
            ours = zones(_run(event.before, path.name, core))
            for sentence, pasted in event.sentences:
                _add(found, "the client's summary", sentence, event.summary, pasted)
                _add(found, "the skeleton at the same place", sentence, ours, pasted)
        run = _run(raw, path.name, core)
        for sentence, pasted in cued(run.conversation.messages):
            _add(found, "the skeleton, whole sessions", sentence, zones(run), pasted)
    names = ("the client's summary", "the skeleton at the same place", "the skeleton, whole sessions")
    rows = [[name, *(found.share(f"{name} {what}") for what in _COLUMNS)] for name in names]
    return table([f"{sessions} sessions, {compactions} compactions", *_COLUMNS], rows)


def _add(found: Tally, name: str, sentence: str, text: str, pasted: bool) -> None:
    whole, column = verbatim(sentence, text), "pasted" if pasted else "typed"
    found.add(f"{name} {column}, word for word", whole)
    found.add(f"{name} {column}, {SHARE:.0%} of the words", whole or words_kept(sentence, text) >= SHARE)


def _run(raw: bytes, name: str, core: Rulebook) -> Run:
    return pipeline.run(raw, name, rulebook=core, policy=POLICY)
