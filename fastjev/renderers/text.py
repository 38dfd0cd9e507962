r"""The skeleton as people and models read it. Line by line, so that a program can read it back.

    skeleton  = block+ recent?                                      several only with `layout: epochs`
                                                                    in a message list `recent` is its heading alone
    block     = head zone*
    head      = "[" TITLE " · " SESSION? TURNS " · " ABOUT "]"      SESSION ends with " · "
    zone      = "[" HEADING "]" item+                               empty zones are not shown
    recent    = "[" HEADING "]" entry+
    item      = "- " where " " text " ⟨" marks "⟩" (" " pointer)?
    entry     = "- " where " " speaker colon text " ⟨" marks "⟩"
    where     = "第" N "轮" | "第" A "–" B "轮"  |  "turn " N | "turns " A "–" B     a range only on a fold
    pointer   = "[[elided " … "]]"

Only a head, a heading, an item or an entry begins in the first column. A text of several lines goes on in lines
indented by exactly two spaces, blank ones too; taking the two spaces away gives the text back, so a line of it that
looks like a heading or an item is none. The closing marks are the last thing on the last line, before the pointer;
marks hold no `⟨` or `⟩`, so they begin at the last " ⟨". They are separated by `，` or `, `:

    id                                    u31.1, f13, m300 (a recent message), m300.1 (its first tool call)
    time                                  2026-05-03 09:00, with the offset (+08:00) where it is not UTC; only what
                                          a human said has one, for on the rest it would be a tenth of the skeleton
    speaker                               in an item, where it was not the human
    最终 已否决 已推迟 提议 …               final rejected deferred proposed …
    取代 u3.1 u4.2                         supersedes u3.1 u4.2
    第31轮被 u31.1 取代                     superseded in turn 31 by u31.1
    与 u5.2 冲突 · 可能与 u5.2 冲突         conflicts with u5.2 · may conflict with u5.2
    m300.1 的结果 · 出错                    result of m300.1 · error                  in an entry

A final decision ends its marks with what was considered before it, newest first: `；曾考虑「X」u6.1、「Y」u2.1` or
`; considered “X” u6.1, “Y” u2.1`. What is quoted there has no item of its own; it is one line of at most QUOTE_CHARS
characters and holds none of `⟨⟩「」“”`. A tool call is an entry with the speaker `调用` or `call` and the text
`NAME JSON`. Characters that a terminal would obey or an eye would miss are shown as escapes, one way (`visible`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from fastjev.carried import carried
from fastjev.datatypes import Item, Message, Provenance, Run
from fastjev.jsontext import dump
from fastjev.labels import Speaker, Status, Zone
from fastjev.renderers.frozen import is_new
from fastjev.visible import visible, visible_json
from fastjev.words import Words, words

QUOTE_CHARS = 120
"""Longest quote inside the marks: beyond it a line is read more easily as an item of its own."""

_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]00:?00|([+-]\d\d:?\d\d))?", re.ASCII
)
_UUID = re.compile(r"[0-9a-fA-F]{8}(?=-[0-9a-fA-F]{4}-)")


def render(run: Run, provenance: Provenance, elapsed_ms: float) -> str:
    """Head, zones and the recent turns, by the grammar above."""
    return zones(run) + "".join(f"{line}\n" for line in _recent(run, words(run.skeleton.lang)))


def zones(run: Run) -> str:
    """Head and zones only; what stands in for everything before the recent turns.

    Behind what is frozen, a block of what it does not tell; none where there is nothing new.
    """
    word = words(run.skeleton.lang)
    frozen = run.skeleton.frozen
    told = list(_zones(run, word))
    if frozen is None:
        return _block([_head(run, word), *told])
    return frozen.text + (_block([_head(run, word), *told]) if told else "")


def opening(run: Run) -> str:
    """The zones as the message that opens a list: with the heading of the recent turns, which follow as messages."""
    heading = _heading(run, words(run.skeleton.lang))
    return zones(run) + (f"{heading}\n" if heading else "")


def _zones(run: Run, word: Words) -> Iterator[str]:
    """Headings and items, of those zones that have any."""
    turns = {unit.id: unit.turn for unit in run.units}
    quotes = _considered(run)
    quoted = {id for found in quotes.values() for id in found}
    frozen = run.skeleton.frozen
    for zone in Zone:
        # A constraint that settles a choice too stands in two zones under one id; only its choice is quoted or quotes.
        choices = zone == Zone.DECISIONS
        items = [item for item in run.skeleton.items if item.zone == zone and not (choices and item.id in quoted)]
        lines = [(item, _item(item, turns, quotes.get(item.id, {}) if choices else {}, word)) for item in items]
        shown = [
            line for item, line in lines if frozen is None or is_new(item, line, frozen, carried=_unchanged(item, run))
        ]
        if shown:
            yield f"[{word.zones[zone]}]"
            yield from shown


def _unchanged(item: Item, run: Run) -> bool:
    """Whether an earlier compaction placed the item, and nothing replaced or contradicts it since."""
    placed = carried(run.conversation.messages[item.message].via) is not None
    return placed and not (item.superseded_by or item.conflicts_with)


def _block(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


def short(id: str) -> str:
    """A session's id as a head line has it: of a UUID the beginning."""
    uuid = _UUID.match(id)
    # An id is a stranger's text: it must not close the head or look like a heading.
    return uuid[0] if uuid else re.sub(r"[^\w.:-]", "_", visible(id))[:40]


def _head(run: Run, word: Words) -> str:
    own = short(run.conversation.id)
    first, last = run.skeleton.first_turn, run.skeleton.last_turn
    if run.skeleton.frozen:
        first = min(run.skeleton.frozen.last_turn + 1, last)
    parts = [word.head, *([word.session.format(own)] if own else []), _turns(first, last, word), word.about]
    return f"[{' · '.join(parts)}]"


def _turns(first: int, last: int, word: Words) -> str:
    return word.turn.format(first) if first == last else word.turns.format(first, last)


def _item(item: Item, turns: Mapping[str, int], quotes: Mapping[str, str], word: Words) -> str:
    where = word.turn.format(item.turn) if item.covers is None else _turns(*item.covers, word)
    marks = [item.id, *_when(item.time, item.speaker)]
    if item.speaker != Speaker.HUMAN and not item.id.startswith("f"):
        marks.append(word.speakers[item.speaker])
    marks += _links(item, turns, quotes, word)
    considered = word.quotes.join(word.quote.format(visible(text), id) for id, text in quotes.items())
    pointer = f" {visible(item.pointer)}" if item.pointer else ""
    return (
        _bullet(where, item.text, word.comma.join(marks) + (word.considered + considered if quotes else "")) + pointer
    )


def _bullet(where: str, text: str, marks: str) -> str:
    return f"- {where} {visible(text)} ⟨{marks}⟩".replace("\n", "\n  ")


def _links(item: Item, turns: Mapping[str, int], quotes: Mapping[str, str], word: Words) -> Iterator[str]:
    replaced = item.superseded_by and item.status in (Status.OVERRIDDEN, Status.DEPRECATED)
    disputed = item.conflicts_with and item.status in (Status.CONFLICT, Status.POSSIBLE_CONFLICT)
    if item.status in word.states and not replaced and not disputed:
        yield word.states[item.status]
    if older := [id for id in item.supersedes if id not in quotes]:
        yield word.supersedes.format(" ".join(older))
    if winner := item.superseded_by:
        known = winner in turns
        yield word.superseded_in.format(turns[winner], winner) if known else word.superseded.format(winner)
    if item.conflicts_with:
        template = word.may_conflict if item.status == Status.POSSIBLE_CONFLICT else word.conflicts
        yield template.format(" ".join(item.conflicts_with))


def _considered(run: Run) -> dict[str, dict[str, str]]:
    """For each final decision, what it replaced (in turn, too) and a quote can show: id to text, newest first."""
    decisions = {item.id: item for item in run.skeleton.items if item.zone == Zone.DECISIONS}
    items = {item.id: item for item in run.skeleton.items} | decisions
    texts = {unit.id: unit.text.strip() for unit in run.units} | {item.id: item.text for item in items.values()}
    order = {unit.id: n for n, unit in enumerate(run.units)}
    replaced = {decision.unit: decision.supersedes for decision in run.decisions}
    replaced |= {item.id: item.supersedes for item in items.values()}
    found: dict[str, dict[str, str]] = {}
    for item in decisions.values():
        if item.status == Status.FINAL:
            chain = [item.id]
            for id in chain:  # grows as it goes, and knows its own members, so a ring of links ends
                chain += [older for older in replaced.get(id, ()) if older not in chain]
            chain = sorted(set(chain[1:]) & order.keys(), key=order.__getitem__, reverse=True)
            found[item.id] = {id: texts[id] for id in chain if _quotable(texts[id], items.get(id))}
    return found


def _quotable(text: str, item: Item | None) -> bool:
    own_line = item and (item.zone != Zone.DECISIONS or item.status != Status.OVERRIDDEN or item.pointer)
    return not own_line and len(text) <= QUOTE_CHARS and not re.search("[\n⟨⟩「」“”]", text)


def _when(time: str | None, speaker: Speaker) -> Iterator[str]:
    """To the minute, as found; nothing where it is no ISO 8601."""
    found = _TIME.fullmatch(time or "")
    if found and speaker == Speaker.HUMAN:
        yield f"{found[1]} {found[2]}{found[3] or ''}"


def _recent(run: Run, word: Words) -> Iterator[str]:
    messages = run.skeleton.recent
    if not messages:
        return
    yield _heading(run, word)
    calls = {call.id: f"m{message.index}.{n}" for message in messages for n, call in enumerate(message.calls, 1)}
    for message in messages:
        where = word.turn.format(message.turn)
        if message.text or message.role == "tool":
            speaker = word.speakers[message.speaker] + word.colon
            yield _bullet(where, speaker + message.text, word.comma.join(_entry_marks(message, calls, word)))
        for n, call in enumerate(message.calls, 1):
            text = f"{word.call}{word.colon}{call.title} {visible_json(dump(dict(call.input)))}"
            yield _bullet(where, text, f"m{message.index}.{n}")


def _heading(run: Run, word: Words) -> str:
    turns = len({max(message.turn, 1) for message in run.skeleton.recent})
    return f"[{word.last_turn if turns == 1 else word.last_turns.format(turns)}]" if turns else ""


def _entry_marks(message: Message, calls: dict[str, str], word: Words) -> Iterator[str]:
    yield f"m{message.index}"
    yield from _when(message.time, message.speaker)
    if message.call_id in calls:
        yield word.result.format(calls[message.call_id])
    if message.is_error:
        yield word.error
