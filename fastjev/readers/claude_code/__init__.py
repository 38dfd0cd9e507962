"""Claude Code's session files: JSON lines, a graph by `parentUuid`, the client's words and the person's mixed.

`rows` parses, `queue` finds prompts that only the queue has, `branch` says what is live and in which order, `talk`
makes messages of it.
"""

from heapq import merge
from pathlib import PurePath

from fastjev.datatypes import Conversation
from fastjev.errors import ReadError
from fastjev.readers import shape, turns
from fastjev.readers.claude_code import branch, queue, rows, talk

_KINDS = (
    "agent-name", "ai-title", "api-request", "assistant", "atis-latch", "attachment", "attribution-snapshot",
    "bridge-session", "content-replacement", "cost-state", "custom-title", "file-history-delta",
    "file-history-snapshot", "fork-context-ref", "last-prompt", "mode", "permission-mode", "pr-link", "progress",
    "queue-operation", "rewind-pointer", "summary", "system", "tools-used", "user", "worktree-state",
)  # fmt: skip


def identify(head: bytes, name: str) -> bool:
    """JSON lines of the client's kinds, or with the keys of its chain; the first line may be longer than the head."""
    found = shape.shape(head)
    named = name.endswith(".jsonl") or shape.opening(head).startswith("{")
    chained = found.has("parentUuid") or found.has("isSidechain")
    cut = found.has("message.role") and not found.has("type")
    ours = found.has("type", *_KINDS) or chained or cut
    return named and ours and not found.has("role") and not found.has("payload")


def read(raw: bytes, source: str) -> Conversation:
    """The live branch as a conversation; every entry, of whatever branch or kind, as a record.

    Raises: ReadError, where no line is an object.
    """
    found = rows.parse(raw)
    if all(record.kind in ("bad", "blank") for record in found.records):
        raise ReadError(f"{source}: no line is a JSON object, so there is no Claude Code session to read")
    numbered = ((row.record, row) for row in found.rows)
    late = queue.unsent(found.queue, found.rows)
    live, links = branch.order([row for _, row in merge(numbered, late, key=lambda entry: entry[0])])
    said, pairs = talk.said(live)
    notes = sorted([*found.notes, *links, *pairs], key=lambda note: note.record)
    return Conversation(
        id=found.session or PurePath(source).stem or source,
        format="claude-code",
        raw=raw,
        records=found.records,
        messages=turns.number(said),
        covered=turns.covered(said),
        boundaries=found.boundaries,
        typed=found.typed,
        tool_calls=found.calls,
        notes=tuple(notes),
    )
