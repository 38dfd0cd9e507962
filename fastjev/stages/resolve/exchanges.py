"""Tool exchanges fold to one line each; the lines of a result that tell something stay, as facts, within a budget."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from fastjev.datatypes import Decision, Span
from fastjev.labels import Action, Label, Speaker, Status
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed
from fastjev.stages.resolve.told import told
from fastjev.stages.value import lines, shape, worth
from fastjev.telling import tokens


def exchanges(scene: Scene, decisions: Decisions) -> Decisions:
    """Caps each result to its telling lines, best first, until the budget is spent.

    Lines that a rule calls a fact come before all others, those that a rule calls process or noise do not stay. The
    budget in characters is a share of the conversation's content, and never under a floor, so that a short session
    keeps nearly all its facts and a long one shrinks. One result has at most `result_chars`.
    """
    kept = _kept(scene, sorted(_ranked(scene), key=lambda line: (-line.value, -line.position, line.span)))
    changes: dict[int, Decision] = {}
    for position, unit in enumerate(scene.units):
        if unit.kind == "call":
            held = kept.get(position, [])
            spans = _joined([line.span for line in held], unit.text)
            rules = tuple(dict.fromkeys(line.by for line in sorted(held, key=lambda line: line.span) if line.by))
            before = replace(decisions[position], because=(*decisions[position].because, *rules))
            action = Action.CAP if spans else Action.FOLD
            changes[position] = change(
                before, "exchanges", label=Label.PROCESS, status=Status.ACTIVE, action=action, kept=spans
            )
    return changed(decisions, changes)


class _Line(NamedTuple):
    """A line that may stay."""

    value: float
    """By character; endless for what a rule keeps."""
    position: int
    span: Span
    by: str = ""
    """The rule that keeps it."""


def _ranked(scene: Scene) -> Iterator[_Line]:
    policy = scene.policy
    mentioned = _mentioned(scene)
    asks = scene.rulebook.hears(Speaker.TOOL)
    for position, unit in enumerate(scene.units):
        if unit.kind != "call" or not unit.text.strip():
            continue
        text = unit.text[: policy.scan_chars]
        bonus = policy.small_bonus if len(text) <= policy.small_result_chars else 0.0
        spans = list(lines(text))
        said = told(unit, spans, scene.rulebook, policy) if asks else {}
        yield from (_Line(math.inf, position, line.span, line.by) for line in said.values() if line.stays)
        held = [(span, span.of(text)) for span in spans if span.end - span.start <= policy.line_chars]
        shapes = [shape(line) for _, line in held]
        alike = Counter(shapes)
        for (span, line), own in zip(held, shapes, strict=True):
            value = worth(line, alike[own], mentioned, unit.is_error) + bonus
            if value > 0 and span not in said:
                yield _Line(value / (len(line) + policy.line_cost), position, span)


def _kept(scene: Scene, ranked: Iterable[_Line]) -> dict[int, list[_Line]]:
    """The lines that stay, by the positions of their units."""
    policy = scene.policy
    content = sum(len(message.text) for message in scene.conversation.messages)
    left = max(policy.fact_floor_chars, int(content * policy.fact_share))
    kept: dict[int, list[_Line]] = {}
    used: dict[int, int] = {}
    for line in ranked:
        size = line.span.end - line.span.start
        if size <= left and used.get(line.position, 0) + size <= policy.result_chars:
            kept.setdefault(line.position, []).append(line)
            used[line.position] = used.get(line.position, 0) + size
            left -= size
    return kept


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
