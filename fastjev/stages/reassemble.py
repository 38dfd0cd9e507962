"""Stage 4: zones, newest first, every kept word the speaker's own."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from fastjev.carried import carried
from fastjev.datatypes import Conversation, Decision, Item, Skeleton, Span, Unit
from fastjev.labels import Action, Label, Speaker, Status, Zone
from fastjev.policy import Policy
from fastjev.stages.budget import fit
from fastjev.stages.folds import exchange, left_out, turns
from fastjev.stages.links import between_lines
from fastjev.stages.recent import recent
from fastjev.stages.sentences import one_sentence

_Fate = tuple[Unit, Decision]
_STANDS = {Status.ACTIVE, Status.POSSIBLE_CONFLICT}
_COLONS = (":", "：")
_TO_WRITE = re.compile(r"[:：]\s*[“\"「『‘']")
_SAID = re.compile(r"(?:[说說讲講问問回]|写道|寫道|\b(?:says?|said|wrote|writes|asked|goes))[^:：]{0,8}[:：]")
_VOID = {Status.DEPRECATED, Status.OVERRIDDEN}
_ORDER = {
    Zone.CONSTRAINTS: 0,
    Zone.DECISIONS: 1,
    Zone.FACTS: 2,
    Zone.PROCESS: 3,
    Zone.DEPRECATED_CONSTRAINTS: 4,
}
"""The most binding zone first."""
_ZONES = {
    Label.CONSTRAINT: Zone.CONSTRAINTS,
    Label.FACT: Zone.FACTS,
    Label.DECISION: Zone.DECISIONS,
}


def reassemble(
    conversation: Conversation,
    units: Sequence[Unit],
    decisions: Sequence[Decision],
    policy: Policy,
    lang: str | None = None,
) -> Skeleton:
    """The skeleton. `lang` (zh or en) is the language of headings; by default the one the human writes."""
    lang = lang or spoken(conversation)
    lines = _carrying(_merged(_items(units, decisions, policy, lang), conversation, policy), conversation)
    items = between_lines(list(_once([*lines, *turns(units, decisions, lang)])), units)
    if policy.budget_tokens:
        kept = fit(items, policy.budget_tokens)
        items = [*kept, *left_out(items, kept, lang)]
    items.sort(key=_place)
    return Skeleton(
        items=tuple(items),
        recent=recent(conversation, policy),
        lang=lang,
        first_turn=min((message.turn for message in conversation.messages), default=0),
        last_turn=conversation.turns,
    )


def _place(item: Item) -> tuple[int, int, int]:
    """Newest first; but the lines of one result stand as they were printed, since one explains the next."""
    start = item.span.start if item.speaker == Speaker.TOOL else -item.span.start
    return list(Zone).index(item.zone), -item.message, start


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


def _items(units: Sequence[Unit], decisions: Sequence[Decision], policy: Policy, lang: str) -> Iterator[Item]:
    """Exchanges by themselves, everything else sentence by sentence."""
    held: list[_Fate] = []
    for unit, decision in zip(units, decisions, strict=True):
        if held and (unit.kind == "call" or not one_sentence(held[-1][0], unit)):
            yield from _sentence(held, policy)
            held = []
        if unit.kind == "call":
            yield from exchange(unit, decision, lang)
        elif unit.text.strip():
            held.append((unit, decision))
    if held:
        yield from _sentence(held, policy)


def _merged(items: Iterable[Item], conversation: Conversation, policy: Policy) -> Iterator[Item]:
    """Neighbouring sentences of one line with one fate as one item, up to a length that is still read as one."""
    held: dict[Zone, Item] = {}
    for item in items:
        last = held.get(item.zone)
        text = conversation.messages[item.message].text
        if last and _continues(last, item, text) and item.span.end - last.span.start <= policy.item_chars:
            span = Span(last.span.start, item.span.end)
            held[item.zone] = replace(last, span=span, text=span.of(text), p=max(last.p, item.p))
            continue
        if last:
            yield last
        held[item.zone] = item
    yield from held.values()


def _carrying(items: Iterable[Item], conversation: Conversation) -> Iterator[Item]:
    """Lines of an earlier skeleton with the pointers that they had: what stood behind them still does."""
    for item in items:
        line = carried(conversation.messages[item.message].via)
        yield replace(item, pointer=line.pointer) if line and line.pointer and item.span.start == 0 else item


def _continues(last: Item, item: Item, text: str) -> bool:
    gap = text[last.span.end : item.span.start]
    return (
        (last.message, last.speaker, last.status, last.label) == (item.message, item.speaker, item.status, item.label)
        and last.span.end <= item.span.start
        and not gap.strip()
        and "\n" not in gap
        and item.speaker == Speaker.HUMAN
        and not any(
            (i.covers, i.supersedes, i.superseded_by, i.conflicts_with) != (None, (), None, ()) for i in (last, item)
        )
    )


def _once(items: Sequence[Item]) -> Iterator[Item]:
    """A statement that a retry or a resumed session repeats word for word stands once, at its first time."""
    seen: set[tuple[Zone, Status, str]] = set()
    for item in items:
        key = (item.zone, item.status, item.text)
        fold = item.covers is not None or (
            item.zone == Zone.PROCESS and item.speaker in (Speaker.HARNESS, Speaker.TOOL)
        )
        if fold or key not in seen:
            seen.add(key)
            yield item


def _sentence(fates: Sequence[_Fate], policy: Policy) -> Iterator[Item]:
    """A human's sentence stands whole in its most binding zone; choices in it are lines among the decisions too.

    Where a part of it was deprecated, or tells what others said, the parts are shown apart, and only the least binding
    one with all of the sentence; a deprecated one never, since what still binds may not stand among what is void. So
    are its choices where one was made and another put off or overridden, since no line may say both.
    """
    kept = [fate for fate in fates if fate[1].action == Action.KEEP]
    if not kept:
        return
    void = any(
        decision.status in _VOID or (_apart(decision, policy) and not _led(fates, unit)) for unit, decision in kept
    )
    choices = [(fate, status) for fate in kept if (status := _choice(fate[1]))]
    statuses = {status for _, status in choices}
    unlike = len(statuses) > 1 or bool(statuses & _VOID)
    first = min(kept, key=lambda fate: _ORDER[zone(fate[1])])
    decides = zone(first[1]) == Zone.DECISIONS
    if kept[0][0].speaker != Speaker.HUMAN or void or (unlike and decides):
        runs = list(_runs(kept))
        last = max(runs, key=lambda run: _binds_less(run[0][1]))
        alone = kept[0][0].speaker != Speaker.HUMAN or zone(last[0][1]) == Zone.DEPRECATED_CONSTRAINTS
        for run in runs:
            yield from _with_choice(run, run if alone or run is not last else fates)
        return
    yield _item([fate for fate in kept if zone(fate[1]) == zone(first[1])], fates)
    if unlike:
        yield from (_chosen([fate], [fate], status) for fate, status in choices)
    elif choices and not decides:
        yield _chosen([fate for fate, _ in choices], fates, choices[0][1])


def _binds_less(decision: Decision) -> tuple[bool, int, bool]:
    """Of a choice and the no before it, the choice: nothing that stands is told as refused."""
    return decision.status in _VOID, _ORDER[zone(decision)], decision.status != Status.REJECTED


def _chosen(fates: Sequence[_Fate], shown: Sequence[_Fate], status: Status) -> Item:
    """The line among the decisions of a choice that stands elsewhere too."""
    line = _item(fates, shown)
    by = fates[0][1].chosen_over_by
    return replace(line, zone=Zone.DECISIONS, status=status, superseded_by=by, conflicts_with=())


def _apart(decision: Decision, policy: Policy) -> bool:
    return decision.label in (Label.FACT, Label.PROCESS) and decision.p >= policy.apart_weight


def _led(fates: Sequence[_Fate], unit: Unit) -> bool:
    """Whether a colon leads to what it quotes and nobody is said to speak: what a rule quotes is part of the rule."""
    if _TO_WRITE.search(unit.text) and not _SAID.search(unit.text):
        return True
    return any(before.span.end == unit.span.start and before.text.rstrip()[-1:] in _COLONS for before, _ in fates)


def _runs(fates: Sequence[_Fate]) -> Iterator[list[_Fate]]:
    """Neighbours of one zone and status together; what may conflict stands as the rest does."""
    held: list[_Fate] = []
    for fate in fates:
        if held and not (
            held[-1][0].span.end == fate[0].span.start and _alike(held[-1], fate) and not _linked(held[-1], fate)
        ):
            yield held
            held = []
        held.append(fate)
    if held:
        yield held


def _alike(a: _Fate, b: _Fate) -> bool:
    same = a[1].status == b[1].status or {a[1].status, b[1].status} <= _STANDS
    return same and (zone(a[1]), a[1].label) == (zone(b[1]), b[1].label)


def _choice(decision: Decision) -> Status | None:
    """The status as a decision, where the unit settles a choice."""
    return decision.status if decision.label == Label.DECISION and zone(decision) == Zone.DECISIONS else decision.choice


def _linked(a: _Fate, b: _Fate) -> bool:
    return any(d.supersedes or d.superseded_by or d.choice for _, d in (a, b))


def _with_choice(fates: Sequence[_Fate], shown: Sequence[_Fate]) -> Iterator[Item]:
    """The item, and for a constraint that settles a choice its line among the decisions."""
    yield _item(fates, shown)
    for fate in fates:
        if fate[1].choice:
            yield _chosen([fate], [fate] if fate[1].choice in _VOID else shown, fate[1].choice)
            return


def _item(fates: Sequence[_Fate], shown: Sequence[_Fate]) -> Item:
    """One item for units of one fate; `shown` are the units whose text it shows."""
    (first, decision) = fates[0]
    text = "".join(unit.text for unit, _ in shown)
    # Blank lines go, the indentation of the first line stays: the next reader needs it in code and tables.
    blank = len(text) - len(text.lstrip())
    lead = text.rfind("\n", 0, blank) + 1 if shown[0][0].kind in ("code", "table", "trace", "quote") else blank
    start = shown[0][0].span.start + lead
    return Item(
        id=first.id,
        zone=zone(decision),
        message=first.message,
        turn=first.turn,
        span=Span(start, start + len(text[lead:].rstrip())),
        speaker=first.speaker,
        time=first.time,
        text=text[lead:].rstrip(),
        label=decision.label,
        p=max(decision.p for _, decision in fates),
        by=decision.because,
        status=next((d.status for _, d in fates if d.status != Status.ACTIVE), Status.ACTIVE),
        supersedes=tuple(dict.fromkeys(old for _, decision in fates for old in decision.supersedes)),
        superseded_by=decision.superseded_by,
        conflicts_with=tuple(dict.fromkeys(other for _, decision in fates for other in decision.conflicts_with)),
    )
