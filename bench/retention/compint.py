"""COMPINT's side constraints typed into real sessions: are they kept word for word, and known for what they are?

Constraints: ZhiqiEliWang/compaction-integrity (MIT), arXiv 2608.11242, whose best published system keeps 95.6 % and
whose plain summaries keep 17 %, as judged by a model. The Chinese ones are our translations, by the same ids.
"""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from bench.retention.inject import PLACES, inject, prompts
from bench.retention.scores import Tally, ink, table
from fastjev import pipeline
from fastjev.datatypes import Conversation
from fastjev.labels import Speaker, Zone
from fastjev.policy import DEFAULT
from fastjev.readers import read
from fastjev.renderers.text import zones
from fastjev.rulebook import Rulebook, load_core

ZH = Path(__file__).with_name("compint-zh.json")
FRAMES = {
    "en": ("For the rest of this session: ", "This is an important constraint: "),
    "zh": ("这个会话接下来都是这样：", "这是一条重要的约束："),
}
"""What COMPINT puts before a constraint; even ids get the first, odd ids the second."""
FRAMINGS = ("plain", "framed")
SESSIONS = 10
LEAST = 3
"""Typed prompts below which top, middle and bottom are not three places."""
POLICY = replace(DEFAULT, recent_turns=0)
"""No turn is left verbatim: a constraint that was typed last must not be kept for being the last."""


class Case(NamedTuple):
    """Three constraints in one session, each at a place of its own."""

    path: Path
    lang: str
    framing: str
    sentences: tuple[tuple[str, int, str, str], ...]
    """Place, id, what is looked for, what was typed."""


class Found(NamedTuple):
    """What became of one of them."""

    lang: str
    framing: str
    place: str
    id: int
    session: str
    kept: bool
    bound: bool
    zone: str
    """Where it stands, if not among the constraints."""


def sentences(path: Path) -> dict[str, dict[int, str]]:
    """By language and id. `path`: the benchmark's list, whose texts have the key `sssc`."""
    english = {int(each["id"]): str(each["sssc"]) for each in json.loads(path.read_text("utf-8"))}
    chinese = {int(id): str(text) for id, text in json.loads(ZH.read_text("utf-8")).items()}
    assert english.keys() == chinese.keys(), "each constraint has its translation"
    return {"en": english, "zh": chinese}


def chosen(folder: Path, count: int) -> list[Path]:
    """The sessions with the most typed prompts, of those with enough, by name."""
    many = {path: len(prompts(_conversation(path))) for path in sorted(folder.glob("*.jsonl"))}
    most = sorted((path for path in many if many[path] >= LEAST), key=lambda path: (-many[path], path.name))
    return sorted(most[:count])


def cases(paths: Sequence[Path], texts: dict[str, dict[int, str]]) -> Iterator[Case]:
    """Each constraint in each session at each place in each framing.

    Three constraints share a run, at three places and five ids apart: those are of different types and none of them
    bears on another, so each stands as if it were alone, in a third of the time.
    """
    for path, (lang, found), framing in product(paths, texts.items(), FRAMINGS):
        ids = sorted(found)
        third = -(-len(ids) // len(PLACES))
        for n in range(len(ids)):
            own = [ids[(n + third * turn) % len(ids)] for turn in range(len(PLACES))]
            placed = tuple(
                (place, id, found[id], (FRAMES[lang][id % 2] if framing == "framed" else "") + found[id])
                for place, id in zip(PLACES, own, strict=True)
            )
            yield Case(path, lang, framing, placed)


def measure(case: Case) -> list[Found]:
    """One run, and what became of its three."""
    conversation = _conversation(case.path)
    raw = inject(conversation, {place: typed for place, _, _, typed in case.sentences})
    run = pipeline.run(raw, case.path.name, rulebook=_core(), policy=POLICY)
    text = ink(zones(run))
    found = []
    for place, id, wanted, typed in case.sentences:
        at = {m.index for m in run.conversation.messages if m.speaker == Speaker.HUMAN and m.text == typed}
        assert at, f"{case.path.name}: the prompt at the {place} was not read"
        whole = [each for each in run.skeleton.items if each.message in at and ink(wanted) in ink(each.text)]
        bound = any(each.zone == Zone.CONSTRAINTS for each in whole)
        zone = ", ".join(sorted({each.zone for each in run.skeleton.items if each.message in at})) or "none"
        kept = ink(wanted) in text
        found.append(Found(case.lang, case.framing, place, id, case.path.stem, kept, bound, zone))
    return found


def measured(paths: Sequence[Path], source: Path, jobs: int) -> Iterator[list[Found]]:
    """All cases, in order, on so many processes."""
    todo = list(cases(paths, sentences(source)))
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(measure, todo, chunksize=15)


def told(found: Sequence[Found], source: Path) -> str:
    """The table, and each constraint that was kept without being known for one."""
    kept, bound = Tally(), Tally()
    for each in found:
        for name in (each.lang, f"{each.lang} {each.place}", f"{each.lang} {each.framing}", "all"):
            kept.add(name, each.kept)
            bound.add(name, each.bound)
    names = [
        name
        for lang in FRAMES
        for name in (lang, *(f"{lang} {place}" for place in PLACES), *(f"{lang} {framing}" for framing in FRAMINGS))
    ]
    rows = [[name, kept.share(name), bound.share(name)] for name in ("all", *names)]
    said = table(["constraints", "word for word in the skeleton", "in the constraint zone"], rows)
    return said + "\n" + "".join(_missed(found, sentences(source)))


def _missed(found: Sequence[Found], texts: dict[str, dict[int, str]]) -> Iterator[str]:
    by = Tally()
    for each in found:
        by.add(f"{each.lang} {each.id} {each.framing}", each.bound)
    for lang, ids in texts.items():
        for id, framing in product(ids, FRAMINGS):
            name = f"{lang} {id} {framing}"
            if by.hits[name] < by.all[name]:
                where = {each.zone for each in found if (each.lang, each.id, each.framing) == (lang, id, framing)}
                yield f"not known for a constraint: {name}, {by.share(name)}, in {' or '.join(sorted(where))}: "
                yield f"{texts[lang][id]}\n"
    for each in found:
        if not each.kept:
            yield f"not kept word for word: {each.lang} {each.id} {each.framing} {each.place} in {each.session}\n"


@cache
def _core() -> Rulebook:
    return load_core()


@cache
def _conversation(path: Path) -> Conversation:
    return read(path.read_bytes(), path.name)
