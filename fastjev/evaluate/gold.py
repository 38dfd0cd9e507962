"""Reads and checks labelled conversations (`fastjev.conversation/1` with a `gold` key). People write them by hand."""

import difflib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, StrictBool, StrictInt, ValidationError

from fastjev.errors import ReadError, UsageError
from fastjev.files import get
from fastjev.labels import Label

LANGS = ("zh", "en", "mixed")
_SHOWN = 10
"""Errors of one file that are told at once."""
_QUOTE_CHARS = 60
"""Characters of a quote that an error shows."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow")


class Link(_Model):
    """Points at another text, or at a message as a whole."""

    m: StrictInt
    quote: str | None = None


class Entry(_Model):
    """One labelled stretch: `quote` stands in the text of message `m`, whose positions count from 0."""

    m: StrictInt
    quote: str
    at: StrictInt | None = None
    """Where it stands in the text, where that is not the first place of several."""
    doubtful: StrictBool = False
    """Left out of every score."""
    note: str | None = None
    superseded_by: Link | None = None
    conflicts_with: Link | None = None
    exception_to: Link | None = None
    same_as: Link | None = None
    not_conflicting_with: Link | None = None
    confirmed_by: Link | None = None

    @property
    def key(self) -> tuple[int, str]:
        """What a link to it names."""
        return self.m, self.quote


class Constraint(Entry):
    """What is required or forbidden for later work."""

    status: Literal["active", "deprecated"]


class Choice(Entry):
    """A choice between options, and how it ended."""

    status: Literal["final", "overridden", "deferred", "rejected"]
    topic: str = ""


class Trap(Entry):
    """What looks like a constraint or decision and is none."""

    why: str = ""


class Boundary(_Model):
    """A place inside message `m` where a new unit of intent begins, by its first characters."""

    m: StrictInt
    starts: str
    doubtful: StrictBool = False
    note: str | None = None


Doubtable = TypeVar("Doubtable", bound=Entry | Boundary)


class Gold(_Model):
    """The labels of one conversation."""

    # A section under a wrong name would be labels lost in silence.
    model_config = ConfigDict(frozen=True, extra="forbid")

    constraints: tuple[Constraint, ...] = ()
    decisions: tuple[Choice, ...] = ()
    facts: tuple[Entry, ...] = ()
    process: tuple[Entry, ...] = ()
    noise: tuple[Entry, ...] = ()
    boundaries: tuple[Boundary, ...] = ()
    traps: tuple[Trap, ...] = ()

    def labels(self) -> tuple[tuple[Label, tuple[Entry, ...]], ...]:
        """The entries of each label that a unit can have, doubtful ones too."""
        return (
            (Label.CONSTRAINT, self.constraints),
            (Label.DECISION, self.decisions),
            (Label.FACT, self.facts),
            (Label.PROCESS, self.process),
            (Label.NOISE, self.noise),
        )


class Said(_Model):
    """A message, as far as labels need it."""

    role: str
    text: str
    timestamp: Any = None


class Labelled(_Model):
    """A corpus file."""

    schema_: Literal["fastjev.conversation/1"]
    id: str
    lang: Literal["zh", "en", "mixed"]
    messages: tuple[Said, ...]
    gold: Gold

    model_config = ConfigDict(frozen=True, extra="allow", alias_generator=lambda name: name.rstrip("_"))


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus file and its bytes, which the walk reads for itself."""

    path: Path
    raw: bytes
    labelled: Labelled

    @property
    def gold(self) -> Gold:
        """Its labels."""
        return self.labelled.gold


def load(paths: Iterable[Path]) -> tuple[list[Corpus], list[str]]:
    """The labelled conversations in files and folders (all `*.json` below), and notes on what was not used.

    Raises: UsageError, where there is none; ReadError, with file and field, for the first file that is not in order.
    """
    found: list[Corpus] = []
    notes: list[str] = []
    looked = list(paths)
    for path in files(looked):
        corpus = read(path)
        if corpus is None:
            notes.append(f"{path}: no gold labels, left out")
        else:
            found.append(corpus)
            notes += [f"{path}: {note}" for note in _unknown_keys(corpus.gold)]
    if not found:
        places = ", ".join(map(str, looked))
        raise UsageError(f"{places}: no conversation with gold labels (*.json with a `gold` key) is there to measure")
    return found, notes


def read(path: Path) -> Corpus | None:
    """One file; nothing where it has no `gold`. Raises: ReadError, with the file and its fields."""
    raw, tree = document(path)
    return checked(path, raw, tree) if isinstance(tree, dict) and "gold" in tree else None


def document(path: Path) -> tuple[bytes, Any]:
    """The bytes of a JSON file and what they say. Raises: ReadError."""
    try:
        raw = get(path)
        return raw, json.loads(raw)
    except OSError as error:
        raise ReadError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ReadError(f"{path}: not a JSON document: {error}") from error


def checked(path: Path, raw: bytes, tree: Any) -> Corpus:
    """The labelled conversation `tree`; `path` is the file of its labels. Raises: ReadError, with file and fields."""
    try:
        labelled = Labelled.model_validate(tree)
    except ValidationError as error:
        problems = [f"{_field(each['loc'])}: {each['msg']}" for each in error.errors(include_url=False)]
        raise ReadError(_told(path, problems)) from error
    if problems := list(_misplaced(labelled)):
        raise ReadError(_told(path, problems))
    return Corpus(path, raw, labelled)


def strict(entries: Sequence[Doubtable]) -> list[Doubtable]:
    """Those that nobody doubts."""
    return [entry for entry in entries if not entry.doubtful]


def repeats(entries: Sequence[Constraint] | Sequence[Choice] | Sequence[Entry]) -> dict[tuple[int, str], list[Link]]:
    """For each entry's key all quotes that say the same by `same_as`, followed both ways; its own comes first.

    A repeat that ended otherwise (active here, deprecated there) is not the same.
    """
    ended = {entry.key: getattr(entry, "status", None) for entry in entries}
    near: dict[tuple[int, str], set[tuple[int, str]]] = {entry.key: set() for entry in entries}
    for entry in entries:
        if entry.same_as is None or entry.same_as.quote is None:
            continue
        other = entry.same_as.m, entry.same_as.quote
        if ended.get(other, ended[entry.key]) == ended[entry.key]:
            near[entry.key].add(other)
            near.setdefault(other, set()).add(entry.key)
    found: dict[tuple[int, str], list[Link]] = {}
    for key in ended:
        group = [key]
        for each in group:  # grows as it goes, and knows its own members
            group += sorted(near[each] - set(group))
        found[key] = [Link(m=m, quote=quote) for m, quote in group]
    return found


def files(paths: Iterable[Path]) -> list[Path]:
    """Each JSON file once, in the order given; a folder's in the order of their names, hidden ones left out."""
    found: dict[Path, Path] = {}
    for path in paths:
        if not path.exists():
            raise UsageError(f"{path}: no such file or folder")
        below = sorted(path.rglob("*.json")) if path.is_dir() else [path]
        for file in below:
            if path == file or not any(part.startswith(".") for part in file.relative_to(path).parts):
                found.setdefault(file.resolve(), file)
    return list(found.values())


def _misplaced(labelled: Labelled) -> Iterator[str]:
    """What does not stand where it is said to."""
    for section in Gold.model_fields:
        for n, entry in enumerate(getattr(labelled.gold, section)):
            where = f"gold.{section}[{n}]"
            name = "starts" if isinstance(entry, Boundary) else "quote"
            yield from _not_there(labelled, f"{where}.", entry.m, getattr(entry, name), name)
            if isinstance(entry, Entry) and entry.at is not None:
                yield from _not_at(labelled, where, entry)
            for link, to in _links(entry):
                yield from _not_there(labelled, f"{where}.{link}.", to.m, to.quote, "quote")


def _links(entry: Entry | Boundary) -> list[tuple[str, Link]]:
    found = ((name, getattr(entry, name)) for name in type(entry).model_fields)
    return [(name, link) for name, link in found if isinstance(link, Link)]


def _not_there(labelled: Labelled, where: str, m: int, text: str | None, name: str) -> Iterator[str]:
    count = len(labelled.messages)
    if not 0 <= m < count:
        yield f"{where}m: there is no message {m}; the {count} messages count from 0"
        return
    if text is None:
        return
    shown = repr(text if len(text) <= _QUOTE_CHARS else text[: _QUOTE_CHARS - 1] + "…")
    times = labelled.messages[m].text.count(text) if text.strip() else 0
    if not times:
        yield f"{where}{name}: {shown} does not stand in messages[{m}].text; it is an exact part of that text"
    elif name == "starts" and times > 1:
        yield f"{where}{name}: {shown} stands {times} times in messages[{m}].text; give more characters"


def _not_at(labelled: Labelled, where: str, entry: Entry) -> Iterator[str]:
    text = labelled.messages[entry.m].text if 0 <= entry.m < len(labelled.messages) else entry.quote
    at = entry.at or 0
    if at < 0 or not text.startswith(entry.quote, at):
        yield f"{where}.at: the quote does not stand at character {at} of messages[{entry.m}].text"


def _unknown_keys(gold: Gold) -> Iterator[str]:
    for section in Gold.model_fields:
        for n, entry in enumerate(getattr(gold, section)):
            for key in entry.model_extra or ():
                near = difflib.get_close_matches(key, type(entry).model_fields, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                yield f"gold.{section}[{n}]: unknown key {key!r}, not looked at{hint}"


def _field(loc: Sequence[int | str]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).lstrip(".")


def _told(path: Path, problems: Sequence[str]) -> str:
    more = [f"and {len(problems) - _SHOWN} more"] if len(problems) > _SHOWN else []
    return f"{path}: " + "\n  ".join([*problems[:_SHOWN], *more])
