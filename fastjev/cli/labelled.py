"""Labelled conversations as a person names them: files, folders, and sets that were labelled here."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fastjev.errors import UsageError
from fastjev.project import project_root

if TYPE_CHECKING:
    from fastjev.evaluate.gold import Corpus


def labelled(
    paths: Sequence[Path], by: str | None, *, held_out: bool | None = None
) -> "tuple[list[Corpus], list[str]]":
    """All of them, and notes on what was not used. `by`: whose answers of a set; `held_out`: only those of its holdout,
    only the others, or by default all.

    Raises: ReadError, UsageError.
    """
    from fastjev.evaluate.gold import load
    from fastjev.labeling import corpus, sets

    found, others = corpus.parted(paths, _root())
    if (by or held_out) and not found:
        raise UsageError(f"{'--by' if by else '--holdout'} takes a set that was labelled here; corpora have neither")
    corpora, notes = load(others) if others or not found else ([], [])
    notes += [note for each in found for note in sets.notes(each)]
    return [*(each for held in found for each in corpus.of(held, by, held_out=held_out)), *corpora], notes


def held_out(paths: Sequence[Path], by: str | None) -> "list[Corpus]":
    """The holdouts of the sets among them. Raises: ReadError, UsageError."""
    from fastjev.labeling import corpus

    found, _ = corpus.parted(paths, _root())
    return [each for held in found for each in corpus.of(held, by, held_out=True)]


def _root() -> Path:
    return project_root(Path.cwd()) or Path.cwd()
