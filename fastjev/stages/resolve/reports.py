"""A change of mind that says little, because the assistant's report before it says what it is about."""

import re

from fastjev.datatypes import Span
from fastjev.labels import Label
from fastjev.stages.resolve.choice import Choice
from fastjev.stages.resolve.scene import Scene
from fastjev.stages.resolve.slots import lexicon
from fastjev.stages.sentences import clauses

_OTHER = re.compile(
    r"^[^,.，。]{0,12}?(?:\bthe other (?:one|way|option)\b|另(?:外那)?一?(?:个|种|条|项|样)|换(?:那|另外一)(?:个|种)"
    r"|反过来|\b(?:the opposite|the other way (?:a?round)|vice versa)\b)"
    r"(?:\s*(?:吧|好了|then|please|again|it is|了|呗|罢))*\s*(?=$|[,.!;，。！；])"
)
_SHORT = 3
"""Letters of a name that ends in s by itself."""
_IT = re.compile(r"[它他]|那个|\b(?:it|that|this)\b")
_FORMER = re.compile(
    r"(?:还是|就|回到|换回)\s?(?:用|走|按)?(?:原来|原先|之前|老|先前)(?:的)?那?(?:个|种|套|样)?"
    r"|\bthe (?:old|previous|original|first) (?:one|way)\b"
)


def reported(scene: Scene, new: Choice, old: Choice) -> bool:
    """Whether the new one answers a statement that tells of the old one, and puts something in the place of that."""
    if new.message == old.message or new.beside or old.position in new.said:
        return False
    if not new.answers:
        return _amount_of_its(scene, new, old)
    return (
        _amount_of_its(scene, new, old)
        or _another_amount(scene, new, old)
        or _another_option(scene, new, old)
        or _compared(scene, new, old)
        or _taken_back(scene, new, old)
        or _in_its_place(scene, new, old)
    )


def _another_amount(scene: Scene, new: Choice, old: Choice) -> bool:
    """Another amount of one kind, where the statement tells the old one, and the new one too if it is a question."""
    set_before = old.amount or (old.own.values[0] if len(old.own.values) == 1 else None)
    if not (new.amount and set_before) or new.offered or old.offered:
        return False
    (kind, value), (before, other) = new.amount, set_before
    if (before, other) not in new.heard.values or value == other or kind not in ("", before):
        return False
    if (before, value) in new.heard.values:
        return True
    return bool(before or other >= scene.policy.telling_value) and not _asks(scene, new)


def _amount_of_its(scene: Scene, new: Choice, old: Choice) -> bool:
    """Another amount for the thing that the question named which the old one, nothing but an amount, answered."""
    if not (old.bare and old.amount and "replace" in new.cues) or len(new.placed.values) != 1:
        return False
    (kind, value), (before, other) = new.placed.values[0], old.amount
    names, theirs = _stems(new.placed.names), _stems(old.own.names)
    return value != other and kind in ("", before) and bool(names) and names <= theirs


def _stems(names: frozenset[str]) -> frozenset[str]:
    """Names without the s of the plural."""
    return frozenset(name.removesuffix("s") if len(name) > _SHORT else name for name in names)


def _another_option(scene: Scene, new: Choice, old: Choice) -> bool:
    """Another of the options that the old one was taken from, by its mark, its name or as "the other one"."""
    if not (old.offered or old.spurned) or new.offered:
        return False
    text = scene.rulebook.fold(scene.units[new.position].text.strip())
    marked = new.mark and old.mark and new.mark != old.mark and new.mark in old.marks and not _asks(scene, new)
    brief = all(len(scene.units[one.position].text.strip()) <= scene.policy.bare_chars for one in (new, old))
    named = brief and bool(new.own.names) and new.own.names <= old.spurned
    if not (marked or named or (_OTHER.search(text) and _opens(scene, old))):
        return False
    called = lexicon(scene.rulebook).calls
    told = [called(scene.units[p].text) for p in sorted(new.said)[-scene.policy.answer_units :]]
    if named:
        where = [names for names in told if names & new.own.names] or told
        return any(names & (old.own.names | old.calls) for names in where)
    theirs = old.own.names | old.calls | old.spurned
    if marked:
        return bool(told and told[-1] & (theirs | called(_ending(scene, old))))
    return any(names & theirs for names in told)


def _compared(scene: Scene, new: Choice, old: Choice) -> bool:
    """The one name that it is, where a sentence of the statement tells of that beside what the old one, brief, took."""
    text = new.first.strip(" .,!。，！\n")
    if {text} != new.own.names or text in old.own.names or not _short(scene, old, frozenset()):
        return False
    words = lexicon(scene.rulebook)
    told = (words.slots(scene.units[p].text).names for p in new.said)
    return any(text in names and names & old.own.names for names in told)


def _taken_back(scene: Scene, new: Choice, old: Choice) -> bool:
    """A return to something else, or to what was before, where the statement tells of what the old one took.

    Not one to a value, which takes the place of a value, nor one to what the statement tells apart from it.
    """
    if "reverse" not in new.cues or not scene.human(old.position) or old.offered or new.own.values:
        return False
    if new.own.names & old.own.names:
        return False
    latin = frozenset(name for name in old.own.names if name.isascii())
    said = scene.rulebook.fold(scene.units[new.position].text)
    if _FORMER.search(said):
        return bool(latin & new.heard.names)
    if not _short(scene, old, latin) or not (new.own.names or _IT.search(said)):
        return False
    words = lexicon(scene.rulebook)
    told = [words.slots(scene.units[p].text).names for p in new.said if not scene.cued(p, "propose")]
    mine = words.slots(new.first).names
    if mine & frozenset().union(*told) and mine - frozenset().union(*told):
        return False
    where = [names for names in told if names & new.own.names] or told[-1:]
    meant = latin <= new.heard.names if latin else bool(old.own.names & new.heard.names)
    return bool(old.own.names) and meant and any(names & old.own.names for names in where)


def _short(scene: Scene, old: Choice, names: frozenset[str]) -> bool:
    """Whether the old one is short, or its clauses are that hold the names."""
    text, words = scene.units[old.position].text, lexicon(scene.rulebook)
    found = (span.of(text).strip() for span in clauses(text, Span(0, len(text)))) if names else iter((text.strip(),))
    return all(
        len(clause) <= scene.policy.bare_chars for clause in found if not names or words.slots(clause).names & names
    )


def _in_its_place(scene: Scene, new: Choice, old: Choice) -> bool:
    """What one sentence of the statement offers for the thing that the old one, short, is for."""
    mine = new.placed.names
    if "replace" not in new.cues or not mine or mine & old.own.names:
        return False
    words, text = lexicon(scene.rulebook), scene.units[old.position].text
    parts = [words.slots(span.of(text)).names for span in clauses(text, Span(0, len(text)))]
    told = [names for p in new.said if mine <= (names := words.slots(scene.units[p].text).names)]
    return any(part & names and len(part - names) <= 1 for part in parts for names in told)


def _ending(scene: Scene, choice: Choice) -> str:
    """The end of the statement that a choice answers."""
    return "\n".join(scene.units[p].text for p in sorted(choice.said)[-scene.policy.answer_units :])


def _opens(scene: Scene, old: Choice) -> bool:
    """Whether it is the first that its message says."""
    before = (p for p in scene.of_message[old.message] if p < old.position and scene.units[p].text.strip())
    return all(scene.verdicts[p].label == Label.NOISE for p in before)


def _asks(scene: Scene, new: Choice) -> bool:
    return any(scene.cued(p, "ask") or scene.cued(p, "bare_ask") for p in new.said)
