"""Rows of the host's history: what is read of each, which stay as they are, and whether every call has its result."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from fastjev.errors import ReadError
from fastjev.integrations.message_list import SYSTEM, plain, rest, skeleton_of, spoken
from fastjev.readers import blocks
from fastjev.tokens import estimate

Row = Mapping[str, Any]
"""A message in OpenAI's form, with whatever keys of its own the host put beside."""

_SYNTHETIC = (
    "_todo_snapshot_synthetic",
    "_empty_recovery_synthetic",
    "_verification_stop_synthetic",
    "_pre_verify_synthetic",
    "_compressed_summary",
)
"""Keys by which the host (0.19) knows a user row that no person wrote."""
_TASKS = "[Your active task list was preserved across context compression]"
_SCAFFOLDS = (
    "[System: Your previous ",
    "[System: The previous ",
    _TASKS,
    "[IMPORTANT: Background process ",
    "[CONTEXT COMPACTION",
    "[CONTEXT SUMMARY]",
)
"""And how the text of such a row begins, since a stored one has lost its keys."""
_SHORT = 4
"""Rows at the end that stay however large they are: the last call and its result, and what led to it."""


def read(row: object) -> dict[str, Any] | None:
    """The row as the walk reads it, or nothing where it is junk. The row itself is not touched.

    What the host wrote under the role user is the host's word, and a call goes by the id that its result names.
    """
    try:
        known = plain([row])[0]
    except (ReadError, TypeError):
        return None
    if known["role"] == "user" and not skeleton_of(known):
        return {**known, "role": "developer"} if _scaffold(known) else _without_tasks(known)
    calls = known.get("tool_calls")
    if not calls:
        return known
    return {**known, "tool_calls": [{**call, "id": call.get("call_id") or call["id"]} for call in calls]}


def parted(rows: Sequence[Any]) -> list[Any]:
    """The rows, with what the host joined to a skeleton in one row as a row of its own behind it."""
    found: list[Any] = []
    for row in rows:
        behind = rest(row) if isinstance(row, dict) and skeleton_of(row) else None
        found.append(row)
        if behind:
            content = behind["content"]
            if isinstance(content, str):
                found[-1] = {**row, "content": row["content"].removesuffix(content)}
            found.append({key: value for key, value in behind.items() if key not in _SYNTHETIC})
    return found


def _without_tasks(known: dict[str, Any]) -> dict[str, Any]:
    """The host may join its list of tasks to what a person wrote."""
    content = known.get("content")
    if not isinstance(content, str) or _TASKS not in content:
        return known
    own, tasks = content.split(_TASKS, 1)
    return {**known, "content": f"{own}<system-reminder>{_TASKS}{tasks}</system-reminder>"}


def _scaffold(known: Row) -> bool:
    text = next(iter(blocks.texts(known.get("content"))), "").lstrip()
    return any(known.get(key) for key in _SYNTHETIC) or text.startswith(_SCAFFOLDS)


def tokens(known: Row | None) -> int:
    """Estimated, of what a model reads of the row."""
    return sum(map(estimate, spoken([known]))) if known else 0


def head(known: Sequence[Row | None], rows: int) -> set[int]:
    """Places of the first `rows` rows that are not the system's, with the results of their calls.

    None where a skeleton tells of them already. What follows is written under the role user, so the last of them is
    not a user's.
    """
    if any(row and skeleton_of(row) for row in known):
        return set()
    first = next((at for at, row in enumerate(known) if not _is(row, *SYSTEM)), len(known))
    end = min(first + rows, len(known))
    while rows and end < len(known) and _is(known[end], "tool"):
        end += 1
    while end > first and _is(known[end - 1], "user", "developer"):
        end -= 1
    return set(range(first, end))


def tail(known: Sequence[Row | None], room: int, cost: Sequence[int]) -> set[int]:
    """Places of the newest rows that fit in `room` (tokens, at `cost` for each), and of the last that a person wrote.

    Results stay with their calls. Where it can, the tail and what a person asked begin with the assistant's row
    before it: between two rows of one role the host would make them one.
    """
    start = len(known)
    while start and (room >= cost[start - 1] or start > len(known) - _SHORT):
        start -= 1
        room -= cost[start]
    while 0 < start < len(known) and _is(known[start], "tool"):
        start -= 1
    found = set(range(_opened(known, start), len(known)))
    asked = last_asked(known)
    if asked is not None and asked not in found:
        found |= set(range(_opened(known, asked), asked + 1))
    return found


def _opened(known: Sequence[Row | None], at: int) -> int:
    """The place of the assistant's row before a user's, or `at` where that would part a call from its result."""
    if at < 1 or not _is(known[at] if at < len(known) else None, "user", "developer"):
        return at
    before = known[at - 1]
    return at - 1 if before and before["role"] == "assistant" and not before.get("tool_calls") else at


def last_asked(known: Sequence[Row | None]) -> int | None:
    """The place of the newest row that a person wrote."""
    asked = (at for at in range(len(known) - 1, -1, -1) if (row := known[at]) and _is(row, "user"))
    return next((at for at in asked if not skeleton_of(known[at] or {})), None)


def _is(row: Row | None, *roles: str) -> bool:
    return row is not None and row["role"] in roles


def repaired(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows with whole pairs only: a result without its call goes, and so does a call without its result.

    A row that said nothing else goes with its calls. The rows that come in are not touched.
    """
    listed = list(rows)
    given = {str(row.get("tool_call_id")) for row in listed if row.get("role") == "tool" and row.get("tool_call_id")}
    found: list[dict[str, Any]] = []
    made: set[str] = set()
    for row in listed:
        if row.get("role") == "tool":
            id = str(row.get("tool_call_id"))
            if id in made:
                found.append(row)
                made.discard(id)
            continue
        calls = row.get("tool_calls")
        if row.get("role") != "assistant" or not isinstance(calls, list) or not calls:
            found.append(row)
            continue
        whole = [call for call in calls if given.intersection(_ids(call))]
        made |= {id for call in whole for id in _ids(call)}
        if len(whole) == len(calls):
            found.append(row)
        elif whole:
            found.append({**row, "tool_calls": whole})
        elif row.get("content"):
            found.append({key: value for key, value in row.items() if key != "tool_calls"})
    return found


def _ids(call: object) -> Iterator[str]:
    """A call of the Responses API has two, and its result names either."""
    for key in ("id", "call_id"):
        if isinstance(call, dict) and isinstance(call.get(key), str):
            yield call[key]
