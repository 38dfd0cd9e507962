"""Per topic the newest settled decision is final; the ones before it are overridden."""

from dataclasses import replace

from fastjev.datatypes import Decision
from fastjev.labels import Label, Speaker, Status
from fastjev.stages.resolve.dialogue import statement
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed
from fastjev.stages.resolve.slots import Slots, lexicon

_PASS = "supersede_decisions"
_SETTLED = (Status.FINAL, Status.DEFERRED, Status.REJECTED)


def supersede_decisions(scene: Scene, decisions: Decisions) -> Decisions:
    """Links every settled decision to the topic of an earlier one where words show that it is the same choice.

    A link has a confidence: members of one slot of the lexicon, shared names, a replacing cue, names around.
    """
    words = lexicon(scene.rulebook)
    own: dict[int, Slots] = {}
    around: dict[int, frozenset[str]] = {}
    topic: dict[int, int] = {}
    changes: dict[int, Decision] = {}
    for position, decision in enumerate(decisions):
        if _settled(decision) not in _SETTLED or scene.cued(position, "confirm"):
            continue
        own[position] = words.slots(scene.units[position].text)
        around[position] = _around(scene, position)
        confidence, best = max(
            ((_confidence(scene, position, old, own, around), old) for old in topic), default=(0.0, -1)
        )
        topic[position] = topic[best] if confidence >= scene.policy.choice_confidence else position
        if _settled(decision) != Status.FINAL:
            continue
        for older in [old for old in topic if old != position and topic[old] == topic[position]]:
            before = changes.get(older, decisions[older])
            if _settled(before) in (Status.FINAL, Status.DEFERRED) and _later(scene, position, older):
                changes[older] = _override(before, scene.units[position].id)
                mine = changes.get(position, decision)
                changes[position] = change(mine, _PASS, supersedes=(*mine.supersedes, scene.units[older].id))
    return changed(decisions, changes)


def _later(scene: Scene, new: int, old: int) -> bool:
    """Whether one choice comes after the other and not beside it: in another message, or as a change of mind."""
    a, b = scene.units[old], scene.units[new]
    return a.message != b.message or (scene.cued(new, "reverse") and a.span.end != b.span.start)


def _settled(decision: Decision) -> Status | None:
    """The status as a decision, of a decision or of a constraint that settles a choice."""
    return decision.status if decision.label == Label.DECISION else decision.choice


def _override(decision: Decision, by: str) -> Decision:
    """A choice that only doubt made a constraint binds no longer once it is overridden."""
    if decision.label == Label.DECISION or "doubt" in decision.because:
        decision = replace(decision, label=Label.DECISION, choice=None)
        return change(decision, _PASS, status=Status.OVERRIDDEN, superseded_by=by)
    return change(decision, _PASS, choice=Status.OVERRIDDEN, chosen_over_by=by)


def _around(scene: Scene, position: int) -> frozenset[str]:
    """Words of Latin script in the same line and, for a human's, in the end of the statement they answer."""
    words = lexicon(scene.rulebook)
    unit = scene.units[position]
    whole = scene.conversation.messages[unit.message].text
    start, end = whole.rfind("\n", 0, unit.span.start) + 1, whole.find("\n", unit.span.start)
    texts = [whole[start : end if end >= 0 else len(whole)][: scene.policy.typed_chars]]
    if unit.speaker == Speaker.HUMAN:
        texts += [scene.units[p].text for p in statement(scene, unit.message)[-scene.policy.answer_units :]]
    return frozenset(name for text in texts for name in words.slots(text).names if name.isascii())


def _confidence(scene: Scene, new: int, old: int, own: dict[int, Slots], around: dict[int, frozenset[str]]) -> float:
    """How sure it is that both settle one topic. Setting a value does not take back what has none."""
    policy = scene.policy
    mine, theirs = own[new], own[old]
    score = 0.0
    if mine.values and not {dimension for dimension, _ in mine.values} & {dimension for dimension, _ in theirs.values}:
        return score
    if {group for group, _ in mine.groups} & {group for group, _ in theirs.groups}:
        score += policy.slot_link
    score += policy.name_link * min(2, len(mine.names & theirs.names))
    if scene.cued(new, "replace"):
        score += policy.cue_link
        if mine.names & around[old]:
            score += policy.around_link
    return score
