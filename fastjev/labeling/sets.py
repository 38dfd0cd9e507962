"""A set: a folder of units and of what each person did with them.

`.fastjev/labels/<set>/units.jsonl` holds the units, `<by>.jsonl` a person's acts, `gold.jsonl` what was decided where
people differed. Lines are only added, so that git merges two branches by keeping the lines of both.
"""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fastjev.datatypes import Conversation, Unit
from fastjev.errors import ReadError, UsageError
from fastjev.files import get
from fastjev.labeling import lines
from fastjev.labeling.acts import Act
from fastjev.labeling.folder import add, checked, make_folders
from fastjev.labeling.ids import conv_id, item_ids, text_sha
from fastjev.labeling.items import HOLDOUT, Item
from fastjev.labels import Speaker
from fastjev.secrets import mask
from fastjev.stages.fold import fold_exchange

UNITS, GOLD = "units", "gold"
_PLACE = (".fastjev", "labels")
_SUFFIX = ".jsonl"


@dataclass(frozen=True, slots=True)
class Set:
    """Where a set lies, whether or not there is one."""

    folder: Path
    name: str


def find(root: Path, name: str) -> Set:
    """The set of that name of the project at `root`. Raises: UsageError for what is no name."""
    name = checked(name, "a set")
    return Set(root.joinpath(*_PLACE, name), name)


def named(told: str, root: Path) -> Set:
    """The set that is there under this name, or in this folder. Raises: UsageError, with the nearest name."""
    path = Path(told)
    if (path / f"{UNITS}{_SUFFIX}").is_file():
        return Set(path, path.resolve().name)
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
    conversation: Conversation,
    units: Sequence[Unit],
    *,
    holdout: int = 0,
    seed: int = 0,
    speakers: Collection[Speaker] = (Speaker.HUMAN,),
    text: bool = True,
) -> tuple[Item, ...]:
    """Put into the set what it has not yet of a session; all its items.

    A message that it has stays cut as it is. `holdout`: of 100 units to be labelled, how many are never learned from;
    `seed` says which, the same for the same words. `speakers`: whose units are to be labelled. `text`: whether the
    words are written, without secrets. Raises: ReadError, UsageError, OSError.
    """
    before = items(set)
    there = {item.id: item for item in before}
    held = _held(before, conversation)
    added: list[Item] = []
    for unit, id in zip(units, item_ids(conversation, units), strict=True):
        known = there.get(id)
        asked = unit.speaker in speakers and unit.kind != "call" and any(map(str.isalpha, unit.text))
        if known is None:
            if unit.kind == "call" or unit.span.start >= held.get(unit.message, 0):
                added.append(_item(unit, id, conv_id(conversation.id), asked, text))
        elif asked and not known.asked:
            added.append(replace(known, asked=True))
    added = [replace(item, split=HOLDOUT if _is_held_out(item, holdout, seed) else item.split) for item in added]
    make_folders(set.folder)
    add(set.folder / f"{UNITS}{_SUFFIX}", map(lines.item_line, added))
    return items(set)


def items(set: Set) -> tuple[Item, ...]:
    """All units, session by session in reading order; none where the set is not made yet. Raises: ReadError."""
    found: dict[str, Item] = {}
    for row in _rows(set, UNITS, []):
        item = lines.item(row)
        first = found.setdefault(item.id, item)
        # Two branches may have made the same set, and a later command may have asked for more of it.
        if (item.asked, item.split) != (first.asked, first.split):
            found[item.id] = replace(first, asked=first.asked or item.asked, split=first.split or item.split)
    convs = {conv: n for n, conv in enumerate(dict.fromkeys(item.conv for item in found.values()))}
    return tuple(sorted(found.values(), key=lambda item: (convs[item.conv], item.at)))


def people(set: Set) -> tuple[str, ...]:
    """Who has labelled, in the order of their names."""
    stems = (path.stem for path in set.folder.glob(f"*{_SUFFIX}"))
    return tuple(sorted(stem for stem in stems if stem.casefold() not in (UNITS, GOLD) and not stem.startswith(".")))


def acts(set: Set, by: str) -> tuple[Act, ...]:
    """What a person did, in order; nothing where there is no such file. Raises: ReadError, UsageError."""
    return _acts(set, _person(by))


def gold(set: Set) -> tuple[Act, ...]:
    """What was decided where people differed, in order. Raises: ReadError."""
    return _acts(set, GOLD)


def append(set: Set, act: Act, *, gold: bool = False) -> None:
    """Add one act to the person's file, or to what was decided; it is on the disk when this returns.

    Raises: UsageError, OSError.
    """
    by = _person(act.by)
    make_folders(set.folder)
    add(set.folder / f"{GOLD if gold else by}{_SUFFIX}", [lines.act_line(act)])


def notes(set: Set) -> tuple[str, ...]:
    """Which lines of its files were left out, and why. Raises: ReadError for those that cannot be read at all."""
    found: list[str] = []
    for name in (UNITS, GOLD, *people(set)):
        for _ in _rows(set, name, found):
            pass
    return tuple(found)


def _person(by: str) -> str:
    name = checked(by, "a person")
    if name.casefold() in (UNITS, GOLD):
        raise UsageError(f"{by}: is the name of a file of the set, and nobody's; take another")
    return name


def _acts(set: Set, name: str) -> tuple[Act, ...]:
    return tuple(lines.act(row) for row in _rows(set, name, []))


def _rows(set: Set, name: str, found: list[str]) -> Iterator[lines.Row]:
    path = set.folder / f"{name}{_SUFFIX}"
    try:
        raw = get(path)
    except FileNotFoundError:
        return iter(())
    except OSError as error:
        raise ReadError(f"{path}: cannot be read: {error.strerror}") from error
    return lines.rows(raw, str(path), found)


def _held(items: Sequence[Item], conversation: Conversation) -> dict[int, int]:
    """How far into each message the set reaches: where it has other text at a place, that is another message."""
    conv = conv_id(conversation.id)
    texts = {message.index: message.text for message in conversation.messages}
    found: dict[int, int] = {}
    for item in items:
        message, start, end = item.at
        if item.conv == conv and item.kind != "call" and text_sha(texts.get(message, "")[start:end]) == item.sha:
            found[message] = max(found.get(message, 0), end)
    return found


def _item(unit: Unit, id: str, conv: str, asked: bool, text: bool) -> Item:
    said = fold_exchange(unit, "en") if unit.kind == "call" else mask(unit.text)
    return Item(
        id=id,
        conv=conv,
        at=(unit.message, *unit.span),
        turn=unit.turn,
        speaker=unit.speaker,
        kind=unit.kind,
        time=unit.time,
        text=said if text else "",
        sha=text_sha(unit.text),
        asked=asked,
    )


def _is_held_out(item: Item, holdout: int, seed: int) -> bool:
    # By its words: the same sentence twice is on one side.
    drawn = hashlib.sha256(f"{seed} {item.sha}".encode()).digest()
    return item.asked and int.from_bytes(drawn[:4], "big") % 100 < holdout
