"""Live rows, in order, to what was said: replies merged, calls paired with results, copies folded into the original."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from fastjev.datatypes import Note, ToolCall
from fastjev.labels import Speaker
from fastjev.ours import is_skeleton
from fastjev.readers import speech
from fastjev.readers.blocks import Call, Result, mapping
from fastjev.readers.claude_code import answers
from fastjev.readers.claude_code.branch import BOUNDARY
from fastjev.readers.claude_code.rows import Row
from fastjev.readers.speech import Part
from fastjev.readers.turns import Said

_REPLY_VIA = {"local": "text", "hook": "rebuilt", "client": "reminder"}


class _First(NamedTuple):
    """Where a text was said first."""

    said: Said
    author: str
    boundaries: int


@dataclass(slots=True)
class _Reply:
    """An assistant message whose rows may still be coming in."""

    said: Said
    row: Row
    at: int
    boundaries: int
    texts: dict[str, None] = field(default_factory=dict)
    """In the order said, each once: a compaction may write a piece again."""
    calls: dict[str, Call] = field(default_factory=dict)

    def goes_on(self, row: Row, prompt: int, boundaries: int) -> bool:
        """Is the row a further piece of this message, or a copy of one?

        A prompt may be written between two pieces. Some providers give every message the same id, so where no request
        says that they belong together the id counts no further than the next prompt.
        """
        if boundaries > self.boundaries or row.author == "hook":
            return all(text in self.texts for text in row.texts) and all(call.id in self.calls for call in row.calls)
        if row.request and self.row.request:
            return row.request == self.row.request
        return self.at > prompt

    def add(self, row: Row, calls: Iterable[Call]) -> None:
        self.said.records.append(row.record)
        self.texts.update(dict.fromkeys(row.texts))
        for call in calls:
            self.calls[call.id or f"no id, {len(self.calls)}"] = call

    def close(self) -> None:
        """Writes the pieces into the message."""
        self.said.text = "\n\n".join(self.texts)
        self.said.calls = tuple(ToolCall(call.id, call.name, mapping(call.input)) for call in self.calls.values())


@dataclass(slots=True)
class _Talk:
    """What has been said so far, with the look-ups that fold a repeat into its original."""

    said: list[Said] = field(default_factory=list)
    replies: list[_Reply] = field(default_factory=list)
    reply: dict[str, _Reply] = field(default_factory=dict)
    """Message id: the newest reply under it."""
    calls: dict[str, tuple[Call, int]] = field(default_factory=dict)
    """Call id: the call, and the boundaries before it."""
    results: dict[str, Said] = field(default_factory=dict)
    """Call id: its result."""
    first: dict[tuple[str, str], _First] = field(default_factory=dict)
    """A text alone, with its time, and with its prompt id: where it was said first."""
    boundaries: int = 0
    prompt: int = -1
    """The place of the last prompt."""
    notes: list[Note] = field(default_factory=list)


def said(rows: Iterable[Row]) -> tuple[list[Said], list[Note]]:
    """The conversation that the rows hold; sidechains stay out of it."""
    talk = _Talk()
    for row in _with_originals(rows):
        if row.sidechain:
            continue
        if row.kind == BOUNDARY:
            talk.boundaries += 1
        elif row.texts or row.calls:
            _reply(talk, row)
        elif row.results or row.parts:
            _contribution(talk, row)
    for reply in talk.replies:
        reply.close()
    return talk.said, talk.notes


def _with_originals(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows; where the first that speak are those that a compaction of ours wrote, they stand for what they copied.

    So begins the file of a fork: what was said before the compaction is in the file of its parent alone. Elsewhere a
    skeleton says nothing that the file does not.
    """
    begun = copied = False
    for row in rows:
        if row.kind in ("user", "assistant") and not row.sidechain:
            ours = row.author == "hook" and any(is_skeleton(part.text) for part in row.parts[:1])
            copied, begun = row.author == "hook" and (copied or (ours and not begun)), True
            if copied:
                parts = (own for at, part in enumerate(row.parts) for own in speech.parts(part.text, opens=at == 0))
                yield row._replace(author="local", parts=tuple(parts))
                continue
            if ours:
                continue
        yield row


def _reply(talk: _Talk, row: Row) -> None:
    """Rows that share `message.id` are one message, also when a compaction writes them again."""
    reply = talk.reply.get(row.message) if row.message else None
    if reply is not None and not reply.goes_on(row, talk.prompt, talk.boundaries):
        reply = None
    calls = [call for call in row.calls if not _copied(talk, row, reply, call)]
    if reply is None:
        if row.author == "hook" and not calls and _repeat(talk, "\n\n".join(row.texts), row):
            return
        via = _REPLY_VIA.get(row.author, "text")
        speaker = Speaker.ASSISTANT if via == "text" else Speaker.HARNESS
        reply = _Reply(Said("assistant", speaker, "", via, row.time), row, len(talk.said), talk.boundaries)
        talk.said.append(reply.said)
        talk.replies.append(reply)
        if row.message:
            talk.reply[row.message] = reply
    reply.add(row, calls)
    for call in calls:
        talk.calls[call.id] = call, talk.boundaries
        talk.results.pop(call.id, None)
    for text in row.texts:
        _remember(talk, text, row, reply.said)


def _copied(talk: _Talk, row: Row, reply: _Reply | None, call: Call) -> bool:
    """Was this very call made before, in the same message or before the boundary that copied it?"""
    known = talk.calls.get(call.id)
    if known is None or not call.id:
        return False
    same = reply is not None and call.id in reply.calls
    return row.author == "hook" or same or (known[1] < talk.boundaries and known[0] == call)


def _contribution(talk: _Talk, row: Row) -> None:
    """A user row or a queued command: results, the words inside them, and what stands beside them."""
    for result in row.results:
        if _answered(talk, row, result):
            continue
        call = talk.calls.get(result.call)
        entry = Said("tool", Speaker.TOOL, result.text, "result", row.time, (), result.call or None, result.is_error)
        entry.records.append(row.record)
        talk.said.append(entry)
        if result.call:
            talk.results[result.call] = entry
        for part in answers.words(result, row, call[0] if call else None):
            _say(talk, row, part)
    for part in speech.joined(row.parts):
        if not _repeat(talk, part.text, row):
            _say(talk, row, _beside(row, part))


def _beside(row: Row, part: Part) -> Part:
    if part.via != "prompt":
        return part
    if row.kind == "attachment/queued_command":
        return part._replace(via="queued")
    # Typed with the consent to a call: an answer, within the turn that runs.
    return part._replace(via="answer") if row.results else part


def _say(talk: _Talk, row: Row, part: Part) -> None:
    when = part.place.time if part.place else row.time
    entry = Said("user", part.speaker, part.text, part.via, when, records=[row.record], entry=row.record)
    entry.place = part.place
    if entry.starts:
        talk.prompt = len(talk.said)
    talk.said.append(entry)
    _remember(talk, part.text, row, entry)


def _repeat(talk: _Talk, text: str, row: Row) -> bool:
    """Folds a copy into what it copies, which keeps its place and time.

    A mod writes rows of its own; a compaction writes old rows again under new ids, with their old time and prompt id.
    """
    for mark in _marks(row):
        known = talk.first.get((text.strip(), mark))
        if known is None:
            continue
        if row.author == "hook" or (mark and known.boundaries < talk.boundaries and known.author == row.author):
            known.said.records.append(row.record)
            return True
    return False


def _remember(talk: _Talk, text: str, row: Row, said: Said) -> None:
    for mark in _marks(row):
        talk.first.setdefault((text.strip(), mark), _First(said, row.author, talk.boundaries))


def _marks(row: Row) -> tuple[str, ...]:
    """What tells one saying of a text from another; the empty mark stands for the text alone."""
    return ("", *(mark for mark in (row.time, row.prompt) if mark))


def _answered(talk: _Talk, row: Row, result: Result) -> bool:
    """Has the call its result already? The first one stands."""
    first = talk.results.get(result.call)
    if first is None:
        return False
    if first.text != result.text and row.author != "hook":
        talk.notes.append(Note(row.record, f"a second result for call {result.call!r}: the first one stands"))
    first.records.append(row.record)
    return True
