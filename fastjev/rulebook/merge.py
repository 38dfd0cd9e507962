"""Layers become one set of rules: each file adds, switches off and overrides, or is refused as a whole."""

import difflib
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from fastjev.errors import RuleError
from fastjev.rulebook import schema
from fastjev.rulebook.check import check, salvage
from fastjev.rulebook.document import Document
from fastjev.rulebook.fold import Fold
from fastjev.rulebook.macros import Macros
from fastjev.rulebook.override import overridden
from fastjev.rulebook.places import CORE, TOLD, Source, extended
from fastjev.rulebook.sources import source_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What one override did to a rule."""

    where: str
    """`file:line`."""
    said: schema.Override
    before: schema.Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A rule as its layers left it, patterns as regular expressions or Matcher patterns.

    `rule.when` has the same patterns as they were written, in the same places.
    """

    rule: schema.Rule
    all: tuple[str, ...]
    any: tuple[str, ...]
    unless: tuple[str, ...]
    layer: int
    where: str
    """`file:line` of its definition."""
    changes: tuple[Change, ...] = ()
    """Every override, in order."""

    @property
    def changed(self) -> tuple[str, ...]:
        """`file:line` of every override."""
        return tuple(change.where for change in self.changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Off:
    """A rule that a layer switched off."""

    id: str
    because: str
    where: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class File:
    """One checked file."""

    source: Source
    document: Document
    said: schema.RuleFile


class Refusal(NamedTuple):
    """A file, or a pack that it names, that was left out."""

    source: Source
    said: str
    """A line for each problem."""


@dataclass(slots=True)
class Merged:
    """What the layers say together."""

    variants: str = ""
    lexicon: dict[str, object] = field(default_factory=dict)
    macros: dict[str, str] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    off: dict[str, Off] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)
    packs: list[Source] = field(default_factory=list)
    """Files that were read because another one names them."""
    lost: list[str] = field(default_factory=list)
    """Paths and packages that another one names and that could not be used."""
    files: list[File] = field(default_factory=list)
    """The files that rules come from, in the order of their layers."""
    core_off: tuple[str, ...] = ()
    """`file:line` of every `core: off`."""

    @property
    def refused(self) -> list[str]:
        """A line for each file that was left out."""
        told = [refusal.said.splitlines() for refusal in self.refusals]
        return [first + (f" (and {len(more)} more)" if more else "") for first, *more in told]

    def macros_of(self, file: File) -> Macros:
        """The fragments that a file's patterns may name: core's and its own."""
        return Macros(self.macros if file.source.layer == CORE else self.macros | file.said.macros)


def merge(core: Sequence[Source], above: Sequence[Source], *, lenient: bool = False) -> Merged:
    """All layers in their order. A bad file of a user or a project is refused and said, and the rest stands.

    `lenient` is for those who look for problems: nothing is raised, and what is sound in a bad file is used.
    Raises: RuleError for core and for what was asked for by name.
    """
    merged = Merged()
    files: list[File] = []
    for source in core:
        if source.path.name == "variants.yaml":
            merged.variants = Document(source.name, source.raw).value["pairs"]
        elif source.path.name == "lexicon.yaml":
            merged.lexicon = Document(source.name, source.raw).value
        elif file := _checked(merged, source, lenient):
            merged.macros.update(file.said.macros)
            files.append(file)
    if above:
        others = [found for source in above if (found := _checked(merged, source, lenient))]
        merged.core_off = tuple(_line(other, "core") for other in others if not other.said.core)
        files = [] if merged.core_off else files
        packs = {other.source: _packs(merged, other, lenient) for other in others}
        whole = [other for other in others if lenient or packs[other.source] is not None]
        extending = [pack for other in whole for pack in packs[other.source] or ()]
        files += sorted([*extending, *whole], key=lambda file: file.source.layer)
    for file in files:
        _add(merged, file, lenient)
    return merged


def _checked(merged: Merged, source: Source, lenient: bool) -> File | None:
    try:
        if source.refused:
            raise RuleError(source.refused)
        document = Document(source.name, source.raw)
    except RuleError as error:
        _refuse(merged, source, error, lenient)
        return None
    try:
        return File(source, document, check(document))
    except RuleError as error:
        _refuse(merged, source, error, lenient)
    left = salvage(document) if lenient else None
    return File(source, *left) if left else None


def _refuse(merged: Merged, source: Source, error: RuleError, lenient: bool) -> None:
    if source.layer in (CORE, TOLD) and not lenient:
        raise error
    merged.refusals.append(Refusal(source, str(error)))


def _packs(merged: Merged, file: File, lenient: bool) -> list[File] | None:
    """The files of the packs that a file names; nothing, where one cannot be used, and the file goes with it."""
    found: list[File] = []
    for n, extend in enumerate(file.said.extends):
        try:
            sources = extended(file.source, file=extend.file, package=extend.package, version=extend.version)
            merged.packs += sources
            if extend.sha256 and extend.sha256 != (now := _joined(sources)):
                raise RuleError(f"extends: the pack has changed; if you trust it as it is, write sha256: '{now}'")
            packs = [each for source in sources if (each := _checked(merged, source, lenient))]
            if nested := next((pack for pack in packs if pack.said.extends), None):
                raise RuleError(f"extends: {nested.source.name} extends others itself; name them here")
            found += packs
        except RuleError as error:
            merged.lost.append(str(file.source.path.parent / extend.file) if extend.file else str(extend.package))
            where = file.document.at(["extends", n])
            _refuse(merged, file.source, RuleError(f"{where}: {error}"), lenient)
            if not lenient:
                return None
    return found


def _joined(found: Sequence[Source]) -> str:
    """The one file's hash, or the hash of all their hashes."""
    if len(found) == 1:
        return found[0].sha256
    return hashlib.sha256("".join(source.sha256 for source in found).encode()).hexdigest()


def _line(file: File, *path: str | int) -> str:
    return f"{file.source.name}:{file.document.place(path).line}"


@dataclass(slots=True)
class _Adding:
    """A file on its way in: the rules as they become, and what is wrong with it."""

    file: File
    macros: Macros
    fold: Fold
    entries: dict[str, Entry]
    off: dict[str, Off]
    problems: list[str] = field(default_factory=list)

    def problem(self, id: str, said: str, *path: str | int) -> None:
        self.problems.append(f"{self.file.document.at(path)}: rule {id}: {said}")

    def known(self, id: str, *path: str | int) -> bool:
        if id in self.entries:
            return True
        near = difflib.get_close_matches(id, self.entries, n=1)
        gone = self.off.get(id)
        hint = f"; did you mean {near[0]}?" if near and not gone else ""
        why = f"is switched off at {gone.where}" if gone else "there is no such rule below this file"
        self.problem(id, why + hint, *path, "id")
        return False

    def patterns(self, id: str, these: Sequence[schema.Pattern], *path: str | int) -> tuple[str, ...]:
        found = []
        for n, pattern in enumerate(these):
            try:
                found.append(source_of(pattern, self.macros, self.fold))
            except ValueError as error:
                self.problem(id, str(error), *path, n)
        return tuple(found)

    def sound(self, entry: Entry, problems: int) -> None:
        """The entry as one of the rules, if no more problems than these are known by now."""
        if len(self.problems) == problems:
            self.entries[entry.rule.id] = entry


def _add(merged: Merged, file: File, lenient: bool) -> None:
    """All that one file says, or nothing of it. Raises: RuleError, a line for each problem."""
    adding = _Adding(file, merged.macros_of(file), Fold(merged.variants), dict(merged.entries), dict(merged.off))
    for n, disabled in enumerate(file.said.disable):
        _disable(adding, n, disabled)
    for n, override in enumerate(file.said.override):
        _override(adding, n, override)
    for n, rule in enumerate(file.said.rules):
        _define(adding, n, rule)
    if adding.problems:
        _refuse(merged, file.source, RuleError("\n".join(adding.problems)), lenient)
    if lenient or not adding.problems:
        merged.entries, merged.off = adding.entries, adding.off
        merged.files.append(file)


def _disable(adding: _Adding, n: int, disabled: schema.Disable) -> None:
    if adding.known(disabled.id, "disable", n):
        gone, where = adding.entries.pop(disabled.id), _line(adding.file, "disable", n)
        adding.off[disabled.id] = Off(id=disabled.id, because=disabled.because, where=where, entry=gone)


def _override(adding: _Adding, n: int, override: schema.Override) -> None:
    if not adding.known(override.id, "override", n):
        return
    old, add, at, problems = adding.entries[override.id], override.add, ("override", n, "add"), len(adding.problems)
    change = Change(where=_line(adding.file, "override", n), said=override, before=old.rule)
    rule = overridden(old.rule, override)
    if said := schema.unfit(rule):
        adding.problem(override.id, said, "override", n)
    changed = replace(
        old,
        rule=rule,
        all=old.all + adding.patterns(override.id, add.all, *at, "all"),
        any=old.any + adding.patterns(override.id, add.any, *at, "any"),
        unless=old.unless + adding.patterns(override.id, add.unless, *at, "unless"),
        changes=(*old.changes, change),
    )
    adding.sound(changed, problems)


def _define(adding: _Adding, n: int, rule: schema.Rule) -> None:
    if rule.id.startswith("core/") and adding.file.source.layer != CORE:
        adding.problem(rule.id, "core/ is for the rules that ship with fastjev; name the pack otherwise", "pack")
        return
    there = adding.off[rule.id].entry if rule.id in adding.off else adding.entries.get(rule.id)
    if there:
        said = f"is defined already at {there.where}; override: changes a rule, another id adds one"
        adding.problem(rule.id, said, "rules", n, "id")
        return
    at, problems = ("rules", n, "when"), len(adding.problems)
    entry = Entry(
        rule=rule,
        all=adding.patterns(rule.id, rule.when.all, *at, "all"),
        any=adding.patterns(rule.id, rule.when.any, *at, "any"),
        unless=adding.patterns(rule.id, rule.when.unless, *at, "unless"),
        layer=adding.file.source.layer,
        where=_line(adding.file, "rules", n),
    )
    adding.sound(entry, problems)
