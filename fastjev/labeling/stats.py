"""What a set holds and how far each person is."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from fastjev.labeling.acts import Act
from fastjev.labeling.answers import Answer, Answers, answers
from fastjev.labeling.items import HOLDOUT, Item
from fastjev.labeling.lines import ANSWERS
from fastjev.labeling.tasks import TASKS, Task

SCHEMA = "fastjev.label-stats/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """One person's. What was undone does not count."""

    by: str
    labels: Mapping[str, int]
    """Units to be labelled by their label, in the order of labels."""
    exchanges: Mapping[str, int]
    """Exchanges by how much of them is needed."""
    elsewhere: int
    """Units that were answered and that the set does not hold; nothing else counts them."""
    skipped: int
    unfit: int
    notes: int
    boundaries: int
    """Units of which somebody said whether a new intent begins there."""
    supersedes: int
    seen: int
    """Answers given with votes in sight."""
    seconds: float | None
    """The median from when a unit was shown to its label."""
    guides: Mapping[str, int]
    """Labels by the guide that was in force."""
    last: str | None
    """When something was done last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """Of a set."""

    sessions: int
    units: int
    asked: int
    """To be labelled."""
    holdout: int
    people: tuple[Work, ...]


def stats(items: Sequence[Item], acts: Mapping[str, Sequence[Act]]) -> Stats:
    """`acts`: each person's, in order."""
    held = {item.id: item for item in items}
    return Stats(
        sessions=len({item.conv for item in items}),
        units=len(items),
        asked=sum(item.asked for item in items),
        holdout=sum(item.split == HOLDOUT for item in items),
        people=tuple(_work(by, own, held) for by, own in acts.items()),
    )


def tree(name: str, found: Stats) -> dict[str, Any]:
    """All of it as plain data (`fastjev.label-stats/1`)."""
    people = [{key: getattr(each, key) for key in Work.__dataclass_fields__} for each in found.people]
    told = {key: getattr(found, key) for key in Stats.__dataclass_fields__}
    return {"schema": SCHEMA, "set": name, **told, "people": people}


def _work(by: str, acts: Sequence[Act], held: Mapping[str, Item]) -> Work:
    given = answers(acts)
    told = [answer for unit, answer in given.by_unit.items() if unit in held]
    labels, exchanges = _counted(given, held, TASKS["class"]), _counted(given, held, TASKS["exchange"])
    strange = (unit for unit, answer in given.by_unit.items() if unit not in held and answer != Answer())
    sets = [act for act in given.acts if act.op == "set" and act.unit in held]
    times = [act.ms / 1000 for act in sets if act.ms is not None]
    return Work(
        by=by,
        labels=labels,
        exchanges=exchanges,
        elsewhere=sum(1 for _ in strange),
        skipped=sum(answer.skipped for answer in told),
        unfit=sum(answer.unfit is not None for answer in told),
        notes=sum(bool(answer.note) for answer in told),
        boundaries=sum(answer.boundary is not None for answer in told),
        supersedes=sum(len(answer.supersedes) for answer in told),
        seen=sum(act.saw is not None for act in sets),
        seconds=round(median(times), 1) if times else None,
        guides=dict(Counter(act.guide for act in sets if act.guide)),
        last=max((act.t for act in acts), default=None),
    )


def _counted(given: Answers, held: Mapping[str, Item], task: Task) -> dict[str, int]:
    """How often each answer to a task was given."""
    counts = Counter(task.told(given.of(unit)) for unit, item in held.items() if task.asks(item, None))
    return {label: counts[label] for label in ANSWERS if counts[label]}
