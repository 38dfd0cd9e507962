"""Regressions over what a text holds: words, neighbours' words, named features; from numbers that training exported.

A file has one or more sets of weights (`human`, `assistant`); a set has options (labels) and, by section and term, a
weight for each option. A text's log odds are the sum over the terms it holds; each option is a regression of its own,
calibrated, and the shares are made to sum to 1. Weights are whole numbers of thousandths, those of one term as one
string ("312 -20 5"): exact in any reader, and read when the term is first met, since a hook that waits meets few of
twenty thousand. Nothing here executes what a file says.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
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
_LARGEST = 1_000_000
_NUMBERS = b"0123456789- "
_KEYS = ("schema", "name", "trained", "sets")
_SET_KEYS = ("options", "bias", "terms")


@dataclass(frozen=True, slots=True)
class Weights:
    """One set: a line for each option."""

    options: tuple[str, ...]
    bias: str
    """What a row of `terms` is, of no term."""
    terms: Mapping[str, dict[str, str]]
    """By section, then by term: a weight for each option."""
    met: dict[str, Row] = field(default_factory=dict, compare=False, repr=False)
    """Rows that were read, by their strings."""

    def odds(self, held: Mapping[str, Iterable[str]], values: Mapping[str, float]) -> list[float]:
        """Log odds by option. `held`: the terms of each section, each once; `values`: of `named` terms."""
        rows = [self.row(self.bias)]
        for section, terms in held.items():
            known = self.terms.get(section)
            if known:
                found = filter(None, map(known.get, terms))
                rows += [self.met.get(text) or self.row(text) for text in found]
        sums: list[float] = [*map(sum, zip(*rows, strict=True))]
        named = self.terms.get("named", {})
        for name, value in values.items():
            if text := named.get(name):
                sums = [total + value * weight for total, weight in zip(sums, self.row(text), strict=True)]
        return [total / THOUSANDTHS for total in sums]

    def row(self, text: str) -> Row:
        """The numbers of a term. Raises: ModelError where there is not one for each option."""
        found = self.met.get(text)
        if found is None:
            found = self.met[text] = self._read(text)
        return found

    def _read(self, text: str) -> Row:
        try:
            row = tuple(map(int, text.split(" ")))
        except ValueError:
            row = ()
        if len(row) != len(self.options) or any(abs(weight) > _LARGEST for weight in row):
            many = f"{len(self.options)} whole numbers of up to {_LARGEST:,}"
            raise ModelError(f"weights {text!r:.80}: take {many}, one for each option")
        return row

    def shares(self, held: Mapping[str, Iterable[str]], values: Mapping[str, float]) -> dict[str, float]:
        """The calibrated probability of each option; they sum to 1."""
        each = [sigmoid(value) for value in self.odds(held, values)]
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


def written(weights: Iterable[float]) -> str:
    """A row as a file has it."""
    return " ".join(str(round(weight * THOUSANDTHS)) for weight in weights)


def likeliest(shares: Mapping[str, float]) -> str | None:
    """The option with the largest share, the first by name of several; nothing where there are none."""
    return max(sorted(shares), key=shares.__getitem__) if shares else None


def held(path: Path) -> bool:
    """Whether a file is one of these, by how it begins; no for one that cannot be read."""
    try:
        with path.open("rb") as file:
            return SCHEMA.encode() in file.read(_HEAD_BYTES)
    except OSError:
        return False


def load(path: Path, *, ours: bool = False) -> Model:
    """The model of a file: exact keys, whole numbers, limited sizes. Raises: ModelError, with the key.

    Of a file of `ours`, which tests hold, rows are read only when they are met.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(_FILE_BYTES + 1)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror}") from error
    return parsed(raw, path, ours=ours)


def parsed(raw: bytes, path: Path, *, ours: bool = False) -> Model:
    """The same of the bytes of such a file; `path`: how complaints name it. Raises: ModelError."""
    if len(raw) > _FILE_BYTES:
        raise ModelError(f"{path}: is larger than {_FILE_BYTES:,} bytes, more than weights need")
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path}: cannot be read as JSON: {error}") from error
    return _Reading(path, ours).model(found, f"sha256:{hashlib.sha256(raw).hexdigest()}")


@dataclass(frozen=True, slots=True)
class _Reading:
    """One file, so that every complaint names it. Everything in it is a stranger's."""

    path: Path
    ours: bool

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
        if len(set(options)) != len(options):
            self.refuse(f"{at}.options", "holds a name twice")
        sections = self.mapping(held["terms"], f"{at}.terms")
        for name, section in sections.items():
            rows = [*self.mapping(section, f"{at}.terms.{name:.40}").values()]
            # All at once: tens of thousands of numbers stand here, and a hook waits. Rows are read when they are met.
            if set(map(type, rows)) - {str} or " ".join(rows).encode(errors="replace").translate(None, _NUMBERS):
                self.refuse(f"{at}.terms.{name:.40}", "takes strings of whole numbers, one for each option")
        if not isinstance(held["bias"], str):
            self.refuse(f"{at}.bias", "is a string of whole numbers, one for each option")
        weights = Weights(tuple(options), held["bias"], sections)
        if not self.ours:
            self.read(weights, at)
        return weights

    def read(self, weights: Weights, at: str) -> None:
        """Every row, so that no other conversation finds one wrong."""
        try:
            for row in (weights.bias, *(row for section in weights.terms.values() for row in section.values())):
                weights.row(row)
        except ModelError as error:
            self.refuse(at, f"holds a row that is none: {error}")

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
