"""Runs made by hand, so that a renderer is tested on what it is given and not on what the stages decide."""

import json
from collections.abc import Sequence
from typing import Any

from fastjev.datatypes import (
    Conversation,
    Decision,
    Item,
    Message,
    Record,
    Run,
    Skeleton,
    Span,
    ToolCall,
    Unit,
    Verdict,
)
from fastjev.labels import Action, Label, Speaker, Status, Zone
from fastjev.policy import DEFAULT
from fastjev.renderers import RENDERERS
from fastjev.renderers.provenance import provenance

ROLES = {Speaker.HUMAN: "user", Speaker.ASSISTANT: "assistant", Speaker.TOOL: "tool", Speaker.HARNESS: "user"}
LABELS = {
    Zone.CONSTRAINTS: Label.CONSTRAINT,
    Zone.FACTS: Label.FACT,
    Zone.DECISIONS: Label.DECISION,
    Zone.PROCESS: Label.PROCESS,
    Zone.DEPRECATED_CONSTRAINTS: Label.CONSTRAINT,
}


def message(index: int, text: str, speaker: Speaker = Speaker.HUMAN, *, turn: int = 1, **more: Any) -> Message:
    return Message(index=index, role=more.pop("role", ROLES[speaker]), speaker=speaker, text=text, turn=turn, **more)


def call(id: str, name: str = "Bash", **input: Any) -> ToolCall:
    return ToolCall(id, name, input)


def item(id: str, text: str, zone: Zone = Zone.CONSTRAINTS, **more: Any) -> Item:
    turn = int(id[1:].split(".")[0])
    values: dict[str, Any] = {"message": 0, "span": Span(0, len(text)), "status": Status.ACTIVE}
    values |= {"speaker": Speaker.HUMAN, "time": None, "label": LABELS[zone], "p": 0.9, "by": ()}
    return Item(id=id, zone=zone, turn=turn, text=text, **values | more)


def run_of(
    items: Sequence[Item] = (),
    messages: Sequence[Message] = (),
    *,
    recent: Sequence[int] = (),
    units: Sequence[tuple[str, str]] = (),
    lang: str = "en",
    format: str = "neutral",
    rows: Sequence[Any] = (),
    id: str = "11111111-2222-3333-4444-555555555555",
    turns: int = 42,
) -> Run:
    """A run with these items; each is a unit of its own, `units` are (id, text) of further ones."""
    raw, records = b"", []
    for index, row in enumerate(rows):
        line = json.dumps(row).encode() + b"\n"
        records.append(Record(index, Span(len(raw), len(raw) + len(line)), "row"))
        raw += line
    texts = dict(units) | {each.id: each.text for each in items if each.covers is None}
    made = sorted(texts, key=lambda id: tuple(map(int, id[1:].split("."))))
    by_id = {each.id: each for each in items}
    return Run(
        conversation=Conversation(
            id=id, format=format, raw=raw, records=tuple(records), messages=tuple(messages), tool_calls=0
        ),
        units=tuple(_unit(id, texts[id], by_id.get(id)) for id in made),
        verdicts=tuple(Verdict(id, by_id[id].label if id in by_id else Label.UNSURE, 0.9) for id in made),
        decisions=tuple(_decision(id, by_id.get(id)) for id in made),
        skeleton=Skeleton(
            items=tuple(items),
            recent=tuple(message for message in messages if message.index in recent),
            lang=lang,
            first_turn=1,
            last_turn=turns,
        ),
    )


def _unit(id: str, text: str, item: Item | None) -> Unit:
    return Unit(
        id=id,
        message=item.message if item else 0,
        turn=int(id[1:].split(".")[0]),
        span=item.span if item else Span(0, len(text)),
        speaker=item.speaker if item else Speaker.HUMAN,
        text=text,
        kind="prose",
    )


def _decision(id: str, item: Item | None) -> Decision:
    return Decision(
        unit=id,
        label=item.label if item else Label.UNSURE,
        p=0.9,
        status=item.status if item else Status.ACTIVE,
        action=Action.KEEP if item else Action.FOLD,
        supersedes=item.supersedes if item else (),
        superseded_by=item.superseded_by if item else None,
    )


def rendered(run: Run, shape: str) -> str:
    return RENDERERS[shape].render(run, provenance(rules="sha256:abc", policy=DEFAULT), 12.5)
