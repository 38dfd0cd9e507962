"""Whether a statement is about less than a rule: a part of its thing, one case, or what is only called alike."""

import re
from collections.abc import Iterator
from functools import lru_cache

from fastjev.datatypes import Span
from fastjev.rulebook import Phrases
from fastjev.stages.resolve.about import About
from fastjev.stages.resolve.slots import stem
from fastjev.stages.resolve.which import others
from fastjev.stages.sentences import clauses

_END_WORD = re.compile(r"(?:[\u4e00-\u9fff]+|[a-z0-9_][a-z0-9_.+/-]*)$")


def happened(about: About, new: int) -> bool:
    """Whether the statement tells what came of something, or what a command printed."""
    return about.shown(new) or about.scene.rulebook.phrases.holds(
        "came_of_it", about.scene.rulebook.fold(about.text(new))
    )


def narrower(about: About, new: int, old: int) -> bool:
    """Whether the new statement names a part of the old one's thing, a party or case of its own, or other files.

    Looked at are the clauses that share most with the old one; where one of them is as wide, the statement is. One that
    tells the old value again is about the whole, however it is called.
    """
    theirs, fold, text = about.own(old).names | about.wide(old).names, about.scene.rulebook.fold, about.text(new)
    permits, phrases = about.scene.cued(new, "permit"), about.scene.rulebook.phrases
    if _kept(about, new, old) or others(phrases, fold(about.line(new)), fold(about.line(old))):
        return True
    if _files(about.mentioned(about.saying(new, "permit")) if permits else about.own(new).names, theirs):
        return True
    if set(about.own(old).values) & set(about.wide(new).values):
        return False
    before = fold(about.line(old))

    def further(words: Iterator[str]) -> bool:
        return any(word not in before and about.mentioned(word) - theirs for word in words)

    said = [fold(span.of(text)) for span in clauses(text, Span(0, len(text)))]
    if permits and any(further(_given_leave(phrases, clause)) for clause in said):
        return True
    shared = [len(about.mentioned(clause) & theirs) for clause in said]
    nearest = [clause for clause, count in zip(said, shared, strict=True) if count == max(shared)]
    return any(shared) and all(further(_parts(phrases, clause, theirs, before)) for clause in nearest)


def _kept(about: About, new: int, old: int) -> bool:
    """Whether it says itself, or what is said right after does, that for the rest the old value stays.

    What "still will not do" ("45 秒还是不够") does not stay.
    """
    values = {value for _, value in set(about.own(old).values) - about.refused(new)}
    text, book = about.text(new) + about.after(new), about.scene.rulebook
    return bool(values) and any(
        book.phrases.holds("stays", book.fold(span.of(text))) and values & {v for _, v in about.valued(span.of(text))}
        for span in clauses(text, Span(0, len(text)))
    )


def _files(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether both name files, and none is the same."""
    one, other = ({name.rpartition("/")[2] for name in names if "." in name} for names in (mine, theirs))
    return bool(one and other) and not one & other


def _parts(phrases: Phrases, clause: str, names: frozenset[str], old: str) -> Iterator[str]:
    """What stands right before the words that the clause shares, and what it says the value is of or for."""
    starts = [start for name in names for start in _starts(clause, name)]
    if not starts:
        return
    said = clause[: min(starts)]
    word = _last(phrases, said)
    while word.isascii() and word and re.search(rf"\b{re.escape(word)}\b", old):
        said = said[: said.rindex(word)]
        word = _last(phrases, said)
    if word and not phrases.holds("sets", stem(word)):
        yield word
    for found in phrases.found("of_part", clause):
        part = found[1] or found[2] or ""
        if not phrases.holds("idiom", part):
            yield part


def _given_leave(phrases: Phrases, clause: str) -> Iterator[str]:
    """Who or what is given leave in a clause, and to do something to what."""
    for found in phrases.found("given_leave", clause):
        yield from filter(None, (_last(phrases, word) for word in found.groups() if word))


def _last(phrases: Phrases, said: str) -> str:
    """The word at the end of what stands before a name, without who says so."""
    ordered = next(phrases.found("orders", said), None)
    wanted = said[ordered.span()[1] :].rstrip() if ordered else said.rstrip()
    place = next(phrases.found("place_behind", wanted), None)
    wanted = wanted[: place.span()[0]].rstrip() if place else wanted
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
