"""Histories as Hermes hands them to an engine, and what should be left of each.

A labelled conversation is short, and a host compacts none that is: its results are made long with lines of other work
before and behind what they say, until the history is as long as one that is compacted. Its labels say what to keep.
Hosts leave the newest rows as they are, so each stands here twice: as it is, and with other work behind it.
Of a session that somebody had, the first half is the history. To keep are sentences typed in it that read like a
constraint, and the words that its second half took up and that only tools had brought before.
"""

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bench.generate import Session
from bench.retention.cues import cued
from fastjev.datatypes import Message
from fastjev.evaluate import gold
from fastjev.evaluate.replay.needed import needed, worded
from fastjev.evaluate.replay.places import places
from fastjev.evaluate.split import chosen
from fastjev.integrations.message_list import spoken
from fastjev.jsontext import dump
from fastjev.policy import DEFAULT
from fastjev.readers import read
from fastjev.rulebook import load_core
from fastjev.stages.segment import segment
from fastjev.tokens import estimate

WINDOW = 128_000
"""Tokens: a window of common size."""
FULL = int(WINDOW * DEFAULT.host_trigger) - DEFAULT.host_tokens
"""Tokens of a history that fills it to where Hermes compacts, instructions and tools beside it."""
OTHER_ROWS, OTHER_TOKENS = 24, 25_000
"""Of the work behind: more than the newest rows that Hermes leaves as they are, of which it counts 20 at least."""
HALF = 0.5
SPLIT = "test"
"""The labelled conversations whose authors nothing was learned from."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A history and what is to be left of it."""

    rows: tuple[Row, ...]
    constraints: tuple[str, ...]
    """Word for word."""
    facts: tuple[str, ...] = ()
    """Word for word, too."""
    words: frozenset[bytes] = frozenset()
    """As `fastjev.telling` cuts them."""

    @property
    def tokens(self) -> int:
        """Estimated, of what a model reads."""
        return size(self.rows)


def size(rows: Iterable[Row]) -> int:
    """Estimated tokens of what a model reads of the rows."""
    return sum(map(estimate, spoken(rows)))


def labelled(folder: Path, *, behind: bool) -> Iterator[Talk]:
    """The labelled conversations whose tools say something, each made as long as `FULL`.

    `behind`: with other work behind them.
    """
    corpora, _ = gold.load([folder])
    for corpus in chosen(corpora, SPLIT):
        rows = [_row(message) for message in json.loads(corpus.raw)["messages"]]
        if any(row["role"] == "tool" for row in rows):
            chance = random.Random(corpus.labelled.id)
            other = list(_other(chance)) if behind else []
            yield Talk(
                rows=(*_filled(rows, FULL - size(other), chance), *other),
                constraints=tuple(
                    each.quote for each in gold.strict(corpus.gold.constraints) if each.status == "active"
                ),
                facts=tuple(each.quote for each in gold.strict(corpus.gold.facts)),
            )


def halves(paths: Iterable[Path]) -> Iterator[Talk]:
    """The first halves of sessions that have a second one."""
    core = load_core()
    for path in paths:
        conversation = read(path.read_bytes(), path.name)
        for cut in places(conversation, (HALF,)):
            before = conversation.messages[:cut]
            session = worded(conversation, segment(conversation, core, DEFAULT))
            yield Talk(
                rows=tuple(_of(message) for message in before),
                constraints=tuple(sentence for sentence, pasted in cued(before) if not pasted),
                words=frozenset(each.word for each in needed(session, cut)),
            )


def _row(message: Row) -> Row:
    """Of the neutral form."""
    row: Row = {"role": message["role"], "content": message["text"]}
    if message.get("tool_calls"):
        row["tool_calls"] = [_call(call["id"], call["name"], call["input"]) for call in message["tool_calls"]]
    if message["role"] == "tool":
        row["tool_call_id"] = message.get("tool_call_id")
    return row


def _of(message: Message) -> Row:
    row: Row = {"role": message.role, "content": message.text}
    if message.calls:
        row["tool_calls"] = [_call(call.id, call.name, call.input) for call in message.calls]
    if message.role == "tool":
        row["tool_call_id"] = message.call_id
    return row


def _call(id: str, name: str, given: Any) -> Row:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": dump(dict(given))}}


def _filled(rows: Sequence[Row], tokens: int, chance: random.Random) -> Iterator[Row]:
    """Each result between lines of other work, as many before it as behind it, so that all comes to `tokens`."""
    results = sum(row["role"] == "tool" for row in rows)
    each = max(0, tokens - size(rows)) // (2 * results)
    for row in rows:
        if row["role"] != "tool":
            yield row
            continue
        around = ["\n".join(_lines(chance, each)) for _ in range(2)]
        yield {**row, "content": "\n".join([around[0], row["content"], around[1]])}


def _other(chance: random.Random) -> Iterator[Row]:
    """Another errand: a prompt, calls with long results, and a report."""
    yield {"role": "user", "content": "now look through the other module and tell me what it does"}
    pairs = OTHER_ROWS // 2 - 1
    for n in range(pairs):
        call = _call(f"other-{n}", "Read", {"file_path": f"src/other/part_{n}.ts"})
        yield {"role": "assistant", "content": "", "tool_calls": [call]}
        content = "\n".join(_lines(chance, OTHER_TOKENS // pairs))
        yield {"role": "tool", "tool_call_id": f"other-{n}", "content": content}
    yield {"role": "assistant", "content": "It reads parts and writes them out again."}


def _lines(chance: random.Random, tokens: int) -> Iterator[str]:
    while tokens > 0:
        line, size = chance.choice(_stock())
        tokens -= size
        yield line


@cache
def _stock() -> list[tuple[str, int]]:
    """Lines that tools print, with their tokens."""
    return [(line, estimate(line + "\n")) for line in Session(seed=1).stock["output"]]
