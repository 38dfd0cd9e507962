"""Texts that would make a backtracking pattern explode, built from the pattern, and how its time grows on them.

Run as a program it reads a JSON list of `[pattern, most characters, growth allowed]` from standard input and prints
`[growth, probe]` for each: a search that hangs is stopped from inside, and the whole from outside.
"""

import json
import math
import re
import signal
import sys
from collections.abc import Iterator
from re import _parser  # type: ignore[attr-defined]
from timeit import timeit
from typing import Any, NamedTuple

SAMPLES = "x中 0-,.\n_é`"
TAILS = ("", "\0", "。\0")
"""What follows the pumped part: nothing, or something no pattern takes, so that every way is tried."""
STEP = 4
"""How many times longer the longer text of a pair is."""
CHEAP = 30
"""Times as long as one look at each character: a pattern that stays below on the longest text is quick enough."""

HANGS = 1.0
"""Seconds after which three searches are given up: a thousand times what a linear pattern takes."""


class Probe(NamedTuple):
    """A text of any length: `head`, `body` over and over, `tail`."""

    head: str
    body: str
    tail: str

    def of(self, size: int) -> str:
        return self.head + self.body * ((size - len(self.head) - len(self.tail)) // len(self.body)) + self.tail


def probes(pattern: str) -> Iterator[Probe]:
    """Each quantifier's body pumped where it stands, and pumped together with what stands before it."""
    seen = set()
    for head, body in _pumps(list(_parser.parse(pattern)), ""):
        for repeated in (body, head + body):
            if repeated:
                seen.update(Probe(head if repeated == body else "", repeated, tail) for tail in TAILS)
    yield from sorted(seen)


def _pumps(tree: list[Any], head: str) -> Iterator[tuple[str, str]]:
    """For each quantifier a text that leads to it and, for each of its ways, a text that it takes."""
    for op, value in tree:
        name = str(op)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            low, high, inner = value
            yield from _pumps(list(inner), head)
            if high > STEP:
                for body in _ways(list(inner)):
                    yield head, body
            head += _sample(list(inner)) * max(low, 0)
        elif name == "SUBPATTERN":
            yield from _pumps(list(value[3]), head)
            head += _sample(list(value[3]))
        elif name == "BRANCH":
            for branch in value[1]:
                yield from _pumps(list(branch), head)
            head += _sample(list(value[1][0]))
        else:
            head += _sample([(op, value)])


def _ways(tree: list[Any]) -> list[str]:
    """One text for each alternative of the first choice in it, or one text."""
    for at, (op, value) in enumerate(tree):
        inner = list(value[3]) if str(op) == "SUBPATTERN" else [(op, value)] if str(op) == "BRANCH" else []
        if str(op) == "SUBPATTERN":
            return [_sample(tree[:at]) + way + _sample(tree[at + 1 :]) for way in _ways(inner)]
        if str(op) == "BRANCH":
            return [_sample(tree[:at]) + _sample(list(way)) + _sample(tree[at + 1 :]) for way in value[1]]
    return [_sample(tree)]


def _sample(tree: list[Any]) -> str:
    """A text that the tree takes: first alternatives, least repeats."""
    found = ""
    for op, value in tree:
        name = str(op)
        if name == "LITERAL":
            found += chr(value)
        elif name == "NOT_LITERAL":
            found += next(char for char in SAMPLES if ord(char) != value)
        elif name == "ANY":
            found += SAMPLES[0]
        elif name == "IN":
            found += _member(value)
        elif name == "BRANCH":
            found += _sample(list(value[1][0]))
        elif name == "SUBPATTERN":
            found += _sample(list(value[3]))
        elif name in ("MAX_REPEAT", "MIN_REPEAT"):
            found += _sample(list(value[2])) * value[0]
    return found


def _member(choices: list[Any]) -> str:
    """A character of a class, whichever way the class is written."""
    singles = "".join(chr(value) for op, value in choices if str(op) == "LITERAL")
    firsts = "".join(chr(value[0]) for op, value in choices if str(op) == "RANGE")
    source = "".join(_class(op, value) for op, value in choices)
    return next((char for char in singles + firsts + SAMPLES if re.match(f"[{source}]", char, re.ASCII)), "")


def _class(op: Any, value: Any) -> str:
    name = str(op)
    if name == "NEGATE":
        return "^"
    if name == "RANGE":
        return f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
    if name == "CATEGORY":
        letter = {"SPACE": "s", "DIGIT": "d", "WORD": "w"}[str(value).removeprefix("CATEGORY_").removeprefix("NOT_")]
        return "\\" + (letter.upper() if "NOT" in str(value) else letter)
    return re.escape(chr(value))


def growth(pattern: str, probe: Probe, most: int) -> float:
    """How many times longer a text `STEP` times as long takes; 0 where even that is quick, infinite where it hangs."""
    search = re.compile(pattern, re.ASCII | re.IGNORECASE).search
    short, long = probe.of(most // STEP), probe.of(most)
    try:
        if _time(search, long) < CHEAP * _time(re.compile("[\1\2]").search, long):
            return 0.0
        # The least of several ratios: another process only ever makes one of the two slower.
        return min(_time(search, long) / _time(search, short) for _ in range(3))
    except TimeoutError:
        return math.inf


def _time(search: Any, text: str) -> float:
    """Seconds of the quickest of three searches. Raises: TimeoutError, where they do not end."""
    signal.setitimer(signal.ITIMER_REAL, HANGS)
    try:
        return min(timeit(lambda: search(text), number=1) for _ in range(3))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def worst(pattern: str, most: int, limit: float) -> tuple[float, Probe | None]:
    """The largest growth of a pattern, and the probe that showed it; the first one beyond the limit is enough."""
    found: tuple[float, Probe | None] = (0.0, None)
    for probe in probes(pattern):
        found = max(found, (growth(pattern, probe, most), probe), key=lambda each: each[0])
        if found[0] > limit:
            break
    return found


def _hangs(*_: Any) -> None:
    raise TimeoutError


if __name__ == "__main__":
    signal.signal(signal.SIGALRM, _hangs)
    print(json.dumps([worst(*asked) for asked in json.load(sys.stdin)]))
