"""The effects around the walk: bytes in, the run, text out."""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fastjev import pipeline
from fastjev.collector import at_rest
from fastjev.datatypes import Elision, Provenance, Run, Size
from fastjev.errors import ReadError, StoreError, UsageError
from fastjev.files import piped, put
from fastjev.model import Models
from fastjev.pointers import elisions, point
from fastjev.policy import Policy
from fastjev.readers import HEAD, hermes
from fastjev.renderers import RENDERERS
from fastjev.renderers.epochs import Cost, go_on
from fastjev.renderers.provenance import provenance
from fastjev.renderers.size import outcome as came_to
from fastjev.renderers.size import size
from fastjev.renderers.text import zones
from fastjev.rulebook import Rulebook
from fastjev.sessions import locate, parted

if TYPE_CHECKING:
    from fastjev.store.database import Store
    from fastjev.store.place import Place


@dataclass(frozen=True, slots=True)
class Source:
    """Where a conversation came from."""

    path: Path | None
    """Nothing for standard input."""
    raw: bytes
    part: str = ""
    """The one session of many that is meant; nothing where the file is one, or holds one."""

    @property
    def name(self) -> str:
        """What readers know it by."""
        return ("-" if self.path is None else str(self.path)) + (f"#{self.part}" if self.part else "")


def fetch(session: str) -> Source:
    """The bytes of a path, of `-` (standard input), of a session's id or its beginning, or of `last`.

    Behind a path, `#ID` names one session of many, and only that one is fetched. Raises: ReadError.
    """
    session, part = parted(session)
    path = None if session == "-" else locate(session)
    try:
        if path is None:
            source = Source(None, piped(sys.stdin.buffer, "-"))
        else:
            with path.open("rb") as file:
                if file.peek().startswith(hermes.MAGIC):
                    from fastjev.readers.hermes import database  # loads SQLite, which other sessions do not need

                    return Source(path, database.lines(path, part), part)
                source = Source(path, piped(file, str(path)), part)
    except OSError as error:
        raise ReadError(f"{path or '-'}: cannot be read: {error.strerror}") from error
    many = hermes.identify(source.raw[:HEAD], source.name)
    return replace(source, raw=hermes.alone(source.raw, source.name)) if many else source


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A run, its rendering, and what was put aside for it."""

    run: Run
    text: str
    epoch: int | None = None
    """Number of the compaction in its session, from 1; nothing where nothing was archived."""
    trouble: str = ""
    """Why nothing was, although it was asked for."""
    sizes: Size | None = None
    """Of the run; nothing where nothing was archived, since only the journal asks."""
    elided: tuple[Elision, ...] = ()
    """What was archived."""
    cost: Cost | None = None
    """Of `layout: epochs`, where there are earlier blocks."""


def deliver(
    source: Source,
    shape: str,
    *,
    rulebook: Rulebook,
    policy: Policy,
    format: str | None = None,
    lang: str | None = None,
    place: "Place | None" = None,
    models: Models | None = None,
) -> Delivery:
    """The run, and its rendering by `RENDERERS[shape]`: archive first, journal second, render last.

    `place`: the project's archive and journal. Without one, or where it cannot be written, the skeleton has no
    pointers, since nobody could follow them. Raises: ReadError, UsageError.
    """
    started = time.perf_counter()
    with at_rest():
        run = pipeline.run(
            source.raw, source.name, rulebook=rulebook, policy=policy, models=models, format=format, lang=lang
        )
        told = models.version if models else None
        made = provenance(rules=rulebook.digest, policy=policy, model=told)
        kept = put_aside(run, source, place, policy, made) if place else Delivery(run=run, text="")
        elapsed_ms = round((time.perf_counter() - started) * 1000, 1)
        return replace(kept, text=RENDERERS[shape].render(kept.run, made, elapsed_ms))


def put_aside(
    walked: Run,
    source: Source,
    place: "Place",
    policy: Policy,
    made: Provenance,
    more: Sequence[Elision] = (),
    *,
    sizes: Size | None = None,
    outcome: str = "",
) -> Delivery:
    """The run with pointers to what the archive holds by now, and its entry in the journal; nothing is rendered.

    `more`: what a host takes out besides. `sizes`: of the host's history, where that is not the whole session;
    `outcome`: in a word, where it is not what the sizes say.
    """
    # Costs time to load, and who archives nothing does not need it.
    from fastjev.store import archive, blocks, journal
    from fastjev.store.database import create

    found = (*elisions(walked), *more)
    try:
        with create(place) as store:
            own = _owned(store, walked)
            live = archive.keep(store, own, found)
            run = point(own, live, found, policy)
            spent = None
            if policy.layout == "epochs":
                run, spent = go_on(run, blocks.earlier(store, run.conversation.id), policy)
                blocks.put(store, run.conversation.id, zones(run))
            sizes = sizes or size(run, found)
            epoch = journal.record(
                store,
                run,
                made,
                found,
                now=time.time(),
                source=source.name,
                size=sizes,
                outcome=outcome or came_to(sizes, len(found), policy),
                retention_days=policy.retention_days,
            )
    except StoreError as error:
        return Delivery(run=walked, text="", trouble=str(error))
    return Delivery(run=run, text="", epoch=epoch, sizes=sizes, elided=found, cost=spent)


def _owned(store: "Store", run: Run) -> Run:
    """A skeleton names its session by the beginning of its id; what stands behind its pointers is that session's."""
    if run.conversation.format != "skeleton":
        return run
    from fastjev.store.entries import session_of

    try:
        known = session_of(store, run.conversation.id)
    except StoreError:  # of a session that was never archived here
        return run
    return replace(run, conversation=replace(run.conversation, id=known))


def write(text: str, path: Path, source: Source) -> None:
    """Put `text` at `path` in one step, readable by its owner only; an old file stays whole until then.

    Raises: UsageError for the session's own file, what is no regular file, or a place that cannot be written.
    """
    try:
        target = path.resolve()
        if source.path and target.exists() and target.samefile(source.path):
            raise UsageError(f"{path}: is the session itself and is not overwritten; give -o another name")
        if path.exists() and not path.is_file():
            raise UsageError(f"{path}: is no regular file; give -o another name, or leave it out for standard output")
        put(target, text.encode())
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error
