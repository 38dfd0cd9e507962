"""Calls that nobody needs to see any more, and the alarm when those are too many."""

from collections.abc import Mapping

from fastjev.datatypes import Unit
from fastjev.labels import Action
from fastjev.model.tools import act
from fastjev.stages.resolve.fate import Fate, Judged
from fastjev.stages.resolve.scene import Scene

_PINNED = ("write", "ask")
"""What changed something, or asked a person: that it happened is never left out."""


def stubbed(scene: Scene, judged: Mapping[int, Judged], fates: Mapping[int, Fate]) -> dict[int, Fate]:
    """The fates, with a stub for each call that is likely of no use and of whose result nothing stays.

    Writes, questions, failures and calls without a result keep their line. Of all calls at most `alarm_share` become
    stubs, the least needed first; the others keep their line and say so: a policy that would drop nearly everything
    is more likely wrong than right.
    """
    policy = scene.policy
    goes = [
        position
        for position, fate in fates.items()
        if not fate.kept and judged[position].call < policy.call_floor and _may_go(scene.units[position])
    ]
    goes.sort(key=lambda position: (judged[position].call, position))
    most = int(policy.alarm_share * len(fates))
    found = dict(fates)
    for position in goes[:most]:
        found[position] = fates[position]._replace(action=Action.STUB)
    for position in goes[most:]:
        found[position] = fates[position]._replace(because=(*fates[position].because, "alarm"))
    return found


def _may_go(unit: Unit) -> bool:
    return bool(unit.text) and not unit.is_error and unit.call is not None and act(unit.call).kind not in _PINNED
