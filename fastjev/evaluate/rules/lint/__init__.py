"""Everything that is wrong with rule files, and what is likely to be."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from fastjev.evaluate.rules.lint import effects, patterns, scalars, texts
from fastjev.evaluate.rules.lint.desk import Desk, Finding
from fastjev.rulebook.compile import rulebook_of
from fastjev.rulebook.merge import Merged, Refusal, merge
from fastjev.rulebook.places import CORE, Source, core_sources, sources

CHECKS: tuple[Callable[[Desk], Iterator[Finding]], ...] = (
    texts.reasons,
    texts.keywords,
    texts.both,
    texts.languages,
    patterns.empty,
    patterns.untried,
    patterns.macros,
    effects.never_wins,
    effects.no_effect,
    scalars.scalars,
)
"""Each looks at one file; what the loader refuses comes before them."""


def lint(project: Path | None, named: Sequence[Path] = (), *, core: bool = False) -> tuple[list[str], list[Finding]]:
    """The names of the files that were looked at, and what was found in them, in the order of layers, names and lines.

    `named` files, where they lie in a layer as part of it, else above all layers; without any, every file above
    core, and with `core` those of core. Raises nothing for a bad file.
    """
    below = [*core_sources(), *sources(project)]
    there = {_real(source.path) for source in below}
    above = sources(project, [path for path in named if _real(path) not in there], lenient=True)
    paths = {_real(path) for path in named}

    def asked(source: Source) -> bool:
        return _real(source.path) in paths if named else source.layer > CORE or core

    return inspect(merge(core_sources(), above, lenient=True), asked)


def inspect(merged: Merged, asked: Callable[[Source], bool]) -> tuple[list[str], list[Finding]]:
    """The same of layers at hand, merged leniently; `asked` tells which of their files to look at."""
    refusals = [refusal for refusal in merged.refusals if asked(refusal.source)]
    rulebook = rulebook_of(merged)
    desks = [Desk(file, merged, rulebook) for file in merged.files if asked(file.source)]
    found = [finding for refusal in refusals for finding in _refused(refusal)]
    found += [finding for desk in desks for check in CHECKS for finding in check(desk)]
    found += patterns.same(desks)
    looked_at = {refusal.source for refusal in refusals} | {desk.file.source for desk in desks}
    names = [source.name for source in sorted(looked_at)]
    return names, sorted(set(found), key=lambda each: (names.index(each.file), each))


def _refused(refusal: Refusal) -> Iterator[Finding]:
    name = refusal.source.name
    for line in refusal.said.splitlines():
        found = re.match(r":([0-9]+)(?::([0-9]+))?: ", line.removeprefix(name))
        said = line.removeprefix(name)[found.end() :] if found else line.removeprefix(f"{name}: ")
        yield Finding(name, int(found[1]) if found else 0, int(found[2] or 1) if found else 0, said, error=True)


def _real(path: Path) -> str:
    """Where a path leads; unlike `Path.resolve` it takes links that lead to themselves."""
    return os.path.realpath(path)
