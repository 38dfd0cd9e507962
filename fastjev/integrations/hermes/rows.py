"""Rows of the host's history: what is read of each, which stay as they are, and whether every call has its result."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from fastjev.errors import ReadError
from fastjev.integrations.message_list import SYSTEM, plain, rest, skeleton_of, spoken
from fastjev.readers.blocks import SHOWN
from fastjev.readers.hermes.marks import COMPRESSED, opened, stretches
from fastjev.readers.skeleton import head_of
from fastjev.renderers.text import short
from fastjev.tokens import estimate

Row = Mapping[str, Any]
"""A message in OpenAI's form, with whatever keys of its own the host put beside."""

OURS = COMPRESSED
"""How the host marks a row that stands for others. Keys that begin with an underscore are never sent."""
_SENT = "api_content"
"""The bytes that were sent for a row; they would be sent again for a row that was cut."""
_PICTURE = 1_500
"""Tokens of a picture: what the host counts for one."""
_SHORT = 4
"""Rows at the end that stay however large they are: the last call and its result, and what led to it."""


def read(row: object) -> dict[str, Any] | None:
    """The row as JSON has it, or nothing where it is junk. The row itself is not touched."""
    try:
        return plain([row])[0]
    except (ReadError, TypeError):
        return None


def own(rows: Sequence[Any], session: str) -> int | None:
    """The place of the skeleton that an earlier compaction of this very session left; nothing where there is none.

    Any other was pasted: it names another session, or stands beside one with the mark that the host takes off the rows
    of its database.
    """
    told = ((at, row, skeleton_of(row)) for at, row in enumerate(rows) if isinstance(row, dict))
    found = [
        (row.get(OURS) is not True, at)
        for at, row, text in told
        if text and head_of(text.lstrip().partition("\n")[0]).session == short(session)
    ]
    return min(found)[1] if found else None


def parted(rows: Sequence[Any], skeleton: int | None) -> list[Any]:
    """The rows, with what the host joined to the skeleton in one row as a row of its own behind it."""
    if skeleton is None or (behind := rest(rows[skeleton])) is None:
        return list(rows)
    row, said = rows[skeleton], behind["content"]
    before = {**row, "content": row["content"].removesuffix(said) if isinstance(said, str) else row["content"]}
    beside = {key: value for key, value in behind.items() if key != OURS}
    return [*rows[:skeleton], before, beside, *rows[skeleton + 1 :]]


def pasted(known: dict[str, Any] | None) -> dict[str, Any] | None:
    """A row of a person's, told to the walk as such where it begins like a skeleton."""
    return {**known, OURS: False} if known and opened(known) else known


def cut(row: Row, content: str | list[Any]) -> dict[str, Any]:
    """A row of its own that says so much of it; all other keys stay."""
    return {**{key: value for key, value in row.items() if key != _SENT}, "content": content}


def called(known: Row | None, answered: AbstractSet[str]) -> Row | None:
    """The row with its calls under the ids that results name: a call of the Responses API has two."""
    calls = known.get("tool_calls") if known else None
    if not known or not calls:
        return known
    return {**known, "tool_calls": [{**call, "id": _named(call, answered)} for call in calls]}


def _named(call: Mapping[str, Any], answered: AbstractSet[str]) -> str:
    return next((id for id in _ids(call) if id in answered), str(call["id"]))


def _ids(call: object) -> Iterator[str]:
    for key in ("id", "call_id"):
        if isinstance(call, dict) and isinstance(call.get(key), str):
            yield call[key]


def tokens(known: Row | None) -> int:
    """Estimated, of what a model reads and sees of the row."""
    if known is None:
        return 0
    content = known.get("content")
    parts = content if isinstance(content, list) else ()
    seen = sum(isinstance(part, dict) and part.get("type") in SHOWN for part in parts)
    return sum(map(estimate, spoken([known]))) + seen * _PICTURE


def head(known: Sequence[Row | None], rows: int) -> set[int]:
    """Places of the first `rows` rows that are not the system's, with the results of their calls.

    What follows is written under the role user, so the last of them is not a user's.
    """
    first = next((at for at, row in enumerate(known) if not _is(row, *SYSTEM)), len(known))
    end = min(first + rows, len(known))
    while rows and end < len(known) and _is(known[end], "tool"):
        end += 1
    while end > first and _is(known[end - 1], "user"):
        end -= 1
    return set(range(first, end))


def tail(known: Sequence[Row | None], room: int, cost: Sequence[int]) -> set[int]:
    """Places of the newest rows that fit in `room` (tokens, at `cost` for each). Results stay with their calls."""
    start = len(known)
    while start and (room >= cost[start - 1] or start > len(known) - _SHORT):
        start -= 1
        room -= cost[start]
    return set(range(_opened(known, _whole(known, start)), len(known)))


def asked(known: Sequence[Row | None], newest: AbstractSet[int]) -> tuple[set[int], set[int]]:
    """What a person asked last, where it is not among the `newest` rows, with a row of the assistant's beside it.

    The first places are of rows that stand before a skeleton, the others of rows behind it: a request with which the
    talk begins stays its beginning. Two rows of one role in a row the host would make one.
    """
    at = last_asked(known)
    if at is None or at in newest:
        return set(), set()
    start = _opened(known, at)
    if start < at or any(not _is(row, *SYSTEM) for row in known[:at]):
        return set(), set(range(start, at + 1))
    end = at + 2
    while end < len(known) and _is(known[end], "tool"):
        end += 1
    return set(range(at, end)), set()


def _whole(known: Sequence[Row | None], at: int) -> int:
    """The place of the call, where a result stands."""
    while 0 < at < len(known) and _is(known[at], "tool"):
        at -= 1
    return at


def _opened(known: Sequence[Row | None], at: int) -> int:
    """The place of the assistant's row before a person's, else `at`."""
    before = _whole(known, at - 1) if 0 < at < len(known) and _is(known[at], "user") else at
    return before if _is(known[before] if before < len(known) else None, "assistant") else at


def last_asked(known: Sequence[Row | None]) -> int | None:
    """The place of the newest row in which a person speaks."""
    for at in range(len(known) - 1, -1, -1):
        row = known[at]
        if row and _is(row, "user") and not opened(row) and any(part.said for part in stretches(row)):
            return at
    return None


def _is(row: Row | None, *roles: str) -> bool:
    return row is not None and row["role"] in roles


def repaired(rows: Iterable[Any]) -> list[Any]:
    """The rows with whole pairs only: a result without its call goes, and so does a call without its result.

    A row that said nothing else goes with its calls. Calls at the end still run. The rows that come in are not touched.
    """
    listed = list(rows)
    runs = next((row for row in reversed(listed) if not (isinstance(row, dict) and row.get("role") == "tool")), None)
    given = {row.get("tool_call_id") for row in listed if isinstance(row, dict) and row.get("role") == "tool"}
    found: list[Any] = []
    made: dict[str, int] = {}
    for row in listed:
        calls = row.get("tool_calls") if isinstance(row, dict) and row.get("role") == "assistant" else None
        if isinstance(row, dict) and row.get("role") == "tool":
            call = made.get(str(row.get("tool_call_id")))
            if call is not None:
                found.append(row)
                made = {id: other for id, other in made.items() if other != call}
        elif not isinstance(calls, list) or not calls:
            found.append(row)
        else:
            whole = calls if row is runs else [call for call in calls if given.intersection(_ids(call))]
            made |= {id: len(made) + n for n, call in enumerate(whole) for id in _ids(call)}
            found += _with(row, calls, whole)
    return found


def _with(row: dict[str, Any], calls: list[Any], whole: list[Any]) -> Iterator[dict[str, Any]]:
    if len(whole) == len(calls):
        yield row
    elif whole:
        yield {**row, "tool_calls": whole}
    elif row.get("content"):
        yield {key: value for key, value in row.items() if key != "tool_calls"}
