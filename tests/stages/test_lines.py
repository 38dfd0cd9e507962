"""Which line shows a unit's words, by whatever way they are cut."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from runs import item

from fastjev.datatypes import Item, Span, Unit
from fastjev.labels import Speaker
from fastjev.stages.links import between_lines


def unit(message: int, span: Span, n: int) -> Unit:
    own = f"u{message}.{n}"
    return Unit(id=own, message=message, turn=1, span=span, speaker=Speaker.HUMAN, text="", kind="prose")


@st.composite
def cut(draw: st.DrawFn) -> tuple[list[Item], list[Unit]]:
    """Two messages, cut into units with gaps, and lines that lie anywhere in them, whole sentences twice."""
    units: list[Unit] = []
    for message in (0, 1):
        places = sorted(draw(st.lists(st.integers(0, 12), max_size=9)))
        spans = [Span(*pair) for pair in pairwise(places) if draw(st.booleans())]
        units += [unit(message, span, n) for n, span in enumerate(spans)]
    items: list[Item] = []
    for _ in range(draw(st.integers(0, 8))):
        ends = sorted((draw(st.integers(0, 12)), draw(st.integers(0, 12))))
        own = draw(st.sampled_from(["f1.0", "u0.0", "u0.1", "u0.2", "u1.1", "u9.9"]))
        covers = draw(st.sampled_from([None, None, None, Span(1, 2)]))
        items.append(item(own, "", message=draw(st.integers(0, 1)), span=Span(*ends), covers=covers))
    return items, units


def slowly(items: Sequence[Item], id: str, units: Sequence[Unit]) -> str:
    """The line of `id`, by looking at each."""
    for unit in units:
        there = [each for each in items if each.covers is None and each.message == unit.message]
        shared = [each for each in there if each.span.start < unit.span.end and unit.span.start < each.span.end]
        if unit.id == id and shared and unit.id not in [each.id for each in there]:
            return shared[0].id
    return id


@given(cut())
def test_a_link_leads_to_the_first_line_that_shows_the_unit(made: tuple[list[Item], list[Unit]]) -> None:
    items, units = made
    for each in units:
        last = item("u99.1", "", message=7, superseded_by=each.id)
        assert between_lines([*items, last], units)[-1].superseded_by == slowly(items, each.id, units)


class Looked(Span):
    """A span that counts how often its end is looked at."""

    looked = 0
    __slots__ = ()

    @property
    def end(self) -> int:  # type: ignore[override]
        Looked.looked += 1
        return self[1]


def spans(many: int) -> Iterator[Span]:
    return (Looked(n * 10, n * 10 + 9) for n in range(many))


def test_a_message_of_many_lines_is_gone_through_once() -> None:
    def work(many: int) -> int:
        Looked.looked = 0
        units = [unit(0, span, n) for n, span in enumerate(spans(many))]
        items = [item(f"f{n}.0", "", span=span) for n, span in enumerate(spans(many))]
        between_lines(items, units)
        return Looked.looked

    assert work(800) <= 3 * work(400)
