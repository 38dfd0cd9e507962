"""Stage 1: cut every message into units, each one act of one speaker."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set

from fastjev.carried import carried
from fastjev.datatypes import Conversation, Message, Span, ToolCall, Unit
from fastjev.labels import Speaker
from fastjev.policy import Policy
from fastjev.rulebook import Hit, Rulebook
from fastjev.stages.blocks import WHOLE, blocks
from fastjev.stages.seams import Model, is_cue, opened
from fastjev.stages.sentences import clauses, sentences

_ACTS = ("constraint", "decision")


def segment(
    conversation: Conversation, rulebook: Rulebook, policy: Policy, model: Model | None = None
) -> tuple[Unit, ...]:
    """Units in reading order. Those of one message tile its text; a tool message is one unit, the exchange.

    Rules cut. `model`: says where in a human's message a new intent begins, and cuts there too; without one cues say.
    """
    return tuple(cut(conversation, rulebook, policy, model))


def cut(conversation: Conversation, rulebook: Rulebook, policy: Policy, model: Model | None = None) -> Iterator[Unit]:
    """The same one after the other, for whoever shows the first before the last is cut."""
    calls = {call.id: (call, message.index) for message in conversation.messages for call in message.calls}
    answered = {message.call_id for message in conversation.messages if message.call_id}
    # Lines of an earlier skeleton may tell of a turn that stands again below, so the turns may come more than once.
    ordinals: Counter[int] = Counter()
    for message in conversation.messages:
        for span, kind, opens, call in _pieces(message, calls, answered, rulebook, policy, model):
            ordinals[message.turn] += 1
            yield Unit(
                id=f"u{message.turn}.{ordinals[message.turn]}",
                message=message.index,
                turn=message.turn,
                span=span,
                speaker=message.speaker,
                text=span.of(message.text),
                kind=kind,
                opens=opens,
                time=message.time,
                call=call[0] if call else None,
                caller=call[1] if call else None,
                is_error=message.is_error,
            )


_Call = tuple[ToolCall, int]
_Piece = tuple[Span, str, bool, _Call | None]


def _pieces(
    message: Message,
    calls: dict[str, _Call],
    answered: set[str],
    rulebook: Rulebook,
    policy: Policy,
    model: Model | None,
) -> Iterator[_Piece]:
    whole = Span(0, len(message.text))
    if carried(message.via):
        yield whole, "quote", True, None
        return
    if message.role == "tool":
        yield whole, "call", True, calls.get(message.call_id or "")
        return
    if message.speaker in (Speaker.HUMAN, Speaker.ASSISTANT):
        begins = opened(message, rulebook, policy, model) if model and message.speaker == Speaker.HUMAN else None
        for block, kind in blocks(message.text):
            for span, opens in _cut(message, block, kind, rulebook, policy, begins):
                yield span, kind, opens, None
    elif message.text:
        yield whole, "prose", True, None
    for call in message.calls:
        if call.id not in answered:
            yield Span(len(message.text), len(message.text)), "call", True, (call, message.index)


def _cut(
    message: Message, block: Span, kind: str, rulebook: Rulebook, policy: Policy, begins: Set[int] | None
) -> Iterator[tuple[Span, bool]]:
    """Spans that tile one block, and whether each opens a new intent: as `begins` says, or else by cue."""
    if kind in WHOLE or len(block.of(message.text)) > policy.block_chars:
        yield block, begins is None or block.start in begins
        return
    for number, sentence in enumerate(sentences(message.text, block.start, block.end)):
        start = sentence.start
        opens = number == 0
        acted = tells = False
        for clause in _split(clauses(message.text, sentence), begins or ()):
            hits = _hits(message, clause, kind, rulebook, policy)
            cue = any(map(is_cue, hits))
            act = message.speaker == Speaker.HUMAN and any(_is_act(hit, policy) for hit in hits)
            tale = any(hit.rule.label == "tale" for hit in hits)
            ends = tells and (cue or any(hit.rule.label == "consequence" for hit in hits))
            joins = any(hit.rule.label == "joins" for hit in hits)
            bare = clause.start > start and _is_bare(message, Span(start, clause.start), kind, rulebook, policy)
            another_act = act and acted and not joins and not tells
            new = clause.start in (begins or ())
            if clause.start > start and (cue or bare or (tale and not tells) or ends or another_act or new):
                yield Span(start, clause.start), opens if begins is None else start in begins
                start, opens, acted = clause.start, cue or bare, False
            opens = opens or cue
            tells = tale or (tells and not ends)
            acted = acted or act
        yield Span(start, sentence.end), opens if begins is None else start in begins


def _split(spans: Sequence[Span], begins: Collection[int]) -> Iterator[Span]:
    """The same spans, cut further where something begins inside one."""
    for span in spans:
        edges = [span.start, *sorted(each for each in begins if span.start < each < span.end), span.end]
        yield from map(Span, edges, edges[1:])


def _hits(message: Message, span: Span, kind: str, rulebook: Rulebook, policy: Policy) -> tuple[Hit, ...]:
    text = span.of(message.text).strip()[: policy.match_chars]
    return rulebook.match(text, speaker=message.speaker, kind=kind)


def _is_act(hit: Hit, policy: Policy) -> bool:
    return hit.rule.label in _ACTS and hit.rule.weight >= policy.act_weight


def _is_bare(message: Message, span: Span, kind: str, rulebook: Rulebook, policy: Policy) -> bool:
    """Whether all that stands before the clause is a yes, a no or an acknowledgement."""
    return any(
        hit.rule.label in ("confirm", "right", "refuse", "noise")
        for hit in _hits(message, span, kind, rulebook, policy)
    )
