"""Claude Code's raw entries, slimmed to what a reader needs as soon as each is parsed.

Tolerant by design: the format is internal to the client and changes between versions, so every field may be missing or
of another type, and an entry of unknown kind stays a record and nothing else.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from fastjev.datatypes import Note, Record
from fastjev.ours import is_ledger
from fastjev.readers import blocks, speech
from fastjev.readers.blocks import Call, Result
from fastjev.readers.lines import Bad, Blank, pieces
from fastjev.readers.speech import Part


class Operation(NamedTuple):
    """A `queue-operation` entry."""

    record: int
    name: str
    """enqueue, dequeue (a user row follows), remove (taken in mid-turn, or deleted), popAll (back to be edited)."""
    text: str
    time: str | None


class Row(NamedTuple):
    """One entry that has a place in the chain, or words of its own."""

    record: int
    kind: str
    """As `Record.kind`."""
    uuid: str | None = None
    parent: str | None = None
    """`parentUuid`, or `logicalParentUuid` where a boundary has cut the chain."""
    time: str | None = None
    sidechain: bool = False
    author: str = "local"
    """`local`; `meta`, `summary`, `client` or `hook` where the client or a mod made the row."""
    parts: tuple[Part, ...] = ()
    """What is said in a user row or a queued command."""
    results: tuple[Result, ...] = ()
    texts: tuple[str, ...] = ()
    """Text blocks of an assistant row; thinking is not text."""
    calls: tuple[Call, ...] = ()
    message: str | None = None
    """`message.id`: the rows of one assistant message share it."""
    request: str | None = None
    """`requestId`, or `requestRef` from 2.1.332 on."""
    prompt: str | None = None
    """`promptId`: survives when a row is copied."""
    answers: tuple[str, ...] = ()
    """What the person answered to a question tool, where the row has it apart from the text."""
    denial: str | None = None
    """`toolDenialKind`."""
    version: str = ""
    target: str | None = None
    """Where a rewind pointer points."""

    @property
    def spoken(self) -> bool:
        """Is it a row of the conversation, and not bookkeeping between two of them?"""
        return self.kind in ("user", "assistant")

    @property
    def prompted(self) -> bool:
        """Does a person type a prompt here?"""
        return self.kind == "user" and not self.results and any(part.via == "prompt" for part in self.parts)


class Source(NamedTuple):
    """Everything that was parsed."""

    records: tuple[Record, ...]
    rows: list[Row]
    queue: list[Operation]
    notes: list[Note]
    session: str | None
    boundaries: int
    typed: int
    calls: int


def parse(raw: bytes) -> Source:
    """Every entry of the file.

    `typed` counts as the published counts of real sessions do: rows of type user, sidechains and abandoned branches
    included, that are neither meta nor a summary nor a mod's, hold no tool result, and whose text is more than the
    client's markup and marks of interruption. Two kinds of row fit that no person typed: the task a subagent is given,
    and the line that says a hook stopped a prompt. Slash commands, bash lines and queued prompts do not count.
    """
    records: list[Record] = []
    rows: list[Row] = []
    queue: list[Operation] = []
    notes: list[Note] = []
    session: object = None
    boundaries = typed = 0
    calls: set[str] = set()
    for index, (span, value, lossy) in enumerate(pieces(raw)):
        if not isinstance(value, dict):
            records.append(Record(index, span, "blank" if isinstance(value, Blank) else "bad"))
            notes.extend(_unread(index, value))
            continue
        kind = _kind(value)
        records.append(Record(index, span, kind))
        if lossy:
            notes.append(Note(index, "not UTF-8: its wrong bytes stand as lone surrogates in the text"))
        session = value.get("sessionId") or value.get("session_id") or session
        if kind.startswith("queue-operation/"):
            text = blocks.joined(value.get("content"))
            queue.append(Operation(index, kind.partition("/")[2], text, _str(value.get("timestamp"))))
            continue
        row = _row(index, kind, value)
        if row.uuid or row.spoken or row.target:
            rows.append(row)
        if row.calls:
            calls.update(call.id for call in row.calls)
        if row.author == "local" and row.parts:
            typed += row.prompted or _stopped(row)
        boundaries += kind == "system/compact_boundary"
    return Source(tuple(records), rows, queue, notes, _str(session), boundaries, typed, len(calls))


def _unread(index: int, value: object) -> Iterator[Note]:
    if isinstance(value, Bad):
        torn = "the last line is torn (still being written, or cut off)"
        yield Note(index, f"{torn if value.torn else 'not JSON'}, kept as it is ({value.why})")
    elif not isinstance(value, Blank):
        yield Note(index, "not an object, kept as it is")


def _kind(value: dict[str, Any]) -> str:
    kind = value.get("type")
    if not isinstance(kind, str) or not kind:
        return "untyped"
    detail: object = None
    if kind == "system":
        detail = value.get("subtype")
    elif kind == "queue-operation":
        detail = value.get("operation")
    elif kind == "attachment" and isinstance(value.get("attachment"), dict):
        detail = value["attachment"].get("type")
    return f"{kind}/{detail}" if isinstance(detail, str) else kind


def _row(index: int, kind: str, value: dict[str, Any]) -> Row:
    get = value.get
    uuid = _str(get("uuid"))
    parent = _str(get("parentUuid")) or _str(get("logicalParentUuid")) or _str(get("logical_parent_uuid"))
    time = _str(get("timestamp"))
    side = get("isSidechain") is True or isinstance(get("parent_tool_use_id"), str)
    place = (index, kind, uuid, parent, time, side)
    if kind == "user" or kind == "assistant":
        message = get("message")
        content = message.get("content") if isinstance(message, dict) else None
        if kind == "user":
            author = _author(value)
            return Row(
                *place,
                author=author,
                parts=_parts(blocks.texts(content), author),
                results=tuple(blocks.results(content)),
                prompt=_str(get("promptId")),
                answers=tuple(_answers(get("toolUseResult"))),
                denial=_str(get("toolDenialKind")),
                version=_str(get("version")) or "",
            )
        model, name = (message.get("model"), message.get("id")) if isinstance(message, dict) else (None, None)
        # A mod's messages and what the client says in the assistant's place ("no response") look alike.
        made = "client" if get("isApiErrorMessage") is True else "hook" if model == "<synthetic>" else "local"
        return Row(
            *place,
            author="hook" if get("rowSource") == "hook" else made,
            texts=blocks.texts(content),
            calls=tuple(blocks.calls(content)),
            message=_str(name),
            request=_str(get("requestId")) or _str(get("requestRef")),
        )
    if kind == "attachment/queued_command":
        queued = value["attachment"]
        author = "client" if queued.get("commandMode") == "task-notification" or _foreign(queued) else "local"
        return Row(*place, author=author, parts=_parts(blocks.texts(queued.get("prompt")), author))
    if kind.startswith("attachment/hook_"):
        return Row(*place, author="client", parts=_parts(blocks.texts(value["attachment"].get("content")), "client"))
    if kind == "rewind-pointer":
        return Row(*place, target=_str(get("rewindToUuid")) or _str(get("rewind_to_uuid")))
    return Row(*place)


def _author(value: dict[str, Any]) -> str:
    get = value.get
    if get("isCompactSummary") is True:
        return "summary"
    source = get("rowSource")
    if source == "hook":
        return "hook"
    if get("isMeta") is True:
        return "meta"
    return "client" if source == "harness" or get("promptSource") == "system" or _foreign(value) else "local"


def _foreign(value: dict[str, Any]) -> bool:
    """Does it name an origin that is no human: another session, a task, a channel?"""
    origin = value.get("origin")
    return isinstance(origin, dict) and isinstance(origin.get("kind"), str) and origin["kind"] != "human"


def _parts(texts: tuple[str, ...], author: str) -> tuple[Part, ...]:
    # What binds was told beside the history; it is no news, and nobody's.
    texts = tuple(text for text in texts if not (author == "client" and is_ledger(text)))
    if author != "local":
        via = "summary" if author == "summary" else "rebuilt" if author == "hook" else "reminder"
        return tuple(speech.client(text, via) for text in texts)
    return tuple(part for at, text in enumerate(texts) for part in speech.parts(text, opens=at == 0))


def _stopped(row: Row) -> bool:
    return row.kind == "user" and row.parts[0].text.lstrip().startswith(speech.STOPPED)


def _str(found: object) -> str | None:
    return found if isinstance(found, str) and found else None


def _answers(result: object) -> Iterator[str]:
    """The answers, and notes beside them, of a question tool's structured result."""
    answers = result.get("answers") if isinstance(result, dict) else None
    if not isinstance(result, dict) or not isinstance(answers, dict):
        return
    notes = result.get("annotations")
    for question, answer in answers.items():
        chosen = answer if isinstance(answer, list) else [answer]
        words = [word for word in chosen if isinstance(word, str) and word.strip()]
        if words:
            yield ", ".join(words)
        note = notes.get(question) if isinstance(notes, dict) else None
        if isinstance(note, dict) and isinstance(note.get("notes"), str) and note["notes"].strip():
            yield note["notes"]
