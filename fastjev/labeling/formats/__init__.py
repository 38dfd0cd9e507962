"""Files of other tools, by name: what a set says in each, and what each says to a set."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from fastjev.labeling.formats import conll, csv, doccano, labelstudio, prodigy
from fastjev.labeling.formats.record import Record


class Format(Protocol):
    """What a module of a format has."""

    def dump(self, records: Sequence[Record], name: str) -> bytes:
        """The file; `name`: of the set."""

    def parse(self, raw: bytes, name: str) -> Iterator[Record]:
        """What the file `name` says. Raises: ReadError, with file and line."""


FORMATS: Mapping[str, Format] = {
    "prodigy": prodigy,
    "doccano": doccano,
    "labelstudio": labelstudio,
    "csv": csv,
    "conll": conll,
}
