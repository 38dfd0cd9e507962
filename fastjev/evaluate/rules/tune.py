"""One rule on labelled conversations: what it gets wrong, and small changes that were seen to mend it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fastjev.evaluate.gold import repeats, strict
from fastjev.evaluate.rules.seen import Seen
from fastjev.evaluate.rules.terms import telling
from fastjev.evaluate.rules.walks import POLICY, Walk
from fastjev.labels import Label, Zone
from fastjev.rulebook import Rule, Rulebook
from fastjev.rulebook.macros import Macros
from fastjev.rulebook.schema import Pattern
from fastjev.rulebook.sources import source_of
from fastjev.stages.classify import judge

ENOUGH = 10
"""Hits on labelled units below which nothing is proposed: three texts have something in common by chance."""
_STEPS = tuple(n / 20 for n in range(2, 20))
"""Weights that are tried."""
_TRIED = 2
"""Weights that are tried on whole conversations: the best ones of those tried unit by unit."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a rule does on labelled units."""

    rule: Rule
    right: tuple[Seen, ...]
    """Wins that people call the same."""
    wrong: tuple[Seen, ...]
    """Wins that people call something else only."""
    unlabelled: int
    """Wins on units that people left without a label, or doubted."""
    lost: tuple[Seen, ...]
    """Units that people call the same, where it fired and another label won."""
    missed: int
    """Units that people call the same and that got another label, while no rule of this one fired."""
    right_hits: tuple[Seen, ...]
    wrong_hits: tuple[Seen, ...]
    """The same as of wins, whether it won or not."""

    @property
    def thin(self) -> bool:
        """Whether there is too little to learn from."""
        return len(self.right_hits) + len(self.wrong_hits) < ENOUGH


def standing(rule: Rule, units: Iterable[Seen]) -> Standing:
    """Counted on units whose conversation has labels."""
    right: list[Seen] = []
    wrong: list[Seen] = []
    lost: list[Seen] = []
    right_hits: list[Seen] = []
    wrong_hits: list[Seen] = []
    unlabelled = missed = 0
    for seen in units:
        called = seen.gold.right(rule.label) if seen.gold else None
        if not seen.of(rule.id):
            quiet = all(fired.rule.label != rule.label for fired in seen.fired)
            missed += called is True and seen.asked and seen.verdict.label != rule.label and quiet
            continue
        if called is not None:
            (right_hits if called else wrong_hits).append(seen)
        if called and seen.verdict.label != rule.label:
            lost.append(seen)
        if seen.by == rule.id:
            unlabelled += called is None
            if called is not None:
                (right if called else wrong).append(seen)
    return Standing(
        rule, tuple(right), tuple(wrong), unlabelled, tuple(lost), missed, tuple(right_hits), tuple(wrong_hits)
    )


class Draft(NamedTuple):
    """A change to try: of one value, or patterns more under `unless`."""

    weight: float | None
    unless: tuple[Pattern, ...]
    why: str
    """What speaks for it, in a line."""


def drafts(standing: Standing, tests: Sequence[str], rulebook: Rulebook) -> Iterator[Draft]:
    """Changes worth a walk, the most promising of each kind first; none where data is thin or nothing is wrong.

    `tests` are texts that the rule says of itself it fires on.
    """
    if standing.thin:
        return
    inside = [seen.unit.text for seen in standing.wrong_hits]
    outside = [*(seen.unit.text for seen in standing.right_hits), *tests]
    if terms := telling(inside, outside, rulebook.fold):
        covered = len(frozenset().union(*(term.inside for term in terms)))
        why = f"in {covered} of {len(inside)} wrong hits, in no right one and no match: of its tests"
        yield Draft(None, tuple(term.pattern for term in terms), why)
    yield from _weights(standing, rulebook)


def _weights(standing: Standing, rulebook: Rulebook) -> Iterator[Draft]:
    """Those by which units get what people call them and none loses it; of equals those nearest to today's."""
    units = [*standing.right_hits, *standing.wrong_hits]
    today = _sides(units, [seen.verdict.label for seen in units])
    found = []
    for weight in _STEPS:
        book = rulebook.changed(standing.rule._replace(weight=weight))
        labels = [judge(seen.unit, book, POLICY).label for seen in units]
        right, wrong = _sides(units, labels)
        gain = right - today[0] + today[1] - wrong
        if gain > 0 and right >= today[0] and wrong <= today[1] and not _unbinds(units, labels):
            why = f"of {len(units)} labelled hits {today[0]} -> {right} right, {today[1]} -> {wrong} wrong"
            found.append((-gain, abs(weight - standing.rule.weight), Draft(weight, (), why)))
    yield from (draft for _, _, draft in sorted(found, key=lambda each: each[:2])[:_TRIED])


def _sides(units: Sequence[Seen], labels: Sequence[Label]) -> tuple[int, int]:
    """How many labels are right and how many wrong; `unsure` is neither."""
    told = [
        seen.gold.right(label) for seen, label in zip(units, labels, strict=True) if seen.gold and label != Label.UNSURE
    ]
    return told.count(True), told.count(False)


def _unbinds(units: Sequence[Seen], labels: Sequence[Label]) -> bool:
    """Whether a labelled constraint that was one would be none."""
    return any(
        seen.verdict.label == Label.CONSTRAINT != label and seen.gold and Label.CONSTRAINT in seen.gold.sure
        for seen, label in zip(units, labels, strict=True)
    )


class Tally(NamedTuple):
    """What is held against each other before and after a change."""

    right: int
    """The rule's right wins."""
    wrong: int
    """Its wrong ones."""
    labels: int
    """Units of all that were decided to be what people call them."""
    constraints: frozenset[tuple[str, int, str]]
    """File, message and quote of labelled constraints in force that stand whole in their zone."""


def tally(rule: str, walks: Sequence[Walk], units: Iterable[Seen]) -> Tally:
    """Of walks with labels, and all units of them."""
    right = wrong = labels = 0
    for seen in units:
        called = seen.gold.right(seen.verdict.label) if seen.gold and seen.by == rule else None
        right += called is True
        wrong += called is False
        labels += seen.gold is not None and seen.gold.right(seen.decision.label) is True
    return Tally(right, wrong, labels, frozenset(key for walk in walks for key in _in_force(walk)))


def _in_force(walk: Walk) -> Iterator[tuple[str, int, str]]:
    if walk.shown is None:
        return
    entries = walk.shown.corpus.gold.constraints
    items, again = walk.shown.items(Zone.CONSTRAINTS), repeats(entries)
    for entry in strict(entries):
        if entry.status == "active" and any(walk.shown.whole(quote, items) for quote in again[entry.key]):
            yield (walk.file, *entry.key)


def refusal(before: Tally, after: Tally) -> str:
    """Why a change is not proposed, in a line; empty for one that is."""
    if lost := len(before.constraints - after.constraints):
        return f"loses {lost} constraint{'s' if lost > 1 else ''}"
    if after.right < before.right:
        return f"loses {before.right - after.right} right wins"
    if after.wrong > before.wrong:
        return f"makes {after.wrong - before.wrong} more wrong wins"
    if after.labels < before.labels:
        return f"{before.labels - after.labels} units fewer get what people call them"
    better = after.wrong < before.wrong or after.right > before.right
    return "" if better else "changes nothing"


def can_fire(rule: Rule, walk: Walk, rulebook: Rulebook) -> bool:
    """Whether the rule could fire anywhere in a conversation: one of its literals stands in each text it fires on."""
    if not rule.literals:
        return True
    texts = (rulebook.fold(message.text) for message in walk.run.conversation.messages)
    return any(literal in text for text in texts for literal in rule.literals)


def patterns(draft: Draft, rulebook: Rulebook) -> tuple[str, ...]:
    """The exception as the rulebook compiles it."""
    return tuple(source_of(pattern, Macros({}), rulebook.fold) for pattern in draft.unless)
