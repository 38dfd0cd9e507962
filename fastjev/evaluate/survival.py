"""A skeleton compacted again and again: what of its active constraints is left."""

from collections import Counter
from collections.abc import Callable, Iterator

from fastjev.datatypes import Run
from fastjev.evaluate.gold import Link, repeats, strict
from fastjev.evaluate.measures import Outcome, survival
from fastjev.evaluate.shown import Shown, ink
from fastjev.labels import Zone


def outcomes(shown: Shown, again: Callable[[Run], Run], rounds: int) -> Iterator[Outcome]:
    """`again` renders a run and compacts the text once more, `rounds` times.

    Messages have other numbers in a skeleton, so a constraint is looked for by its text alone, from the first round on;
    what the first skeleton lacks is a matter of recall and counts in no later one.
    """
    entries = strict(shown.corpus.gold.constraints)
    same = repeats(shown.corpus.gold.constraints)
    found = [same[entry.key] for entry in entries if entry.status == "active" and _stands(same[entry.key], shown.run)]
    run = shown.run
    for round in range(1, rounds + 1):
        before, run = run, again(run)
        if round == 1:
            yield Outcome("idempotence", _texts(before) == _texts(run))
        for quotes in found:
            yield Outcome(survival(round), _stands(quotes, run), at=shown.at(quotes[0]))


def _stands(quotes: list[Link], run: Run) -> bool:
    texts = [ink(item.text) for item in run.skeleton.items if item.zone == Zone.CONSTRAINTS]
    return any(ink(quote.quote or "") in text for quote in quotes for text in texts)


def _texts(run: Run) -> Counter[tuple[Zone, str]]:
    return Counter((item.zone, ink(item.text)) for item in run.skeleton.items)
