"""Tool exchanges fold to one line each; the lines of a result that tell something stay, as facts, within a budget."""

from collections import Counter

from fastjev.datatypes import Decision, Span
from fastjev.labels import Action, Label, Speaker, Status
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed
from fastjev.stages.value import lines, shape, tokens, worth


def exchanges(scene: Scene, decisions: Decisions) -> Decisions:
    """Caps each result to its telling lines, best first, until the budget is spent.

    The budget in characters is a share of the conversation's content, and never under a floor, so that a short
    session keeps nearly all its facts and a long one shrinks. One result has at most `result_chars`.
    """
    policy = scene.policy
    mentioned = _mentioned(scene)
    ranked: list[tuple[float, int, Span]] = []
    for position, unit in enumerate(scene.units):
        if unit.kind != "call" or not unit.text.strip():
            continue
        text = unit.text[: policy.scan_chars]
        bonus = policy.small_bonus if len(text) <= policy.small_result_chars else 0.0
        held = [(span, span.of(text)) for span in lines(text) if span.end - span.start <= policy.line_chars]
        shapes = [shape(line) for _, line in held]
        alike = Counter(shapes)
        for (span, line), own in zip(held, shapes, strict=True):
            value = worth(line, alike[own], mentioned, unit.is_error) + bonus
            if value > 0:
                ranked.append((value / (len(line) + policy.line_cost), position, span))
    content = sum(len(message.text) for message in scene.conversation.messages)
    left = max(policy.fact_floor_chars, int(content * policy.fact_share))
    kept: dict[int, list[Span]] = {}
    used: dict[int, int] = {}
    for _, position, span in sorted(ranked, key=lambda entry: (-entry[0], -entry[1], entry[2])):
        size = span.end - span.start
        if size <= left and used.get(position, 0) + size <= policy.result_chars:
            kept.setdefault(position, []).append(span)
            used[position] = used.get(position, 0) + size
            left -= size
    changes: dict[int, Decision] = {}
    for position, unit in enumerate(scene.units):
        if unit.kind == "call":
            spans = _joined(kept.get(position, []), unit.text)
            action = Action.CAP if spans else Action.FOLD
            changes[position] = change(
                decisions[position], "exchanges", label=Label.PROCESS, status=Status.ACTIVE, action=action, kept=spans
            )
    return changed(decisions, changes)


def _mentioned(scene: Scene) -> set[str]:
    """Tokens that a person or the assistant wrote anywhere: what a result gave and the talk took up."""
    found: set[str] = set()
    for message in scene.conversation.messages:
        if message.speaker in (Speaker.HUMAN, Speaker.ASSISTANT):
            found |= tokens(message.text)
    return found


def _joined(spans: list[Span], text: str) -> tuple[Span, ...]:
    """Neighbouring lines as one span, in order."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and not text[joined[-1].end : span.start].strip():
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return tuple(joined)
