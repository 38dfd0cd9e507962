"""A session as it stood at a cut: what a compaction there would have seen."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from fastjev.datatypes import Conversation, Run
from fastjev.evaluate.replay.needed import Needed, Worded, needed, worded
from fastjev.evaluate.replay.places import places
from fastjev.model import Models
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook
from fastjev.stages.classify import classify
from fastjev.stages.reassemble import reassemble, spoken
from fastjev.stages.resolve import resolved
from fastjev.stages.resolve.exchanges import held
from fastjev.stages.resolve.fate import Judged, judge
from fastjev.stages.resolve.scene import Decisions, Scene
from fastjev.stages.segment import segment

COMPACT, ZONES = "compact", "compact --recent 0"
"""Whole compactions: with the recent turns that the policy leaves verbatim, and without."""


@dataclass(frozen=True, slots=True)
class Past:
    """One session at one cut."""

    session: Worded
    cut: int
    """Index of the first message behind it."""
    scene: Scene
    """What stands before it, with no recent turn left verbatim."""
    decisions: Decisions
    judged: dict[int, Judged]
    held: AbstractSet[bytes]
    """Telling words that stand in the context whatever becomes of the exchanges."""
    lang: str
    walked: Mapping[str, Run]
    """By name, whole compactions of what stands before the cut."""
    needed: tuple[Needed, ...]


def pasts(
    conversation: Conversation, rulebook: Rulebook, policy: Policy, points: Sequence[float], models: Models
) -> Iterator[Past]:
    """The session at each of its cuts."""
    yield from pasts_at(conversation, rulebook, policy, places(conversation, points), models)


def pasts_at(
    conversation: Conversation,
    rulebook: Rulebook,
    policy: Policy,
    cuts: Sequence[int],
    models: Models,
    *,
    whole: bool = True,
) -> Iterator[Past]:
    """The session at these cuts: indexes of the first messages behind them.

    Units and verdicts come from their own message alone, so that those before a cut are what they would have been.
    `whole`: with whole compactions of what stands before it, which take twice as long again.
    """
    if not cuts:
        return
    rulebook.start(policy.stranger_chars)
    units = segment(conversation, rulebook, policy)
    verdicts = classify(units, rulebook, policy, None)
    session = worded(conversation, units)
    for cut in cuts:
        known = [number for number, unit in enumerate(units) if unit.message < cut]
        scene = Scene(
            conversation=replace(conversation, messages=conversation.messages[:cut]),
            units=tuple(units[number] for number in known),
            verdicts=tuple(verdicts[number] for number in known),
            rulebook=rulebook,
            policy=replace(policy, recent_turns=0),
            asks=models.asks,
            needs=models.needs,
        )
        decisions = resolved(scene)
        yield Past(
            session=session,
            cut=cut,
            scene=scene,
            decisions=decisions,
            judged=judge(scene),
            held=held(scene, decisions),
            lang=spoken(scene.conversation),
            walked=_walked(scene, decisions, policy) if whole else {},
            needed=needed(session, cut),
        )


def _walked(scene: Scene, decisions: Decisions, policy: Policy) -> dict[str, Run]:
    with_recent = replace(scene, policy=policy)
    return {COMPACT: _run(with_recent, resolved(with_recent)), ZONES: _run(scene, decisions)}


def _run(scene: Scene, decisions: Decisions) -> Run:
    return Run(
        conversation=scene.conversation,
        units=scene.units,
        verdicts=scene.verdicts,
        decisions=decisions,
        skeleton=reassemble(scene.conversation, scene.units, decisions, scene.policy),
    )
