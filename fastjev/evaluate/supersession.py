"""Links: what labels say took the place of what, against what items say."""

from collections.abc import Iterator, Sequence

from fastjev.datatypes import Item
from fastjev.evaluate.gold import Choice, Constraint, strict
from fastjev.evaluate.measures import Outcome
from fastjev.evaluate.shown import Shown, meet
from fastjev.labels import Zone


def outcomes(shown: Shown) -> Iterator[Outcome]:
    """Links of constraints and of decisions, each found and true, and near duplicates that both stand."""
    gold = shown.corpus.gold
    deprecated = shown.items(Zone.DEPRECATED_CONSTRAINTS)
    yield from _links("constraint", shown, gold.constraints, deprecated)
    yield from _links("decision", shown, gold.decisions, shown.items(Zone.DECISIONS))
    for entry in (*strict(gold.constraints), *strict(gold.decisions)):
        other = entry.not_conflicting_with
        if other is not None and other.quote is not None:
            every = [item for zone in Zone for item in shown.items(zone)]
            mine, theirs = shown.touching(entry, every), shown.touching(other, every)
            apart = not (_names(shown, mine, theirs) or _names(shown, theirs, mine))
            yield Outcome("near_duplicates_kept", apart, at=shown.at(entry))


def _links(
    name: str, shown: Shown, entries: Sequence[Constraint] | Sequence[Choice], items: Sequence[Item]
) -> Iterator[Outcome]:
    """A labelled link is found where an item of the old one names an item that touches the new one.

    What an item names is true where a labelled link of one of its quotes leads there. Items that touch no labelled
    quote, or a doubtful one, are not looked at: labels do not say what became of them.
    """
    every = [item for zone in Zone for item in shown.items(zone)]
    for entry in strict(entries):
        by = entry.superseded_by
        if by is not None and by.quote is not None:
            found = _names(shown, shown.touching(entry, items), shown.touching(by, every))
            yield Outcome(f"{name}_link_recall", found, at=shown.at(entry))
    for item in items:
        touched = [entry for entry in entries if shown.touching(entry, [item])]
        if item.superseded_by is None or not touched or any(entry.doubtful for entry in touched):
            continue
        ends = [entry.superseded_by for entry in touched if entry.superseded_by and entry.superseded_by.quote]
        right = any(_names(shown, [item], shown.touching(by, every)) for by in ends)
        yield Outcome(f"{name}_link_precision", right, at=shown.at_item(item))


def _names(shown: Shown, olds: Sequence[Item], news: Sequence[Item]) -> bool:
    """Whether one of the items says that one of the others took its place."""
    return any(_leads(shown, old.superseded_by, new) for old in olds if old.superseded_by for new in news)


def _leads(shown: Shown, id: str | None, item: Item) -> bool:
    """Whether the id is the item's, or that of a unit whose words the item shows."""
    if id == item.id:
        return True
    unit = next((unit for unit in shown.run.units if unit.id == id), None)
    return unit is not None and unit.message == item.message and meet(unit.span, item.span)
