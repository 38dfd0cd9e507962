"""Regressions over what a text holds: words, neighbours' words, named features; from numbers that training exported.

A file has one or more sets of weights (`human`, `assistant`); a set has options (labels) and, by section and term, a
weight for each option. A text's log odds are the sum over the terms it holds; each option is a regression of its own,
calibrated, and the shares are made to sum to 1. Weights are whole numbers of thousandths: exact in any reader, and
small. Nothing here executes what a file says.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

from fastjev.ask import near, sigmoid
from fastjev.errors import ModelError

SCHEMA = "fastjev.terms/1"
THOUSANDTHS = 1000
Row = Sequence[int]
"""One weight for each option, in thousandths."""

_FILE_BYTES = 2_000_000
"""The shipped file is under 1 MB."""
_HEAD_BYTES = 100
_LARGEST = 10**9
_KEYS = ("schema", "name", "trained", "sets")
_SET_KEYS = ("options", "bias", "terms")


@dataclass(frozen=True, slots=True)
class Weights:
    """One set: a line for each option."""

    options: tuple[str, ...]
    bias: Row
    terms: Mapping[str, Mapping[str, Row]]
    """By section, then by term."""

    def odds(self, held: Mapping[str, Iterable[str]], numbers: Mapping[str, float]) -> list[float]:
        """Log odds by option. `held`: the terms of each section, each once; `numbers`: values of `named` terms."""
        rows = [self.bias]
        for section, terms in held.items():
            found = self.terms.get(section)
            if found:
                rows += filter(None, map(found.get, terms))
        sums: list[float] = [*map(sum, zip(*rows, strict=True))]
        named = self.terms.get("named", {})
        for name, value in numbers.items():
            if row := named.get(name):
                sums = [total + value * weight for total, weight in zip(sums, row, strict=True)]
        return [total / THOUSANDTHS for total in sums]

    def shares(self, held: Mapping[str, Iterable[str]], numbers: Mapping[str, float]) -> dict[str, float]:
        """The calibrated probability of each option; they sum to 1."""
        each = [sigmoid(value) for value in self.odds(held, numbers)]
        total = sum(each) or 1.0
        return {option: share / total for option, share in zip(self.options, each, strict=True)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """Sets of weights, and what they were trained on."""

    name: str
    sets: Mapping[str, Weights]
    trained: Mapping[str, Any]
    """Counts, versions, the seed."""
    digest: str
    """`sha256:` and the hex digits of the file."""

    @property
    def version(self) -> str:
        """How a journal names it."""
        return f"{self.name}@{self.digest}"


def held(path: Path) -> bool:
    """Whether a file is one of these, by how it begins; no for one that cannot be read."""
    try:
        with path.open("rb") as file:
            return SCHEMA.encode() in file.read(_HEAD_BYTES)
    except OSError:
        return False


def load(path: Path) -> Model:
    """The model of a file: exact keys, whole numbers, limited sizes. Raises: ModelError, with the key."""
    try:
        with path.open("rb") as file:
            raw = file.read(_FILE_BYTES + 1)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror}") from error
    if len(raw) > _FILE_BYTES:
        raise ModelError(f"{path}: is larger than {_FILE_BYTES:,} bytes, more than weights need")
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path}: cannot be read as JSON: {error}") from error
    return _Reading(path).model(found, f"sha256:{hashlib.sha256(raw).hexdigest()}")


@dataclass(frozen=True, slots=True)
class _Reading:
    """One file, so that every complaint names it. Everything in it is a stranger's."""

    path: Path

    def model(self, found: object, digest: str) -> Model:
        held = self.mapping(found, "the file", _KEYS)
        if held["schema"] != SCHEMA:
            self.refuse("schema", f"is {SCHEMA!r} and nothing else")
        if not isinstance(held["name"], str) or not held["name"].isidentifier():
            self.refuse("name", "is one word")
        sets = self.mapping(held["sets"], "sets")
        return Model(
            name=held["name"],
            sets={name: self.weights(each, f"sets.{name:.40}") for name, each in sets.items()},
            trained=self.mapping(held["trained"], "trained"),
            digest=digest,
        )

    def weights(self, found: object, at: str) -> Weights:
        held = self.mapping(found, at, _SET_KEYS)
        options = held["options"]
        if not isinstance(options, list) or not options or not all(isinstance(each, str) for each in options):
            self.refuse(f"{at}.options", "is a list of names")
        sections = self.mapping(held["terms"], f"{at}.terms")
        for name, section in sections.items():
            self.rows([*self.mapping(section, f"{at}.terms.{name:.40}").values()], f"{at}.terms", len(options))
        self.rows([held["bias"]], f"{at}.bias", len(options))
        return Weights(tuple(options), held["bias"], sections)

    def rows(self, found: Sequence[object], at: str, count: int) -> None:
        # Whole columns at a time: tens of thousands of numbers stand here, and a hook waits.
        if set(map(type, found)) - {list} or {*map(len, found)} - {count}:  # type: ignore[arg-type]
            self.refuse(at, f"takes lists of {count} numbers, one for each option")
        numbers: list[Any] = [*chain.from_iterable(found)]  # type: ignore[arg-type]
        if set(map(type, numbers)) - {int} or (numbers and not -_LARGEST <= min(numbers) <= max(numbers) <= _LARGEST):
            self.refuse(at, f"takes whole numbers from -{_LARGEST} to {_LARGEST}")

    def mapping(self, found: object, at: str, keys: Sequence[str] = ()) -> dict[str, Any]:
        if not isinstance(found, dict):
            self.refuse(at, "is a mapping")
        for key in found if keys else ():
            if key not in keys:
                self.refuse(at, f"knows no key {key!r:.80}{near(key, keys)}")
        for key in keys:
            if key not in found:
                self.refuse(at, f"needs the key {key!r}")
        return found

    def refuse(self, at: str, what: str) -> NoReturn:
        raise ModelError(f"{self.path}: {at} {what}")
