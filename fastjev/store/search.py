"""What a session said or printed, found by its words: texts that were taken out, and units that still stand."""

import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fastjev.errors import StoreError
from fastjev.secrets import secrets
from fastjev.store.archive import as_bytes, as_text
from fastjev.store.database import Store
from fastjev.store.entries import Entry, blob, entries_of
from fastjev.store.journal import Line, compactions
from fastjev.telling import bare, encoded, prose_parts

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")
_EXCERPTS = 3
"""Lines shown of one text."""
_EXCERPT_CHARS = 200
"""Characters shown of one line, and how far before the word it begins at most."""
_BEFORE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A text in which words were found."""

    id: str
    """What `expand` takes: a pointer's id, or else a unit's; of what still stands, the unit's."""
    unit: str
    turn: int
    label: str
    """Empty where the journal knows no more of it."""
    status: str
    lines: int
    """Of the text that was taken out; 0 where it still stands."""
    tokens: int
    excerpts: tuple[tuple[int, str], ...]
    """Lines with such words: number from 1, and their beginning with secrets masked."""


@dataclass(frozen=True, slots=True)
class _Text:
    """Something that may be found."""

    entry: Entry | None
    line: Line | None
    found: frozenset[str]


def words(query: str) -> tuple[str, ...]:
    """The words to look for: names and numbers in lower case, and pairs of Han characters, which have no blanks.

    A query without either is one word as a whole.
    """
    plain = _plain(query)
    found = [bare(word).decode() for word in prose_parts(encoded(plain))]
    pairs = [a + b for run in _HAN.findall(plain) for a, b in pairwise(run)]
    alone = [run for run in _HAN.findall(plain) if len(run) == 1]
    named = [word for word in found if len(word) > 1]
    return tuple(dict.fromkeys([*named, *pairs] or [*found, *alone] or [plain.strip()]))


def search(
    store: Store, session: str, query: str, label: str | None, limit: int, damaged: Callable[[str], object]
) -> list[Hit]:
    """At most `limit` texts of a session (its whole id): those with the most and the rarest words, then the newest.

    `label`: only units of it. `damaged` is told of what cannot be read. Raises: StoreError.
    """
    wanted = [word for word in words(query) if word]
    patterns = {word: _pattern(word) for word in wanted}
    texts: list[_Text] = []
    count = 0
    for entry, line, text in _texts(store, session, damaged):
        count += 1
        if label is None or (line and line.label == label):
            plain = _plain(text)
            if found := frozenset(word for word in wanted if word in plain and patterns[word].search(plain)):
                texts.append(_Text(entry, line, found))
    worth = {word: math.log(1 + count / max(1, sum(word in text.found for text in texts))) for word in wanted}
    best = sorted(texts, key=lambda text: -sum(worth[word] for word in sorted(text.found)))
    return [_hit(store, text, patterns, worth) for text in best[:limit]]


def _texts(
    store: Store, session: str, damaged: Callable[[str], object]
) -> Iterator[tuple[Entry | None, Line | None, str]]:
    """Each text once, the newest first: what was taken out, then what the journal says still stands."""
    journal: dict[tuple[int, str], Line] = {}
    stands: dict[tuple[int, str], Line] = {}
    for compaction in compactions(store, session, damaged):
        for line in compaction.lines:
            journal.setdefault((compaction.epoch, line.id), line)
            if not line.tokens and line.text:
                stands.setdefault((line.turn, line.text), line)
    for entry in _entries(store, session):
        try:
            text = as_text(blob(store, entry.digest))
        except StoreError as error:
            damaged(str(error))
            continue
        yield entry, journal.get((entry.epoch, entry.name.removesuffix(".call"))), text
    for line in stands.values():
        yield None, line, line.text


def _entries(store: Store, session: str) -> Iterator[Entry]:
    """Every text that was taken out, once, the newest first; a fold is its units."""
    seen: set[str] = set()
    for (number,) in store.rows("SELECT number FROM epoch WHERE session = ? ORDER BY number DESC", as_bytes(session)):
        entries = sorted(entries_of(store, session, number), key=lambda entry: (-entry.turns.end, entry.name))
        for entry in entries:
            if not entry.units and entry.digest not in seen:
                seen.add(entry.digest)
                yield entry


def _hit(store: Store, text: _Text, patterns: dict[str, re.Pattern[str]], worth: dict[str, float]) -> Hit:
    entry, line = text.entry, text.line
    body = as_text(blob(store, entry.digest)) if entry else line.text if line else ""
    unit = entry.name if entry else line.id if line else ""
    return Hit(
        id=(entry.pointer or entry.name) if entry else unit,
        unit=unit,
        turn=entry.turns.start if entry else line.turn if line else 0,
        label=line.label if line else "",
        status=line.status if line else "",
        lines=entry.lines if entry else 0,
        tokens=entry.tokens if entry else 0,
        excerpts=tuple(_excerpts(_masked(body).split("\n"), text.found, patterns, worth)),
    )


def _excerpts(
    lines: Sequence[str], found: frozenset[str], patterns: dict[str, re.Pattern[str]], worth: dict[str, float]
) -> Iterator[tuple[int, str]]:
    scored = []
    for at, line in enumerate(lines):
        plain = _plain(line)
        places = {word: match.start() for word in found if word in plain and (match := patterns[word].search(plain))}
        if places:
            scored.append((-sum(worth[word] for word in sorted(places)), at, min(places.values())))
    for _, at, place in sorted(sorted(scored)[:_EXCERPTS], key=lambda each: each[1]):
        # Width folding may move a character or two; the excerpt begins before the word all the same.
        start = max(0, place - _BEFORE) if len(lines[at]) > _EXCERPT_CHARS else 0
        cut = lines[at][start : start + _EXCERPT_CHARS]
        more = "…" if start + _EXCERPT_CHARS < len(lines[at]) else ""
        yield at + 1, ("…" if start else "") + cut.strip() + more


def _masked(text: str) -> str:
    """The text with secrets masked and its lines as many as they were."""
    kept, at = [], 0
    for secret in secrets(text):
        kept += [text[at : secret.start], secret.mark, "\n" * text.count("\n", secret.start, secret.end)]
        at = secret.end
    return "".join([*kept, text[at:]])


def _plain(text: str) -> str:
    """Without differences of case and width."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def _pattern(word: str) -> re.Pattern[str]:
    """A Latin word is looked for from its beginning: `port` is no part of `report`."""
    return re.compile((r"(?<![a-z0-9])" if word[:1].isascii() and word[:1].isalnum() else "") + re.escape(word))
