"""`layout: epochs`: what an earlier compaction wrote is never changed, so that a prompt cache still knows it."""

import re
from collections.abc import Iterable, Iterator

from fastjev.datatypes import Frozen, Item
from fastjev.labels import Status, Zone
from fastjev.words import EN, ZH

_TURNS = re.compile(r"^\[fastjev .*?(?:第|turns? )(?:\d+–)?(\d+)(?:轮)? ·", re.MULTILINE)
_PLACE = re.compile(r"^- (?:第|turns? )(\d+(?:–\d+)?)轮? ")
_ID = re.compile(r" ⟨([um][0-9]+(?:\.[0-9]+)?)[^⟨]*$")
_HEADINGS = {f"[{heading}]": zone for word in (ZH, EN) for zone, heading in word.zones.items()}
_BINDING = {Zone.CONSTRAINTS, Zone.DECISIONS, Zone.DEPRECATED_CONSTRAINTS}


def freeze(text: str) -> Frozen | None:
    """The blocks that `zones` wrote before; nothing where there are none."""
    turns = [int(turn) for turn in _TURNS.findall(text)]
    if not turns:
        return None
    lines = frozenset(_latest(re.split(r"\n(?! )", text.removesuffix("\n"))))
    bare = frozenset((zone, _bare(line)) for zone, line in lines)
    return Frozen(text=text, lines=lines, bare=bare, last_turn=turns[-1])


def _latest(lines: Iterable[str]) -> Iterator[tuple[Zone | None, str]]:
    """Lines with their zone; of an id that stands in several blocks, those of the last, which hold."""
    zone: Zone | None = None
    block = 0
    placed: list[tuple[int, Zone | None, str, str]] = []
    last: dict[tuple[Zone | None, str], int] = {}
    for line in lines:
        block += _TURNS.match(line) is not None
        zone = _HEADINGS.get(line, zone)
        found = _ID.search(line)
        id = found[1] if found else ""
        placed.append((block, zone, id, line))
        last[zone, id] = block
    yield from ((zone, line) for block, zone, id, line in placed if not id or last[zone, id] == block)


def is_new(item: Item, line: str, frozen: Frozen, *, carried: bool = False) -> bool:
    """Whether `line`, which shows the item, says something that the frozen blocks do not.

    `carried`: it was read from a skeleton, where ids are given anew, and nothing said since then changed it.
    Of the turns that they tell of only a change counts: what binds, was settled or came into conflict since. Which
    facts of an old result are worth their place is not asked again.
    """
    if (item.zone, line) in frozen.lines or (carried and (item.zone, _bare(line)) in frozen.bare):
        return False
    if carried and item.status == Status.OVERRIDDEN:
        return False  # it is quoted by what was chosen instead
    return item.turn >= frozen.last_turn or item.zone in _BINDING or item.status == Status.CONFLICT


def _bare(line: str) -> str:
    return _PLACE.sub(r"\1 ", line.rpartition(" ⟨")[0], count=1)
