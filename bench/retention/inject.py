"""A person's prompt more in a Claude Code transcript, as the client would have written it."""

import json
import uuid
from typing import Any

from fastjev.datatypes import Conversation
from fastjev.labels import Speaker

PLACES = ("top", "middle", "bottom")
_COPIED = ("cwd", "gitBranch", "isSidechain", "sessionId", "userType", "version", "timestamp")


def prompts(conversation: Conversation) -> list[int]:
    """The raw entries that hold what a person typed as a prompt, in order."""
    return [
        message.records[0]
        for message in conversation.messages
        if message.speaker == Speaker.HUMAN and message.via == "prompt" and message.records
    ]


def inject(conversation: Conversation, sentences: dict[str, str]) -> bytes:
    """The transcript with a typed prompt for each place: before its first, its middle and its last prompt.

    The live branch goes through it: what followed the parent follows the new prompt. At the bottom a last turn of
    work comes behind it, or nothing would have been compacted after it.
    """
    rows = [conversation.raw[record.span.start : record.span.end] for record in conversation.records]
    typed = prompts(conversation)
    at = dict(zip(PLACES, (typed[0], typed[len(typed) // 2], typed[-1]), strict=True))
    for place, sentence in sorted(sentences.items()):
        rows[at[place]] = _before(rows[at[place]], sentence, place)
    return b"".join(rows)


def _before(rows: bytes, sentence: str, place: str) -> bytes:
    """The new row and the row it precedes, whose parent it becomes."""
    *earlier, last = rows.splitlines(keepends=True)
    row: dict[str, Any] = json.loads(last)
    made = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{row.get('uuid')} {place} {sentence}"))
    new = {
        **{key: row[key] for key in _COPIED if key in row},
        "parentUuid": row.get("parentUuid"),
        "type": "user",
        "uuid": made,
        "message": {"role": "user", "content": sentence},
    }
    row["parentUuid"] = made
    lines = (json.dumps(each, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n" for each in (new, row))
    return b"".join([*earlier, *lines])
