"""From YAML files to a rulebook: read, check, expand, and keep the result as JSON by content hash."""

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fastjev import __version__, bundled
from fastjev.errors import RuleError
from fastjev.rulebook.book import Rule, Rulebook

_LAYOUT = "1"
"""Changes when the cached JSON's shape does."""


def load_core() -> Rulebook:
    """The rules that ship with fastjev.

    Raises: RuleError, with file, rule id and key.
    """
    return load(sorted(bundled.rules().glob("*.yaml")))


def load(paths: Sequence[Path]) -> Rulebook:
    """The rulebook of these files, from the cache if their bytes are known there.

    Raises: RuleError.
    """
    sources = [(path, _bytes(path)) for path in paths]
    digest = hashlib.sha256(f"{__version__} {_LAYOUT}".encode())
    for path, raw in sources:
        digest.update(b"%d %s " % (len(raw), path.name.encode()) + raw)
    name = digest.hexdigest()
    cached = _from_cache(name)
    if cached is None:
        cached = _parse(sources)
        _to_cache(name, cached)
    rules = [Rule._make(tuple(field) if isinstance(field, list) else field for field in row) for row in cached["rules"]]
    return Rulebook(rules, variants=cached["variants"], lexicon=cached["lexicon"], digest=f"sha256:{name}")


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise RuleError(f"{path}: cannot be read: {error.strerror}") from error


def _parse(sources: Sequence[tuple[Path, bytes]]) -> dict[str, Any]:
    from fastjev.rulebook.compile import compile_files

    return compile_files(sources)


def cache_folder() -> Path:
    """Where derived files may be kept: `$FASTJEV_CACHE`, else the user's cache folder."""
    if told := os.environ.get("FASTJEV_CACHE"):
        return Path(told)
    import platformdirs

    return Path(platformdirs.user_cache_dir("fastjev", appauthor=False))


def _from_cache(name: str) -> dict[str, Any] | None:
    try:
        found = json.loads((cache_folder() / f"rules-{name}.json").read_bytes())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and found.keys() == {"rules", "variants", "lexicon"} else None


def _to_cache(name: str, rules: dict[str, Any]) -> None:
    """A cache that cannot be written costs time and nothing else."""
    folder = cache_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder, prefix="rules-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(rules, file, ensure_ascii=True)
        Path(temporary).replace(folder / f"rules-{name}.json")
    except OSError:
        return
