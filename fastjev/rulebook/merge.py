"""Layers become one set of rules: each file adds, switches off and overrides, or is refused as a whole."""

import difflib
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from fastjev.errors import RuleError
from fastjev.rulebook import schema
from fastjev.rulebook.check import check
from fastjev.rulebook.document import Document
from fastjev.rulebook.fold import Fold
from fastjev.rulebook.macros import Macros
from fastjev.rulebook.places import CORE, LAYERS, TOLD, Source, extended
from fastjev.rulebook.sources import source_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A rule as its layers left it, patterns as regular expressions or Matcher patterns."""

    rule: schema.Rule
    all: tuple[str, ...]
    any: tuple[str, ...]
    unless: tuple[str, ...]
    layer: int
    where: str
    """`file:line` of its definition."""
    changed: tuple[str, ...] = ()
    """`file:line` of every override."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Off:
    """A rule that a layer switched off."""

    id: str
    because: str
    where: str
    entry: Entry


@dataclass(slots=True)
class Merged:
    """What the layers say together."""

    variants: str = ""
    lexicon: dict[str, object] = field(default_factory=dict)
    macros: dict[str, str] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    off: dict[str, Off] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    """A line for each file that was left out."""
    packs: list[Source] = field(default_factory=list)
    """Files that were read because another one names them."""
    lost: list[str] = field(default_factory=list)
    """Paths and packages that another one names and that could not be used."""


@dataclass(frozen=True, slots=True)
class _File:
    """One checked file."""

    source: Source
    document: Document
    said: schema.RuleFile


def merge(core: Sequence[Source], above: Sequence[Source]) -> Merged:
    """All layers in their order. A bad file of a user or a project is refused and said, and the rest stands.

    Raises: RuleError for core and for what was asked for by name.
    """
    merged = Merged()
    files: list[_File] = []
    for source in core:
        document = Document(source.name, source.raw)
        if source.path.name == "variants.yaml":
            merged.variants = document.value["pairs"]
        elif source.path.name == "lexicon.yaml":
            merged.lexicon = document.value
        else:
            file = _File(source, document, check(document))
            merged.macros.update(file.said.macros)
            files.append(file)
    if above:
        others = [found for source in above if (found := _checked(merged, source))]
        files = [] if any(not other.said.core for other in others) else files
        packs = [pack for other in others for pack in _packs(merged, other)]
        files += sorted([*packs, *others], key=lambda file: file.source.layer)
    for file in files:
        try:
            _add(merged, file)
        except RuleError as error:
            _refuse(merged, file.source, error)
    return merged


def _checked(merged: Merged, source: Source) -> _File | None:
    try:
        if source.refused:
            raise RuleError(source.refused)
        document = Document(source.name, source.raw)
        return _File(source, document, check(document))
    except RuleError as error:
        _refuse(merged, source, error)
        return None


def _refuse(merged: Merged, source: Source, error: RuleError) -> None:
    if source.layer in (CORE, TOLD):
        raise error
    first, *more = str(error).splitlines()
    merged.refused.append(first + (f" (and {len(more)} more)" if more else ""))


def _packs(merged: Merged, file: _File) -> Iterable[_File]:
    for n, extend in enumerate(file.said.extends):
        where = file.document.at(["extends", n])
        try:
            if file.source.layer == LAYERS.index("pack"):
                raise RuleError("extends: a pack extends nothing itself")
            found = extended(file.source, file=extend.file, package=extend.package, version=extend.version)
            merged.packs += found
            if extend.sha256 and extend.sha256 != (now := _joined(found)):
                raise RuleError(f"extends: the pack has changed; if you trust it as it is, write sha256: {now}")
            yield from (each for source in found if (each := _checked(merged, source)))
        except RuleError as error:
            merged.lost.append(str(file.source.path.parent / extend.file) if extend.file else str(extend.package))
            _refuse(merged, file.source, RuleError(f"{where}: {error}"))


def _joined(found: Sequence[Source]) -> str:
    """The one file's hash, or the hash of all their hashes."""
    if len(found) == 1:
        return found[0].sha256
    return hashlib.sha256("".join(source.sha256 for source in found).encode()).hexdigest()


def _add(merged: Merged, file: _File) -> None:
    """All that one file says, or nothing of it. Raises: RuleError, a line for each problem."""
    entries, off = dict(merged.entries), dict(merged.off)
    fold = Fold(merged.variants)
    macros = Macros(merged.macros if file.source.layer == CORE else merged.macros | file.said.macros)
    problems: list[str] = []

    def place(*path: str | int) -> str:
        return f"{file.source.name}:{file.document.place(path).line}"

    def known(id: str, *path: str | int) -> bool:
        if id in entries:
            return True
        near = difflib.get_close_matches(id, entries, n=1)
        why = f"is switched off at {off[id].where}" if id in off else "there is no such rule below this file"
        hint = f"; did you mean {near[0]}?" if near and id not in off else ""
        problems.append(f"{file.document.at([*path, 'id'])}: rule {id}: {why}{hint}")
        return False

    def patterns(these: Sequence[schema.Pattern], *path: str | int) -> tuple[str, ...]:
        found = []
        for n, pattern in enumerate(these):
            try:
                found.append(source_of(pattern, macros, fold))
            except ValueError as error:
                problems.append(f"{file.document.at([*path, n])}: {error}")
        return tuple(found)

    for n, disabled in enumerate(file.said.disable):
        if known(disabled.id, "disable", n):
            gone = entries.pop(disabled.id)
            off[disabled.id] = Off(id=disabled.id, because=disabled.because, where=place("disable", n), entry=gone)
    for n, override in enumerate(file.said.override):
        if known(override.id, "override", n):
            old = entries[override.id]
            at = ("override", n, "add")
            entries[override.id] = replace(
                old,
                rule=_changed(old.rule, override),
                all=old.all + patterns(override.add.all, *at, "all"),
                any=old.any + patterns(override.add.any, *at, "any"),
                unless=old.unless + patterns(override.add.unless, *at, "unless"),
                changed=(*old.changed, place("override", n)),
            )
    for n, rule in enumerate(file.said.rules):
        if rule.id in entries or rule.id in off:
            there = entries[rule.id].where if rule.id in entries else off[rule.id].entry.where
            said = f"is defined already at {there}; override: changes a rule, another id adds one"
            problems.append(f"{file.document.at(['rules', n, 'id'])}: rule {rule.id}: {said}")
            continue
        at = ("rules", n, "when")
        entries[rule.id] = Entry(
            rule=rule,
            all=patterns(rule.when.all, *at, "all"),
            any=patterns(rule.when.any, *at, "any"),
            unless=patterns(rule.when.unless, *at, "unless"),
            layer=file.source.layer,
            where=place("rules", n),
        )
    if problems:
        raise RuleError("\n".join(problems))
    merged.entries, merged.off = entries, off


def _changed(rule: schema.Rule, override: schema.Override) -> schema.Rule:
    """The rule with an override's values. What the override's tests say of a text replaces what was said of it."""
    values = {name: value for name, value in override.set if value is not None and name != "max_chars"}
    when = rule.when
    if override.set.max_chars is not None:
        when = when.model_copy(update={"max_chars": override.set.max_chars})
    mine, said = rule.tests, override.add.tests
    anew = {*said.match, *said.no_match, *said.todo}
    tests = mine.model_copy(
        update={
            "match": [*(text for text in mine.match if text not in anew), *said.match],
            "no_match": [*(text for text in mine.no_match if text not in anew), *said.no_match],
            "todo": [*(text for text in mine.todo if text not in anew), *said.todo],
            "wins": [*(win for win in mine.wins if win.text not in {win.text for win in said.wins}), *said.wins],
        }
    )
    return rule.model_copy(update={**values, "when": when, "tests": tests})
