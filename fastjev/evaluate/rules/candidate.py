"""A drafted rule in its file and among all others, before anything is written."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from fastjev.datatypes import Run
from fastjev.errors import RuleError, UsageError
from fastjev.evaluate.rules.draft import Wish, draft
from fastjev.evaluate.rules.trials import Outcome, trials
from fastjev.evaluate.rules.wording import Common, Cutter, names
from fastjev.labels import Label, Speaker
from fastjev.rulebook import Rulebook
from fastjev.rulebook.append import appended, new_file, rule_text
from fastjev.rulebook.check import check
from fastjev.rulebook.document import Document
from fastjev.rulebook.load import made
from fastjev.rulebook.merge import merge
from fastjev.rulebook.places import LAYERS, Source, core_sources, shown, sources, user_folder


class Place(NamedTuple):
    """The file that a rule would be added to."""

    path: Path
    name: str
    """As messages call it."""
    layer: int
    pack: str
    raw: bytes | None
    """What it holds; nothing where it is not there yet."""


class Trial(NamedTuple):
    """A drafted rule, checked in memory."""

    id: str
    text: str
    """The rule in YAML."""
    raw: bytes
    """The whole file with it."""
    where: str
    """`file:line` that it would have."""
    rulebook: Rulebook
    outcomes: tuple[Outcome, ...]
    """Of its own tests."""


def place(project: Path, file: Path | None, pack: str | None) -> Place:
    """Where a rule goes: `file`, else the project's file of the pack, else its only one, else a new one.

    Raises: UsageError for a pack that is not the file's, RuleError for a file that does not load.
    """
    folder = project / ".fastjev" / "rules"
    if file is None:
        there = sorted(path for path in folder.glob("*.y*ml") if not path.is_symlink())
        only = there[0] if len(there) == 1 and pack is None else None
        file = only or folder / f"{_legal(pack or project.resolve().name)}.yaml"
    path = file.absolute()
    name = shown(path, project)
    if not path.exists():
        return Place(path, name, _layer(path, project), _legal(pack or path.stem), None)
    if not path.is_file():
        raise RuleError(f"{name}: is no regular file")
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise RuleError(f"{name}: cannot be read: {error.strerror}") from error
    held = check(Document(name, raw)).pack
    if pack not in (None, held):
        raise UsageError(
            f"{name}: is a file of the pack {held}, not {pack}; give --file another name, or leave --pack out"
        )
    return Place(path, name, _layer(path, project), held, raw)


def _legal(name: str) -> str:
    """A pack's name made of any name; `project` where it has no Latin letter to begin with."""
    found = re.sub(r"[^a-z0-9_-]+", "-", name.lower()).strip("-_")
    return found if re.match("[a-z]", found) else "project"


def _layer(path: Path, project: Path) -> int:
    home = project / ".fastjev"
    layer = {home / "rules": "project", home: "local", user_folder().absolute(): "user"}.get(path.parent, "asked")
    return LAYERS.index(layer)


def trial(
    wish: Wish, at: Place, rulebook: Rulebook, before: Mapping[str, Run], project: Path | None, asked: Sequence[Path]
) -> Trial:
    """The rule drafted and loaded with all others, as if it were written.

    Raises: UsageError where none can be drafted, RuleError where the file would not load with it.
    """
    texts = [message.text for run in before.values() for message in run.conversation.messages]
    cut = Cutter(names([*texts, wish.sentence]))
    taken = {rule.id for rule in rulebook.rules} | {off.id for off in rulebook.off}
    rule = draft(
        wish,
        cut=cut,
        fold=rulebook.fold,
        common=Common(rulebook.lexicon),
        taken=taken,
        others=_others(before, wish.label),
    )
    raw = appended(at.raw, at.name, rule) if at.raw is not None else new_file(wish.pack, rule)
    above = [source for source in sources(project, asked) if source.path.absolute() != at.path]
    above = sorted([*above, Source(at.layer, at.name, at.path, raw)], key=lambda source: source.layer)
    entry = merge(core_sources(), above).entries.get(str(rule["id"]))
    if entry is None:
        raise RuleError(f"{at.name}: is left out as it stands now; fastjev rules lint {at.name}")
    loaded = made(core_sources(), above)
    outcomes = tuple(trials([entry], loaded))
    return Trial(entry.rule.id, rule_text(rule), raw, entry.where, loaded, outcomes)


def _others(before: Mapping[str, Run], label: str) -> Iterator[str]:
    """What humans said that has another label today."""
    for run in before.values():
        for unit, verdict in zip(run.units, run.verdicts, strict=True):
            other = verdict.label not in (label, Label.UNSURE) and label not in verdict.cues
            if unit.speaker == Speaker.HUMAN and unit.kind in ("prose", "item") and other:
                yield unit.text
