"""What people differ on and what was decided about it: a set's gold is what all agree on, and these decisions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fastjev.datatypes import Verdict
from fastjev.errors import UsageError
from fastjev.labeling import sets
from fastjev.labeling.acts import Act
from fastjev.labeling.answers import Answer, Answers, answers
from fastjev.labeling.items import Item
from fastjev.labeling.lines import nearest
from fastjev.labeling.sets import Set
from fastjev.labels import Label
from fastjev.policy import DEFAULT, Policy

REASONS: Mapping[str, str] = {
    "text": "the text does not say it clearly",
    "guide": "the guide leaves it open",
    "slip": "somebody hit the wrong key",
    "edge": "it lies between two labels",
}
"""Why people differed, in the order of their digits, from 1."""


class Given(NamedTuple):
    """Somebody's label; `unfit` for a unit that nobody can label."""

    by: str
    label: str
    reason: str | None = None
    """Why it is unfit."""


UNFIT = "unfit"
_LABELS = frozenset(map(str, Label))


@dataclass(frozen=True, slots=True)
class Dispute:
    """One unit on which two people differ, or all of them and a weighty verdict."""

    item: Item
    given: tuple[Given, ...]
    """In the order of names, which are shown when it is decided."""
    verdict: Verdict | None
    """Where it says something else than people do with at least `settle_weight`."""

    @property
    def labels(self) -> tuple[str, ...]:
        """What is between to be chosen, each once, in an order that tells nothing of who gave it."""
        said = {each.label for each in self.given} | ({str(self.verdict.label)} if self.verdict else set())
        return tuple(sorted(said))


def differing(set: Set, verdicts: Mapping[str, Verdict] | None = None, policy: Policy = DEFAULT) -> tuple[Dispute, ...]:
    """Those on which nothing was decided yet: first where people differ, then where the verdict says otherwise.

    `verdicts`: by unit; without them only people are compared. Raises: ReadError.
    """
    held = _people(set)
    done = answers(sets.gold(set)).by_unit
    found: list[Dispute] = []
    for item in sets.items(set):
        said = {by: each.of(item.id) for by, each in held.items()}
        given = tuple(Given(by, label, each.unfit) for by, each in said.items() if (label := _said(each)))
        if not given or _decided(done.get(item.id)):
            continue
        verdict = _against(given, (verdicts or {}).get(item.id), policy)
        if verdict or differ(given):
            found.append(Dispute(item, given, verdict))
    return tuple(sorted(found, key=lambda each: not differ(each.given)))


def differ(given: Sequence[Given]) -> bool:
    """Whether two labels are among them."""
    return len({each.label for each in given}) > 1


def decided(dispute: Dispute, label: str, reason: str, by: str, t: str) -> Act:
    """The act that settles it, for the set's gold. Raises: UsageError for what is no label or no reason."""
    known = (*map(str, Label), *(each.label for each in dispute.given))
    for word, words, what in ((label, known, "label"), (reason, tuple(REASONS), "reason")):
        if word not in words:
            raise UsageError(f"{word!r:.80}: is no {what}{nearest(word, words) or '; there are ' + ', '.join(words)}")
    of = tuple(each.by for each in dispute.given)
    if label == UNFIT:
        why = next((each.reason for each in dispute.given if each.label == UNFIT), None)
        return Act(op="unfit", unit=dispute.item.id, by=by, t=t, reason=why, of=of)
    return Act(op="set", unit=dispute.item.id, by=by, t=t, label=label, reason=reason, of=of)


def open_questions(set: Set) -> tuple[Item, ...]:
    """The units about which the guide says too little, by what was decided: what is to be written there."""
    held = answers(sets.gold(set))
    last = {act.unit: act.reason for act in held.acts if act.op == "set"}
    return tuple(item for item in sets.items(set) if last.get(item.id) == "guide")


def settled(set: Set) -> dict[str, Answer]:
    """By unit, what holds of it: what was decided, else what all who answered say. Nothing where they differ."""
    done = answers(sets.gold(set)).by_unit
    held = _people(set)
    units = dict.fromkeys(unit for each in held.values() for unit in each.by_unit)
    found = {unit: _agreed([own for each in held.values() if _any(own := each.of(unit))]) for unit in units}
    return {unit: answer for unit, answer in {**found, **_over(found, done)}.items() if _any(answer)}


def _over(agreed: Mapping[str, Answer], done: Mapping[str, Answer]) -> dict[str, Answer]:
    """Decisions are about labels: what people agree on besides stays."""
    return {
        unit: Answer(
            label=answer.label,
            unfit=answer.unfit,
            boundary=agreed.get(unit, answer).boundary,
            merged=agreed.get(unit, answer).merged,
            supersedes=agreed.get(unit, answer).supersedes,
        )
        for unit, answer in done.items()
        if _decided(answer)
    }


def _agreed(said: Sequence[Answer]) -> Answer:
    labels = {label for each in said if (label := _said(each))}
    cuts = {each.boundary for each in said if each.boundary is not None}
    links = [{*each.supersedes} for each in said if each.supersedes]
    label = labels.pop() if len(labels) == 1 else None
    return Answer(
        label=None if label == UNFIT else label,
        unfit=UNFIT if label == UNFIT else None,
        boundary=cuts.pop() if len(cuts) == 1 else None,
        merged=bool(said) and all(each.merged for each in said),
        supersedes=tuple(sorted(set.intersection(*links))) if links else (),
    )


def _people(set: Set) -> dict[str, Answers]:
    return {by: answers(sets.acts(set, by)) for by in sets.people(set)}


def _said(answer: Answer) -> str | None:
    """What it says of the unit's class: how much of an exchange is needed is another question."""
    if answer.unfit is not None:
        return UNFIT
    return answer.label if answer.label in _LABELS else None


def _decided(answer: Answer | None) -> bool:
    return answer is not None and _said(answer) is not None


def _any(answer: Answer) -> bool:
    return answer != Answer()


def _against(given: Collection[Given], verdict: Verdict | None, policy: Policy) -> Verdict | None:
    if verdict is None or verdict.label == Label.UNSURE or verdict.p < policy.settle_weight:
        return None
    return verdict if all(each.label != verdict.label for each in given) else None
