"""The two sides of a link, a statement and a later one, and all that is known of each by itself."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import fsum, log
from typing import NamedTuple

from fastjev.datatypes import Decision
from fastjev.labels import Label, Speaker
from fastjev.stages.resolve.dialogue import offers, options, statement
from fastjev.stages.resolve.grains import Grains, grains
from fastjev.stages.resolve.scene import Decisions, Scene, before
from fastjev.stages.resolve.slots import Slots, lexicon, stem
from fastjev.stages.resolve.turn import turns
from fastjev.stages.sentences import one_sentence

Words = frozenset[str]
_APART = re.compile(
    r"[两另二]一?(?:码|回)事|另一个|不一样|单独|另算|不变"
    r"|\b(?:(?:other|another|different|separate) (?:thing|matter|story|one)|unrelated|stays?|unchanged)\b"
)


@dataclass(frozen=True, slots=True)
class Side:
    """One statement of a human, or one of the assistant's that a human settled."""

    position: int
    message: int
    turn: int
    human: bool
    size: int
    folded: str
    """All that it says, in lower case and simplified characters."""
    cues: frozenset[str]
    votes: Mapping[str, float]
    """The heaviest vote for each label."""
    decision: Decision
    slots: Slots
    values: frozenset[tuple[str, float]]
    """Its quantities."""
    kinds: frozenset[str]
    """The dimensions of these."""
    groups: frozenset[str]
    """The lexicon's alternatives that it names members of, or its sentence where it names none."""
    words: Words
    """What it may be called by: stems of Latin words, and pairs of Han characters."""
    grains: Grains
    line: Words
    """Words, down to single characters, that stand before it in its line."""
    heard_grains: Grains
    """Of the end of the statement that it answers."""
    reply_grains: Grains
    """Of the opening of what the assistant said next."""
    heard: Words
    """Words of the end of the statement that it answers."""
    unsaid: Words
    """What of these it does not say itself."""
    told: frozenset[tuple[str, float]]
    """The quantities of that end."""
    said: frozenset[int]
    """Units of that statement."""
    asked: bool
    """Whether that asks or proposes."""
    offered: Words
    """What the options of its question may be called."""
    reply: Words
    """Words of the opening of what the assistant said next."""
    answer: frozenset[str]
    """Of the assistant's: the cues in the opening of the human message that answers it."""
    taken: Words
    """Of the assistant's: the words of that opening."""
    behind: int
    """Of the assistant's: how many units of its statement come after it."""
    apart: bool
    """Whether it says that it is about another thing."""
    turned: bool
    """Whether its message has a change of mind at or before it."""
    opening: int
    """How many units of its message stand before it."""


class _Around(NamedTuple):
    """What was said before a message and after it, as `Side` has it."""

    said: frozenset[int]
    heard: Words
    heard_grains: Grains
    told: frozenset[tuple[str, float]]
    asked: bool
    offered: Words
    reply: Words
    reply_grains: Grains


class Sides:
    """The sides of one scene, made when they are asked for, and how rare their words are in it."""

    def __init__(self, scene: Scene, decisions: Decisions):
        self._scene, self._decisions = scene, decisions
        self._lexicon = lexicon(scene.rulebook)
        self._turning = turns(scene)
        self.alone: dict[tuple[str, int], dict[str, float]] = {}
        """Traits of a statement as the new side or the old one, for who makes pairs."""
        self._held: dict[int, Side] = {}
        self._whole: dict[int, float] = {}
        self._told_by: dict[int, float] = {}
        self._made: dict[str, Grains] = {}
        self._statements: dict[int, _Around] = {}

    def at(self, position: int) -> Side:
        """The side of a unit."""
        found = self._held.get(position)
        if found is None:
            found = self._held[position] = self._side(position)
        return found

    def weight(self, words: Words) -> float:
        """How much words tell: the sum of their rarity, log of the messages people and the assistant wrote by those
        that hold it. Summed exactly: sets have no order."""
        return fsum(map(self._rare, words)) if words else 0.0

    def telling(self, words: Words) -> float:
        """The same of grains, by the statements of people that hold them."""
        return fsum(map(self._rare_grain, words)) if words else 0.0

    def told_by(self, side: Side) -> float:
        """The weight of all grains of a statement."""
        found = self._told_by.get(side.position)
        if found is None:
            found = self._told_by[side.position] = self.telling(side.grains.words)
        return found

    def whole(self, side: Side) -> float:
        """The weight of all words of a statement, which stands in many pairs."""
        found = self._whole.get(side.position)
        if found is None:
            found = self._whole[side.position] = self.weight(side.words)
        return found

    @cached_property
    def answers(self) -> dict[int, frozenset[str]]:
        """By position of a unit of the assistant's, the cues in the opening of the human message that answers it."""
        scene, found = self._scene, dict[int, frozenset[str]]()
        for message, positions in scene.of_message.items():
            if scene.conversation.messages[message].speaker == Speaker.HUMAN:
                opening = positions[: scene.policy.opening_units]
                cues = frozenset().union(*(scene.verdicts[p].cues for p in opening))
                found.update(dict.fromkeys(statement(scene, message), cues))
        return found

    @cached_property
    def _taken(self) -> dict[int, Words]:
        scene, found = self._scene, dict[int, Words]()
        for message, positions in scene.of_message.items():
            if scene.conversation.messages[message].speaker == Speaker.HUMAN:
                said = statement(scene, message)
                text = "\n".join(scene.units[p].text for p in positions[: scene.policy.opening_units])
                if said:
                    found[scene.units[said[0]].message] = self._words(text[: scene.policy.match_chars])
        return found

    @cached_property
    def _spoken(self) -> dict[int, Words]:
        """The words of each message by a human or the assistant."""
        return {
            message.index: self._words(message.text[: self._scene.policy.match_chars])
            for message in self._scene.conversation.messages
            if message.speaker in (Speaker.HUMAN, Speaker.ASSISTANT)
        }

    @cached_property
    def _rare(self) -> Callable[[str], float]:
        counts = Counter(word for words in self._spoken.values() for word in words)
        rarest = log(1 + len(self._spoken))
        rarity = {word: log((1 + len(self._spoken)) / count) for word, count in counts.items()}
        return defaultdict(lambda: rarest, rarity).__getitem__

    def _grains(self, text: str) -> Grains:
        """Made once for each text: a statement is asked for as a side, and for how rare its grains are."""
        if text not in self._made:
            self._made[text] = grains(self._lexicon, text)
        return self._made[text]

    @cached_property
    def _rare_grain(self) -> Callable[[str], float]:
        scene = self._scene
        said = [
            self._grains(scene.units[position].text[: scene.policy.match_chars]).words
            for position, decision in enumerate(self._decisions)
            if scene.human(position) and scene.prose(position) and decision.label != Label.NOISE
        ]
        counts = Counter(word for words in said for word in words)
        rarest = log(1 + len(said))
        rarity = {word: log((1 + len(said)) / count) for word, count in counts.items()}
        return defaultdict(lambda: rarest, rarity).__getitem__

    def _words(self, text: str) -> Words:
        return frozenset(stem(word) for word in self._lexicon.calls(text))

    def _side(self, position: int) -> Side:
        scene = self._scene
        unit, verdict = scene.units[position], scene.verdicts[position]
        votes: dict[str, float] = {}
        for vote in verdict.votes:
            votes[vote.label] = max(vote.weight, votes.get(vote.label, 0.0))
        around = self._around(unit.message)
        text = unit.text[: scene.policy.match_chars]
        slots, words = self._lexicon.slots(text), self._words(text)
        return Side(
            position=position,
            message=unit.message,
            turn=unit.turn,
            human=unit.speaker == Speaker.HUMAN,
            size=len(text.strip()),
            folded=scene.rulebook.fold(unit.text.strip()),
            cues=verdict.cues,
            votes=votes,
            decision=self._decisions[position],
            slots=slots,
            values=frozenset(slots.values),
            kinds=frozenset(kind for kind, _ in slots.values),
            groups=_groups(slots) or _groups(self._lexicon.slots(self._sentence(position))),
            words=words,
            grains=self._grains(text),
            line=self._grains(before(scene, position)).words,
            heard_grains=around.heard_grains,
            reply_grains=around.reply_grains,
            heard=around.heard,
            unsaid=around.heard - words,
            told=around.told,
            said=around.said,
            asked=around.asked,
            offered=around.offered,
            reply=around.reply,
            answer=self.answers.get(position, frozenset()),
            taken=self._taken.get(unit.message, frozenset()),
            behind=len(scene.of_message[unit.message]) - 1 - scene.of_message[unit.message].index(position),
            apart=_APART.search(scene.rulebook.fold(text)) is not None,
            turned=self._turning.get(position, -1) >= 0,
            opening=scene.of_message[unit.message].index(position),
        )

    def _said_after(self, message: int) -> Iterator[str]:
        """What the assistant says after a message, up to the next human one."""
        messages = self._scene.conversation.messages
        for index in range(message + 1, len(messages)):
            if messages[index].speaker == Speaker.HUMAN:
                return
            if messages[index].speaker == Speaker.ASSISTANT:
                yield messages[index].text

    def _sentence(self, position: int) -> str:
        """The unit with its neighbours of the same sentence."""
        units, text = self._scene.units, self._scene.units[position].text
        if position and one_sentence(units[position - 1], units[position]):
            text = units[position - 1].text + text
        if position + 1 < len(units) and one_sentence(units[position], units[position + 1]):
            text += units[position + 1].text
        return text[: self._scene.policy.match_chars]

    def _around(self, message: int) -> "_Around":
        found = self._statements.get(message)
        if found is None:
            scene, words = self._scene, self._lexicon
            human = scene.conversation.messages[message].speaker == Speaker.HUMAN
            said = statement(scene, message) if human else ()
            ending = "\n".join(scene.units[p].text for p in said[-scene.policy.answer_units :])
            asked = any(scene.cued(p, cue) for p in said for cue in ("ask", "bare_ask", "propose", "prefer"))
            texts = [text for each in offers(scene, said, options(scene, said)) for text in each] if said else []
            reply = next((text for text in self._said_after(message) if text.strip()), "")
            reply = reply[: scene.policy.item_chars]
            found = self._statements[message] = _Around(
                said=frozenset(said),
                heard=self._words(ending),
                heard_grains=self._grains(ending),
                told=frozenset(words.slots(ending).values),
                asked=asked,
                offered=frozenset().union(*map(self._words, texts)),
                reply=self._words(reply),
                reply_grains=self._grains(reply),
            )
        return found


def _groups(slots: Slots) -> frozenset[str]:
    return frozenset(group for group, _ in slots.groups)
