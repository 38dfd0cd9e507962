"""A set made of a session's units, little by little, for whoever shows the first before the last is cut."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from fastjev.datatypes import Conversation, Unit
from fastjev.labeling import lines
from fastjev.labeling.excerpt import excerpt
from fastjev.labeling.folder import add, alone, make_folders, sync
from fastjev.labeling.ids import conv_id, item_ids, text_sha
from fastjev.labeling.items import HOLDOUT, Item
from fastjev.labeling.sets import UNITS, Set
from fastjev.labels import Speaker
from fastjev.secrets import mask
from fastjev.stages.fold import fold_exchange

STEP = 64
"""Units cut at once: some 10 ms on two cores, less than a key may take."""


def making(
    set: Set,
    conversation: Conversation,
    units: Iterable[Unit],
    before: Sequence[Item],
    *,
    holdout: int = 0,
    seed: int = 0,
    speakers: Collection[Speaker] = (Speaker.HUMAN,),
    text: bool = True,
) -> Iterator[tuple[Item, ...]]:
    """Put into the set what it has not yet of a session; what each step added, which the file has by then.

    A step looks at `STEP` units and may add none. `before`: the set's items; all else as of `sets.make`. Who stops
    early goes on by making it again. Raises: UsageError, OSError.
    """
    conv, path = conv_id(conversation.id), set.file(UNITS)
    there = {item.id: item for item in before}
    held = _held(before, conv, conversation)
    make_folders(set.folder)
    named, end = item_ids(conversation, units), 0
    told: dict[str, bool] = {}
    while some := tuple(islice(named, STEP)):
        added: list[Item] = []
        for unit, id in some:
            known = there.get(id)
            asked = unit.speaker in speakers and unit.kind != "call" and any(map(str.isalpha, unit.text))
            if known is None and (unit.kind == "call" or unit.span.start >= held.get(unit.message, 0)):
                added.append(_split(_item(unit, id, conv, asked, text), holdout, seed))
            elif known and asked and not known.asked:
                added.append(_split(replace(known, asked=True), holdout, seed))
        with alone(set.folder):
            # Somebody else may be making the same set, or have done so since it was read.
            raw = _behind(path, end)
            told |= _told(raw)
            new = (item for item in added if item.id not in told or item.asked > told[item.id])
            add(path, map(lines.item_line, new), sync=False)
            end += len(raw)
        yield tuple(added)
    # What a power cut takes is made again from the session, so once is enough.
    sync(path)


def _behind(path: Path, end: int) -> bytes:
    """What a file holds from there on; nothing where there is none."""
    if not path.exists():
        return b""
    with path.open("rb") as file:
        file.seek(end)
        return file.read()


def _told(raw: bytes) -> dict[str, bool]:
    """The units of whole lines, and whether each is to be labelled."""
    return {
        row.value["unit"]: bool(row.value.get("asked")) for row in lines.rows(raw, UNITS, []) if "unit" in row.value
    }


def _held(items: Sequence[Item], conv: str, conversation: Conversation) -> dict[int, int]:
    """How far into each message the set reaches: where it has other text at a place, that is another message."""
    texts = {message.index: message.text for message in conversation.messages}
    found: dict[int, int] = {}
    for item in items:
        message, start, end = item.at
        if item.conv == conv and item.kind != "call" and text_sha(texts.get(message, "")[start:end]) == item.sha:
            found[message] = max(found.get(message, 0), end)
    return found


def _item(unit: Unit, id: str, conv: str, asked: bool, text: bool) -> Item:
    said = _exchange(unit) if unit.kind == "call" else mask(unit.text)
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


def _exchange(unit: Unit) -> str:
    """Its line, and beneath it what it brought."""
    return "\n".join(filter(None, (fold_exchange(unit, "en"), excerpt(unit.text))))


def _split(item: Item, holdout: int, seed: int) -> Item:
    # By its words: the same sentence twice is on one side.
    drawn = hashlib.sha256(f"{seed} {item.sha}".encode()).digest()
    is_held_out = item.asked and int.from_bytes(drawn[:4], "big") % 100 < holdout
    return replace(item, split=HOLDOUT) if is_held_out else item
