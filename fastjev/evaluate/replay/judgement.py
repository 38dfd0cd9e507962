"""What one policy keeps of what the work needed, at one cut: counts, and the words that it lost."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from fastjev.datatypes import Decision, Elision, Run, Skeleton, Span, Unit
from fastjev.evaluate.replay.arms import Arm, Fates, fates
from fastjev.evaluate.replay.needed import Needed, Worded, Words, input_words
from fastjev.evaluate.replay.past import Past
from fastjev.jsontext import dump
from fastjev.pointers import elisions
from fastjev.policy import Policy
from fastjev.stages.folds import exchange, turns
from fastjev.stages.resolve.exchanges import POLICIES
from fastjev.telling import telling
from fastjev.tokens import estimate


class Count(NamedTuple):
    """`n` of `m`; 0 of 0 is undefined."""

    n: int
    m: int

    @property
    def share(self) -> float | None:
        """Nothing where it is undefined."""
        return self.n / self.m if self.m else None


MEASURES = {
    "in_context": "needed words that still stand in the context",
    "of_results": "of those that stood in a result",
    "of_inputs": "of those that stood in inputs of calls only",
    "with_expand": "needed words in the context or behind a pointer",
    "false_elisions": "exchanges with something taken out that alone held a needed word, which is gone",
    "chars_kept": "characters of results that stay",
    "tokens_kept": "estimated tokens of results that stay",
    "all_kept": "estimated tokens of results and inputs that stay; of an input the line that shows it",
}
"""Names of counts and what they count."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One policy at one cut."""

    arm: Arm
    counts: Mapping[str, Count]
    """By the names of `MEASURES`."""
    lost: tuple[Needed, ...]
    """What stands in the context no longer, in the order of use."""
    false: tuple[str, ...]
    """Ids of the false elisions, in order of time."""


def judgement(past: Past, arm: Arm) -> Judgement:
    """Of one policy, or of the whole compaction."""
    run = past.walked[arm.policy] if arm.policy in past.walked else _run(past, arm)
    found = {elision.id: elision for elision in elisions(run)}
    context = _context(run, past.session)
    lost = tuple(each for each in past.needed if each.word not in context)
    false = {each.only for each in lost} - {None}
    taken = [unit.id for unit in past.session.exchanges if not found.keys().isdisjoint((unit.id, f"{unit.id}.call"))]
    results, inputs = [each for each in past.needed if each.results], [each for each in past.needed if not each.results]
    gone = {each.word for each in lost}
    behind = _behind(lost, found)
    counts = {
        "in_context": _share(past.needed, gone),
        "of_results": _share(results, gone),
        "of_inputs": _share(inputs, gone),
        "with_expand": _share(past.needed, gone - behind),
        "false_elisions": Count(sum(id in false for id in taken), len(taken)),
        **_sizes(run),
    }
    return Judgement(arm, counts, lost, tuple(id for id in taken if id in false))


def counted(past: Past, policy: Policy) -> dict[str, Count]:
    """Of the exchanges by themselves under any policy: `of_results` and the sizes."""
    run = _of(past, POLICIES[policy.exchanges](replace(past.scene, policy=policy), past.judged, past.held))
    context = _context(run, past.session)
    results = [each for each in past.needed if each.results]
    return {"of_results": _share(results, {each.word for each in results} - context), **_sizes(run)}


def _run(past: Past, arm: Arm) -> Run:
    """The exchanges by themselves, under a policy. Where nothing is compacted, every message is left as it is."""
    if arm.policy == "none":
        run = _of(past, {})
        return replace(run, skeleton=replace(run.skeleton, recent=past.scene.conversation.messages))
    return _of(past, fates(arm, past))


def _of(past: Past, kept: Fates) -> Run:
    units = [past.scene.units[position] for position in kept]
    decisions = [_decided(past.decisions[position], kept, position) for position in kept]
    items = [item for pair in zip(units, decisions, strict=True) for item in exchange(*pair, past.lang)]
    return Run(
        conversation=past.scene.conversation,
        units=tuple(past.scene.units[position] for position in past.judged),
        verdicts=(),
        decisions=tuple(decisions),
        skeleton=Skeleton(
            items=(*items, *turns(units, decisions, past.lang)),
            recent=(),
            lang=past.lang,
            first_turn=0,
            last_turn=past.scene.conversation.turns,
        ),
    )


def _decided(before: Decision, kept: Fates, position: int) -> Decision:
    fate = kept[position]
    return replace(before, action=fate.action, kept=fate.kept, words=fate.words)


def _context(run: Run, session: Worded) -> Words:
    """Telling words of all that a skeleton shows."""
    lines = telling("\n".join(item.text for item in run.skeleton.items))
    return frozenset(lines).union(*(session.shows(message.index) for message in run.skeleton.recent))


def _behind(lost: Sequence[Needed], found: Mapping[str, Elision]) -> set[bytes]:
    """Those of the lost words that stand in what can be asked for: looked up in the very texts that come back."""
    read: dict[str, Words] = {}
    behind = set()
    for each in lost:
        for id in (*each.results, *(f"{id}.call" for id in each.inputs)):
            if id in found and id not in read:
                read[id] = _text_words(found[id])
            if each.word in read.get(id, ()):
                behind.add(each.word)
    return behind


def _text_words(elision: Elision) -> Words:
    text = elision.text or ""
    # An input comes back as JSON, whose escapes are no part of its words.
    return input_words(json.loads(text)) if elision.pointer.startswith("c:") else frozenset(telling(text))


def _share(asked: Sequence[Needed], gone: set[bytes]) -> Count:
    return Count(sum(each.word not in gone for each in asked), len(asked))


def _sizes(run: Run) -> dict[str, Count]:
    recent = {message.index for message in run.skeleton.recent}
    spans: dict[int, list[Span]] = {}
    lines: dict[str, str] = {}
    for item in run.skeleton.items:
        if item.covers is None:
            spans.setdefault(item.message, []).append(item.span)
        else:
            lines[item.id] = item.text
    sums = [0] * 6
    for unit in run.units:
        if unit.kind == "call":
            texts = (
                [unit.text] if unit.message in recent else [each.of(unit.text) for each in spans.get(unit.message, ())]
            )
            given = _given(unit)
            line = given if unit.message in recent else lines.get(unit.id, "")
            tokens, whole = sum(map(estimate, texts)), estimate(unit.text)
            own = (
                sum(map(len, texts)),
                len(unit.text),
                tokens,
                whole,
                tokens + estimate(line),
                whole + estimate(given),
            )
            sums = [total + each for total, each in zip(sums, own, strict=True)]
    return {"chars_kept": Count(*sums[:2]), "tokens_kept": Count(*sums[2:4]), "all_kept": Count(*sums[4:])}


def _given(unit: Unit) -> str:
    return f"{unit.call.name} {dump(dict(unit.call.input))}" if unit.call else ""
