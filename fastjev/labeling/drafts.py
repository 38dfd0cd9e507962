"""A rule drafted from a unit, as `fastjev rules add` does it, and written when a person says why it is right."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from fastjev.errors import UsageError
from fastjev.evaluate.rules import candidate
from fastjev.evaluate.rules.candidate import Trial
from fastjev.evaluate.rules.draft import NO_WHY, Wish
from fastjev.labeling.items import Item
from fastjev.rulebook import Rulebook
from fastjev.rulebook.append import write

_WEIGHT = 0.9
"""How sure a drafted rule is, as `fastjev rules add` has it."""


class Drafter(NamedTuple):
    """The two things that a person can ask for."""

    draft: Callable[[Item, str], tuple[str, ...]]
    write: Callable[[Item, str, str], str]


def drafter(project: Path, rulebook: Rulebook) -> Drafter:
    """For the rule files of a project."""

    def draft(item: Item, label: str) -> tuple[str, ...]:
        return tuple(_lines(_trial(item, label, NO_WHY, project, rulebook)[0]))

    def put(item: Item, label: str, why: str) -> str:
        found, place = _trial(item, label, why, project, rulebook)
        if bad := next((each for each in found.outcomes if not each.passed), None):
            raise UsageError(f"a test fails, so nothing is written: {bad.kind} {bad.text}: {bad.said}")
        place.path.parent.mkdir(parents=True, exist_ok=True)
        write(place.path, found.raw, place.raw)
        return f"written: {found.id} at {found.where}; next time its votes count"

    return Drafter(draft, put)


def _trial(item: Item, label: str, why: str, project: Path, rulebook: Rulebook) -> tuple[Trial, candidate.Place]:
    place = candidate.place(project, None, None)
    wish = Wish(sentence=item.text.strip(), label=label, pack=place.pack, weight=_WEIGHT, why=why)
    return candidate.trial(wish, place, rulebook, {}, project, ()), place


def _lines(trial: Trial) -> Iterator[str]:
    yield from trial.text.rstrip("\n").split("\n")
    yield ""
    for outcome in trial.outcomes:
        said = f": {outcome.said}" if outcome.said else ""
        yield f"{'ok  ' if outcome.passed else 'FAIL'}  {outcome.kind:<9} {outcome.text}{said}"
    failed = sum(not outcome.passed for outcome in trial.outcomes)
    yield ""
    yield f"{failed} of {len(trial.outcomes)} tests fail" if failed else f"all {len(trial.outcomes)} tests pass"
