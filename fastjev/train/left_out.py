"""Both models for a session that they never saw: trained anew on the others, in memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastjev.ask import Model, parsed
from fastjev.datatypes import Conversation, Unit
from fastjev.jsontext import dump
from fastjev.model import Models, choices, links
from fastjev.train import exchanges, words
from fastjev.train.read import File, Files
from fastjev.train.table import Row, exchanges_of
from fastjev.train.word_rows import Words
from fastjev.train.word_rows import words as words_of


@dataclass(frozen=True, slots=True)
class Both:
    """What a file teaches both models."""

    exchanges: tuple[Row, ...]
    words: Words

    def __len__(self) -> int:
        """Rows of words."""
        return len(self.words)


def both(conversation: Conversation, units: Sequence[Unit]) -> Both:
    """For `fastjev.train.read`."""
    return Both(exchanges_of(conversation, units), words_of(conversation, units))


def refuse_thin(held: Files[Both]) -> None:
    """Raises: UsageError, with how much more is needed, where there is too little for either model to learn from."""
    exchanges.refuse_thin(_exchanges(held.files), exchanges.NOULS)
    words.refuse_thin(numbered(held.files))


def without(held: Files[Both], session: int, seed: int) -> Models:
    """Models that learned from all but that session; words with the answers of such a model, too. Raises: UsageError.

    Same files, session and seed, same models.
    """
    rest = [file for file in held.files if file.session != session]
    asks = model(exchanges.learned(_exchanges(rest), seed, exchanges.NOULS))
    needs = model(words.learned(numbered(rest), asks, seed))
    return Models(asks, needs, links.default(), choices.default())


def numbered(files: Sequence[File[Both]]) -> words.Numbered:
    """Their words."""
    return [(file.session, file.rows.words) for file in files]


def model(weights: dict[str, Any]) -> Model:
    """The model that a file of such weights would be."""
    return parsed(dump(weights).encode(), Path(f"{weights['name']} (in memory)"))


def _exchanges(files: Sequence[File[Both]]) -> list[Row]:
    return [row.of(file.session) for file in files for row in file.rows.exchanges]
