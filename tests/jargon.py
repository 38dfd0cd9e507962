"""A made-up project that speaks of its work in words which no weights know, and a person who labels what it says.

What a sentence is hangs on one word of the project's slang, and one sentence in ten is not what its word says.
"""

from collections.abc import Sequence
from random import Random

from fastjev.labeling.items import HOLDOUT, Item
from fastjev.labeling.sets import Set, find, items, make
from fastjev.labels import Label
from fastjev.pipeline import read
from fastjev.policy import DEFAULT
from fastjev.stages.segment import segment
from talks import assistant, core, neutral, user

LABELS = (Label.CONSTRAINT, Label.DECISION, Label.FACT, Label.PROCESS, Label.NOISE)
_SYLLABLES = [first + vowel for first in "bdfgklmnprstvz" for vowel in "aeiou"]
_WORDS_A_LABEL = 4
_ODD = 0.1


def _word(random: Random) -> str:
    return "".join(random.choices(_SYLLABLES, k=3))


def said(count: int, seed: int) -> tuple[list[str], dict[str, Label]]:
    """Sentences, and what each of them is."""
    random = Random(seed)
    slang = {label: [_word(random) for _ in range(_WORDS_A_LABEL)] for label in LABELS}
    things = [_word(random) for _ in range(40)]
    found: dict[str, Label] = {}
    while len(found) < count:
        label = random.choice(LABELS)
        spoken = random.choice(LABELS) if random.random() < _ODD else label
        words = [*random.sample(things, 3), random.choice(slang[spoken])]
        random.shuffle(words)
        found[" ".join(words)] = label
    return [*found], found
