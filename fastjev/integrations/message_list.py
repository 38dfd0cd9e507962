"""A message list in Anthropic's or OpenAI's form: checked on its way in, cut with whole tool pairs."""

import difflib
import json
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from fastjev.errors import ReadError
from fastjev.ours import is_skeleton
from fastjev.readers import blocks, flat, skeleton
from fastjev.renderers.size import values

SYSTEM = ("system", "developer")
"""Roles of whoever runs the program. What they say stays as it is, in front."""
_IDS = {"tool_use": "id", "tool_result": "tool_use_id"}
_UNSAID = ("thinking", "redacted_thinking")
"""Blocks that go out without a word: their signatures bind them to messages that are gone."""
_WORDLESS = frozenset({"audio", "function_call", "refusal", "tool_calls"})
"""What an answer may hold instead of a content."""


def plain(messages: object) -> list[dict[str, Any]]:
    """The messages as JSON has them; objects of an SDK by their `model_dump`. The list itself is not touched.

    Raises: TypeError for what is no list of messages, or holds what JSON cannot; ReadError for a message that neither
    form knows. Both name the message and the key.
    """
    if isinstance(messages, Mapping) or not isinstance(messages, Sequence) or isinstance(messages, str | bytes):
        hint = "; give the list in it: request['messages']" if isinstance(messages, Mapping) else ""
        raise TypeError(f"messages: is of the type {type(messages).__name__}, not a list of messages{hint}")
    found = [_plain(message, f"messages[{at}]") for at, message in enumerate(messages)]
    for at, message in enumerate(found):
        _check(message, f"messages[{at}]")
    return found


def _plain(message: object, at: str) -> dict[str, Any]:
    try:
        found = json.loads(json.dumps(message, default=_dumped))
    except TypeError as error:
        raise TypeError(f"{at}{_culprit(message)}: cannot be written as JSON: {error}") from error
    except (ValueError, RecursionError) as error:
        raise ReadError(f"{at}: holds itself, or is nested too deeply to be read") from error
    if not isinstance(found, dict):
        raise TypeError(f"{at}: is of the type {type(message).__name__}, not a mapping with role and content")
    return found


def _dumped(value: Any) -> Any:
    dumped = getattr(value, "model_dump", None)
    if isinstance(value, Mapping):
        return dict(value)
    if dumped is None or isinstance(value, type):
        raise TypeError(f"{type(value).__name__} is no JSON value")
    # An SDK fills in what its answer left out, and does not take it back.
    return dumped(mode="json", exclude_unset=True)


def _culprit(value: Any) -> str:
    """The keys that lead to the first part that JSON cannot hold."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, Mapping):
        parts = value.items()
    elif isinstance(value, list | tuple):
        parts = enumerate(value)
    for key, part in parts:
        try:
            json.dumps(part, default=_dumped)
        except TypeError:
            return f"[{key!r}]{_culprit(part)}"
    return ""


def _check(message: Mapping[str, Any], at: str) -> None:
    role = message.get("role")
    if not isinstance(role, str) or role not in flat.ROLES:
        near = difflib.get_close_matches(str(role), flat.ROLES, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; roles are {', '.join(flat.ROLES)}"
        said = f"{role!r:.80} is no role{hint}" if "role" in message else "is missing"
        raise ReadError(f"{at}['role']: {said}")
    content = message.get("content")
    if content is not None and not isinstance(content, str | list):
        raise ReadError(f"{at}['content']: is of the type {type(content).__name__}, neither text nor a list of blocks")
    if "content" not in message and (role != "assistant" or _WORDLESS.isdisjoint(message)):
        raise ReadError(f"{at}: has no 'content'")
    if role == "tool" and not isinstance(message.get("tool_call_id"), str):
        raise ReadError(f"{at}['tool_call_id']: is missing, so nothing says which call it answers")
    for n, block in enumerate(content if isinstance(content, list) else ()):
        _check_block(block, f"{at}['content'][{n}]")
    calls = message.get("tool_calls")
    if calls is not None and not isinstance(calls, list):
        raise ReadError(f"{at}['tool_calls']: is of the type {type(calls).__name__}, not a list of calls")
    for n, call in enumerate(calls or ()):
        if not isinstance(call, dict) or not isinstance(call.get("id"), str):
            raise ReadError(f"{at}['tool_calls'][{n}]['id']: is missing, so call and result cannot be paired")


def _check_block(block: object, at: str) -> None:
    if not isinstance(block, str | dict):
        raise ReadError(f"{at}: is of the type {type(block).__name__}, not a block")
    if isinstance(block, str):
        return
    kind = block.get("type")
    if kind is not None and not isinstance(kind, str):
        raise ReadError(f"{at}['type']: is of the type {type(kind).__name__}, not the name of a type")
    if kind in (None, "text") and blocks.text(block) is None:
        said = ": is a block without a 'type' and without a 'text'" if kind is None else "['text']: is no text"
        raise ReadError(at + said)
    key = _IDS.get(kind or "")
    if key and not isinstance(block.get(key), str):
        raise ReadError(f"{at}['{key}']: is missing, so call and result cannot be paired")
    inner = block.get("content") if kind == "tool_result" else None
    for n, part in enumerate(inner if isinstance(inner, list) else ()):
        _check_block(part, f"{at}['content'][{n}]")


def spoken(messages: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What a model would read of the messages: texts, results, and the names and inputs of calls."""
    for message in messages:
        content = message.get("content")
        yield from blocks.texts(content)
        yield from blocks.texts(message.get("refusal"))
        yield from (result.text for result in blocks.results(content))
        for call in flat.calls(dict(message)):
            yield call.name
            yield from values(blocks.mapping(call.input))


def unread(messages: Sequence[Mapping[str, Any]], places: Iterable[int]) -> Iterator[str]:
    """For each block at these places whose kind no reader knows, and none shows: a line that says so."""
    for at in sorted(places):
        content = messages[at].get("content")
        for n, block in enumerate(content if isinstance(content, list) else ()):
            if isinstance(block, dict) and block.get("type") not in (*blocks.KINDS, *_UNSAID):
                yield f"messages[{at}]['content'][{n}]: a block of the type {block['type']!r:.80} went out unread"


def skeleton_of(message: Mapping[str, Any]) -> str:
    """The text of the skeleton that opens the message; empty where there is none. Behind other words one is a paste."""
    if message.get("role") != "user":
        return ""
    first = next(iter(blocks.texts(message.get("content"))), "")
    return first if is_skeleton(first.lstrip()) else ""


def replaced(known: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The message that held a skeleton with `text` in its place; its other keys, and those of its block, as they were.

    Nothing but the skeleton stands in what comes back.
    """
    if not isinstance(known.get("content"), list):
        return {**known, "content": text}
    block = next(block for block in known["content"] if _is_skeleton(block))
    return {**known, "content": [{**block, "text": text} if isinstance(block, dict) else text]}


def rest(known: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a message holds beside a skeleton: blocks of a prompt behind it, or words that somebody wrote beneath."""
    content = known.get("content")
    if isinstance(content, str):
        stray = skeleton.stray(content.strip())
        return {**known, "content": stray} if stray else None
    left: list[Any] = []
    own = next((at for at, block in enumerate(content or ()) if _is_skeleton(block)), -1)
    for at, block in enumerate(content or ()):
        if at != own:
            left.append(block)
        elif stray := skeleton.stray((block["text"] if isinstance(block, dict) else block).strip()):
            left.append({"type": "text", "text": stray})
    return {**known, "content": left} if left else None


def _is_skeleton(block: Any) -> bool:
    text = blocks.text(block)
    return text is not None and is_skeleton(text.lstrip())


def paired(messages: Sequence[Mapping[str, Any]], chosen: AbstractSet[int]) -> set[int]:
    """The chosen places, those of all calls and results that belong to them, and what stands between.

    A message with a result whose call stands nowhere before it goes, and what answers a call in such a message.
    """
    made: dict[str, int] = {}
    beside: dict[int, set[int]] = {}
    for at, message in enumerate(messages):
        given = list(_given(message))
        if all(id in made for id in given):
            beside[at] = {made[id] for id in given}
            for id in given:
                beside[made[id]].add(at)
            made |= dict.fromkeys(_made(message), at)
    found: set[int] = set()
    ends = [*sorted(chosen), len(messages)]
    left = [at for at in ends if at in beside]
    while left:
        if (at := left.pop()) not in found:
            found.add(at)
            left += sorted(beside[at])
            if at not in chosen:
                left += [place for place in range(at, ends[bisect(ends, at)]) if place in beside]
    return found


def _made(message: Mapping[str, Any]) -> Iterator[str]:
    return (call.id for call in flat.calls(dict(message)))


def _given(message: Mapping[str, Any]) -> Iterator[str]:
    yield from (result.call for result in blocks.results(message.get("content")))
    if message.get("role") == "tool":
        yield str(message["tool_call_id"])
