"""A file under inspection, and what is found in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fastjev.rulebook import Rulebook, schema
from fastjev.rulebook.macros import Macros
from fastjev.rulebook.merge import File, Merged
from fastjev.rulebook.sources import source_of


class Finding(NamedTuple):
    """One problem of one file."""

    file: str
    line: int
    """From 1; 0 for the file as a whole."""
    column: int
    said: str
    """What, of which rule, and what to do."""
    error: bool
    """Whether the file cannot stand so; a warning otherwise."""

    @property
    def where(self) -> str:
        """`file:line:column`."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Desk:
    """A file, the layers it stands in, and their rulebook."""

    file: File
    merged: Merged
    rulebook: Rulebook

    @property
    def macros(self) -> Macros:
        """The fragments that the file's patterns may name."""
        return self.merged.macros_of(self.file)

    def finding(self, path: Sequence[str | int], said: str, *, rule: str = "", error: bool = False) -> Finding:
        """What is found at a path of keys and positions; a warning unless it is an `error`."""
        place = self.file.document.place(path)
        said = f"rule {rule}: {said}" if rule else said
        return Finding(self.file.source.name, place.line, place.column, said, error)

    def source(self, pattern: schema.Pattern) -> str | None:
        """The pattern as it is matched; nothing for one that the loader refuses."""
        try:
            return source_of(pattern, self.macros, self.rulebook.fold)
        except ValueError:
            return None

    def fires(self, source: str, texts: Sequence[str]) -> bool:
        """Whether a pattern, as it is matched, stands in one of these texts at least."""
        pattern = self.rulebook.pattern(source)
        return any(pattern.search(self.rulebook.fold(text)) for text in texts)

    def patterns(self) -> Iterator["Written"]:
        """Every pattern of the file's own rules and of its overrides."""
        for n, rule in enumerate(self.file.said.rules):
            yield from self._written(rule, rule.when, ("rules", n, "when"))
        for n, override in enumerate(self.file.said.override):
            if override.id in self.merged.entries:
                rule = self.merged.entries[override.id].rule
                yield from self._written(rule, override.add, ("override", n, "add"))

    def _written(
        self, rule: schema.Rule, holder: schema.When | schema.Addition, path: tuple[str | int, ...]
    ) -> Iterator["Written"]:
        for part, patterns in (("all", holder.all), ("any", holder.any), ("unless", holder.unless)):
            for n, pattern in enumerate(patterns):
                yield Written(rule, part, n, pattern, (*path, part, n))


class Written(NamedTuple):
    """One pattern as it stands in a file, and the rule it works for."""

    rule: schema.Rule
    part: str
    """all, any or unless."""
    n: int
    pattern: schema.Pattern
    path: tuple[str | int, ...]
    """Keys and positions that lead to it."""

    @property
    def name(self) -> str:
        """Such as any[0]."""
        return f"{self.part}[{self.n}]"
