"""Hermes Agent's sessions: its export (JSON lines, a session each), or the same taken out of its database.

`sessions` says which are there and which is meant, `rows` reads the lines, `copies` finds what a compaction wrote
again, `talk` makes messages of the rows, `database` takes lines out of `state.db`.

Many sessions may stand in a file. `FILE#ID` names one, by its id or the beginning of it, `FILE#last` the one that was
written to last. A session is read with those that it continues (Hermes may begin a new one at each compaction), under
the id of the first, so that it keeps its name as it goes on.
"""

from pathlib import PurePath

from fastjev.datatypes import Conversation, Note
from fastjev.errors import ReadError
from fastjev.readers import flat, turns

MAGIC = b"SQLite format 3\0"
"""How a database begins."""


def identify(head: bytes, name: str) -> bool:
    """A line with the columns of Hermes's sessions, or a database."""
    return head.startswith(MAGIC) or flat.dialect(head) == "hermes"


def alone(raw: bytes, source: str) -> bytes:
    """The lines of the session that `source` names and of those that it continues: what is kept of one session holds no
    other. All lines where there is no other. Raises: ReadError, where no one session is meant.
    """
    from fastjev.readers.hermes import rows, sessions  # other hosts' hooks start without them

    file, asked = sessions.split(source)
    found = rows.parse(_lines(raw, file))
    if len(found.sessions) < 2:
        return raw
    chain = [each.id for each in sessions.chosen(found.sessions, asked, file)]
    own = {found.heads[id] for id in chain if id in found.heads} | {
        row.record for id in chain for row in found.rows[id]
    }
    spans = (record.span for record in found.records if record.index in own)
    return b"".join(raw[span.start : span.end] for span in spans)


def read(raw: bytes, source: str) -> Conversation:
    """One session with those that it continues; every line as a record.

    Raises: ReadError, where there is none, or several and `source` does not say which.
    """
    from fastjev.readers.hermes import rows, sessions, talk

    file, asked = sessions.split(source)
    found = rows.parse(_lines(raw, file))
    if not found.sessions:
        raise ReadError(f"{source}: no session of Hermes in it; --from names another reader")
    chain = sessions.chosen(found.sessions, asked, file)
    said, notes = talk.said([found.rows[each.id] for each in chain])
    if not said:
        raise ReadError(f"{source}: session {sessions.shown(chain[-1].id)} holds no message")
    first = chain[0]
    id = first.id or PurePath(file).stem or file
    if first.continues and first.parent not in {each.id for each in found.sessions}:
        notes.append(
            Note(0, f"{sessions.shown(first.id)} comes from {sessions.shown(first.parent)}, which is not in the file")
        )
    return Conversation(
        id=id,
        format="hermes",
        raw=raw,
        records=found.records,
        messages=turns.number(said, id),
        covered=turns.covered(said),
        boundaries=talk.boundaries(said),
        typed=sum(entry.starts for entry in said),
        tool_calls=sum(len(entry.calls) for entry in said),
        notes=(*found.notes, *notes),
    )


def _lines(raw: bytes, file: str) -> bytes:
    if raw.startswith(MAGIC):
        raise ReadError(f"{file}: a database is read from its own file; give its path")
    return raw
