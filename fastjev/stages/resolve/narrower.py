"""Whether a statement is about less than a rule: a part of its thing, one case, or what is only called alike."""

import re
from collections.abc import Iterator
from functools import lru_cache

from fastjev.datatypes import Span
from fastjev.stages.resolve.about import About
from fastjev.stages.resolve.slots import stem
from fastjev.stages.resolve.which import others
from fastjev.stages.sentences import clauses

_ORDERS = re.compile(
    r".*(?:[说讲把将让叫要请望想觉得令批了完好过那就再先给]|同意|点头|确认|决定|必须|一律|统一|以后|今后|往后|现在|还是|直接)"
)
"""Up to here a clause says who wants something, or how; what is wanted stands behind."""
_PLACES = ("的", "里", "上", "中", "内", "那边", "这边", "那个", "这个")
"""What a word may end in that is no part of it."""
_END_WORD = re.compile(r"(?:[\u4e00-\u9fff]+|[a-z0-9_][a-z0-9_.+/-]*)$")
_SETS = frozenset(
    {
        "bump", "raise", "lower", "increase", "decrease", "reduce", "cut", "extend", "shorten",
        "tighten", "relax", "double", "halve", "limit", "cap", "allow", "default",
        "new", "current", "maximum", "minimum", "max", "min", "overall", "total", "global", "general",
    }
)  # fmt: skip
"""Before a name these say what becomes of the thing, or all of it; they name no part of it."""
_OF = re.compile(
    r"\b(?:of|for|on) (?:the|our|this|that|each) ([a-z0-9_.-]+(?: [a-z0-9_.-]+)?)"
    r"|^(?:for|in|on|at|during) (?:the |our )?([a-z0-9_.-]+)"
)
"""A part of a thing, or one use of it ("of the download job", "in staging set ...")."""
_IDIOMS = re.compile(
    r"(?:record|moment|meantime|time|rest|whole|sake|request|advice|future|way|hand|fact|general|short|case|principle"
    r"|addition|end|return|hindsight|light|turn|everyone|everybody|consistency|safety|simplicity)\b|other hand"
)
"""Behind "for" or "on the" these narrow nothing."""
_MAY = re.compile(r"^(.{1,24}?)\s*[也都就]?可以|\b([a-z0-9_.-]+) (?:may|can)\b")
"""Who or what is given leave."""
_MAY_DO = re.compile(
    r"\b(?:may|can) (?:now |also |again )?(?:start |begin )?[a-z]+ (?:the |our |that |those )?([a-z0-9_][a-z0-9_./-]*)"
)
"""What leave is given to do something to."""


_STAYS = re.compile(
    r"还是|仍|照旧|照样|照常|保留|不变|依然|维持"
    r"|\b(?:still|stays?|remains?|keeps?|unchanged|as before|as is|goes back to)\b"
)
"""With the old value beside it: for the rest nothing changes ("the others stay at 30")."""


_HAPPENED = re.compile(
    r"了\s*(?:[0-9]+|[两三四五六七八九十几]+)\s*[次遍回个]|[次遍回]也?没(?:成功|用|好)|还是(?:失败|报错|不行|超时|挂)"
    r"|\b(?:i|we|it) (?:tried|retried|ran|waited|failed)\b|\bstill fail"
)
"""Words for what came of it: a number in them is no new value."""


def happened(about: About, new: int) -> bool:
    """Whether the statement tells what came of something, or what a command printed."""
    return about.shown(new) or _HAPPENED.search(about.scene.rulebook.fold(about.text(new))) is not None


def narrower(about: About, new: int, old: int) -> bool:
    """Whether the new statement names a part of the old one's thing, a party or case of its own, or other files.

    Looked at are the clauses that share most with the old one; where one of them is as wide, the statement is. One that
    tells the old value again is about the whole, however it is called.
    """
    theirs, fold, text = about.own(old).names | about.wide(old).names, about.scene.rulebook.fold, about.text(new)
    permits = about.scene.cued(new, "permit")
    if _kept(about, new, old) or others(fold(about.line(new)), fold(about.line(old))):
        return True
    if _files(about.mentioned(about.saying(new, "permit")) if permits else about.own(new).names, theirs):
        return True
    if set(about.own(old).values) & set(about.wide(new).values):
        return False
    before = fold(about.line(old))

    def further(words: Iterator[str]) -> bool:
        return any(word not in before and about.mentioned(word) - theirs for word in words)

    said = [fold(span.of(text)) for span in clauses(text, Span(0, len(text)))]
    if permits and any(further(_given_leave(clause)) for clause in said):
        return True
    shared = [len(about.mentioned(clause) & theirs) for clause in said]
    nearest = [clause for clause, count in zip(said, shared, strict=True) if count == max(shared)]
    return any(shared) and all(further(_parts(clause, theirs, before)) for clause in nearest)


def _kept(about: About, new: int, old: int) -> bool:
    """Whether it says itself, or what is said right after does, that for the rest the old value stays.

    What "still will not do" ("45 秒还是不够") does not stay.
    """
    values = {value for _, value in set(about.own(old).values) - about.refused(new)}
    text = about.text(new) + about.after(new)
    return bool(values) and any(
        _STAYS.search(about.scene.rulebook.fold(span.of(text))) and values & {v for _, v in about.valued(span.of(text))}
        for span in clauses(text, Span(0, len(text)))
    )


def _files(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether both name files, and none is the same."""
    one, other = ({name.rpartition("/")[2] for name in names if "." in name} for names in (mine, theirs))
    return bool(one and other) and not one & other


def _parts(clause: str, names: frozenset[str], old: str) -> Iterator[str]:
    """What stands right before the words that the clause shares, and what it says the value is of or for."""
    starts = [start for name in names for start in _starts(clause, name)]
    if not starts:
        return
    said = clause[: min(starts)]
    word = _last(said)
    while word.isascii() and word and re.search(rf"\b{re.escape(word)}\b", old):
        said = said[: said.rindex(word)]
        word = _last(said)
    if word and stem(word) not in _SETS:
        yield word
    for found in _OF.finditer(clause):
        part = found[1] or found[2]
        if not _IDIOMS.match(part):
            yield part


def _given_leave(clause: str) -> Iterator[str]:
    """Who or what is given leave in a clause, and to do something to what."""
    for found in (*_MAY.finditer(clause), *_MAY_DO.finditer(clause)):
        yield from filter(None, (_last(word) for word in found.groups() if word))


def _last(said: str) -> str:
    """The word at the end of what stands before a name, without who says so."""
    wanted = said[found.end() :] if (found := _ORDERS.match(said)) else said
    wanted = wanted.rstrip()
    while wanted.endswith(_PLACES):
        wanted = wanted[: -len(next(filter(wanted.endswith, _PLACES)))].rstrip()
    found = _END_WORD.search(wanted)
    return found[0] if found else ""


def _starts(clause: str, name: str) -> Iterator[int]:
    """Where the clause says a name; a Latin one only as a whole word, with any ending."""
    if name in clause:
        yield from (found.start() for found in _spelled(name).finditer(clause))


@lru_cache(maxsize=16384)
def _spelled(name: str) -> re.Pattern[str]:
    """Kept here: a long talk has more names than `re` remembers."""
    return re.compile(
        rf"(?<![a-z0-9_.-]){re.escape(name)}(?:s|ed|ing)?(?![a-z0-9_-])" if name.isascii() else re.escape(name)
    )
