"""What is known of a seam: a place in a message where a clause begins, and with it perhaps a new intent."""

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise
from math import log1p

from fastjev.datatypes import Span
from fastjev.model.classifier.features import Features
from fastjev.model.openings import opening

_ACTS = frozenset(("constraint", "decision"))
_GAP_OF = {
    "。": "stop", ".": "stop", "?": "question", "？": "question", "!": "cry", "！": "cry", ",": "comma", "，": "comma",
    "、": "comma", ";": "semicolon", "；": "semicolon", ":": "colon", "：": "colon", "-": "dash", "—": "dash",
    "–": "dash", "~": "dash", "～": "dash", "…": "dots", ")": "bracket", "）": "bracket", "」": "bracket",
    "”": "bracket",
}  # fmt: skip
_SIZES = (3, 5, 8, 12, 20, 40, 80)
"""Characters; shorter clauses are more of a kind."""
_NEAR = 200
"""Characters before a seam in which its words are looked for."""
_FAR = 120
"""Characters from which on a distance is just far."""
_HELD, _RUN = 8, 3
"""Words at the beginning of a clause that are looked at, and those that are taken as one."""
_HARD = re.compile(r"[。.!?！？\n]")
_SOFT = re.compile(r"[。.!?！？\n,，;；]")
_LINES, _STOPS, _COMMAS = (re.compile(each) for each in (r"\n", "[。.!?！？]", "[,，]"))
_TOKEN = re.compile(r"[a-z_']+|\d+|[^\W\d_]|[^\s\w]")
_WORD = re.compile(r"[a-z_][\w./-]{2,}|[\u4e00-\u9fff]+", re.IGNORECASE)
_VALUE = re.compile(r"\d|[一二两三四五六七八九十百]+(?:个|秒|天|分|倍|条|位|次|号)")
_ASKS = re.compile(r"[?？]|[吗呢]\s*$")
_PARTICLES = frozenset("吧了呢啊哈嘛啦呀哦")
_MARKS = "，。！？；：…～,.!?;:~ \n"


@dataclass(frozen=True, slots=True)
class Clause:
    """What stands between two seams."""

    span: Span
    kind: str
    """Of its block."""
    place: str
    """What begins with it: a block, a sentence, a clause, or only a word."""
    cues: AbstractSet[str]
    """Labels of the rules that fire on it."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What one clause shows by itself."""

    clause: Clause
    size: int
    tokens: tuple[str, ...]
    """The first of it."""
    last: tuple[str, ...]
    family: str
    words: frozenset[str]
    names: frozenset[str]
    """Those in Latin letters."""
    value: bool
    asks: bool
    soft: bool
    """Ends with a particle."""
    gap: str
    """What stands before it."""
    scripts: str
    acts: bool


def features(text: str, clauses: Sequence[Clause]) -> Iterator[Features]:
    """Those of each seam but the first, which is the message's beginning. `text`: folded; the clauses tile it.

    Sections: `begins` and `holds`, of words behind the seam; `ends`, of those before it, backwards; `is`, all else.
    """
    looks = [_look(text, clause) for clause in clauses]
    style = _style(text, len(clauses))
    acted = False
    for at in range(1, len(looks)):
        own, before = looks[at], looks[at - 1]
        acted = own.clause.place in ("clause", "word") and (acted or before.acts)
        said = set(_is(own, before, style))
        said.update(_around(looks, at))
        if acted:
            said.update(("acted", "acted_again") if own.acts else ("acted",))
        if at == 1:
            said.add("first")
        yield Features(
            {
                "begins": _runs(own.tokens[:_RUN]),
                "holds": {*own.tokens, *map(" ".join, pairwise(own.tokens))},
                "ends": _runs(before.last[::-1]),
                "is": said,
            },
            {**style, **_amounts(text, own, before)},
        )


def _runs(tokens: Sequence[str]) -> set[str]:
    return {" ".join(tokens[: count + 1]) for count in range(len(tokens))}


def _look(text: str, clause: Clause) -> _Look:
    start = clause.span.start
    own = clause.span.of(text)
    bare = own.strip()
    runs = _WORD.findall(own[:_FAR])
    names = frozenset(run for run in runs if run.isascii())
    pairs = {run[n : n + 2] for run in runs if not run.isascii() for n in range(len(run) - 1)}
    return _Look(
        clause=clause,
        size=clause.span.end - start,
        tokens=tuple(_tokens(bare[:_FAR])[:_HELD]),
        last=tuple(_tokens(bare[-_FAR:])[-_RUN:]),
        family=opening(bare[:_FAR]),
        words=names | pairs,
        names=names,
        value=bool(_VALUE.search(own)),
        asks=bool(_ASKS.search(own)),
        soft=bare.rstrip(_MARKS)[-1:] in _PARTICLES,
        gap=_gap(text, start),
        scripts=f"{_script(text[max(0, start - _FAR) : start].rstrip()[-1:])}>{_script(text[start : start + 1])}",
        acts=not _ACTS.isdisjoint(clause.cues),
    )


def _tokens(text: str) -> list[str]:
    return ["0" if token[0].isdigit() else token for token in _TOKEN.findall(text.lower())]


def _style(text: str, clauses: int) -> dict[str, float]:
    """How the writer of a message sets marks: each a share of its characters, times ten."""
    chars = max(1, len(text))
    commas, lines, stops = (len(each.findall(text)) / chars * 10 for each in (_COMMAS, _LINES, _STOPS))
    return {
        "chars": log1p(chars) / 10, "clauses": log1p(clauses) / 5, "commas": commas, "lines": lines, "stops": stops,
        "no_marks": float(commas + lines + stops < 0.15),
    }  # fmt: skip


def _is(own: _Look, before: _Look, style: Mapping[str, float]) -> Iterator[str]:
    place, kind = own.clause.place, own.clause.kind
    yield f"gap:{own.gap}"
    yield f"gap:{own.gap} {place}"
    yield f"place:{place}"
    yield f"kind:{before.clause.kind}>{kind}"
    if place == "block":
        yield f"block:{before.clause.kind}>{kind}"
    yield f"join:{own.scripts} {place}"
    yield f"size:{_step(own.size)}"
    yield f"size:before:{_step(before.size)}"
    for cue in own.clause.cues:
        yield f"cue:{cue}"
        yield f"cue:{cue} {own.gap}"
    yield from (f"cue:before:{cue}" for cue in before.clause.cues)
    yield from (f"cue:{one}>{two}" for one in before.clause.cues for two in own.clause.cues)
    yield f"act:{own.acts:d}{before.acts:d} {own.gap}"
    yield f"family:{own.family}"
    yield f"family:{own.family} {place}"
    yield f"family:{before.family}>{own.family}"
    yield f"asks:{before.asks:d}{own.asks:d}"
    yield f"value:{before.value:d}{own.value:d}"
    yield f"name:{bool(before.names):d}{bool(own.names):d}{not own.names.isdisjoint(before.names):d}"
    if before.soft:
        yield "soft"
    if style["no_marks"] and place == "word":
        yield "no_marks:word"
    if style["lines"] and place in ("clause", "word"):
        yield "lines:clause"


def _around(looks: Sequence[_Look], at: int) -> Iterator[str]:
    own, behind = looks[at], looks[at + 1] if at + 1 < len(looks) else None
    gap = behind.gap if behind else "end"
    yield f"gap:behind:{gap}"
    yield f"gap:{own.gap}>{gap}"
    yield f"gap:before:{looks[at - 1].gap if at > 1 else 'start'}"
    if behind:
        yield from (f"cue:behind:{cue}" for cue in behind.clause.cues)
    if at > 1:
        yield from (f"cue:second:{cue}" for cue in looks[at - 2].clause.cues)


def _amounts(text: str, own: _Look, before: _Look) -> dict[str, float]:
    start = own.clause.span.start
    past = text[max(0, start - _NEAR) : start]
    shared = own.words & before.words
    return {
        "size": log1p(own.size) / 5,
        "size:before": log1p(before.size) / 5,
        "since": log1p(_since(text, start)) / 5,
        "until": log1p(_until(_HARD, text, start)) / 5,
        "until:comma": log1p(_until(_SOFT, text, start)) / 5,
        "position": start / len(text),
        "shared": min(1.0, len(shared) / 3),
        "shared:none": float(not shared),
        "near": sum(word in past for word in own.words) / max(1, len(own.words)),
        "names:new": min(1.0, sum(name not in past for name in own.names) / 3),
    }


def _step(size: int) -> int:
    return next((number for number, step in enumerate(_SIZES) if size < step), len(_SIZES))


def _gap(text: str, start: int) -> str:
    head = text[max(0, start - _FAR) : start]
    bare = head.rstrip()
    lines = head.count("\n", len(bare))
    if lines:
        return "paragraph" if lines > 1 else "line"
    return _GAP_OF.get(bare[-1:], "none")


def _since(text: str, start: int) -> int:
    head = text[max(0, start - _FAR) : start].rstrip()
    return next((n for n, char in enumerate(reversed(head)) if char in "。.!?！？\n"), _FAR)


def _until(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.search(text, start, start + _FAR)
    return (found.start() if found else min(len(text), start + _FAR)) - start


def _script(char: str) -> str:
    return (
        "han" if "\u4e00" <= char <= "\u9fff" else "digit" if char.isdigit() else "latin" if char.isalpha() else "sign"
    )
