"""Which rows are live, and in what order they stand.

A file forks all the time for the client's own reasons (parallel tools, resumes, retries), and most forks abandon
nothing. Only a rewind does: the person goes back to a prompt and sends another in its place. So everything is live but

- a prompt, with all that hangs below it, when a later prompt stands at the same place and nothing was added below the
  first once the second was sent (two clients on one session interleave: both are live);
- what stands between a row and the rewind pointer that goes back to it, and is not on the way to the last row.

A prompt that only ever met an API error is not taken for rewound unless it was sent again word for word.
"""

import heapq
from collections.abc import Sequence
from itertools import pairwise

from fastjev.datatypes import Note
from fastjev.readers.claude_code.rows import Row

BOUNDARY = "system/compact_boundary"


def order(rows: Sequence[Row]) -> tuple[list[Row], list[Note]]:
    """The live rows, a child never before its parent whatever the clocks or the lines of the file say; else file order.

    A row that stands in the file twice is one row. A missing parent and a cycle are reported; file order stands in for
    the link.
    """
    rows = _once(rows)
    parents, notes = _parents(rows)
    chain = _chain(parents)
    dead = _dead(rows, parents, chain)
    return [rows[at] for at in chain if at not in dead], notes


def _once(rows: Sequence[Row]) -> list[Row]:
    seen: dict[str, Row] = {}
    found = []
    for row in rows:
        first = seen.setdefault(row.uuid, row) if row.uuid else row
        if first is row or first._replace(record=row.record) != row:
            found.append(row)
    return found


def _parents(rows: Sequence[Row]) -> tuple[list[int | None], list[Note]]:
    """The place of each row's parent; None at a root. Without cycles."""
    places: dict[str, int] = {}
    for at, row in enumerate(rows):
        if row.uuid:
            places.setdefault(row.uuid, at)
    parents: list[int | None] = []
    missing: list[Row] = []
    before: int | None = None
    for at, row in enumerate(rows):
        parent = places.get(row.parent) if row.parent else None
        if row.parent and parent is None:
            missing.append(row)
        if row.uuid is None and parent is None:
            # No chain to be in: it hangs below the row that the file has before it.
            parent = before
        parents.append(parent)
        if row.spoken and not row.sidechain:
            before = at
    notes = []
    if missing:
        first = missing[0]
        notes.append(
            Note(
                first.record, f"parent {first.parent} is not in this file{_more(missing)}: file order stands in for it"
            )
        )
    circles = [rows[at] for at in _uncircle(parents)]
    if circles:
        notes.append(
            Note(circles[0].record, f"the parents go in a circle{_more(circles)}: file order stands in for the link")
        )
    return parents, notes


def _more(rows: Sequence[Row]) -> str:
    return f" ({len(rows)} such entries)" if len(rows) > 1 else ""


def _uncircle(parents: list[int | None]) -> list[int]:
    """Cuts each cycle above its first row in the file; the rows that became roots."""
    cut: list[int] = []
    walked = [0] * len(parents)
    for walk, start in enumerate(range(len(parents)), 1):
        at: int | None = start
        path: list[int] = []
        while at is not None and not walked[at]:
            walked[at] = walk
            path.append(at)
            at = parents[at]
        if at is not None and walked[at] == walk:
            first = min(path[path.index(at) :])
            parents[first] = None
            cut.append(first)
    return cut


def _chain(parents: Sequence[int | None]) -> list[int]:
    """Parents before children, and the first in the file first."""
    children: list[list[int]] = [[] for _ in parents]
    ready: list[int] = []
    for at, parent in enumerate(parents):
        if parent is None:
            ready.append(at)
        else:
            children[parent].append(at)
    chain: list[int] = []
    while ready:
        at = heapq.heappop(ready)
        chain.append(at)
        for child in children[at]:
            heapq.heappush(ready, child)
    return chain


def _dead(rows: Sequence[Row], parents: Sequence[int | None], chain: Sequence[int]) -> set[int]:
    """The places of rewound rows."""
    dead = _rewound(rows, parents, chain) | _pointed(rows, parents)
    for at in chain:
        if parents[at] in dead:
            dead.add(at)
    return dead


def _rewound(rows: Sequence[Row], parents: Sequence[int | None], chain: Sequence[int]) -> set[int]:
    """Prompts in whose place another was sent."""
    spoken = [row.spoken for row in rows]
    last = [at if spoken[at] else -1 for at in range(len(rows))]
    answered = [row.kind == "assistant" and row.author != "client" for row in rows]
    failed = [row.kind == "system/api_error" or (row.kind == "assistant" and row.author == "client") for row in rows]
    for at in reversed(chain):
        parent = parents[at]
        if parent is not None:
            last[parent] = max(last[parent], last[at])
            answered[parent] |= answered[at]
            failed[parent] |= failed[at]
    anchors: list[int | None] = [None] * len(rows)
    prompts: dict[int, list[int]] = {}
    for at in chain:
        parent = parents[at]
        if parent is None:
            continue
        # Progress, hooks and attachments stand between a prompt and what it follows, others each time.
        anchor = parent if spoken[parent] or rows[parent].kind == BOUNDARY else anchors[parent]
        anchors[at] = anchor
        if anchor is not None and rows[at].prompted and not rows[at].sidechain:
            prompts.setdefault(anchor, []).append(at)
    found: set[int] = set()
    for siblings in prompts.values():
        siblings.sort()
        for early, late in pairwise(siblings):
            again = rows[early].parts == rows[late].parts
            if last[early] < late and (again or answered[early] or not failed[early]):
                found.add(early)
    return found


def _pointed(rows: Sequence[Row], parents: Sequence[int | None]) -> set[int]:
    """Rows that a rewind pointer goes back over."""
    pointers = [at for at, row in enumerate(rows) if row.target]
    if not pointers:
        return set()
    places = {row.uuid: at for at, row in reversed(list(enumerate(rows))) if row.uuid}
    spoken = [at for at, row in enumerate(rows) if row.spoken and not row.sidechain]
    found: set[int] = set()
    for pointer in pointers:
        target = places.get(rows[pointer].target)
        if target is None or target > pointer or not spoken:
            continue
        at: int | None = spoken[-1] if spoken[-1] > pointer else target
        alive: set[int] = set()
        while at is not None:
            alive.add(at)
            at = parents[at]
        found.update(over for over in range(target + 1, pointer) if rows[over].spoken and over not in alive)
    return found
