"""Changes to the text of a JSON object that leave every other character where it was, and can be taken back.

A path is the keys from the root down. Of a key that stands twice in one object the last one counts, as for the client.
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

_BLANKS = re.compile(r"[ \t\n\r]*")
_UNIT = "  "
"""Indentation of a level where the text shows none; what the client itself writes."""


class Flaw(ValueError):
    """What keeps a text from being edited, and where: `line` and `column` count from 1."""

    def __init__(self, text: str, at: int, said: str) -> None:
        """`at`: offset in `text`."""
        super().__init__(said)
        self.line = text.count("\n", 0, at) + 1
        self.column = at - text.rfind("\n", 0, at)


class _Member(NamedTuple):
    """Offsets of `"key": value`, or of an element."""

    key: str
    """Empty for an element, which begins with its value."""
    start: int
    value: int
    end: int


class _Group(NamedTuple):
    """An object or a list."""

    start: int
    """Of its opening brace."""
    members: tuple[_Member, ...]
    end: int
    """Of its closing brace."""

    def member(self, key: str) -> _Member | None:
        return next((each for each in reversed(self.members) if each.key == key), None)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_no_constant)


def check(text: str) -> None:
    """Raises: Flaw, for what is no JSON object."""
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        comment = text[error.pos : error.pos + 1] == "/" or text[error.pos : error.pos + 1] == "#"
        raise Flaw(text, error.pos, "comments are not JSON" if comment else f"not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else f"{error} is no value of JSON"
        raise Flaw(text, 0, said) from error
    if not isinstance(value, dict):
        raise Flaw(text, _skip(text, 0), "not an object")


def value_at(text: str, path: Sequence[str]) -> Any:
    """The value, or None where there is none."""
    found = _find(text, path)
    return _DECODER.raw_decode(text, found.value)[0] if found else None


def is_empty(text: str) -> bool:
    """Does the object have no member?"""
    return not _root(text).members


def put(text: str, path: Sequence[str], value: Any) -> str:
    """`text` with `value` at `path`, written in the style of its neighbours; the same text where it is there.

    Objects on the way are made. Raises: Flaw, where something else than an object is in the way.
    """
    within = _root(text)
    for depth, key in enumerate(path):
        member = within.member(key)
        if member is None:
            for outer in reversed(path[depth + 1 :]):
                value = {outer: value}
            return _insert(text, within, key, value)
        if depth == len(path) - 1:
            same = json.dumps(value_at(text, path)) == json.dumps(value)
            return text if same else text[: member.value] + _like(text, within, value) + text[member.end :]
        if text[member.value] != "{":
            raise Flaw(text, member.value, f"{'.'.join(path[: depth + 1])} is not an object")
        within = _group(text, member.value)
    raise AssertionError(path)


def restore(text: str, path: Sequence[str], original: str) -> str:
    """`text` with what `original` has at `path`: its value, or nothing, and then no object that was made for it.

    The same text where there is nothing at `path`.
    """
    while found := _find(text, path):
        before = _find(original, path)
        if before:
            return text[: found.value] + original[before.value : before.end] + text[found.end :]
        text = _without(text, _within(text, path[:-1]), found)
        outer = _within(text, path[:-1])
        if outer.members:
            continue
        if len(path) > 1 and _find(original, path[:-1]) is None:
            return restore(text, path[:-1], original)
        return text[: outer.start + 1] + _blank(original, path[:-1]) + text[outer.end :]
    return text


def add(text: str, path: Sequence[str], value: Any) -> str:
    """`text` with `value` as the last element of the list at `path`, which is made where there is none.

    Raises: Flaw, where something else is in the way.
    """
    found = _find(text, path)
    if found is None:
        return put(text, path, [value])
    if text[found.value] != "[":
        raise Flaw(text, found.value, f"{'.'.join(path)} is not a list")
    return _insert(text, _group(text, found.value), "", value)


def drop(text: str, path: Sequence[str], ours: Callable[[Any], bool], original: str) -> str:
    """`text` without the elements of the list at `path` that are ours, and without a list that was made for them."""
    found = _find(text, path)
    if found is None or text[found.value] != "[":
        return text
    within = _group(text, found.value)
    gone = next((each for each in within.members if ours(_DECODER.raw_decode(text, each.value)[0])), None)
    if gone is None:
        return text
    text = _without(text, within, gone)
    within = _group(text, found.value)
    if within.members:
        return drop(text, path, ours, original)
    if _find(original, path) is None:
        return restore(text, path, original)
    return text[: within.start + 1] + _blank(original, path) + text[within.end :]


def _blank(original: str, path: Sequence[str]) -> str:
    """What stood between the braces of an object or a list that was empty."""
    member = _find(original, path) if path else None
    at = member.value if member else _skip(original, 0)
    if (path and member is None) or original[at] not in "{[":
        return ""
    found = _group(original, at)
    return "" if found.members else original[found.start + 1 : found.end]


def _without(text: str, within: _Group, gone: _Member) -> str:
    """Its comma goes along: that before it, or that behind the first."""
    at = within.members.index(gone)
    if at:
        return text[: within.members[at - 1].end] + text[gone.end :]
    if len(within.members) > 1:
        return text[: gone.start] + text[within.members[1].start :]
    return text[: within.start + 1] + text[within.end :]


def _insert(text: str, within: _Group, key: str, value: Any) -> str:
    """As the last member."""
    named = f"{json.dumps(key, ensure_ascii=False)}{_colon(text, within)}" if key else ""
    said = named + _like(text, within, value)
    if within.members:
        end = within.members[-1].end
        return f"{text[:end]},{_gap(text, within)}{said}{text[end:]}"
    gap = _gap(text, within)
    closing = gap[: len(gap) - len(_unit(text))] if "\n" in gap else ""
    return f"{text[: within.start + 1]}{gap}{said}{closing}{text[within.end :]}"


def _gap(text: str, within: _Group) -> str:
    """What stands before a member of this object: a line break and its indentation, or a blank, or nothing."""
    if within.members:
        gap = _trailing(text, within.members[-1].start)
        if "\n" in gap or len(within.members) > 1:
            return gap
        return "" if _colon(text, within) == ":" else " "
    if not _many_lines(text):
        return ""
    line = "" if within.start == _skip(text, 0) else text[text.rfind("\n", 0, within.start) + 1 : within.start]
    return _newline(text) + line[: len(line) - len(line.lstrip(" \t"))] + _unit(text)


def _trailing(text: str, at: int) -> str:
    """The blanks before an offset."""
    start = at
    while start and text[start - 1] in " \t\r\n":
        start -= 1
    return text[start:at]


def _colon(text: str, within: _Group) -> str:
    """`: ` as the object, or else the text, writes it."""
    members = [each for each in within.members if each.value > each.start] or _root(text).members
    if not members:
        return ": "
    last = members[-1]
    key = _DECODER.raw_decode(text, last.start)[1]
    found = text[key : last.value]
    return ": " if "\n" in found else found


def _like(text: str, within: _Group, value: Any) -> str:
    """The value as text: over several lines where the object is."""
    gap = _gap(text, within)
    if "\n" not in gap:
        colon = _colon(text, within)
        return json.dumps(value, ensure_ascii=False, separators=("," if colon == ":" else ", ", colon))
    return json.dumps(value, ensure_ascii=False, indent=_unit(text)).replace("\n", gap)


def _unit(text: str) -> str:
    """The indentation of one level."""
    root = _root(text)
    if not root.members:
        return _UNIT
    gap = _trailing(text, root.members[0].start)
    return gap.rpartition("\n")[2] or _UNIT


def _many_lines(text: str) -> bool:
    root = _root(text)
    return not root.members or "\n" in _trailing(text, root.members[0].start)


def _newline(text: str) -> str:
    at = text.find("\n")
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"


def _root(text: str) -> _Group:
    return _group(text, _skip(text, 0))


def _within(text: str, path: Sequence[str]) -> _Group:
    """The object at a path. Raises: KeyError."""
    found = _root(text)
    for key in path:
        member = found.member(key)
        if member is None or text[member.value] != "{":
            raise KeyError(key)
        found = _group(text, member.value)
    return found


def _find(text: str, path: Sequence[str]) -> _Member | None:
    try:
        return _within(text, path[:-1]).member(path[-1])
    except KeyError:
        return None


def _group(text: str, start: int) -> _Group:
    """The object or list that begins at `start`, in a text that was checked."""
    members: list[_Member] = []
    closing = "}" if text[start] == "{" else "]"
    at = _skip(text, start + 1)
    while text[at] != closing:
        key, value = "", at
        if closing == "}":
            key, end = _DECODER.raw_decode(text, at)
            value = _skip(text, _skip(text, end) + 1)
        end = _DECODER.raw_decode(text, value)[1]
        members.append(_Member(key, at, value, end))
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return _Group(start, tuple(members), at)


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    assert found, at
    return found.end()
