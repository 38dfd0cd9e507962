"""`layout: epochs`: what an earlier compaction wrote is never changed, so that a prompt cache still knows it."""

import re

from fastjev.datatypes import Frozen, Item
from fastjev.labels import Status, Zone

_TURNS = re.compile(r"^\[fastjev .*?(?:第|turns? )(?:\d+–)?(\d+)(?:轮)? ·", re.MULTILINE)
_BINDING = {Zone.CONSTRAINTS, Zone.DECISIONS, Zone.DEPRECATED_CONSTRAINTS}


def freeze(text: str) -> Frozen | None:
    """The blocks that `zones` wrote before; nothing where there are none."""
    turns = [int(turn) for turn in _TURNS.findall(text)]
    if not turns:
        return None
    return Frozen(text=text, lines=frozenset(re.split(r"\n(?! )", text.removesuffix("\n"))), last_turn=turns[-1])


def is_new(item: Item, line: str, frozen: Frozen) -> bool:
    """Whether `line`, which shows the item, says something that the frozen blocks do not.

    Of the turns that they tell of only a change counts: what binds, was settled or came into conflict since. Which
    facts of an old result are worth their place is not asked again.
    """
    if line in frozen.lines:
        return False
    return item.turn >= frozen.last_turn or item.zone in _BINDING or item.status == Status.CONFLICT
