"""What a human says right after a question is the choice it asked for; and a choice may bind too."""

import re

from fastjev.datatypes import Decision
from fastjev.labels import Label, Speaker, Status
from fastjev.stages.resolve.dialogue import offers, options, statement
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed, doubted
from fastjev.stages.resolve.slots import lexicon

_STARTS = re.compile(r"(?:(?:ok|yes|好|行|嗯|那|对|go|option|方案)[,\s]*)*[(]?([a-e1-9])(?![a-z0-9.:%-]*[a-z0-9%])[)]?")
_ASKS = ("ask", "bare_ask", "propose", "prefer")


def answer(scene: Scene, decisions: Decisions) -> Decisions:
    """The short units that open a human message right after a question, a proposal or options they name settle it.

    The first one, where it is a bare refusal or a pick that names nothing ("the second"), is a decision and nothing
    else; others stay constraints and settle the choice as well.
    """
    changes = {}
    words = lexicon(scene.rulebook)
    called = words.calls
    asked_before = frozenset[str]()
    for message, positions in scene.of_message.items():
        if scene.conversation.messages[message].speaker != Speaker.HUMAN:
            continue
        said = statement(scene, message)
        asked = any(scene.cued(position, cue) for position in said for cue in _ASKS)
        marks = options(scene, said)
        offered = frozenset().union(*(called(text) for texts in offers(scene, said, marks) for text in texts))
        opening = [p for p in positions if decisions[p].label != Label.NOISE and scene.units[p].text.strip()]
        for position in opening[: scene.policy.answer_units]:
            text = scene.units[position].text
            started = _STARTS.match(scene.rulebook.fold(text))
            picks = bool(started and started[1] in marks)
            first, brief = position == opening[0], len(text.strip()) <= scene.policy.bare_chars
            names = words.slots(text).names if brief else frozenset()
            named = bool(names) and names <= (offered or asked_before)
            of_told = first and (named or _of_told(scene, text, said))
            if asked or picks or called(text) & offered or of_told:
                answered = _answered(scene, position, decisions[position], first, picks, named)
                changes.update({position: answered} if answered else {})
        asked_before = offered or asked_before
    return changed(decisions, changes)


def _of_told(scene: Scene, text: str, said: tuple[int, ...]) -> bool:
    """Whether it is one name that the statement tells, or opens with a quantity where that tells such quantities."""
    words = lexicon(scene.rulebook)
    amount, word = words.amount(text), scene.rulebook.fold(text).strip(" .,!。，！\n")
    if {word} == words.slots(text).names:
        return any(word in words.slots(scene.units[p].text).names for p in said)
    return amount is not None and any(
        amount[0] in ("", kind) for p in said for kind, _ in words.slots(scene.units[p].text).values
    )


def _answered(
    scene: Scene, position: int, decision: Decision, first: bool, picks: bool, named: bool
) -> Decision | None:
    """What a unit of an answer becomes; None where it stays as it is. A rule as plain as "never" is no choice."""
    text, policy = scene.units[position].text.strip(), scene.policy
    light = decision.p <= (policy.settle_weight if named else policy.act_weight) or doubted(decision)
    remark = decision.label == Label.PROCESS and light
    if not (remark or decision.label == Label.CONSTRAINT) or len(text) > policy.answer_chars:
        return None
    if picks and decision.label == Label.CONSTRAINT and doubted(decision) and not _measured(scene, position):
        return change(decision, "answer", label=Label.DECISION, status=Status.FINAL)
    if first:
        refuses = scene.cued(position, "refuse") and not scene.cued(position, "lasting")
        bare = refuses and len(text) <= policy.bare_chars and decision.p < policy.settle_weight
        names = lexicon(scene.rulebook).slots(text).names
        pick = doubted(decision) and len(text) <= policy.pick_chars and not names
        if bare or remark or pick:
            return change(decision, "answer", label=Label.DECISION, status=Status.FINAL)
    plain = not first and decision.p >= policy.settle_weight
    return None if remark or plain or not scene.prose(position) else change(decision, "answer", choice=Status.FINAL)


def both(scene: Scene, decisions: Decisions) -> Decisions:
    """A human's words with a vote for constraint and one for decision are both: they bind, and they settle a choice."""
    changes: dict[int, Decision] = {}
    for position, decision in enumerate(decisions):
        if decision.label not in (Label.CONSTRAINT, Label.DECISION) or not scene.human(position):
            continue
        votes = scene.verdicts[position].votes
        binds = any(vote.label == Label.CONSTRAINT and vote.weight >= scene.policy.act_weight for vote in votes)
        settles = any(vote.label == Label.DECISION and vote.weight >= scene.policy.act_weight for vote in votes)
        settles = settles or any(scene.cued(position, cue) for cue in ("replace", "revoke", "permit"))
        if decision.label == Label.CONSTRAINT and settles:
            changes[position] = change(decision, "both", choice=_status(scene, position))
        elif decision.label == Label.DECISION and (binds or _measured(scene, position)):
            changes[position] = change(
                decision, "both", label=Label.CONSTRAINT, status=Status.ACTIVE, choice=_status(scene, position)
            )
    return changed(decisions, changes)


def _measured(scene: Scene, position: int) -> bool:
    """Whether the choice is a quantity with its unit, or a number given to a name: a limit as much as a choice."""
    slots = lexicon(scene.rulebook).slots(scene.units[position].text)
    named = any(setting.names and setting.value >= scene.policy.telling_value for setting in slots.settings)
    return named or any(dimension for dimension, _ in slots.values)


def _status(scene: Scene, position: int) -> Status:
    return Status.DEFERRED if scene.cued(position, "defer") else Status.FINAL
