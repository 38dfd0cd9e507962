"""What a unit is about, as far as words show: names, values, and the slot that they fill."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from fastjev.datatypes import Span
from fastjev.rulebook import Rulebook
from fastjev.stages.sentences import clauses, first_clause

_LATIN = re.compile(r"[a-z0-9_][a-z0-9_.+#/@-]*[a-z0-9_+#]|[a-z]")
_HAN = re.compile(r"[\u4e00-\u9fff]+")
_QUOTED = re.compile(r"「[^」]{1,8}」")
_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
}  # fmt: skip
_NUMBER = rf"(?:[0-9][0-9,]*(?:\.[0-9]+)?|[零一二两三四五六七八九十百千万半]+|\b(?:{'|'.join(_WORDS)})\b)"
_LIST_MARK = re.compile(r"\s*(?:[-*•·]\s+)?(?:[(（]?[0-9]{1,2}[.)）、]\s*)?")
_UNITS = {
    "time": "毫秒|秒钟?|分钟|个?小时|天|周|个月|ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?"
    "|weeks?|months?",
    "size": "字节|kb|mb|gb|tb|kib|mib|gib|bytes?|k|m|g|px",
    "token": "tokens?|字符?|个字|chars?|characters?|words?",
    "rate": "rps|qps|req/s|次/秒|per second",
    "line": "行|lines?",
    "count": "个?文件|files?|个|条|张|页|段|份|台|位|人|次|批|columns?|rows?|items?|people|times|reviews?|sessions?"
    "|retries|replicas",
    "share": "%|percent|成",
    "money": "欧元|美元|人民币|元|块钱|euros?|eur|usd|dollars?|rmb|pounds?",
}
_REMEMBERED = 16384
"""Texts whose slots are remembered before all are forgotten: more than a talk of 2,500 turns has."""
MEASURES = frozenset({"time", "size", "token", "rate", "line", "share", "money", "clock"})
"""Dimensions that measure. What is only counted (three seeds, two seeds) is more often another thing."""
_SECONDS = {
    "毫秒": 0.001,
    "ms": 0.001,
    "分": 60,
    "min": 60,
    "小时": 3600,
    "h": 3600,
    "天": 86400,
    "day": 86400,
    "周": 604800,
    "week": 604800,
}
_CLOCK = re.compile(r"(?<![0-9:.])([01]?[0-9]|2[0-3]):([0-5][0-9])(?![0-9:])")
"""A time of day; its two numbers are no quantities of their own."""
_VALUE = re.compile(rf"(?<![a-z0-9_.])({_NUMBER})\s*(?:(" + ")|(".join(_UNITS.values()) + r"))?(?![a-z0-9_])")
_QUANTITY = re.compile("|".join(_UNITS.values()) + r"|[零一二两三四五六七八九十百千万半]+")
_ALONE = re.compile(
    r"\s*(?:(?:ok|so|then|and|make it|那就?|就|先|得|行|好|改|用|按)[,\s]*)*"
    rf"({_VALUE.pattern})"
    r"\s*(?:吧|好了|就好|就行|就够了?|够了?|罢|了|then|please|pls|it is|again)?[\s,.!;:。，！；…]*"
)
_COUNTED = re.compile(r"[0-9.,]+[a-z%]*")
_ENDINGS = ("ing", "ed", "s")
_STEM = 3
"""Letters that must stay of a word without its ending."""
_COUNTS = frozenset("0123456789.,")
_POINTING = frozenset("这那每哪几第")
"""Before a count these point at things and do not number them: 这两个, 第一条."""
_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"两": 2, "半": 0.5}


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that a clause sets, and what the clause names."""

    dimension: str
    value: float
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Slots:
    """What one text mentions."""

    names: frozenset[str]
    """Latin words and identifiers, and pairs of neighbouring Han characters, but for common ones."""
    values: tuple[tuple[str, float], ...]
    """Quantities in text order with their dimension: `time` in seconds, `clock` in seconds since midnight, `size`,
    a counting word; empty: bare."""
    settings: tuple[Setting, ...]
    """The last value of each clause that has one, in text order."""
    groups: frozenset[tuple[str, str]]
    """Members of the lexicon's alternatives, with the alternative's name."""


class Lexicon:
    """The rulebook's lexicon, ready for comparing."""

    def __init__(self, rulebook: Rulebook) -> None:
        found: Any = rulebook.lexicon
        self.fold = rulebook.fold
        self._common = frozenset(str(found.get("common", "")).split())
        self._han = frozenset(str(found.get("han_common", "")).split())
        self.small = self._common | frozenset(str(found.get("han_small", "")).split()) | {""}
        """Words and single characters that tell nothing, however closely one looks."""
        self._found: dict[str, Slots] = {}
        self._called: dict[str, frozenset[str]] = {}
        members = {
            str(member): str(group) for group, words in found.get("alternatives", {}).items() for member in words
        }
        self._members = members
        choices = "|".join(re.escape(member) for member in sorted(members, key=lambda word: (-len(word), word)))
        self._member = re.compile(rf"(?<![a-z0-9_.-])(?:{choices})(?![a-z0-9_-]|\.[a-z])") if members else None

    def slots(self, text: str) -> Slots:
        """Everything that `text` mentions. Remembered: statements are looked at from several sides."""
        found = self._found.get(text)
        if found is None:
            if len(self._found) >= _REMEMBERED:
                self._found.clear()
            found = self._found[text] = self._slots(text)
        return found

    def calls(self, text: str) -> frozenset[str]:
        """What `text` may call a thing: its names, the last part of a path, and Han pairs of which one half is common.

        Wider than names: for words that are held against the few options of one question. Remembered, too.
        """
        found = self._called.get(text)
        if found is None:
            if len(self._called) >= _REMEMBERED:
                self._called.clear()
            found = self._called[text] = self._calls(text)
        return found

    def _calls(self, text: str) -> frozenset[str]:
        folded = self.fold(text)
        names = self._names(folded)
        found = set(names) | {name.rpartition("/")[2] for name in names if "/" in name}
        for run in _HAN.findall(folded):
            found.update(a + b for a, b in pairwise(run) if a not in self._han or b not in self._han)
        return frozenset(word for word in found - self._common if not _is_value(word))

    def amount(self, text: str) -> tuple[str, float] | None:
        """The dimension and value of the quantity that the first clause is, None where that says more."""
        found = _ALONE.fullmatch(self.fold(first_clause(text)))
        values = _values(found[1]) if found else []
        return values[0] if values else None

    def opening(self, text: str) -> tuple[str, float] | None:
        """The dimension and value of the quantity that a text opens with; None where it opens with something else."""
        folded = self.fold(text)
        found = _VALUE.match(folded, len(folded) - len(folded.lstrip()))
        values = _values(found[0]) if found else []
        return values[0] if values else None

    def _slots(self, text: str) -> Slots:
        text = text[_LIST_MARK.match(text).end() :]  # type: ignore[union-attr]
        folded = self.fold(text)
        values = tuple(_values(folded))
        found = self._member.findall(folded) if self._member else ()
        return Slots(
            names=self._names(folded) | frozenset(_QUOTED.findall(text)),
            values=values,
            settings=tuple(self._settings(text, folded)) if values else (),
            groups=frozenset((self._members[word], word) for word in found),
        )

    def _settings(self, text: str, folded: str) -> Iterator[Setting]:
        for span in clauses(text, Span(0, len(text))):
            clause = span.of(folded)
            if values := _values(clause):
                yield Setting(*values[-1], self._names(clause))

    def _names(self, folded: str) -> frozenset[str]:
        latin = (word.strip("./-") for word in _LATIN.findall(folded))
        names = {word for word in latin if len(word) > 1 and not (word[0] in _COUNTS and _COUNTED.fullmatch(word))}
        for run in _HAN.findall(folded):
            names.update(a + b for a, b in pairwise(run) if a not in self._han and b not in self._han)
        return frozenset(name for name in names - self._common - _WORDS.keys() if not _is_quantity(name))


@lru_cache(maxsize=8)
def lexicon(rulebook: Rulebook) -> Lexicon:
    """The lexicon of a rulebook."""
    return Lexicon(rulebook)


def stem(word: str) -> str:
    """A Latin word without its ending: "limits" and "limited" are about one thing; anything else as it is."""
    if word.isascii() and word.isalpha():
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= _STEM:
                return word.removesuffix(ending)
    return word


def _values(folded: str) -> list[tuple[str, float]]:
    found = [("clock", int(match[1]) * 3600.0 + int(match[2]) * 60) for match in _CLOCK.finditer(folded)]
    folded = _CLOCK.sub(lambda match: " " * len(match[0]), folded)
    for match in _VALUE.finditer(folded):
        number = _number(match[1])
        spelled = not match[1][0].isdigit()
        if number is None or folded[match.start() - 1 : match.start()] in _POINTING or (spelled and number == 1):
            continue
        for dimension, unit in zip(_UNITS, match.groups()[1:], strict=True):
            if unit:
                name = unit.rstrip("s") if dimension == "count" else dimension
                found.append((name, number * _factor(unit) if dimension == "time" else number))
                break
        else:
            if not spelled or (len(match[1]) > 1 and match[1] not in _WORDS):
                found.append(("", number))
    return found


@lru_cache(_REMEMBERED)
def _is_value(word: str) -> bool:
    return _VALUE.fullmatch(word) is not None


@lru_cache(_REMEMBERED)
def _is_quantity(word: str) -> bool:
    return _QUANTITY.fullmatch(word) is not None


def _factor(unit: str) -> float:
    return next((factor for name, factor in _SECONDS.items() if unit.lstrip("个").startswith(name)), 1.0)


def _number(text: str) -> float | None:
    """The value of Arabic or Chinese digits below ten thousand times ten thousand; None for a lone counting word."""
    if text[0].isdigit():
        return float(text.replace(",", ""))
    if text in _WORDS:
        return _WORDS[text]
    total, digit = 0.0, 0.0
    for char in text:
        if char in _DIGITS:
            digit = _DIGITS[char]
        else:
            scale = {"十": 10, "百": 100, "千": 1000, "万": 10000}[char]
            total = (total + digit) * scale if scale == 10000 else total + (digit or 1) * scale
            digit = 0.0
    return total + digit
