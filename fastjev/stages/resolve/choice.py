"""A settled choice and what it is about."""

import re
from dataclasses import dataclass, replace
from itertools import islice

from fastjev.datatypes import Span
from fastjev.labels import Label, Speaker
from fastjev.stages.resolve.dialogue import offers, options, picked, statement
from fastjev.stages.resolve.scene import Scene
from fastjev.stages.resolve.slots import Slots, lexicon
from fastjev.stages.sentences import clauses, first_clause

_LETTER = re.compile(
    r"(?<![a-z0-9./_'-])([b-e]|a(?=$|[\s,，。.!！)）]*$|\s*[吧，,。好了+加]))(?![a-z0-9_'/-]|\.[a-z0-9])"
)
_MARK = re.compile(
    r"\s*(?:(?:ok|so|then|go|take|那就?|得|行|好|选|换|走|还是)[,\s]*)*[(]?([a-e1-9])[)]?"
    r"\s*(?:吧|好了|了|then|it is|please|pls)?[\s,.!;:。，！；…]*"
)


_BESIDE = re.compile(r"也|另外|\b(?:also|too|as well|both|add)\b")


@dataclass(frozen=True, slots=True)
class Choice:
    """A settled choice and what it is about."""

    position: int
    message: int
    cues: frozenset[str]
    """Those of its verdict."""
    own: Slots
    around: frozenset[str]
    """Words of Latin script in it, of an assistant's in its line, and where it opens an answer in the end of that."""
    calls: frozenset[str]
    """What it may call the thing it takes."""
    spurned: frozenset[str]
    """What the options of its question that it did not take may be called."""
    said: frozenset[int]
    """Units of the statement it answers."""
    told: frozenset[tuple[str, float]]
    """The quantities in the end of that statement and in the same line."""
    turn: int
    """Position of the newest change of mind before it in its message; -1 without one."""
    opening: bool
    """Whether it stands where a message answers the statement as a whole."""
    bare: bool
    """Whether it is a quantity that answers a question: what it is of the question says."""
    offered: frozenset[int]
    """Units that are the options it picks from, where it picks by letter or number."""
    limits: bool
    placed: Slots
    """What those of its clauses mention that put something in a place."""
    dimensions: frozenset[str]
    groups: frozenset[str]
    letter: str
    """The first letter of a pick ("go B"), also where the options stand further back; else empty."""
    answers: bool
    """Whether it stands where a message may answer what was said before it."""
    first: str
    """Its first clause, in lower case and simplified characters."""
    beside: bool
    """Whether that says that it stands beside another choice."""
    heard: Slots
    """What the end of the statement it answers mentions."""
    amount: tuple[str, float] | None
    """The quantity that its first clause is and nothing else ("20 minutes.", "那就六十")."""
    mark: str
    """The letter or number that its first clause is and nothing else."""
    marks: frozenset[str]
    """The letters or numbers of the options that its statement offers."""


def choice_at(scene: Scene, position: int, turn: int = -1) -> Choice:
    """The choice that a unit settles, after the change of mind at `turn`."""
    words = lexicon(scene.rulebook)
    unit = scene.units[position]
    human = unit.speaker == Speaker.HUMAN
    said = statement(scene, unit.message) if human else ()
    choices = options(scene, said)
    own, offered = _taken(scene, position, choices)
    opening = human and position in _openings(scene, unit.message)
    bare = opening and bool(own.values) and not own.names
    asked = [words.slots(scene.units[p].text).names for p in said if scene.cued(p, "ask")] if bare else []
    own = replace(own, names=own.names.union(*asked))
    line = _line(scene, position)
    ending = [scene.units[p].text for p in said[-scene.policy.answer_units :]]
    near = (unit.text, *(ending if opening else ())) if human else (line,)
    around = (name for text in near for name in words.slots(text).names)
    calls = words.calls(unit.text)
    placed = words.slots(_placing(scene, position))
    letter = _LETTER.search(scene.rulebook.fold(unit.text)) if human else None
    first = scene.rulebook.fold(first_clause(unit.text)) if human else ""
    return Choice(
        position=position,
        message=unit.message,
        cues=scene.verdicts[position].cues,
        own=own,
        around=frozenset(name for name in around if name.isascii()),
        calls=calls,
        spurned=_spurned(scene, said, choices, own.names | calls) if opening else frozenset(),
        said=frozenset(said),
        told=frozenset(value for text in (line, *ending) for value in words.slots(text).values),
        turn=turn,
        opening=opening,
        bare=any(asked),
        offered=offered,
        limits=any("constraint.limit" in vote.by for vote in scene.verdicts[position].votes),
        placed=placed,
        dimensions=frozenset(dimension for dimension, _ in own.values),
        groups=frozenset(group for group, _ in own.groups),
        letter=letter[1] if letter else "",
        answers=human and position in _answers(scene, unit.message),
        first=first,
        beside=_BESIDE.search(first) is not None,
        heard=words.slots("\n".join(ending)),
        amount=words.amount(unit.text) if human else None,
        mark=mark(scene, unit.text) if human else "",
        marks=frozenset(choices),
    )


def mark(scene: Scene, text: str) -> str:
    """The letter or number that the first clause of a text is and nothing else; else empty."""
    found = _MARK.fullmatch(scene.rulebook.fold(first_clause(text)))
    return found[1] if found else ""


def _taken(scene: Scene, position: int, choices: dict[str, int]) -> tuple[Slots, frozenset[int]]:
    """What the unit mentions, with the names of the options it picks by letter or number, and all those options."""
    text, words = scene.units[position].text, lexicon(scene.rulebook)
    own = words.slots(text)
    picks = picked(scene, text, choices) if len(text) <= scene.policy.answer_chars else []
    if not picks:
        return own, frozenset()
    names = own.names.union(*(words.slots(scene.units[p].text).names for p in picks))
    return replace(own, names=names), frozenset(choices.values())


def _openings(scene: Scene, message: int) -> tuple[int, ...]:
    """Positions of the first units of a message that say something."""
    spoken = (p for p in scene.of_message[message] if scene.units[p].text.strip())
    told = (p for p in spoken if scene.verdicts[p].label != Label.NOISE)
    return tuple(islice(told, scene.policy.opening_units))


def _answers(scene: Scene, message: int) -> tuple[int, ...]:
    """Positions of the units in the first line of a message, in which an answer is looked for."""
    found = []
    for position in scene.of_message[message][: scene.policy.answer_units]:
        found.append(position)
        if scene.units[position].text.endswith("\n"):
            break
    return tuple(found)


def _line(scene: Scene, position: int) -> str:
    """The line of the message in which the unit begins."""
    unit = scene.units[position]
    whole = scene.conversation.messages[unit.message].text
    start, end = whole.rfind("\n", 0, unit.span.start) + 1, whole.find("\n", unit.span.start)
    return whole[start : end if end >= 0 else len(whole)][: scene.policy.typed_chars]


def _spurned(scene: Scene, said: tuple[int, ...], choices: dict[str, int], taken: frozenset[str]) -> frozenset[str]:
    """What all options of a question may be called but for the one that most of the taken names belong to."""
    called = lexicon(scene.rulebook).calls
    best: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    questions = offers(scene, said, choices)
    for texts in questions:
        named = [called(text) for text in texts]
        mine = max(named, key=lambda names: len(names & taken))
        if len(mine & taken) > len(best & taken) or len(questions) == 1:
            best, others = mine & taken and mine, frozenset().union(*named)
    return others - best - taken


def _placing(scene: Scene, position: int) -> str:
    """The clauses of a unit that put something in a place, without the reasons beside them."""
    unit, found = scene.units[position], list[str]()
    for span in clauses(unit.text, Span(0, len(unit.text))):
        clause = span.of(unit.text).strip()
        hits = scene.rulebook.match(clause[: scene.policy.match_chars], speaker=unit.speaker, kind="prose")
        found += [clause] if any(hit.rule.label in ("replace", "reverse") for hit in hits) else []
    return "\n".join(found)
