"""Which of several alike a text is about: svc1 and not svc2, step 2, 第三章, 一号机房."""

import re
from collections import defaultdict
from collections.abc import Iterator

from fastjev.rulebook import Phrases

_JOINED = re.compile(r"\b([a-z]{2,})[-_]?([0-9]{1,4})\b(?!\.[0-9])")


def others(phrases: Phrases, new: str, old: str) -> bool:
    """Whether the new text is about another one of a kind, or about one place or part where the old one names none.

    Lower case, simplified characters.
    """
    mine, theirs = _which(phrases, new), _which(phrases, old)
    if any(mine[kind].isdisjoint(theirs[kind]) for kind in mine.keys() & theirs.keys()):
        return True
    places = {each for found in phrases.found("environment", new) for each in found.groups() if each}
    parts = [part for found in phrases.found("part", new) for part in found.groups() if part]
    return any(each not in old for each in places) or any(
        part not in old and not phrases.holds("no_part", part) for part in parts
    )


def _which(phrases: Phrases, text: str) -> dict[str, set[str]]:
    found = defaultdict[str, set[str]](set)
    for kind, which in _found(phrases, text):
        found[kind].add(which)
    return found


def _found(phrases: Phrases, text: str) -> Iterator[tuple[str, str]]:
    yield from ((kind, which) for kind, which in _JOINED.findall(text) if not phrases.holds("versioned", kind))
    yield from ((str(named[1]), str(named[2])) for named in phrases.found("kind_number", text))
    yield from ((str(named[2]), str(named[1])) for named in phrases.found("number_kind", text))
