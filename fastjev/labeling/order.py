"""Which units are asked next. What a model chooses is never of the holdout, or it would say nothing of other units."""

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fastjev.datatypes import Verdict
from fastjev.errors import ReadError, UsageError
from fastjev.evaluate.misses import REASONS, heaviest, reason, text_id
from fastjev.files import get
from fastjev.labeling.answers import Answer, Answers
from fastjev.labeling.items import HOLDOUT, Item
from fastjev.policy import DEFAULT, Policy
from fastjev.terms import likeliest

RANDOM = 5
"""Of so many units that a model orders one is drawn at random: a model that is sure and wrong never asks."""
HELD = 5
"""Of so many units that a model orders one is of the holdout, while it lasts: a curve on a few units says nothing."""
_SURE = 0.6
"""Share of the likeliest label below which a model is not confident."""

Shares = Mapping[str, Mapping[str, float]]
"""By unit and label, as a model has it."""
Verdicts = Mapping[str, Verdict]
"""By unit; with the votes of rules and model."""


def ordered(
    items: Sequence[Item],
    answers: Answers,
    how: str,
    seed: int,
    shares: Shares,
    verdicts: Verdicts,
    named: Collection[str] = (),
    policy: Policy = DEFAULT,
) -> tuple[str, ...]:
    """The units that are to be labelled and are neither labelled nor unfit, in the order in which they are asked; those
    skipped come last. `how`: a name of `ORDERS`. `named`: of `misses`, the units to ask first (`listed`), by default
    those with a reason. `shares`: what the model says now. Same values, same order. Raises: UsageError.
    """
    if how not in ORDERS:
        raise UsageError(f"no order is called {how!r:.80}; there are {', '.join(ORDERS)}")
    asked = [item for item in items if item.asked]
    left = [item for item in asked if _open(answers.of(item.id))]
    skipped = [item for item in left if answers.of(item.id).skipped]
    fresh = [item for item in left if not answers.of(item.id).skipped]
    told = _Told(shares, verdicts, frozenset(named), policy, seed, len(asked) - len(left))
    return tuple(item.id for item in (*ORDERS[how](fresh, told), *skipped))


def _open(answer: Answer) -> bool:
    return answer.label is None and answer.unfit is None


def listed(path: Path, items: Sequence[Item], policy: Policy = DEFAULT) -> frozenset[str]:
    """The units that a file of `fastjev misses` names, by their texts. Raises: ReadError, with the line."""
    wanted = {*_ids(path)}
    return frozenset(item.id for item in items if item.asked and text_id(item.text, policy) in wanted)


@dataclass(frozen=True, slots=True)
class _Told:
    """What is known beside the texts."""

    shares: Shares
    verdicts: Verdicts
    named: frozenset[str]
    policy: Policy
    seed: int
    done: int
    """Units that were asked before: orders are worked out anew as answers come, and one in so many counts on."""

    def margin(self, item: Item) -> float:
        """Between the two likeliest labels; 0 where the model was not asked."""
        best = sorted(self.shares.get(item.id, {}).values(), reverse=True)
        return best[0] - best[1] if len(best) > 1 else float(bool(best))

    def quarrel(self, item: Item) -> float:
        """How much weight stands behind a rule and behind a model that says another label; 0 where they agree."""
        verdict = self.verdicts.get(item.id)
        rule = heaviest("rule:", verdict) if verdict else None
        shares = self.shares.get(item.id) or (_model(verdict) if verdict else {})
        if rule is None or not shares:
            return 0.0
        best = likeliest(shares)
        return rule.weight + shares[best] if best and best != rule.label else 0.0

    def miss(self, item: Item) -> int:
        """The place of its reason among `REASONS`; one more where it has none."""
        verdict = self.verdicts.get(item.id)
        why = reason(verdict, self.policy) if verdict else None
        return [*REASONS].index(why) if why else len(REASONS)

    def doubts(self, item: Item) -> int:
        """How many things speak against what would be decided."""
        shares = self.shares.get(item.id, {})
        return (
            (self.miss(item) < len(REASONS))
            + bool(self.quarrel(item))
            + (bool(shares) and max(shares.values()) < _SURE)
            + (bool(shares) and self.margin(item) < self.policy.close_margin)
        )


def _file(items: Sequence[Item], told: _Told) -> list[Item]:
    return [*items]


def _random(items: Sequence[Item], told: _Told) -> list[Item]:
    return sorted(items, key=lambda item: _lot(item, told.seed))


def _uncertain(items: Sequence[Item], told: _Told) -> list[Item]:
    free = _free(items)
    chosen = sorted(free, key=lambda item: (told.margin(item), _lot(item, told.seed)))
    return _with_holdout(_every(chosen, _random(free, told), RANDOM, told.done), items, told)


def _disagree(items: Sequence[Item], told: _Told) -> list[Item]:
    return _with_holdout(sorted(_free(items), key=lambda item: -told.quarrel(item)), items, told)


def _doubt(items: Sequence[Item], told: _Told) -> list[Item]:
    return _with_holdout(sorted(_free(items), key=lambda item: -told.doubts(item)), items, told)


def _misses(items: Sequence[Item], told: _Told) -> list[Item]:
    def rank(item: Item) -> int:
        return item.id not in told.named if told.named else told.miss(item)

    return _with_holdout(sorted(_free(items), key=rank), items, told)


ORDERS: Mapping[str, Callable[[Sequence[Item], _Told], list[Item]]] = {
    "file": _file,
    "random": _random,
    "uncertain": _uncertain,
    "disagree": _disagree,
    "doubt": _doubt,
    "misses": _misses,
}
"""By name: in reading order; drawn; where the model's two likeliest labels are close; where rules and model differ;
where most speaks against what would be decided; what `fastjev misses` names. The others follow in reading order."""


def _free(items: Sequence[Item]) -> list[Item]:
    return [item for item in items if item.split != HOLDOUT]


def _with_holdout(chosen: Sequence[Item], items: Sequence[Item], told: _Told) -> list[Item]:
    held = _random([item for item in items if item.split == HOLDOUT], told)
    return _every(chosen, held, HELD, told.done)


def _every(chosen: Sequence[Item], others: Sequence[Item], step: int, done: int) -> list[Item]:
    """Of every `step` one of the others, each but once, and at the end what is left of either."""
    found: dict[str, Item] = {}
    firsts, seconds = iter(chosen), iter(others)

    def fresh(source: Iterator[Item]) -> Item | None:
        return next((item for item in source if item.id not in found), None)

    while True:
        turn = (done + len(found)) % step == step - 1
        item = (fresh(seconds) or fresh(firsts)) if turn else (fresh(firsts) or fresh(seconds))
        if item is None:
            return [*found.values()]
        found[item.id] = item


def _lot(item: Item, seed: int) -> bytes:
    """Its place in a draw, which stays whatever else is drawn."""
    return hashlib.sha256(f"{seed} {item.id}".encode()).digest()


def _model(verdict: Verdict) -> dict[str, float]:
    return {vote.label: vote.weight for vote in verdict.votes if vote.by.startswith("model:")}


def _ids(path: Path) -> Iterator[str]:
    try:
        lines = get(path).splitlines()
    except OSError as error:
        raise ReadError(f"{path}: cannot be read: {error.strerror}") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)["id"]
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise ReadError(f"{path}:{number}: no line of fastjev misses: it has no id") from error
        yield str(found)
