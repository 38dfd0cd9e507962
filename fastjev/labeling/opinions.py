"""What fastjev makes of a unit of a set by itself, as the votes' screen shows it."""

from collections.abc import Callable, Iterator, Sequence

from fastjev.datatypes import Span, Unit, Verdict, Vote
from fastjev.evaluate.rules.votes import standings
from fastjev.labeling.items import Item
from fastjev.labeling.state import Opinion
from fastjev.labeling.talk import verdicts
from fastjev.model import Models
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook


def asker(rulebook: Rulebook, policy: Policy, models: Models) -> Callable[[Item, Sequence[Item]], Opinion]:
    """A function that says what rules and model make of a unit among its neighbours."""
    known: dict[str, Opinion] = {}

    def ask(item: Item, near: Sequence[Item]) -> Opinion:
        if item.id not in known:
            known[item.id] = opinion(item, verdicts(near, rulebook, policy, models).get(item.id), rulebook, policy)
        return known[item.id]

    return ask


def opinion(item: Item, verdict: Verdict | None, rulebook: Rulebook, policy: Policy) -> Opinion:
    """A verdict as it is shown: every vote, the winner first, each with what became of it."""
    if verdict is None:
        return Opinion("unsure", 0.0, "nobody", ("no votes: it cannot be read by itself",))
    ranks = standings(_unit(item), verdict, rulebook, policy)
    first = ranks[0].vote if ranks else None
    cue = first.cue if first and first.by.startswith("rule:") and first.cue.end <= len(item.text) else Span(0, 0)
    return Opinion(
        str(verdict.label),
        verdict.p,
        first.by if first else "nobody",
        tuple(_lines(verdict, [(each.vote, each.rule.where if each.rule else "", each.outcome) for each in ranks])),
        (cue.start, cue.end),
    )


def _lines(verdict: Verdict, ranks: Sequence[tuple[Vote, str, str]]) -> Iterator[str]:
    yield f"{verdict.label} {verdict.p:.2f}, from the unit by itself"
    widest = max((len(vote.by) for vote, *_ in ranks), default=0)
    for vote, where, outcome in ranks:
        yield f"{vote.weight:.2f}  {vote.label:<10}  {vote.by:<{widest}}  {outcome}{f'  {where}' if where else ''}"
    shares = sorted((vote.weight for vote, *_ in ranks if vote.by.startswith("model:")), reverse=True)
    if len(shares) > 1:
        yield f"the model's likeliest is {shares[0] - shares[1]:.2f} before the next"
    elif not shares:
        yield "the model was not asked: rules settle it"


def _unit(item: Item) -> Unit:
    _, start, end = item.at
    return Unit(
        id=item.id,
        message=item.at[0],
        turn=item.turn,
        span=Span(start, end),
        speaker=item.speaker,
        text=item.text,
        kind=item.kind,
        time=item.time,
    )
