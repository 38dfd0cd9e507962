"""Where labelled quotes stand in a run. Texts are compared without their white space and in no other way loosely."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from fastjev.datatypes import Conversation, Item, Run, Span, Unit
from fastjev.errors import ReadError
from fastjev.evaluate.gold import Corpus, Entry, Link
from fastjev.evaluate.measures import At
from fastjev.labels import Zone

Quoted = Entry | Link
Placed = TypeVar("Placed", Item, Unit)


def ink(text: str) -> str:
    """All but the white space."""
    return "".join(text.split())


@dataclass(frozen=True, slots=True)
class Shown:
    """A run beside its corpus file, whose messages may have been put in order of time."""

    corpus: Corpus
    run: Run
    places: tuple[int, ...]
    """For each message of the file its index in the conversation as read."""
    inks: tuple[str, ...]
    """The skeleton's texts, those of recent messages last."""

    def items(self, zone: Zone) -> list[Item]:
        """A zone's items that quote; a fold's text is none of the speaker's."""
        return [item for item in self.run.skeleton.items if item.zone == zone and item.covers is None]

    def whole(self, quote: Quoted, items: Iterable[Item]) -> bool:
        """Does all of it stand in one of the items of its own message?"""
        wanted, index = ink(quote.quote or ""), self.places[quote.m]
        return any(item.message == index and wanted in ink(item.text) for item in items)

    def touches(self, item: Item, quotes: Iterable[Quoted]) -> bool:
        """Does the item share a character with one of the quotes?"""
        return any(self.touching(quote, [item]) for quote in quotes)

    def touching(self, quote: Quoted, items: Iterable[Placed]) -> list[Placed]:
        """The items (or units) that share a character with it."""
        index, span = self.places[quote.m], self.span(quote)
        return [item for item in items if item.message == index and meet(item.span, span)]

    def shared(self, unit: Unit, entries: Iterable[Entry]) -> int:
        """Characters that the unit has in common with the quotes."""
        spans = [self.span(entry) for entry in entries if self.places[entry.m] == unit.message]
        return sum(max(0, min(unit.span.end, span.end) - max(unit.span.start, span.start)) for span in spans)

    def in_context(self, quote: Quoted) -> bool:
        """Does all of it stand in one text of the skeleton, whichever message that came from?"""
        wanted = ink(quote.quote or "")
        return any(wanted in text for text in self.inks)

    def span(self, quote: Quoted) -> Span:
        """Where it stands in its message's text: where it says, else the first place."""
        text = quote.quote or ""
        said = quote.at if isinstance(quote, Entry) else None
        start = self.corpus.labelled.messages[quote.m].text.find(text) if said is None else said
        return Span(start, start + len(text))

    def at(self, quote: Quoted) -> At:
        """Its place, for a finding."""
        return At(quote.m, quote.quote or "", self.span(quote))

    def at_item(self, item: Item) -> At:
        """An item's place, for a finding."""
        return At(self.places.index(item.message), item.text, item.span)


def beside(corpus: Corpus, run: Run) -> Shown:
    """The run beside the file it is of. Raises: ReadError, where a message's text was not read as it stands."""
    texts = [item.text for item in run.skeleton.items] + [message.text for message in run.skeleton.recent]
    return Shown(corpus, run, places(corpus, run.conversation), tuple(map(ink, texts)))


def places(corpus: Corpus, conversation: Conversation) -> tuple[int, ...]:
    """For each message of the file its index in the conversation as read.

    Raises: ReadError, where a message's text was not read as it stands.
    """
    left = {message.index: message for message in conversation.messages}
    found: list[int] = []
    for n, said in enumerate(corpus.labelled.messages):
        same = [index for index, message in left.items() if (message.role, message.text) == (said.role, said.text)]
        if not same:
            raise ReadError(f"{corpus.path}: messages[{n}] was not read as it stands, so its labels have no place")
        found.append(min(same, key=lambda index: (left[index].time != said.timestamp, index)))
        del left[found[-1]]
    return tuple(found)


def meet(one: Span, two: Span) -> bool:
    """Do the intervals share a character?"""
    return one.start < two.end and two.start < one.end
