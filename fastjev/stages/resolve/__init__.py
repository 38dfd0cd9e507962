"""Stage 3: context-sensitive decisions. Each pass is a function of one signature, run in this order."""

from collections.abc import Sequence
from dataclasses import replace

from fastjev.carried import carried
from fastjev.datatypes import Conversation, Decision, Unit, Verdict
from fastjev.labels import Action, Label, Speaker, Status, Zone
from fastjev.model import Models
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook
from fastjev.stages.resolve.adopt import adopt
from fastjev.stages.resolve.amend import amend
from fastjev.stages.resolve.announce import announce
from fastjev.stages.resolve.answer import answer, both
from fastjev.stages.resolve.begin import begin, withhold
from fastjev.stages.resolve.choices import supersede_decisions
from fastjev.stages.resolve.confirm import confirm
from fastjev.stages.resolve.conflicts import conflicts
from fastjev.stages.resolve.constraints import supersede_constraints
from fastjev.stages.resolve.dispute import dispute
from fastjev.stages.resolve.doubt import doubt
from fastjev.stages.resolve.exchanges import exchanges
from fastjev.stages.resolve.passages import passages
from fastjev.stages.resolve.reasons import reasons
from fastjev.stages.resolve.scene import Decisions, Pass, Scene
from fastjev.stages.resolve.settle import settle
from fastjev.stages.resolve.turn import turn
from fastjev.telling import tokens

PASSES: tuple[Pass, ...] = (
    announce,
    adopt,
    withhold,
    doubt,
    dispute,
    answer,
    both,
    turn,
    confirm,
    amend,
    reasons,
    supersede_decisions,
    supersede_constraints,
    begin,
    settle,
    passages,
    exchanges,
    conflicts,
)


def resolve(
    conversation: Conversation,
    units: tuple[Unit, ...],
    verdicts: tuple[Verdict, ...],
    rulebook: Rulebook,
    policy: Policy,
    models: Models | None = None,
) -> tuple[Decision, ...]:
    """One decision for each unit, in the same order. `models`: by default the shipped ones."""
    scene = Scene(conversation, units, verdicts, rulebook, policy)
    if models:
        scene = replace(scene, asks=models.asks, needs=models.needs, ends=models.ends, stands=models.stands)
    return resolved(scene)


def resolved(scene: Scene) -> Decisions:
    """The same of a scene, which may hold other models than the shipped ones."""
    return through(scene, PASSES)


def through(scene: Scene, passes: Sequence[Pass]) -> Decisions:
    """The decisions after some of the passes, each in its turn."""
    firsts = zip(scene.units, scene.verdicts, strict=True)
    decisions = tuple(_first(scene, unit, verdict) for unit, verdict in firsts)
    for pass_ in passes:
        decisions = _keep_carried(scene, decisions, pass_(scene, decisions))
    return decisions


def _keep_carried(scene: Scene, before: Decisions, after: Decisions) -> Decisions:
    """A line that an earlier compaction placed stays as it was, unless something said since then supersedes it."""
    if not scene.carried:
        return after
    return tuple(
        old if position in scene.carried and _by(new) not in scene.fresh else new
        for position, (old, new) in enumerate(zip(before, after, strict=True))
    )


def _by(decision: Decision) -> str | None:
    return decision.superseded_by or decision.chosen_over_by


_LABELS = {
    Zone.CONSTRAINTS: Label.CONSTRAINT,
    Zone.FACTS: Label.FACT,
    Zone.DECISIONS: Label.DECISION,
    Zone.PROCESS: Label.PROCESS,
    Zone.DEPRECATED_CONSTRAINTS: Label.CONSTRAINT,
}


def _tells(unit: Unit) -> bool:
    return unit.speaker == Speaker.HUMAN or bool(tokens(unit.text))


def _first(scene: Scene, unit: Unit, verdict: Verdict) -> Decision:
    """What the verdict alone would do, or an earlier compaction did.

    An assistant's choice is only proposed as yet. Text without role marks may be a person's, so that none of it goes.
    """
    if line := carried(scene.conversation.messages[unit.message].via):
        return Decision(
            unit=unit.id,
            label=_LABELS[line.zone],
            p=1.0,
            status=line.status,
            action=Action.KEEP,
            because=("carried",),
            choice=line.choice,
        )
    status = Status.ACTIVE
    if verdict.label == Label.DECISION:
        status = Status.DEFERRED if "defer" in verdict.cues else Status.FINAL
    if unit.speaker != Speaker.HUMAN and verdict.label in (Label.DECISION, Label.CONSTRAINT):
        status = Status.PROPOSED
    keeps = unit.speaker == Speaker.HUMAN and verdict.label != Label.NOISE
    keeps = keeps or verdict.label in (Label.FACT, Label.DECISION, Label.CONSTRAINT, Label.UNSURE)
    winner = next((vote.by for vote in verdict.votes if vote.label == verdict.label and vote.weight == verdict.p), None)
    by_model = bool(winner and winner.startswith("model:"))
    keeps = keeps or (by_model and (verdict.p < scene.policy.removal_share or _tells(unit)))
    keeps = keeps or scene.conversation.messages[unit.message].via == "unmarked"
    return Decision(
        unit=unit.id,
        label=verdict.label,
        p=verdict.p,
        status=status,
        action=Action.KEEP if keeps else Action.FOLD,
        because=(winner,) if winner else (),
    )
