"""Facts that contradict each other are both kept and both marked; fastjev does not choose."""

import re

from fastjev.datatypes import Decision
from fastjev.labels import Action, Label, Status
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed

_SNAKE = re.compile(r"(?<![A-Za-z0-9_])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![A-Za-z0-9_])")
_CAMEL = re.compile(r"(?<![A-Za-z0-9_])[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+(?![A-Za-z0-9_])")


def conflicts(scene: Scene, decisions: Decisions) -> Decisions:
    """Marks the newest facts that spell one name in two ways (`user_id`, `userId`).

    A unit that holds both spellings tells how they map onto each other and contradicts nothing.
    """
    newest: dict[str, dict[str, int]] = {}
    for position, decision in enumerate(decisions):
        unit = scene.units[position]
        if decision.label != Label.FACT or decision.action != Action.KEEP or unit.kind == "call":
            continue
        spelled: dict[str, set[str]] = {}
        for name in (*_SNAKE.findall(unit.text), *_CAMEL.findall(unit.text)):
            spelled.setdefault(name.replace("_", "").lower(), set()).add(name)
        for key, names in spelled.items():
            if len(names) == 1:
                newest.setdefault(key, {})[names.pop()] = position
    changes: dict[int, Decision] = {}
    for ways in newest.values():
        positions = set(ways.values())
        if len(ways) > 1 and len(positions) > 1:
            for position in positions:
                others = tuple(scene.units[other].id for other in sorted(positions - {position}))
                before = changes.get(position, decisions[position])
                linked = tuple(dict.fromkeys((*before.conflicts_with, *others)))
                changes[position] = change(before, "conflicts", status=Status.CONFLICT, conflicts_with=linked)
    return changed(decisions, changes)
