"""What each statement of a talk is about, and which of several rules a later one is nearest to."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from math import fsum, log
from typing import NamedTuple

from fastjev.datatypes import Span
from fastjev.labels import Label, Speaker
from fastjev.stages.resolve.scene import Decisions, Scene, before
from fastjev.stages.resolve.slots import Setting, Slots, lexicon, stem
from fastjev.stages.sentences import clauses

_FOR = re.compile(r"[0-9][^,.;]{0,12}\b(?:for|on|at|in)\b(.*)")
"""Behind a value there stands what alone it holds for ("20 s for the bank")."""
_HAN = re.compile(r"[\u4e00-\u9fff]+")


class Value(NamedTuple):
    """A value that a clause sets, the names up to there in its line, and the values told there."""

    setting: Setting
    topic: frozenset[str]
    told: frozenset[float]


class About:
    """What takes the place of a rule is about all that the rule was about."""

    def __init__(self, scene: Scene, decisions: Decisions) -> None:
        self.scene = scene
        self._decisions = decisions
        self._words = lexicon(scene.rulebook)
        self._own: dict[int, Slots] = {}
        self._stemmed: dict[str, Slots] = {}
        self._refusals: dict[int, frozenset[tuple[str, float]]] = {}

    def own(self, position: int) -> Slots:
        """What the unit mentions, and what it has inherited."""
        if position not in self._own:
            self._own[position] = self._slots(self.text(position))
        return self._own[position]

    def wide(self, position: int) -> Slots:
        """What the unit mentions, and the words of the message before it in its line."""
        return self._slots(self.line(position))

    def line(self, position: int) -> str:
        """The words of the message before the unit in its line, and the unit."""
        return before(self.scene, position) + self.text(position)

    def after(self, position: int) -> str:
        """What the message says right after the unit, as much as an answer has."""
        unit = self.scene.units[position]
        return self.scene.conversation.messages[unit.message].text[unit.span.end :][: self.scene.policy.answer_chars]

    def led(self, position: int) -> bool:
        """Whether a line above in its paragraph ends in a colon: what stands below may be somebody else's."""
        return any(line.rstrip().endswith((":", "：")) for line in self._above(position))

    def shown(self, position: int) -> bool:
        """Whether a line above in its paragraph is a command at a prompt: what stands below is its output."""
        return any(line.lstrip().startswith("$ ") for line in self._above(position))

    def _above(self, position: int) -> list[str]:
        unit = self.scene.units[position]
        text, end = self.scene.conversation.messages[unit.message].text, unit.span.start
        above = text[max(0, end - self.scene.policy.match_chars) : end]
        return above.rpartition("\n\n")[2].splitlines()[-self.scene.policy.compared :]

    def valued(self, text: str) -> tuple[tuple[str, float], ...]:
        """The quantities in a text."""
        return self._slots(text).values

    def inherit(self, new: int, old: int) -> None:
        """The new statement stands in the place of the old one: for its things, with its own last value."""
        mine = self.own(new)
        last = mine.settings[-1:]
        values = tuple((setting.dimension, setting.value) for setting in last)
        names = mine.names | self.own(old).names
        self._own[new] = replace(mine, names=names, settings=last, values=values)

    def mentioned(self, text: str) -> frozenset[str]:
        """The names in a text."""
        return self._slots(text).names

    def told(self, text: str) -> frozenset[tuple[str, float]]:
        """The values in a text, each with what it measures."""
        return frozenset(self._slots(text).values)

    def saying(self, position: int, cue: str) -> str:
        """The first clause of the unit that carries the cue; all of it where it takes more than one."""
        text = self.text(position)
        for span in clauses(text, Span(0, len(text))):
            hits = self.scene.rulebook.match(span.of(text).strip(), speaker=Speaker.HUMAN, kind="prose")
            if any(hit.rule.label == cue for hit in hits):
                return span.of(text)
        return text

    def beside(self, position: int, cue: str) -> str:
        """The unit without the words that are the cue."""
        text = self.text(position)
        lead = len(text) - len(text.lstrip())
        hits = self.scene.rulebook.match(text.strip(), speaker=Speaker.HUMAN, kind="prose")
        found = next((hit.cue for hit in hits if hit.rule.label == cue), Span(0, 0))
        return text[: found.start + lead] + " " + text[found.end + lead :]

    def text(self, position: int) -> str:
        """As much of the unit as rules look at."""
        return self.scene.units[position].text[: self.scene.policy.match_chars]

    def short(self, position: int) -> bool:
        """Whether the unit says one thing and does not explain several."""
        return self._fits(self.scene.units[position].text)

    def weight(self, names: frozenset[str]) -> float:
        """How much names tell: the sum of their rarity among what people said. Summed exactly: sets have no order."""
        total, held = self._held
        return fsum(log((1 + total) / max(1, held[name])) for name in names)

    def nearest(self, names: frozenset[str], rules: Sequence[int]) -> int:
        """The one whose share of the names tells most; -1 where none has any, or two tell as much."""
        rated = sorted(((self.weight(names & self.own(each).names), each) for each in rules), reverse=True)
        if not rated or not rated[0][0] or (len(rated) > 1 and rated[1][0] == rated[0][0]):
            return -1
        return rated[0][1]

    def values(self, position: int) -> Iterator[Value]:
        """The values that a unit sets, without those that it sets for something of their own."""
        text = self.text(position)
        heard = self._slots(before(self.scene, position))
        topic, told = heard.names, frozenset(value for _, value in heard.values)
        refused = self.refused(position)
        for span in clauses(text, Span(0, len(text))):
            clause = self._slots(span.of(text))
            topic |= clause.names
            told |= {value for _, value in clause.values}
            apart = _FOR.search(self.scene.rulebook.fold(span.of(text)))
            if clause.settings and self._fits(span.of(text)) and not (apart and self._slots(apart[1]).names):
                kind, value = next((each for each in reversed(clause.values) if each not in refused), clause.values[-1])
                yield Value(replace(clause.settings[-1], dimension=kind, value=value), topic, told)

    def _slots(self, text: str) -> Slots:
        """What a text mentions, by the stems of its names."""
        found = self._stemmed.get(text)
        if found is None:
            slots = self._words.slots(text)
            settings = tuple(replace(setting, names=_stems(setting.names)) for setting in slots.settings)
            found = self._stemmed[text] = replace(slots, names=_stems(slots.names), settings=settings)
        return found

    def refused(self, position: int) -> frozenset[tuple[str, float]]:
        """The values that the unit, or its line before it, says will not do. Remembered: each old rule asks."""
        if position not in self._refusals:
            self._refusals[position] = frozenset(self._refused(self.line(position)))
        return self._refusals[position]

    def _refused(self, text: str) -> Iterator[tuple[str, float]]:
        phrases = self.scene.rulebook.phrases
        for span in clauses(text, Span(0, len(text))):
            clause = self.scene.rulebook.fold(span.of(text))
            if complaint := next(phrases.found("complains", clause), None):
                yield from self._slots(clause[: complaint.span()[0]]).values[-1:]
            for said in phrases.found("refuses", clause):
                if value := self._words.opening(clause[said.span()[1] :]):
                    yield value

    def _fits(self, text: str) -> bool:
        """Whether a text is no longer than an answer; a Han character takes the room of two."""
        text = text.strip()
        return len(text) + sum(map(len, _HAN.findall(text))) <= self.scene.policy.answer_chars

    @cached_property
    def _held(self) -> tuple[int, Counter[str]]:
        """How many statements people made, and how many of them hold each name."""
        said = [
            position
            for position, decision in enumerate(self._decisions)
            if self.scene.human(position) and self.scene.prose(position) and decision.label != Label.NOISE
        ]
        names = Counter(name for position in said for name in self._slots(self.text(position)).names)
        return len(said), names


def _stems(names: frozenset[str]) -> frozenset[str]:
    return frozenset(map(stem, names))
