"""A set: a folder of units and of what each person did with them.

`.fastjev/labels/<set>/units.jsonl` holds the units, `<by>.jsonl` a person's acts, `gold.jsonl` what was decided where
people differed. Lines are only added, so that git merges two branches by keeping the lines of both.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from fastjev.collector import at_rest
from fastjev.errors import ReadError, UsageError
from fastjev.files import get
from fastjev.files import put as put_file
from fastjev.labeling import lines
from fastjev.labeling.acts import Act
from fastjev.labeling.folder import add, checked, make_folders
from fastjev.labeling.items import Item
from fastjev.labels import Speaker

if TYPE_CHECKING:
    from fastjev.datatypes import Conversation, Unit

UNITS, GOLD = "units", "gold"
_PLACE = (".fastjev", "labels")
_SUFFIX = ".jsonl"


@dataclass(frozen=True, slots=True)
class Set:
    """Where a set lies, whether or not there is one."""

    folder: Path
    name: str

    def file(self, name: str) -> Path:
        """The file of that name: of the units, of a person, of what was decided."""
        return self.folder / f"{name}{_SUFFIX}"


def find(root: Path, name: str) -> Set:
    """The set of that name of the project at `root`. Raises: UsageError for what is no name."""
    name = checked(name, "a set")
    return Set(root.joinpath(*_PLACE, name), name)


def named(told: str, root: Path) -> Set:
    """The set that is there under this name, or in this folder. Raises: UsageError, with the nearest name."""
    path = Path(told).absolute()
    if (path / f"{UNITS}{_SUFFIX}").is_file():
        return Set(path, path.name)
    known = names(root)
    if told in known:
        return find(root, told)
    there = f"; there are {', '.join(known)}" if known else "; fastjev label SESSION --set NAME --by NAME makes one"
    raise UsageError(f"{told}: no such set in {root.joinpath(*_PLACE)}{lines.nearest(told, known) or there}")


def names(root: Path) -> tuple[str, ...]:
    """The sets of a project, in the order of their names."""
    return tuple(sorted(path.parent.name for path in root.joinpath(*_PLACE).glob(f"*/{UNITS}{_SUFFIX}")))


def make(
    set: Set,
    conversation: "Conversation",
    units: "Iterable[Unit]",
    *,
    holdout: int = 0,
    seed: int = 0,
    speakers: Collection[Speaker] = (Speaker.HUMAN,),
    text: bool = True,
) -> tuple[Item, ...]:
    """Put into the set what it has not yet of a session; all its items.

    A message that it has stays cut as it is. `holdout`: of 100 units to be labelled, how many are never learned from;
    `seed` says which, the same for the same words. `speakers`: whose units are to be labelled. `text`: whether the
    words are written, without secrets. `making.making` does it little by little. Raises: ReadError, UsageError,
    OSError.
    """
    # Who goes on with a set has no need of what makes one.
    from fastjev.labeling.making import making

    before = items(set)
    more = making(set, conversation, units, before, holdout=holdout, seed=seed, speakers=speakers, text=text)
    return whole(chain(before, chain.from_iterable(more)))


def items(set: Set) -> tuple[Item, ...]:
    """All units, session by session in reading order; none where the set is not made yet. Raises: ReadError."""
    with at_rest():
        return whole(map(lines.item, _rows(set, UNITS, [])))


def people(set: Set) -> tuple[str, ...]:
    """Who has labelled, in the order of their names."""
    return tuple(sorted(name for stem in _stems(set) if (name := _named(stem))))


def acts(set: Set, by: str) -> tuple[Act, ...]:
    """What a person did, in order; nothing where there is no such file. Raises: ReadError, UsageError."""
    return _acts(set, person(by))


def gold(set: Set) -> tuple[Act, ...]:
    """What was decided where people differed, in order. Raises: ReadError."""
    return _acts(set, GOLD)


def append(set: Set, *acts: Act, gold: bool = False) -> None:
    """Add acts of one person to the person's file, or to what was decided; they are on the disk when this returns.

    Notes are written without their secrets, wherever they come from.
    Raises: UsageError, OSError; ReadError for what could not be read back, and nothing is written.
    """
    for by in dict.fromkeys(act.by for act in acts):
        path = set.file(GOLD if gold else person(by))
        told = [lines.act_line(act) for act in acts if act.by == by]
        # What could not be read again would lose all that stands around it.
        read = [lines.act(row) for row in lines.rows("".join(told).encode(), str(path), [])]
        make_folders(set.folder)
        add(path, [lines.act_line(_masked(act)) for act in read])


def put(set: Set, items: Iterable[Item]) -> None:
    """Add units that another tool's file tells of. Raises: UsageError, OSError."""
    if told := [lines.item_line(item) for item in items]:
        make_folders(set.folder)
        add(set.file(UNITS), told)


def forget(set: Set, units: Collection[str]) -> None:
    """Take the text of units out of the set, as of those that hold a secret: the one time that lines are rewritten.

    All else in them stays as it is. Raises: ReadError, OSError.
    """
    path = set.file(UNITS)
    raw = _raw(path)
    kept = [lines.without_text(line) if lines.names(line) in units else line for line in raw.split(b"\n")]
    put_file(path, b"\n".join(kept))


def notes(set: Set) -> tuple[str, ...]:
    """Which files and lines were left out, and why. Raises: ReadError for those that cannot be read at all."""
    strange = [stem for stem in _stems(set) if _named(stem) is None and stem not in (UNITS, GOLD)]
    found = [f"{set.file(stem)}: is called by nobody's name; it is left out" for stem in strange]
    for name in (UNITS, GOLD, *people(set)):
        for _ in _rows(set, name, found):
            pass
    return tuple(found)


def person(by: str) -> str:
    """The name of a person, as files are called by it. Raises: UsageError for what is none."""
    name = checked(by, "a person")
    if name.casefold() in (UNITS, GOLD):
        raise UsageError(f"{by}: is the name of a file of the set, and nobody's; take another")
    return name


def _masked(act: Act) -> Act:
    if not act.note:
        return act
    from fastjev.secrets import mask  # most acts have no note, and its patterns take long to load

    return replace(act, note=mask(act.note))


def _named(stem: str) -> str | None:
    try:
        return person(stem)
    except UsageError:
        return None


def _stems(set: Set) -> list[str]:
    return sorted(path.stem for path in set.folder.glob(f"*{_SUFFIX}"))


def _acts(set: Set, name: str) -> tuple[Act, ...]:
    return tuple(lines.act(row) for row in _rows(set, name, []))


def _rows(set: Set, name: str, found: list[str]) -> Iterator[lines.Row]:
    path = set.file(name)
    return lines.rows(_raw(path), str(path), found)


def _raw(path: Path) -> bytes:
    try:
        return get(path)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise ReadError(f"{path}: cannot be read: {error.strerror}") from error


def whole(items: Iterable[Item]) -> tuple[Item, ...]:
    """Each unit once, session by session in reading order; the sessions in the order of their first units."""
    found: dict[str, Item] = {}
    for item in items:
        first = found.setdefault(item.id, item)
        # Two branches may have made the same set, and a later command may have asked for more of it.
        if (item.asked, item.split) != (first.asked, first.split):
            found[item.id] = replace(first, asked=first.asked or item.asked, split=first.split or item.split)
    convs = {conv: n for n, conv in enumerate(dict.fromkeys(item.conv for item in found.values()))}
    return tuple(sorted(found.values(), key=lambda item: (convs[item.conv], item.at)))
