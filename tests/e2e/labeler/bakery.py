"""Two conversations of a made-up bakery's teams, who have words of their own, and what two people call them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from fastjev.labeling.ids import conv_id
from fastjev.labeling.items import Item

_FOLDER = Path(__file__).with_name("bakery")
LANGS = ("zh", "en")
_JOINS = {"zh": "", "en": " "}


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a human says in one breath."""

    conv: str
    message: int
    start: int
    end: int
    first: str
    """The first person's label."""
    second: str


def write(lang: str, folder: Path) -> list[Sentence]:
    """Put the conversation into `folder`, as `fastjev.conversation/1`; its sentences."""
    id = f"bakery-{lang}"
    messages: list[dict[str, Any]] = []
    sentences: list[Sentence] = []
    for entry in yaml.safe_load((_FOLDER / f"{lang}.yaml").read_text("utf-8")):
        if "human" in entry:
            text = ""
            for said in entry["human"]:
                ((labels, words),) = said.items()
                text += _JOINS[lang] if text else ""
                first, _, second = labels.partition("/")
                place = (len(messages), len(text), len(text) + len(words))
                sentences.append(Sentence(conv_id(id), *place, first, second or first))
                text += words
            messages.append({"role": "user", "text": text})
        else:
            messages.extend(_assistant(entry, len(messages)))
    told = {"schema": "fastjev.conversation/1", "id": id, "messages": messages}
    (folder / f"{id}.json").write_text(json.dumps(told, ensure_ascii=False, indent=1), "utf-8")
    return sentences


def _assistant(entry: Mapping[str, Any], at: int) -> Iterator[dict[str, Any]]:
    if "assistant" in entry:
        yield {"role": "assistant", "text": entry["assistant"]}
        return
    call = entry["call"]
    made = {"id": f"call-{at}", "name": call["name"], "input": {"value": call["input"]}}
    yield {"role": "assistant", "text": "", "tool_calls": [made]}
    yield {"role": "tool", "text": call["result"], "tool_call_id": made["id"]}


def sentence(item: Item, sentences: Sequence[Sentence]) -> Sentence:
    """The one that a unit shares most characters with, of such the earliest."""
    message, start, end = item.at
    near = [each for each in sentences if (each.conv, each.message) == (item.conv, message)]
    return max(near, key=lambda each: min(end, each.end) - max(start, each.start))
