"""A fork's file opens with the skeleton of another session: what that one archived is the fork's too."""

import json

from fastjev.errors import StoreError
from fastjev.ours import is_skeleton
from fastjev.readers import blocks
from fastjev.readers.skeleton import head_of
from fastjev.store.archive import as_bytes, hand_on
from fastjev.store.database import create
from fastjev.store.entries import session_of
from fastjev.store.place import Place

HEAD = 1 << 22
"""Bytes in which a skeleton stands that opens a file."""


def inherit(place: Place, session: str, raw: bytes) -> None:
    """Hand on, once, what stands behind the pointers of the skeleton that opens a transcript.

    Raises: StoreError for a store that fails.
    """
    parent = parent_of(raw[:HEAD])
    if not parent or session.startswith(parent):
        return
    with create(place) as store:
        if store.rows("SELECT 1 FROM epoch WHERE session = ? LIMIT 1", as_bytes(session)):
            return
        try:
            known = session_of(store, parent)
        except StoreError:  # its parent was compacted in another project, or purged
            return
        hand_on(store, known, session)


def parent_of(head: bytes) -> str:
    """The session named by the skeleton with which a transcript opens; empty where it opens with something else.

    `head`: the first `HEAD` bytes of the file are enough.
    """
    for line in head.split(b"\n"):
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict) and row.get("type") in ("user", "assistant"):
            message = row.get("message")
            text = blocks.joined(message.get("content")) if isinstance(message, dict) else ""
            return head_of(text).session if row.get("rowSource") == "hook" and is_skeleton(text) else ""
    return ""
