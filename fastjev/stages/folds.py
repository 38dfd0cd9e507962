"""The lines that stand for what is not shown: of an exchange, of a turn, of what a budget took."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fastjev.datatypes import Decision, Item, Span, Unit
from fastjev.labels import Action, Label, Speaker, Status, Zone
from fastjev.stages.fold import fold_budget, fold_exchange, fold_turn


def exchange(unit: Unit, decision: Decision, lang: str) -> Iterator[Item]:
    """The one line of an exchange, and the parts of its result that stay. A stub has no line of its own."""
    fold = _line(unit, decision, unit.id, fold_exchange(unit, lang, decision.words), Span(unit.turn, unit.turn))
    if decision.action != Action.STUB:
        yield fold
    for number, span in enumerate(decision.kept, start=1):
        yield replace(
            fold,
            id=f"{unit.id}.{number}",
            zone=Zone.FACTS,
            span=span,
            text=span.of(unit.text),
            label=Label.FACT,
            covers=None,
        )


def turns(units: Sequence[Unit], decisions: Sequence[Decision], lang: str) -> Iterator[Item]:
    """One line a turn for the assistant's passages that are not kept and the exchanges that have no line.

    A turn's narration never stands without its calls: whoever reads "I ran the tests" sees that something was run.
    """
    folded: dict[int, list[tuple[Unit, Decision]]] = {}
    for unit, decision in zip(units, decisions, strict=True):
        if unit.kind == "call":
            goes = decision.action == Action.STUB
        else:
            told = unit.speaker == Speaker.ASSISTANT and bool(unit.text.strip())
            goes = told and decision.action == Action.FOLD and decision.label == Label.PROCESS
        if goes:
            folded.setdefault(unit.turn, []).append((unit, decision))
    for turn, fates in folded.items():
        text = fold_turn([unit for unit, _ in fates], lang, [word for _, decision in fates for word in decision.words])
        yield _line(*fates[0], f"f{turn}", text, Span(turn, turn))


def left_out(items: Sequence[Item], kept: Sequence[Item], lang: str) -> Iterator[Item]:
    """One line for those of the `items` that a budget did not keep."""
    stay = {id(item) for item in kept}
    gone = [item for item in items if id(item) not in stay]
    if gone:
        first = min(gone, key=lambda item: (item.turn, item.message, item.span.start))
        covers = Span(first.turn, max(item.turn for item in gone))
        yield replace(
            first,
            id="f0",
            zone=Zone.PROCESS,
            label=Label.PROCESS,
            status=Status.ACTIVE,
            text=fold_budget(len(gone), lang),
            covers=covers,
            speaker=Speaker.HARNESS,
            supersedes=(),
            superseded_by=None,
            conflicts_with=(),
            pointer=None,
        )


def _line(unit: Unit, decision: Decision, id: str, text: str, covers: Span) -> Item:
    return Item(
        id=id,
        zone=Zone.PROCESS,
        message=unit.message,
        turn=unit.turn,
        span=unit.span,
        speaker=unit.speaker,
        time=unit.time,
        text=text,
        label=Label.PROCESS,
        p=decision.p,
        by=decision.because,
        status=decision.status,
        covers=covers,
    )
