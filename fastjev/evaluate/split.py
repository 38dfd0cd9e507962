"""Which labelled conversations are for training, for choosing and for measuring: `split.yaml` deals their authors."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from fastjev.errors import SplitError, UsageError
from fastjev.evaluate.gold import Corpus
from fastjev.files import get

NAME = "split.yaml"
SPLITS = ("train", "dev", "test", "ends")
"""What conversations are for; those of `ends` teach links alone, since only part of their labels is there."""
GOLD = "gold"
"""The author of the first conversations, whose names begin with their language (`zh-01-…`)."""
_AUTHOR = re.compile(r"([a-z]+)[0-9]|(?:zh|en)-")


class _Dealt(BaseModel):
    """What the file may say."""

    model_config = ConfigDict(extra="forbid", strict=True)

    train: list[str]
    dev: list[str]
    test: list[str]
    ends: list[str] = []


@dataclass(frozen=True, slots=True)
class Split:
    """A file's authors, each with what their conversations are for."""

    path: Path
    authors: dict[str, str]

    def of(self, conversation: Path) -> str:
        """One of `SPLITS`. Raises: SplitError, where the conversation's author is dealt to none."""
        writer = author(conversation)
        if writer is None:
            raise SplitError(
                f"{conversation}: its name tells no author; write a letter and a number first, such as a01-"
            )
        if writer not in self.authors:
            raise SplitError(f"{conversation}: its author {writer!r} is in no split; add it to one in {self.path}")
        return self.authors[writer]


def author(conversation: Path) -> str | None:
    """Who wrote it, by the letters its name begins with; nothing where it begins otherwise."""
    found = _AUTHOR.match(conversation.name)
    return (found[1] or GOLD) if found else None


def read(path: Path) -> Split:
    """A `split.yaml`. Raises: SplitError, with the key that is wrong, or the author that is dealt twice."""
    try:
        tree: Any = yaml.safe_load(get(path).decode())
        dealt = _Dealt.model_validate(tree)
    except OSError as error:
        raise SplitError(f"{path}: cannot be read: {error.strerror}") from error
    except ValidationError as error:
        problems = ((".".join(map(str, each["loc"])), each["msg"]) for each in error.errors(include_url=False))
        told = "; ".join(f"{where}: {what}" if where else what for where, what in problems)
        raise SplitError(f"{path}: {told}; there are {', '.join(SPLITS)}, each a list of authors") from error
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise SplitError(f"{path}: not a YAML document: {' '.join(str(error).split())}") from error
    authors: dict[str, str] = {}
    for name in SPLITS:
        for writer in getattr(dealt, name):
            if writer in authors:
                raise SplitError(f"{path}: author {writer!r} is in {authors[writer]} and in {name}; leave one")
            authors[writer] = name
    return Split(path, authors)


def chosen(corpora: Sequence[Corpus], name: str) -> list[Corpus]:
    """Those of the split `name`, each by the nearest `split.yaml` in a folder above it, in their order.

    Every conversation must be in a split, also those that are not chosen. Raises: SplitError; UsageError, where no
    `split.yaml` is found, where `name` is no split, and where no conversation is in it.
    """
    if name not in SPLITS:
        raise UsageError(f"no split is called {name!r}; there are {', '.join(SPLITS)}")
    held = [
        corpus
        for corpus, found in zip(corpora, splits(corpus.path for corpus in corpora), strict=True)
        if found == name
    ]
    if not held:
        raise UsageError(f"no conversation is in the split {name!r}; it may be in the folders that were not named")
    return held


def parted(corpora: Sequence[Corpus]) -> list[tuple[str, Corpus]]:
    """Each with its split, by path; all of them `train` where no split.yaml deals their authors. Raises: SplitError."""
    ordered = sorted(corpora, key=lambda corpus: str(corpus.path))
    try:
        return [*zip(splits(corpus.path for corpus in ordered), ordered, strict=True)]
    except UsageError:
        return [("train", corpus) for corpus in ordered]


def splits(conversations: Iterable[Path]) -> list[str]:
    """The split of each conversation. Raises: SplitError; UsageError, where no `split.yaml` is found."""
    known = cache(read)
    return [known(_above(path)).of(path) for path in conversations]


def _above(conversation: Path) -> Path:
    for folder in conversation.resolve().parents:
        if (path := folder / NAME).is_file():
            return path
    raise UsageError(f"{conversation}: no {NAME} in a folder above it says which split it is in")
