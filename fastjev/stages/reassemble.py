"""Stage 4: zones, newest first, every kept word the speaker's own."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fastjev.datatypes import Conversation, Decision, Item, Skeleton, Span, Unit
from fastjev.labels import Action, Label, Speaker, Status, Zone
from fastjev.policy import Policy
from fastjev.stages.fold import fold_exchange

_ZONES = {
    Label.CONSTRAINT: Zone.CONSTRAINTS,
    Label.FACT: Zone.FACTS,
    Label.DECISION: Zone.DECISIONS,
}


def reassemble(
    conversation: Conversation, units: Sequence[Unit], decisions: Sequence[Decision], policy: Policy, lang: str | None = None
) -> Skeleton:
    """The skeleton. `lang` (zh or en) is the language of headings; by default the one the human writes."""
    first_recent = conversation.turns - policy.recent_turns + 1
    lang = lang or spoken(conversation)
    items = list(_items(units, decisions, lang))
    items.sort(key=lambda item: (list(Zone).index(item.zone), -item.message, -item.span.start))
    return Skeleton(
        items=tuple(items),
        recent=tuple(message for message in conversation.messages if message.turn >= first_recent and policy.recent_turns),
        lang=lang,
        first_turn=min((message.turn for message in conversation.messages), default=0),
        last_turn=conversation.turns,
    )


def spoken(conversation: Conversation) -> str:
    """`zh` if a tenth or more of the human's letters are Han, else `en`."""
    text = "".join(message.text for message in conversation.messages if message.speaker == Speaker.HUMAN)
    han = sum("\u4e00" <= char <= "\u9fff" for char in text)
    return "zh" if han * 10 > sum(map(str.isalpha, text)) else "en"


def zone(decision: Decision) -> Zone:
    """Where a kept unit is shown."""
    if decision.label == Label.CONSTRAINT and decision.status == Status.DEPRECATED:
        return Zone.DEPRECATED_CONSTRAINTS
    if decision.status == Status.PROPOSED:
        return Zone.PROCESS
    return _ZONES.get(decision.label, Zone.PROCESS)


def _items(units: Sequence[Unit], decisions: Sequence[Decision], lang: str) -> Iterator[Item]:
    """Kept units, neighbours in one line with one fate as one item; capped results; folds."""
    held: list[tuple[Unit, Decision]] = []
    for unit, decision in zip(units, decisions, strict=True):
        if unit.kind == "call":
            yield from _exchange(unit, decision, lang)
            continue
        if decision.action != Action.KEEP or not unit.text.strip():
            continue
        if held and not _joins(held[-1], (unit, decision)):
            yield from _shown(held)
            held = []
        held.append((unit, decision))
    if held:
        yield from _shown(held)


def _shown(held: Sequence[tuple[Unit, Decision]]) -> Iterator[Item]:
    """The item, and for a constraint that settles a choice its line among the decisions too."""
    item = _item(held)
    yield item
    choice, by = next(((d.choice, d.chosen_over_by) for _, d in held if d.choice), (None, None))
    if choice:
        yield replace(item, zone=Zone.DECISIONS, status=choice, superseded_by=by, conflicts_with=())


def _exchange(unit: Unit, decision: Decision, lang: str) -> Iterator[Item]:
    """The one line of an exchange, and the lines of its result that stay."""
    common = {
        "message": unit.message,
        "turn": unit.turn,
        "speaker": unit.speaker,
        "time": unit.time,
        "p": decision.p,
        "by": decision.because,
        "status": decision.status,
    }
    yield Item(
        id=unit.id,
        zone=Zone.PROCESS,
        span=unit.span,
        text=fold_exchange(unit, lang),
        label=Label.PROCESS,
        covers=Span(unit.turn, unit.turn),
        **common,
    )
    for number, span in enumerate(decision.kept, start=1):
        yield Item(id=f"{unit.id}.{number}", zone=Zone.FACTS, span=span, text=span.of(unit.text), label=Label.FACT, **common)


def _joins(last: tuple[Unit, Decision], next_: tuple[Unit, Decision]) -> bool:
    (a, first), (b, second) = last, next_
    return (
        a.message == b.message
        and a.span.end == b.span.start
        and not a.text.endswith("\n")
        and zone(first) == zone(second)
        and first.status == second.status
        and (first.label == second.label)
        and not (first.supersedes or second.supersedes or first.superseded_by or second.superseded_by)
        and not a.text.rstrip().endswith(("。", ".", "!", "！", "?", "？"))
    )


def _item(held: Sequence[tuple[Unit, Decision]]) -> Item:
    (first, decision), (last, _) = held[0], held[-1]
    text = "".join(unit.text for unit, _ in held)
    lead = len(text) - len(text.lstrip())
    shown = text.strip()
    start = first.span.start + lead
    return Item(
        id=first.id,
        zone=zone(decision),
        message=first.message,
        turn=first.turn,
        span=Span(start, start + len(shown)),
        speaker=first.speaker,
        time=first.time,
        text=shown,
        label=decision.label,
        p=max(decision.p for _, decision in held),
        by=decision.because,
        status=decision.status,
        supersedes=decision.supersedes,
        superseded_by=decision.superseded_by,
        conflicts_with=decision.conflicts_with,
    )
