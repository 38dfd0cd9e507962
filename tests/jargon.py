"""A made-up project that speaks of its work in words which no weights know, and people who label what it says.

What a sentence is hangs on one word of the project's slang, and one sentence in ten is not what its word says.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random

from talks import Dict, assistant, core, neutral, user

from fastjev.labeling.acts import Act
from fastjev.labeling.items import Item
from fastjev.labeling.sets import Set, append, find, items, make
from fastjev.labels import Label
from fastjev.model import shipped
from fastjev.policy import DEFAULT
from fastjev.readers import read
from fastjev.stages.segment import segment

LABELS = (Label.CONSTRAINT, Label.DECISION, Label.FACT, Label.PROCESS, Label.NOISE)
TIME = "2026-11-30T08:00:00Z"
_SYLLABLES = [first + vowel for first in "bdfgklmnprstvz" for vowel in "aeiou"]
_WORDS_A_LABEL = 4
_ODD = 0.1


def said(count: int, seed: int = 0) -> dict[str, Label]:
    """Sentences, and what each of them is."""
    random = Random(seed)

    def word() -> str:
        return "".join(random.choices(_SYLLABLES, k=3))

    slang = {label: [word() for _ in range(_WORDS_A_LABEL)] for label in LABELS}
    things = [word() for _ in range(40)]
    found: dict[str, Label] = {}
    while len(found) < count:
        label = random.choice(LABELS)
        spoken = random.choice(LABELS) if random.random() < _ODD else label
        words = [*random.sample(things, 3), random.choice(slang[spoken])]
        random.shuffle(words)
        found[" ".join(words)] = label
    return found


def made(root: Path, messages: Iterable[Dict], *, name: str = "mine", holdout: int = 0, id: str = "talk") -> Set:
    """A set of what was said; a session that grows, or a further one, goes into the same."""
    conversation = read(neutral(messages, id), f"{id}.json", "neutral")
    units = segment(conversation, core(), DEFAULT, shipped().opens)
    found = find(root, name)
    make(found, conversation, units, holdout=holdout)
    return found


def spoken(root: Path, truth: Iterable[str], *, holdout: int = 0) -> Set:
    """A set in which a human says these sentences."""
    return made(root, [each for text in truth for each in (user(text), assistant("ok."))], holdout=holdout)


def unit(set: Set, text: str) -> Item:
    """The first item with exactly this text, else the first that holds it."""
    held = items(set)
    return next(item for whole in (True, False) for item in held if (item.text == text if whole else text in item.text))


def answer(set: Set, given: Mapping[str, str], by: str = "lin", **more: object) -> None:
    """Somebody labels units by their texts."""
    for text, label in given.items():
        told = Act(op="set", unit=unit(set, text).id, by=by, t=TIME, label=label, **more)  # type: ignore[arg-type]
        append(set, told)


def answers_of(set: Set, truth: Mapping[str, Label], by: str = "lin") -> list[Act]:
    """What somebody says who labels everything right, in reading order; nothing is written."""
    return [
        Act(op="set", unit=item.id, by=by, t=TIME, label=str(truth[item.text]))
        for item in items(set)
        if item.text in truth
    ]
