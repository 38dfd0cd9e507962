"""A set as labelled conversations: what `fastjev eval` measures and `fastjev train` learns from.

What nobody answered may be anything: it is a doubtful entry of every label, which no score counts and nothing is
learned from. So a set need not be finished.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fastjev.datatypes import Span
from fastjev.errors import UsageError
from fastjev.evaluate.gold import Corpus, checked
from fastjev.labeling import sets
from fastjev.labeling.answers import Answer, answers
from fastjev.labeling.items import HOLDOUT, Item
from fastjev.labeling.lines import nearest
from fastjev.labeling.review import settled
from fastjev.labeling.sets import Set
from fastjev.labeling.talk import Talk, talks
from fastjev.labels import Label, Speaker

_SECTIONS: Mapping[str, tuple[str, dict[str, str]]] = {
    Label.CONSTRAINT: ("constraints", {"status": "active"}),
    Label.DECISION: ("decisions", {"status": "final"}),
    Label.FACT: ("facts", {}),
    Label.PROCESS: ("process", {}),
    Label.NOISE: ("noise", {}),
}
_ENDED: Mapping[str, str] = {Label.CONSTRAINT: "deprecated", Label.DECISION: "overridden"}
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]+")
_FEW = 10
"""Latin words to a Han character in a talk that is English."""


def of(set: Set, by: str | None = None, *, held_out: bool | None = None) -> list[Corpus]:
    """One labelled conversation for each session of the set.

    `by`: whose answers; nobody's own are what was decided and what all agree on. `held_out`: only labels of the
    holdout, or only those of the others; nothing for all. The path of each names the set and the session, and no file
    is there. Raises: ReadError; UsageError for somebody who labelled nothing, and for a set without texts.
    """
    items = sets.items(set)
    held = given(set, by)
    if not any(item.text for item in items):
        raise UsageError(f"{set.folder}: holds no texts, which labels are learned from; make the set with them")
    kept = {
        item.id: answer for item in items if (answer := held.get(item.id)) and held_out in (None, item.split == HOLDOUT)
    }
    return [_corpus(set, talk, kept) for talk in talks(items)]


def parted(told: Sequence[Path], root: Path) -> tuple[list[Set], list[Path]]:
    """Which of the paths are sets, by name or folder; the others are files and folders of corpora."""
    found: list[Set] = []
    others: list[Path] = []
    for path in told:
        name = str(path)
        if (path / f"{sets.UNITS}.jsonl").is_file() or (not path.exists() and name in sets.names(root)):
            found.append(sets.named(name, root))
        else:
            others.append(path)
    return found, others


def given(set: Set, by: str | None) -> Mapping[str, Answer]:
    """By unit, what somebody answered, or what holds of the set. Raises: ReadError, UsageError."""
    known = sets.people(set)
    if by is None:
        return settled(set)
    if by not in known:
        there = f"; there are {', '.join(known)}" if known else "; nobody has yet"
        raise UsageError(f"{by:.80}: labelled nothing in {set.name}{nearest(by, known) or there}")
    return answers(sets.acts(set, by)).by_unit


class _Stretch(NamedTuple):
    """Units that stand as one."""

    units: tuple[str, ...]
    m: int
    span: Span
    answer: Answer
    """About the first of them."""

    @property
    def label(self) -> str | None:
        """None where nobody said, or nobody can."""
        return self.answer.label if self.answer.label in _SECTIONS else None


def _corpus(set: Set, talk: Talk, held: Mapping[str, Answer]) -> Corpus:
    raw = talk.document(lang=_lang(talk.items), gold=_gold(talk, held))
    return checked(Path(set.folder.name, f"{talk.conv}.json"), raw, json.loads(raw))


def _gold(talk: Talk, held: Mapping[str, Answer]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {section: [] for section, _ in _SECTIONS.values()}
    stretches = [each for each in _stretches(talk, held) if _quote(talk, each)["quote"]]
    place = {unit: at for at, each in enumerate(stretches) for unit in each.units}
    after = {place[old]: each for each in stretches for old in each.answer.supersedes if old in place}
    for at, each in enumerate(stretches):
        quote = _quote(talk, each)
        if each.label is None:
            for section, more in _SECTIONS.values():
                found[section].append({**quote, **more, "doubtful": True})
            continue
        section, more = _SECTIONS[each.label]
        if at in after and each.label in _ENDED:
            new = _quote(talk, after[at])
            quote["superseded_by"] = {"m": new["m"], "quote": new["quote"]}
            more = {"status": _ENDED[each.label]}
        found[section].append({**quote, **more})
    return {**found, "boundaries": [*_boundaries(talk, held)]}


def _stretches(talk: Talk, held: Mapping[str, Answer]) -> list[_Stretch]:
    """In order. A unit that goes on the one before it is one with that; so are neighbours that nobody labelled."""
    found: list[_Stretch] = []
    for item in talk.items:
        if item.kind == "call":
            continue
        place, answer = talk.places[item.id], held.get(item.id, Answer())
        one = _Stretch((item.id,), place.m, place.span, answer)
        last = found[-1] if found else None
        if last and last.m == one.m and (answer.merged or (last.label is None and one.label is None)):
            found[-1] = last._replace(units=(*last.units, item.id), span=Span(last.span.start, place.span.end))
        else:
            found.append(one)
    return found


def _quote(talk: Talk, stretch: _Stretch) -> dict[str, Any]:
    """Message, text without blanks around it, and where it stands there."""
    text = stretch.span.of(talk.messages[stretch.m]["text"])
    lead = len(text) - len(text.lstrip())
    return {"m": stretch.m, "quote": text.strip(), "at": stretch.span.start + lead}


def _boundaries(talk: Talk, held: Mapping[str, Answer]) -> Iterator[dict[str, Any]]:
    """Where somebody said that a new intent begins, by as many characters as tell the place from others."""
    for item in talk.items:
        place = talk.places[item.id]
        if not held.get(item.id, Answer()).boundary or item.kind == "call":
            continue
        text: str = talk.messages[place.m]["text"]
        rest = text[place.span.start :].lstrip()
        starts = next((rest[:size] for size in range(1, len(rest) + 1) if text.count(rest[:size]) == 1), "")
        if starts.strip():
            yield {"m": place.m, "starts": starts}


def _lang(items: Sequence[Item]) -> str:
    said = "".join(item.text for item in items if item.speaker == Speaker.HUMAN)
    han, latin = len(_HAN.findall(said)), len(_LATIN.findall(said))
    if han * _FEW < latin or not han:
        return "en"
    return "zh" if latin * 2 < han else "mixed"
