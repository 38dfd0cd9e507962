"""Words of the person that stand inside a tool result: the reason for a rejection, the answer to a question.

The sentences are the client's own, collected from sessions of versions 1.0 to 2.1. They count only where the result
opens with one and is marked as an error (a rejection) or answers a question tool: any other result that quotes them is
a tool speaking.
"""

import re
from collections.abc import Iterator
from typing import Any

from fastjev.labels import Speaker
from fastjev.readers.blocks import Call, Result
from fastjev.readers.claude_code.rows import Row
from fastjev.readers.speech import Part

_REJECTED = ("The user doesn't want to proceed with this tool use.", "Permission for this tool use was denied.")
_SAID = re.compile(r"[Tt]he user (?:said|provided the following reason for the rejection):[ \t]*\n?")
_PLANNING = "User chose to stay in plan mode"
_COMMENTS = "Comments on the plan:"
_ADVICE = "\n\nNote: The user's next message may contain a correction or preference."
"""Advice to the model that newer clients put after the reason."""
_CLARIFY = "The user wants to clarify these questions."
_CLARIFIED = re.compile(r"^[ \t]*Answer: (.+)$", re.MULTILINE)
_DENIALS_SINCE = (2, 1, 206)
"""The first version of which it is sure that a row says by `toolDenialKind` that a person refused. From there on the
error text of a tool server cannot pose as one."""

_ASKED = re.compile(r"^(?:User has answered your questions|Your questions have been answered|The user answered):\s*")
_GO_ON = re.compile(
    r"\. (?:You can now continue|Read the answers carefully)[^\n]*\s*$|\n+You can now continue[^\n]*\s*$"
)
_NOTES = re.compile(r" (?:user )?notes: ")
_PREVIEW = re.compile(r" (?:selected )?preview:")
_PAIR = re.compile(r'"(?:[^"]*)"="([^"]*)"')
_NONE = "(no option selected)"


def words(result: Result, row: Row, call: Call | None) -> tuple[Part, ...]:
    """What the person said in this result, each as it was said; empty for an ordinary result, or one a mod rebuilt."""
    if row.author != "local":
        return ()
    if result.is_error:
        return tuple(_rejection(result.text, row, call))
    if call is not None and call.name == "AskUserQuestion":
        answers = row.answers or tuple(_read(result.text, call.input))
        if answers:
            return (Part(Speaker.HUMAN, "answer", "\n".join(answers)),)
    return ()


def _rejection(text: str, row: Row, call: Call | None) -> Iterator[Part]:
    if _forged(row, call):
        return
    if text.startswith(_PLANNING):
        reason = text.partition(_COMMENTS)[2]
    elif text.startswith(_REJECTED) and (said := _SAID.search(text)):
        reason = text[said.end() :]
    else:
        return
    reason = reason.partition(_ADVICE)[0].strip()
    if reason.startswith(_CLARIFY):
        picked = _CLARIFIED.findall(reason)
        if picked:
            yield Part(Speaker.HUMAN, "answer", "\n".join(picked))
    elif reason:
        yield Part(Speaker.HUMAN, "rejection", reason)


def _forged(row: Row, call: Call | None) -> bool:
    if row.denial is not None:
        return row.denial != "user-rejected"
    foreign = call is not None and call.name.startswith("mcp__")
    return foreign and tuple(int(part) for part in re.findall(r"\d{1,6}", row.version)[:3]) >= _DENIALS_SINCE


def _read(text: str, asked: Any) -> Iterator[str]:
    """The answers out of the result's sentence: `"question"="answer"`, with the person's notes."""
    opening = _ASKED.match(text)
    if not opening:
        return
    body = _GO_ON.sub("", text[opening.end() :])
    questions = asked.get("questions") if isinstance(asked, dict) else None
    anchors: list[tuple[int, int]] = []
    for question in questions if isinstance(questions, list) else ():
        if isinstance(question, dict) and isinstance(question.get("question"), str):
            mark = f'"{question["question"]}"='
            start = body.find(mark)
            if start >= 0:
                anchors.append((start, start + len(mark)))
    anchors.sort()
    for (_, start), (stop, _) in zip(anchors, [*anchors[1:], (len(body), 0)], strict=True):
        yield from _answer(body[start:stop].rstrip().rstrip(","))
    if not anchors:
        yield from _PAIR.findall(body)


def _answer(value: str) -> Iterator[str]:
    chosen, *notes = _NOTES.split(value, maxsplit=1)
    chosen = _PREVIEW.split(chosen, maxsplit=1)[0].strip()
    if chosen != _NONE and chosen.strip('"').strip():
        yield chosen[1:-1] if chosen.startswith('"') and chosen.endswith('"') else chosen
    for note in notes:
        note = _PREVIEW.split(note, maxsplit=1)[0].strip()
        if note:
            yield note
