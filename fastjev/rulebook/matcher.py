"""`tokens:` patterns: spaCy's Matcher over a blank pipeline. The only thing that loads spaCy at run time."""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from fastjev.rulebook.pattern import MARK

_WITHOUT_MODEL = frozenset(
    ("ORTH", "TEXT", "LOWER", "NORM", "LENGTH", "SHAPE", "PREFIX", "SUFFIX", "OP", "IS_ALPHA", "IS_ASCII", "IS_DIGIT",
     "IS_LOWER", "IS_UPPER", "IS_TITLE", "IS_PUNCT", "IS_SPACE", "IS_STOP", "IS_SENT_START", "LIKE_NUM", "LIKE_URL",
     "LIKE_EMAIL", "SPACY")
)  # fmt: skip
_COMPARED = frozenset(("IN", "NOT_IN", "==", ">=", "<=", ">", "<"))
_MOST_TOKENS = 12
"""A pattern's length, each token counted as often as its OP lets it repeat."""
_MOST_OPTIONAL = 5
"""Repeats that may be left out, in one pattern: the Matcher follows every way through them."""
_MOST_NAMED = 500
"""Words in one list of a token."""
_LITERAL = ("LOWER", "TEXT", "ORTH", "NORM")
_REPEAT = re.compile(r"\{([0-9]*),?([0-9]*)\}")


class Found(NamedTuple):
    """A match by its characters, asked for as `re` is."""

    start: int
    end: int

    def span(self) -> tuple[int, int]:
        """First character and the one after the last."""
        return self.start, self.end


class TokenPattern:
    """A Matcher that is asked like a regular expression."""

    def __init__(self, source: str) -> None:
        """`source`: `MARK` and the JSON of a list of mappings."""
        self._tokens: list[dict[str, Any]] = json.loads(source.removeprefix(MARK))

    def search(self, text: str | bytes) -> Found | None:
        """The first match, of those that begin there the longest; by bytes where the text comes as UTF-8."""
        if isinstance(text, bytes):
            return self._in_bytes(text.decode())
        lang = "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"
        doc = _cut(lang, text)
        found = [(start, -end) for _, start, end in self._matcher(lang)(doc)]
        if not found:
            return None
        start, end = min(found)
        return Found(doc[start].idx, doc[-end - 1].idx + len(doc[-end - 1]))

    def _in_bytes(self, text: str) -> Found | None:
        found = self.search(text)
        return found and Found(len(text[: found.start].encode()), len(text[: found.end].encode()))

    @lru_cache(maxsize=2)  # noqa: B019  a rulebook keeps its patterns as long as it lives
    def _matcher(self, lang: str) -> Any:
        from spacy.matcher import Matcher

        matcher = Matcher(_pipeline(lang).vocab)
        matcher.add("pattern", [[{key.upper(): value for key, value in token.items()} for token in self._tokens]])
        return matcher


@lru_cache(maxsize=64)
def _cut(lang: str, text: str) -> Any:
    """The words of a text, cut once for all patterns that look at it."""
    return _pipeline(lang)(text)


@lru_cache(maxsize=2)
def _pipeline(lang: str) -> Any:
    """A tokenizer alone: jieba's words where Han stands, else spaCy's English ones."""
    import logging

    import jieba
    import spacy

    jieba.setLogLevel(logging.ERROR)
    if lang == "zh":
        return spacy.blank("zh", config={"nlp": {"tokenizer": {"segmenter": "jieba"}}})
    return spacy.blank("en")


def validate(tokens: Sequence[dict[str, Any]]) -> None:
    """Nothing for a pattern that a blank pipeline can match in bounded time.

    Raises: ValueError, with the token's number and what to write.
    """
    repeats = [_repeats(n, str(token.get("OP", token.get("op", "1")))) for n, token in enumerate(tokens, 1)]
    longest, optional = sum(most for _, most in repeats), sum(most - least for least, most in repeats)
    if longest > _MOST_TOKENS:
        raise ValueError(f"up to {longest} tokens long; {_MOST_TOKENS} is the most")
    if optional > _MOST_OPTIONAL:
        raise ValueError(f"{optional} repeats that may be left out; {_MOST_OPTIONAL} is the most in one pattern")
    for n, token in enumerate(tokens, 1):
        for key, value in token.items():
            if key.upper() not in _WITHOUT_MODEL:
                raise ValueError(f"token {n}: {key} is not among {', '.join(sorted(_WITHOUT_MODEL))}")
            if not key.upper().startswith(("IS_", "LIKE_", "SPACY")) and _holds_bool(value):
                raise ValueError(f"token {n}: {key}: YAML reads yes, no, on and off as true and false; quote the word")
            if isinstance(value, dict) and any(isinstance(v, list) and len(v) > _MOST_NAMED for v in value.values()):
                raise ValueError(f"token {n}: {key}: more than {_MOST_NAMED} words in a list")
            if isinstance(value, dict) and (odd := [name for name in value if name not in _COMPARED]):
                known = ", ".join(sorted(_COMPARED))
                raise ValueError(f"token {n}: {odd[0]} is not among {known}; text: takes patterns")
    if not words(tokens):
        raise ValueError(f"needs a token that must stand there and names its words: {', '.join(_LITERAL)}")
    from spacy.errors import MatchPatternError
    from spacy.matcher import Matcher

    try:
        matcher = Matcher(_pipeline("en").vocab, validate=True)
        matcher.add("pattern", [[{key.upper(): value for key, value in token.items()} for token in tokens]])
    except (MatchPatternError, ValueError, TypeError) as error:
        raise ValueError(f"not a Matcher pattern: {' '.join(str(error).split())}") from error


def _holds_bool(value: Any) -> bool:
    """Whether a word was read as true or false."""
    within = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, bool) or any(map(_holds_bool, within))


def _repeats(number: int, op: str) -> tuple[int, int]:
    """How often a token must stand at least, and may at most."""
    if op in ("*", "+"):
        raise ValueError(f"token {number}: OP {op} has no end; write how many at most, such as '{{0,5}}'")
    found = _REPEAT.fullmatch(op)
    if found and op.endswith(",}"):
        raise ValueError(f"token {number}: OP {op} has no end; write how many at most")
    if found:
        return int(found[1] or 0), int(found[2] or found[1] or 1)
    return (0, 1) if op in ("?", "!") else (1, 1)


def words(tokens: Sequence[dict[str, Any]]) -> frozenset[str]:
    """Of the tokens that must stand there and name their words, the words of the one with the fewest."""
    found = []
    for token in tokens:
        given = {key.upper(): value for key, value in token.items()}
        if _repeats(0, str(given.get("OP", "1")))[0] == 0:
            continue
        for key in _LITERAL:
            value = given.get(key)
            value = value.get("IN") if isinstance(value, dict) else [value]
            if isinstance(value, list) and value and all(isinstance(word, str) and word for word in value):
                found.append(frozenset(value))
    return min(found, key=len, default=frozenset())
