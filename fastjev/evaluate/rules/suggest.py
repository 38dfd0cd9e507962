"""Phrases that recur in what people say and that no rule covers."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from fastjev.datatypes import Decision, Run, Unit, Verdict
from fastjev.evaluate.rules.wording import PLACEHOLDERS, Common, Cutter, Word, joined
from fastjev.labels import Label, Speaker
from fastjev.policy import Policy
from fastjev.rulebook.fold import Fold
from fastjev.stages.classify import asked, settled

_LONGEST = 4
"""Words of a phrase."""
_LEAST_UNITS = 3
_LEAST_SESSIONS = 2
_EXAMPLES = 3
_COMMON_CHARS = 3
"""A phrase of common words alone says something from this many characters (Han) or words (Latin) on."""


class Said(NamedTuple):
    """A unit that a human wrote."""

    session: str
    """The conversation's id."""
    text: str
    label: Label
    """What it was decided to be."""
    showable: bool
    """Whether it holds no long identifier, which may be a key."""


class Phrase(NamedTuple):
    """A phrase, and where it stands."""

    words: tuple[str, ...]
    uncovered: tuple[Said, ...]
    """Units that no label rule covers, one for each."""
    covered: int
    """Units with the phrase that some label rule covers."""

    @property
    def text(self) -> str:
        """As people would write it, with `<n>`, `<path>` and `<id>` for values."""
        return joined(self.words)

    @property
    def score(self) -> float:
        """Units without a rule that have it, times their share of all units that have it."""
        return len(self.uncovered) ** 2 / (len(self.uncovered) + self.covered)

    @property
    def sessions(self) -> tuple[str, ...]:
        """The conversations it stands in, uncovered, by their ids."""
        return tuple(dict.fromkeys(said.session for said in self.uncovered))

    @property
    def label(self) -> Label:
        """What most of its units were decided to be; process where that is nothing."""
        labels = [said.label for said in self.uncovered if said.label != Label.UNSURE]
        return max(sorted(labels), key=labels.count, default=Label.PROCESS)

    @property
    def examples(self) -> tuple[str, ...]:
        """Texts of its units that may be shown, each once, the shortest first."""
        texts = {said.text for said in self.uncovered if said.showable}
        return tuple(sorted(texts, key=lambda text: (len(text), text))[:_EXAMPLES])


class Mined(NamedTuple):
    """What was found."""

    phrases: tuple[Phrase, ...]
    """The best first."""
    uncovered: int
    """Human units that no label rule covers."""
    covered: int


def suggest(runs: Iterable[Run], *, cut: Cutter, fold: Fold, common: Common, policy: Policy) -> Mined:
    """Phrases of one to four words that stand in three units or more that no label rule covers, of two sessions.

    Of one session if only one is given. Values are generalised; what is nothing else is no phrase, and neither is one
    of which no example can be shown. Messages too long to have been typed are not looked at.
    """
    seen: dict[tuple[str, ...], list[Said]] = {}
    known: Counter[tuple[str, ...]] = Counter()
    sessions, open_, closed = set(), 0, 0
    for run in runs:
        sessions.add(run.conversation.id)
        for unit, verdict, decision in _typed(run, policy):
            folded = fold(asked(unit, policy))
            words = cut(folded)
            phrases = set(_phrases(folded, words, common))
            if _covered(verdict, decision):
                closed += 1
                known.update(phrases)
                continue
            open_ += 1
            showable = not any(word.kind == "id" for word in words)
            said = Said(run.conversation.id, unit.text.strip(), decision.label, showable)
            for phrase in phrases:
                seen.setdefault(phrase, []).append(said)
    least = min(_LEAST_SESSIONS, len(sessions))
    found = (Phrase(words, tuple(said), known[words]) for words, said in seen.items() if len(said) >= _LEAST_UNITS)
    often = {each.words: each for each in found if len(each.sessions) >= least and each.examples}
    best = sorted(_longest(often), key=lambda each: (-each.score, -len(each.words), each.words))
    return Mined(tuple(best), open_, closed)


def _typed(run: Run, policy: Policy) -> Iterator[tuple[Unit, Verdict, Decision]]:
    """What people typed, and rules were asked about."""
    for unit, verdict, decision in zip(run.units, run.verdicts, run.decisions, strict=True):
        typed = len(run.conversation.messages[unit.message].text) <= policy.typed_chars
        if typed and unit.speaker == Speaker.HUMAN and not settled(unit, policy):
            yield unit, verdict, decision


def _covered(verdict: Verdict, decision: Decision) -> bool:
    """Whether some rule placed the unit; doubt is no rule."""
    return verdict.label != Label.UNSURE and "doubt" not in decision.because


def _phrases(folded: str, words: Sequence[Word], common: Common) -> Iterator[tuple[str, ...]]:
    for run in _unbroken(folded, words):
        for length in range(1, _LONGEST + 1):
            for start in range(len(run) - length + 1):
                phrase = run[start : start + length]
                if _says_something(phrase, common):
                    yield tuple(word.shown for word in phrase)


def _unbroken(folded: str, words: Sequence[Word]) -> Iterator[list[Word]]:
    """Runs of words with nothing but blanks between them."""
    run = list(words[:1])
    for before, word in pairwise(words):
        if folded[before.span.end : word.span.start].strip(" \t"):
            yield run
            run = []
        run.append(word)
    if run:
        yield run


def _says_something(words: Sequence[Word], common: Common) -> bool:
    plain = [word for word in words if word.kind not in PLACEHOLDERS]
    if any(word.text not in common for word in plain):
        return True
    size = sum(len(word.text) if word.kind == "han" else 1 for word in plain)
    return len(plain) > 1 and size >= _COMMON_CHARS


def _longest(often: dict[tuple[str, ...], Phrase]) -> Iterator[Phrase]:
    """The phrases without those that never stand outside a longer one."""
    inside = {
        part
        for words, phrase in often.items()
        for part in (words[1:], words[:-1])
        if part in often and len(often[part].uncovered) == len(phrase.uncovered)
    }
    return (phrase for words, phrase in often.items() if words not in inside)
