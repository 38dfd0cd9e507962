"""Sessions and labelled conversations that rules are looked at with, each walked once."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from fastjev import pipeline
from fastjev.datatypes import Run
from fastjev.deliver import Source, fetch
from fastjev.errors import UsageError
from fastjev.evaluate import gold
from fastjev.evaluate.shown import Shown, beside
from fastjev.model import by_rules
from fastjev.policy import DEFAULT
from fastjev.readers import HEAD, READERS
from fastjev.rulebook import Rulebook
from fastjev.sessions import locate

POLICY = replace(DEFAULT, recent_turns=0, settling="rules")
"""No turn is left verbatim and no model is asked, so that every unit stands where its rules put it."""
SUFFIXES = (".json", ".jsonl")
"""Files that a folder is searched for."""


@dataclass(frozen=True, slots=True)
class Walk:
    """One conversation, walked."""

    file: str
    run: Run
    shown: Shown | None
    """The run beside its labels, where it has some."""
    stopped: bool
    """Whether the rules above core used up what a run may spend on them."""


def find(files: Iterable[str]) -> tuple[list[str], list[str]]:
    """What `deliver.fetch` takes, each file once, and a note on every file of a folder that no reader knows.

    A folder's files come by name, hidden ones left out. Raises: ReadError for what is not there; UsageError where
    nothing is left.
    """
    asked = list(files)
    found: dict[str, str] = {}
    notes: list[str] = []
    for name in asked:
        if name == "-":
            found.setdefault(name, name)
        elif not (path := locate(name)).is_dir():
            found.setdefault(str(path.resolve()), str(path))
        else:
            for file in _below(path):
                if _known(file):
                    found.setdefault(str(file.resolve()), str(file))
                else:
                    notes.append(f"{file}: is no conversation that one reader knows, left out")
    if not found:
        raise UsageError(f"{', '.join(asked)}: no conversation is there (files of a folder end in .json or .jsonl)")
    return list(found.values()), notes


def walk(file: str, rulebook: Rulebook) -> Walk:
    """One walk. Raises: ReadError, UsageError."""
    source = fetch(file)
    run = pipeline.run(source.raw, source.name, rulebook=rulebook, policy=POLICY, models=by_rules())
    labelled = _labelled(source)
    return Walk(source.name, run, beside(labelled, run) if labelled else None, rulebook.stopped)


def _labelled(source: Source) -> gold.Corpus | None:
    """The labels of a corpus file; a session has none, whatever words stand in it."""
    looks = b'"gold"' in source.raw and READERS["neutral"].identify(source.raw[:HEAD], source.name)
    return gold.read(source.path) if looks and source.path else None


def _below(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if file.suffix in SUFFIXES and not hidden and file.is_file():
            yield file


def _known(file: Path) -> bool:
    """Whether one reader claims the file. One that cannot be opened is tried, so that its error is told."""
    try:
        head = _head(file)
    except OSError:
        return True
    return sum(reader.identify(head, str(file)) for reader in READERS.values()) == 1


def _head(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(HEAD)
