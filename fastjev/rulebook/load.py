"""From rule files to a rulebook: read, merge, and keep the result by content hash."""

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fastjev import __version__
from fastjev.files import put
from fastjev.rulebook.book import Rulebook
from fastjev.rulebook.index import Index
from fastjev.rulebook.places import Source, core_sources, sources
from fastjev.rulebook.rule import Off

if TYPE_CHECKING:
    from fastjev.rulebook.merge import Merged

_LAYOUT = "8"
"""Changes when the cached file's shape does."""
_KEPT = 32
"""Rulebooks in the cache; the oldest go."""
_HEAD = 3
"""Lines before the rules: index and layers, lexicon, character variants."""


def load_core() -> Rulebook:
    """The rules that ship with fastjev.

    Raises: RuleError, with file, rule id and key.
    """
    return load(None, user=False)


def load(project: Path | None, asked: Sequence[Path] = (), *, user: bool = True) -> Rulebook:
    """The rulebook of every layer: core, the user's, those of a project's folder, and the files asked for by name.

    From the cache if these bytes are known there. A file of a user or a project that cannot be used is left out and
    named in `Rulebook.refused`. Raises: RuleError for core and for `asked`.
    """
    core = core_sources()
    above = sources(project, asked) if user or project or asked else []
    name = _name([*core, *above])
    found = _from_cache(name)
    if found is None:
        found = head, lines = _compiled(core, above)
        # A pack that was missing may come, and nothing that the cache is keyed by would change.
        if not head["lost"]:
            _to_cache(name, lines)
    return _book(name, *found)


def made(core: Sequence[Source], above: Sequence[Source]) -> Rulebook:
    """The rulebook of these sources, whether or not they are files already; nothing is cached.

    Raises: RuleError for core and for what is of the layer `asked`.
    """
    return _book(_name([*core, *above]), *_compiled(core, above))


def _book(name: str, head: dict[str, Any], lines: Sequence[bytes]) -> Rulebook:
    return Rulebook(
        lines[_HEAD:],
        variants=lines[2],
        lexicon=lines[1],
        digest=f"sha256:{name}",
        index_=Index(head["always"], head["grams"]),
        asked=head["asked"],
        off=[Off(*off) for off in head["off"]],
        refused=head["refused"],
        counts=head["counts"],
        overridden=head["overridden"],
        packs=[*(path for path, _ in head["packs"]), *head["lost"]],
    )


def merged(project: Path | None, asked: Sequence[Path] = (), *, user: bool = True, lenient: bool = False) -> "Merged":
    """The same layers as read, with every rule's reason and tests; for those who look into rules.

    Slow: YAML and pydantic. `lenient`: what is sound in a bad file is used, and nothing is raised; otherwise
    Raises: RuleError for core and for `asked`.
    """
    from fastjev.rulebook.merge import merge

    above = sources(project, asked, lenient=lenient) if user or project or asked else []
    return merge(core_sources(), above, lenient=lenient)


def _name(found: Sequence[Source]) -> str:
    digest = hashlib.sha256(f"{__version__} {_LAYOUT}".encode())
    for source in found:
        head = f"{source.layer} {len(source.raw)} {source.name} {source.refused} "
        digest.update(head.encode(errors="surrogateescape") + source.raw)
    return digest.hexdigest()


def _compiled(core: Sequence[Source], above: Sequence[Source]) -> tuple[dict[str, Any], list[bytes]]:
    """The first of the lines, read, and all of them."""
    from fastjev.rulebook.compile import compile_layers

    lines = [line.encode() for line in compile_layers(core, above)]
    return json.loads(lines[0]), lines


class _Pack(NamedTuple):
    """A file that is part of a cached rulebook and is named by another one."""

    path: str
    sha256: str

    def stands(self) -> bool:
        try:
            return hashlib.sha256(Path(self.path).read_bytes()).hexdigest() == self.sha256
        except OSError:
            return False


def cache_folder() -> Path:
    """Where derived files may be kept: `$FASTJEV_CACHE`, else the user's cache folder."""
    if told := os.environ.get("FASTJEV_CACHE"):
        return Path(told)
    import platformdirs

    return Path(platformdirs.user_cache_dir("fastjev", appauthor=False))


def _from_cache(name: str) -> tuple[dict[str, Any], list[bytes]] | None:
    try:
        lines = (cache_folder() / f"rules-{name}.jsonl").read_bytes().split(b"\n")
        head = json.loads(lines[0])
        whole = len(lines) > _HEAD and lines.pop() == b"."
        return (head, lines) if whole and all(_Pack(*pack).stands() for pack in head["packs"]) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _to_cache(name: str, lines: Sequence[bytes]) -> None:
    """A cache that cannot be written costs time and nothing else."""
    folder = cache_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        put(folder / f"rules-{name}.jsonl", b"\n".join([*lines, b"."]))
        kept = sorted(folder.glob("rules-*"), key=lambda path: path.stat().st_mtime_ns)
        for path in kept[:-_KEPT]:
            path.unlink(missing_ok=True)
    except (OSError, ValueError):
        return
