"""A set's sessions as conversations again, and what rules and model see in them; the source is not needed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from fastjev.datatypes import Conversation, Span, Unit, Verdict
from fastjev.labeling.items import Item
from fastjev.labels import Speaker
from fastjev.model import Models
from fastjev.model.classifier.features import Features, features
from fastjev.model.classifier.surroundings import Surroundings
from fastjev.ours import is_skeleton
from fastjev.policy import Policy
from fastjev.readers import quoted, read
from fastjev.rulebook import Rulebook
from fastjev.stages.classify import classify
from fastjev.stages.segment import segment

_ROLES = {Speaker.HUMAN: "user", Speaker.ASSISTANT: "assistant", Speaker.TOOL: "tool", Speaker.HARNESS: "system"}


class Place(NamedTuple):
    """Where an item stands in its talk."""

    m: int
    """The message, counted from 0."""
    span: Span


class Talk(NamedTuple):
    """One session of a set: what was said word by word, and of each tool exchange its line."""

    conv: str
    messages: tuple[Mapping[str, Any], ...]
    """As `fastjev.conversation/1` has them, without times: the order of a set is the order of reading."""
    items: tuple[Item, ...]
    places: Mapping[str, Place]
    """By item."""

    def document(self, **more: Any) -> bytes:
        """As a file of `fastjev.conversation/1`."""
        tree = {"schema": "fastjev.conversation/1", "id": self.conv, "messages": self.messages, **more}
        return json.dumps(tree).encode()


class Seen(NamedTuple):
    """One item among the units of its talk, cut anew."""

    item: Item
    unit: Unit
    """The one that it shares most characters with."""
    rules: Verdict
    features: Features


def talks(items: Sequence[Item]) -> Iterator[Talk]:
    """One for each session, in the order of the set."""
    by_conv: dict[str, list[Item]] = {}
    for item in items:
        by_conv.setdefault(item.conv, []).append(item)
    for conv, own in by_conv.items():
        yield _talk(conv, own)


def seen(talk: Talk, rulebook: Rulebook, policy: Policy, models: Models) -> Iterator[Seen]:
    """Those of the items that are to be labelled which the classifier can be asked about."""
    units = _units(talk, rulebook, policy, models)
    verdicts = classify(units, rulebook, policy)
    around = Surroundings(units, verdicts)
    told = {*around.told}
    at = _positions(talk, units)
    for item in talk.items:
        position = at.get(item.id)
        if item.asked and position is not None and position in told:
            yield Seen(item, units[position], verdicts[position], features(around, position))


def verdicts(items: Sequence[Item], rulebook: Rulebook, policy: Policy, models: Models) -> dict[str, Verdict]:
    """By item, what is said of the unit by itself, with every vote; by rules alone where no model labels.

    Cues are of the unit's text, which is the item's.
    """
    found: dict[str, Verdict] = {}
    for talk in talks(items):
        units = _units(talk, rulebook, policy, models)
        said = classify(units, rulebook, policy, models.labels)
        found |= {id: said[position] for id, position in _positions(talk, units).items()}
    return found


def _talk(conv: str, items: Sequence[Item]) -> Talk:
    messages: list[dict[str, Any]] = []
    places: dict[str, Place] = {}
    for (_, exchange), group in groupby(items, key=lambda item: (item.at[0], item.kind == "call")):
        if exchange:
            for item in group:
                id = f"call{len(messages)}"
                line = item.text.partition("\n")[0]
                name = next(iter(line.split()), "tool")
                messages.append(
                    {"role": "assistant", "text": "", "tool_calls": [{"id": id, "name": name, "input": {}}]}
                )
                places[item.id] = Place(len(messages), Span(0, len(line)))
                messages.append({"role": "tool", "text": line, "tool_call_id": id})
            continue
        own = list(group)
        text, end = "", own[0].at[1]
        for item in own:
            # Units tile a message; a set from elsewhere may leave blanks out.
            text += "\n" if item.at[1] > end and text else ""
            places[item.id] = Place(len(messages), Span(len(text), len(text) + len(item.text)))
            text, end = text + item.text, item.at[2]
        messages.append({"role": _role(own[0].speaker, text), "text": text})
    return Talk(conv, tuple(messages), tuple(items), places)


def _role(speaker: Speaker, text: str) -> str:
    """A human's text with words of a client in it would be read as two messages: it is the client's then."""
    if speaker == Speaker.HUMAN and (is_skeleton(text) or len(quoted.cut(text)) > 1):
        return _ROLES[Speaker.HARNESS]
    return _ROLES[speaker]


def _units(talk: Talk, rulebook: Rulebook, policy: Policy, models: Models) -> tuple[Unit, ...]:
    rulebook.start(policy.stranger_chars)
    conversation: Conversation = read(talk.document(), talk.conv, "neutral")
    assert len(conversation.messages) == len(talk.messages), (talk.conv, len(talk.messages))
    return segment(conversation, rulebook, policy, models.opens)


def _positions(talk: Talk, units: Sequence[Unit]) -> dict[str, int]:
    """For each item the position of the unit that shares most characters with it; none where no unit does."""
    by_message: dict[int, list[int]] = {}
    for position, unit in enumerate(units):
        by_message.setdefault(unit.message, []).append(position)
    found: dict[str, int] = {}
    for item in talk.items:
        place = talk.places[item.id]
        shared = {at: _shared(units[at].span, place.span) for at in by_message.get(place.m, ())}
        best = max(shared, key=lambda at: (shared[at], -at), default=None)
        if best is not None and shared[best]:
            found[item.id] = best
    return found


def _shared(one: Span, other: Span) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))
