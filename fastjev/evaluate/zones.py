"""Constraints, decisions, facts, noise and traps: what stands in the zone where it belongs, and what does not."""

from collections.abc import Iterator

from fastjev.datatypes import Item
from fastjev.evaluate.gold import Entry, repeats, strict
from fastjev.evaluate.measures import Outcome
from fastjev.evaluate.shown import Shown
from fastjev.labels import Status, Zone


def outcomes(shown: Shown) -> Iterator[Outcome]:
    """All of them. To be found, a quote must stand whole in one item; to be let in, a character of it is enough."""
    yield from _constraints(shown)
    yield from _decisions(shown)
    gold = shown.corpus.gold
    active = shown.items(Zone.CONSTRAINTS)
    for trap in strict(gold.traps):
        yield Outcome("trap_rate", bool(shown.touching(trap, active)), at=shown.at(trap))
    again = repeats(gold.facts)
    for fact in strict(gold.facts):
        yield Outcome("fact_recall", any(map(shown.in_context, again[fact.key])), at=shown.at(fact))
    verbatim = [item for zone in Zone for item in shown.items(zone)]
    recent = {message.index for message in shown.run.skeleton.recent}
    for noise in strict(gold.noise):
        stays = shown.places[noise.m] in recent or shown.touching(noise, verbatim)
        yield Outcome("noise_removed", not stays, at=shown.at(noise))


def _constraints(shown: Shown) -> Iterator[Outcome]:
    entries = shown.corpus.gold.constraints
    active, deprecated = shown.items(Zone.CONSTRAINTS), shown.items(Zone.DEPRECATED_CONSTRAINTS)
    again = repeats(entries)
    for entry in strict(entries):
        at, same = shown.at(entry), again[entry.key]
        if entry.status == "active":
            yield Outcome("constraint_recall", any(shown.whole(quote, active) for quote in same), at=at)
            yield Outcome("constraint_in_context", any(map(shown.in_context, same)), at=at)
            stands = any(shown.touching(quote, active) for quote in same)
            lost = bool(shown.touching(entry, deprecated)) and not stands
            yield Outcome("false_deprecation_rate", lost, at=at)
        else:
            void = bool(shown.touching(entry, deprecated)) and not shown.touching(entry, active)
            yield Outcome("deprecated_recall", void, at=at)
    yield from _precision("constraint_precision", shown, active, entries)


def _decisions(shown: Shown) -> Iterator[Outcome]:
    entries = shown.corpus.gold.decisions
    decided = shown.items(Zone.DECISIONS)
    final = [item for item in decided if item.status == Status.FINAL]
    marked = {
        status: [item for zone in Zone for item in shown.items(zone) if item.status == status]
        for status in (Status.DEFERRED, Status.REJECTED)
    }
    again = repeats(entries)
    for entry in strict(entries):
        at = shown.at(entry)
        if entry.status == "final":
            found = any(shown.whole(quote, final) for quote in again[entry.key])
            yield Outcome("final_decision_recall", found, at=at)
        elif entry.status == "overridden":
            yield Outcome("overridden_as_final_rate", bool(shown.touching(entry, final)), at=at)
        else:
            told = bool(shown.touching(entry, marked[Status(entry.status)]))
            yield Outcome(f"{entry.status}_recall", told, at=at)
    yield from _precision("decision_precision", shown, decided, entries)


def _precision(name: str, shown: Shown, items: list[Item], entries: tuple[Entry, ...]) -> Iterator[Outcome]:
    """An item that touches doubtful entries only is neither right nor wrong."""
    sure = strict(entries)
    for item in items:
        right = shown.touches(item, sure)
        if right or not shown.touches(item, entries):
            yield Outcome(name, right, at=shown.at_item(item))
