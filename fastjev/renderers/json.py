"""The skeleton as a program reads it (`fastjev.skeleton/1`): exact text, every link, what made it."""

from dataclasses import asdict
from typing import Any

from fastjev.datatypes import Item, Message, Provenance, Run
from fastjev.jsontext import dump
from fastjev.labels import Action, Zone
from fastjev.renderers.size import size


def render(run: Run, provenance: Provenance, elapsed_ms: float) -> str:
    """One line of JSON. Spans are characters of the message's text; items stand newest first in each zone."""
    conversation, skeleton = run.conversation, run.skeleton
    skeleton_json = {
        "schema": "fastjev.skeleton/1",
        "conversation": {
            "id": conversation.id,
            "format": conversation.format,
            "messages": len(conversation.messages),
            "turns": conversation.turns,
            "lang": skeleton.lang,
        },
        "zones": {zone: [_item(item) for item in skeleton.items if item.zone == zone] for zone in Zone},
        "recent": [_message(message) for message in skeleton.recent],
        "stats": {**asdict(size(run)), "units": len(run.units), "elided": _elided(run), "elapsed_ms": elapsed_ms},
        "provenance": asdict(provenance),
    }
    return dump(skeleton_json) + "\n"


def _item(item: Item) -> dict[str, Any]:
    return {
        "id": item.id,
        "message": item.message,
        "turn": item.turn,
        "span": list(item.span),
        "speaker": item.speaker,
        "time": item.time,
        "text": item.text,
        "label": item.label,
        "p": item.p,
        "by": list(item.by),
        "status": item.status,
        "supersedes": list(item.supersedes),
        "superseded_by": item.superseded_by,
        "conflicts_with": list(item.conflicts_with),
        "covers": None if item.covers is None else list(item.covers),
        "pointer": item.pointer,
    }


def _message(message: Message) -> dict[str, Any]:
    return {
        "message": message.index,
        "role": message.role,
        "speaker": message.speaker,
        "text": message.text,
        "tool_calls": [{"id": call.id, "name": call.name, "input": call.input} for call in message.calls],
    }


def _elided(run: Run) -> int:
    """How many units do not stand in the skeleton as they were."""
    recent = {message.index for message in run.skeleton.recent}
    shortened = {decision.unit for decision in run.decisions if decision.action != Action.KEEP}
    return sum(unit.id in shortened and unit.message not in recent for unit in run.units)
