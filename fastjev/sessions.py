"""Finds Claude Code's session files by path, by id, or the newest. An id is compared, never made into a path."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from fastjev.errors import ReadError

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_BEGINNING = re.compile(r"[0-9a-f][0-9a-f-]{3,35}")
"""At least four characters: fewer are as likely a mistyped file name."""
_SLUG_CHARS = 200
"""Claude Code cuts longer folder names and adds a hash."""


def locate(session: str) -> Path:
    """The file that `session` names: a path, an id or its beginning, or `last`.

    `last` is the newest session of the current folder's project, else of the nearest folder above that has one;
    another project's is never meant. Raises: ReadError, with what was looked for and where.
    """
    if session == "last":
        return _last()
    path = Path(session)
    if _is_there(path):
        return path
    if _BEGINNING.fullmatch(session.lower()):
        return _by_id(session.lower())
    raise ReadError(f"{session}: no such file; a session is a path, - for standard input, a session id, or last")


def parted(session: str) -> tuple[str, str]:
    """`FILE#ID` in two, for a file in which many sessions stand; a file of that very name comes first."""
    file, mark, part = session.rpartition("#")
    if not mark or _is_there(Path(session)) or not _is_there(Path(file)):
        return session, ""
    return file, part


def of_id(session: str) -> Path | None:
    """The file of the session with this whole id; nothing where there is none, or no one of several is near."""
    if not _ID.fullmatch(session):
        return None
    try:
        return _by_id(session)
    except ReadError:
        return None


def newer(since: float) -> list[Path]:
    """All sessions that were written to at that time or later (seconds since 1970), oldest first."""
    timed = sorted((path.stat().st_mtime, path) for path in _sessions())
    return [path for time, path in timed if time >= since]


def projects() -> Path:
    """Claude Code's folder of projects: `$CLAUDE_CONFIG_DIR/projects`, by default under `~/.claude`."""
    told = os.environ.get("CLAUDE_CONFIG_DIR")
    return (Path(told) if told else Path.home() / ".claude") / "projects"


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name too long to be one
        return False


def _by_id(beginning: str) -> Path:
    found = [path for path in _sessions() if path.stem.startswith(beginning)]
    ids = sorted({path.stem for path in found})
    if not ids:
        raise ReadError(f"{beginning}: no such file, and no session in {projects()} begins so")
    if len(ids) > 1:
        shown = ", ".join(ids[:5]) + (", ..." if len(ids) > 5 else "")
        raise ReadError(f"{beginning}: {len(ids)} sessions in {projects()} begin so: {shown}; give more of the id")
    # A session that was moved or copied stands in two projects under one id.
    near = next((here for slug in _slugs() if (here := _of_project(found, slug))), found)
    if len(near) > 1:
        places = ", ".join(str(path) for path in near)
        raise ReadError(f"{ids[0]}: the session stands in {len(near)} places: {places}; give one as a path")
    return near[0]


def _last() -> Path:
    found = list(_sessions())
    if not found:
        raise ReadError(f"last: no session in {projects()}; give a path, or set CLAUDE_CONFIG_DIR")
    near = next((here for slug in _slugs() if (here := _of_project(found, slug))), None)
    if near is None:
        raise ReadError(
            f"last: no session of {Path.cwd()} or of a folder above it in {projects()}; a path or an id names one of"
            " another project"
        )
    return max(near, key=lambda path: (path.stat().st_mtime_ns, path.name))


def _sessions() -> Iterator[Path]:
    """All of them, without the agents' own files beside them."""
    return (path for path in sorted(projects().glob("*/*.jsonl")) if _ID.fullmatch(path.stem))


def _slugs() -> Iterator[str]:
    """Names that the current folder's project, then those of the folders above it, may have."""
    if told := os.environ.get("CLAUDE_CODE_PROJECT_DIR_NAME"):
        yield told
    here = Path.cwd()
    for folder in (here, *here.parents):
        yield re.sub("[^a-zA-Z0-9]", "-", str(folder))


def _of_project(paths: Iterable[Path], slug: str) -> list[Path]:
    cut = slug[:_SLUG_CHARS] + "-" if len(slug) > _SLUG_CHARS else None
    return [path for path in paths if path.parent.name == slug or (cut and path.parent.name.startswith(cut))]
