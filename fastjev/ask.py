"""Typed questions with calibrated answers, from numbers that training exported.

A question is a `noul` (the probability of yes), a `choice` (a distribution over named options) or a `score` (a
distribution over ordered levels, and the level to expect). All are linear in the traits: a logistic regression, whose
largest terms are its explanation. Nothing here executes what a file says, and no answer depends on anything but the
file and the traits.
"""

import difflib
import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from pathlib import Path
from typing import Any, NoReturn

from fastjev.errors import ModelError

SCHEMA = "fastjev.ask/1"
Traits = Sequence[float] | dict[str, float]
"""Numbers in the order of `Model.traits`, or by name: what is not named is 0. Of many most are."""
Numbers = tuple[float, ...]

_FILE_BYTES = 1_000_000
"""The shipped file has about 10,000."""
_TRAITS, _QUESTIONS, _OPTIONS = 512, 32, 10
_LARGEST, _LEAST_SCALE = 1e9, 1e-9
_NAME_CHARS = 80
_NAME = re.compile(rf"[A-Za-z0-9_.+-]{{1,{_NAME_CHARS}}}")
_KEYS = ("schema", "name", "trained", "traits", "mean", "scale", "questions")
_NOUL_KEYS = ("kind", "weights", "bias", "calibration")
_OPTION_KEYS = ("kind", "options", "weights", "bias", "slope")


@dataclass(frozen=True, slots=True)
class Line:
    """A weighted sum of raw traits; standardisation and calibration are multiplied in."""

    weights: Mapping[str, float]
    """By trait, in the order of `Model.traits`."""
    bias: float

    def at(self, traits: Traits) -> float:
        """The log odds, up to what all options of a question share. Raises: KeyError for a name that is no trait's."""
        if isinstance(traits, dict):
            return sum(map(mul, map(self.weights.__getitem__, traits), traits.values()), self.bias)
        return sum(map(mul, self.weights.values(), traits), self.bias)


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its kind, what can be answered, and a line for each option."""

    kind: str
    """noul, choice or score."""
    options: tuple[str, ...]
    """Names of a choice, or of a score's levels from the lowest; a noul has none."""
    lines: tuple[Line, ...]
    """One for a noul, else one for each option."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """Questions about one set of traits."""

    name: str
    traits: tuple[str, ...]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    """Of the training data, by trait; for those who read the weights. The lines need them no more."""
    questions: Mapping[str, Question]
    trained: Mapping[str, str | int | float]
    """What it was trained on: counts, versions, the seed."""
    digest: str
    """`sha256:` and the hex digits of the file."""

    @property
    def version(self) -> str:
        """How a journal names it."""
        return f"{self.name}@{self.digest}"

    def noul(self, question: str, traits: Traits) -> float:
        """The probability of yes. Raises: ModelError for a question that there is not, or of another kind."""
        return sigmoid(self._asked(question, "noul").lines[0].at(self._fitting(traits)))

    def choice(self, question: str, traits: Traits) -> Mapping[str, float]:
        """The probability of each option; they sum to 1. Raises: ModelError."""
        return self._distribution(question, "choice", traits)

    def levels(self, question: str, traits: Traits) -> Mapping[str, float]:
        """The probability of each level of a score, from the lowest; they sum to 1. Raises: ModelError."""
        return self._distribution(question, "score", traits)

    def score(self, question: str, traits: Traits) -> float:
        """The level to expect: 0 for the lowest, number of levels - 1 for the highest. Raises: ModelError."""
        shares = self._distribution(question, "score", traits).values()
        return min(sum(level * share for level, share in enumerate(shares)), float(len(shares) - 1))

    def _distribution(self, question: str, kind: str, traits: Traits) -> Mapping[str, float]:
        asked = self._asked(question, kind)
        fitting = self._fitting(traits)
        return dict(zip(asked.options, softmax(line.at(fitting) for line in asked.lines), strict=True))

    def _asked(self, name: str, kind: str) -> Question:
        found = self.questions.get(name)
        if found is None:
            raise ModelError(f"model {self.name}: no question {name!r}{near(name, self.questions)}")
        if found.kind != kind:
            raise ModelError(f"model {self.name}: question {name!r} is a {found.kind}, not a {kind}")
        return found

    def _fitting(self, traits: Traits) -> Traits:
        if not isinstance(traits, dict) and len(traits) != len(self.traits):
            raise ModelError(f"model {self.name}: takes {len(self.traits)} traits, not {len(traits)}")
        return traits


def load(path: Path) -> Model:
    """The model of a file of weights: exact keys, finite numbers, limited sizes. Raises: ModelError, with the key."""
    try:
        with path.open("rb") as file:
            raw = file.read(_FILE_BYTES + 1)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror}") from error
    return parsed(raw, path)


def parsed(raw: bytes, path: Path) -> Model:
    """The same of the bytes of such a file; `path`: how complaints name it. Raises: ModelError."""
    if len(raw) > _FILE_BYTES:
        raise ModelError(f"{path}: is larger than {_FILE_BYTES:,} bytes, more than weights need")
    try:
        found = json.loads(raw, object_pairs_hook=_once, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path}: cannot be read as JSON: {error}") from error
    return _Reading(path).model(found, f"sha256:{hashlib.sha256(raw).hexdigest()}")


def sigmoid(value: float) -> float:
    """1 / (1 + e^-value), for any size of value."""
    if value >= 0:
        return 1.0 / (1.0 + math.exp(-value))
    raised = math.exp(value)
    return raised / (1.0 + raised)


def softmax(values: Iterable[float]) -> list[float]:
    """Shares that sum to 1."""
    held = list(values)
    highest = max(held)
    raised = [math.exp(value - highest) for value in held]
    total = sum(raised)
    return [each / total for each in raised]


def near(name: str, names: Iterable[str]) -> str:
    """`; did you mean 'x'?`, or what there is."""
    known = sorted(names)
    close = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {close[0]!r}?" if close else f"; there is {', '.join(map(repr, known))}"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _refused(name: str) -> float:
    raise ValueError(f"{name} is no finite number")


@dataclass(frozen=True, slots=True)
class _Reading:
    """One file, so that every complaint names it. Everything in it is a stranger's."""

    path: Path

    def model(self, found: object, digest: str) -> Model:
        held = self.mapping(found, "the file", _KEYS)
        if held["schema"] != SCHEMA:
            self.refuse("schema", f"is {SCHEMA!r} and nothing else")
        traits = self.names(held["traits"], "traits", _TRAITS)
        mean = self.numbers(held["mean"], "mean", len(traits))
        scale = self.numbers(held["scale"], "scale", len(traits))
        if min(scale) < _LEAST_SCALE:
            self.refuse("scale", f"holds numbers from {_LEAST_SCALE} on")
        asked = self.mapping(held["questions"], "questions")
        if not 0 < len(asked) <= _QUESTIONS:
            self.refuse("questions", f"takes 1 to {_QUESTIONS} of them")
        return Model(
            name=self.name(held["name"], "name"),
            traits=traits,
            mean=mean,
            scale=scale,
            questions={
                self.name(name, "questions"): self.question(each, f"questions.{name}", traits, mean, scale)
                for name, each in asked.items()
            },
            trained=self.trained(held["trained"]),
            digest=digest,
        )

    def question(self, found: object, at: str, traits: Sequence[str], mean: Numbers, scale: Numbers) -> Question:
        kind = found.get("kind") if isinstance(found, dict) else None
        if kind not in ("noul", "choice", "score"):
            self.refuse(f"{at}.kind", "is noul, choice or score")
        held = self.mapping(found, at, _NOUL_KEYS if kind == "noul" else _OPTION_KEYS)
        if kind == "noul":
            slope, shift = self.numbers(held["calibration"], f"{at}.calibration", 2)
            weights = self.numbers(held["weights"], f"{at}.weights", len(mean))
            own = self.number(held["bias"], at)
            return Question(kind, (), (_line(traits, weights, own, mean, scale, slope, shift),))
        options = self.names(held["options"], f"{at}.options", _OPTIONS)
        if len(options) < 2:
            self.refuse(f"{at}.options", f"takes 2 to {_OPTIONS}")
        slope = self.number(held["slope"], f"{at}.slope")
        bias = self.numbers(held["bias"], f"{at}.bias", len(options))
        rows = held["weights"]
        if not isinstance(rows, list) or len(rows) != len(options):
            self.refuse(f"{at}.weights", f"takes one list for each of the {len(options)} options")
        lines = (
            _line(traits, self.numbers(row, f"{at}.weights", len(mean)), own, mean, scale, slope, 0.0)
            for row, own in zip(rows, bias, strict=True)
        )
        return Question(str(kind), options, tuple(lines))

    def mapping(self, found: object, at: str, keys: Sequence[str] = ()) -> dict[str, Any]:
        if not isinstance(found, dict):
            self.refuse(at, "is a mapping")
        for key in found if keys else ():
            if key not in keys:
                self.refuse(at, f"knows no key {key!r}{near(key, keys)}")
        for key in keys:
            if key not in found:
                self.refuse(at, f"needs the key {key!r}")
        return found

    def names(self, found: object, at: str, most: int) -> tuple[str, ...]:
        if not isinstance(found, list) or not 0 < len(found) <= most:
            self.refuse(at, f"takes a list of 1 to {most} names")
        held = tuple(self.name(each, at) for each in found)
        if len(set(held)) != len(held):
            self.refuse(at, "holds a name twice")
        return held

    def name(self, found: object, at: str) -> str:
        if not isinstance(found, str) or not _NAME.fullmatch(found):
            self.refuse(at, f"takes names of 1 to {_NAME_CHARS} of a-z, A-Z, 0-9, _ + - and a dot, not {found!r:.80}")
        return found

    def numbers(self, found: object, at: str, count: int) -> Numbers:
        if not isinstance(found, list) or len(found) != count:
            self.refuse(at, f"takes a list of {count} numbers")
        return tuple(self.number(each, at) for each in found)

    def number(self, found: object, at: str) -> float:
        # Within the limit no sum of products can overflow.
        if isinstance(found, bool) or not isinstance(found, int | float) or not -_LARGEST <= found <= _LARGEST:
            self.refuse(at, f"takes numbers from -{_LARGEST:g} to {_LARGEST:g}, not {found!r:.80}")
        return float(found)

    def trained(self, found: object) -> Mapping[str, str | int | float]:
        held = self.mapping(found, "trained")
        for key, value in held.items():
            self.name(key, "trained")
            if isinstance(value, str):
                self.name(value, f"trained.{key}")
            else:
                self.number(value, f"trained.{key}")
        return held

    def refuse(self, at: str, what: str) -> NoReturn:
        raise ModelError(f"{self.path}: {at} {what}")


def _line(
    traits: Sequence[str],
    weights: Numbers,
    bias: float,
    mean: Numbers,
    scale: Numbers,
    slope: float,
    shift: float,
) -> Line:
    """slope * (bias + sum of weights * (traits - mean) / scale) + shift, as one weighted sum of the raw traits."""
    raw = tuple(slope * weight / own for weight, own in zip(weights, scale, strict=True))
    return Line(dict(zip(traits, raw, strict=True)), slope * bias + shift - sum(map(mul, raw, mean)))
