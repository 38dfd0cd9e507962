"""Per topic the newest settled decision is final; the ones before it are overridden."""

import re
from dataclasses import dataclass, replace

from fastjev.datatypes import Decision
from fastjev.labels import Label, Speaker, Status
from fastjev.stages.resolve.dialogue import options, picked, statement
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed
from fastjev.stages.resolve.slots import Slots, lexicon

_PASS = "supersede_decisions"
_LETTER = re.compile(r"(?<![a-z0-9./_'-])([b-e]|a(?=$|[\s,，。.!！)）]*$|\s*[吧，,。好了+加]))(?![a-z0-9._'/-])")
_SETTLED = (Status.FINAL, Status.DEFERRED, Status.REJECTED)


def supersede_decisions(scene: Scene, decisions: Decisions) -> Decisions:
    """Links every settled decision to the topic of an earlier one where words show that it is the same choice.

    A link has a confidence: members of one slot of the lexicon, shared names, a replacing cue, names around.
    """
    seen: dict[int, _Choice] = {}
    topic: dict[int, int] = {}
    changes: dict[int, Decision] = {}
    for position, decision in enumerate(decisions):
        yes = scene.cued(position, "confirm") and not scene.cued(position, "reverse")
        lifts = decision.label == Label.CONSTRAINT and (
            scene.cued(position, "revoke") or scene.cued(position, "restore")
        )
        if yes or lifts or _settled(decision) not in _SETTLED:
            continue
        choice = _choice(scene, position)
        confidence, best = max(
            ((_confidence(scene, choice, seen[old]), old) for old in list(seen)[-scene.policy.compared :]),
            default=(0.0, -1),
        )
        topic[position] = topic[best] if confidence >= scene.policy.choice_confidence else position
        seen[position] = choice
        if _settled(decision) != Status.FINAL:
            continue
        for older in [old for old in topic if old != position and topic[old] == topic[position]]:
            before = changes.get(older, decisions[older])
            if _settled(before) in (Status.FINAL, Status.DEFERRED) and _later(scene, choice, seen[older]):
                changes[older] = _override(before, scene.units[position].id, limit=bool(seen[older].dimensions))
                mine = changes.get(position, decision)
                changes[position] = change(mine, _PASS, supersedes=(*mine.supersedes, scene.units[older].id))
    return changed(decisions, changes)


@dataclass(frozen=True, slots=True)
class _Choice:
    """A settled choice and what it is about."""

    position: int
    own: Slots
    around: frozenset[str]
    """Words of Latin script in the same line and, for a human's, in the end of the statement it answers."""
    said: frozenset[int]
    """Units of that statement."""
    offered: frozenset[int]
    """Units that are the options it picks from, where it picks by letter or number."""
    limits: bool
    dimensions: frozenset[str]
    groups: frozenset[str]
    letter: str
    """The first letter of a pick ("go B"), also where the options stand further back; else empty."""


def _choice(scene: Scene, position: int) -> _Choice:
    words = lexicon(scene.rulebook)
    unit = scene.units[position]
    own = words.slots(unit.text)
    whole = scene.conversation.messages[unit.message].text
    start, end = whole.rfind("\n", 0, unit.span.start) + 1, whole.find("\n", unit.span.start)
    texts = [whole[start : end if end >= 0 else len(whole)][: scene.policy.typed_chars]]
    said: tuple[int, ...] = ()
    offered: frozenset[int] = frozenset()
    if unit.speaker == Speaker.HUMAN:
        said = statement(scene, unit.message)
        texts += [scene.units[p].text for p in said[-scene.policy.answer_units :]]
        choices = options(scene, said)
        picks = picked(scene, unit.text, choices) if len(unit.text) <= scene.policy.answer_chars else []
        if picks:
            offered = frozenset(choices.values())
            names = own.names.union(*(words.slots(scene.units[p].text).names for p in picks))
            own = replace(own, names=names)
    around = frozenset(name for text in texts for name in words.slots(text).names if name.isascii())
    letter = _LETTER.search(scene.rulebook.fold(unit.text)) if unit.speaker == Speaker.HUMAN else None
    return _Choice(
        position=position,
        own=own,
        around=around,
        said=frozenset(said),
        offered=offered,
        limits=any("constraint.limit" in vote.by for vote in scene.verdicts[position].votes),
        dimensions=frozenset(dimension for dimension, _ in own.values),
        groups=frozenset(group for group, _ in own.groups),
        letter=letter[1] if letter else "",
    )


def _later(scene: Scene, new: _Choice, old: _Choice) -> bool:
    """Whether one choice comes after the other and not beside it: in another message, or as a change of mind.

    What a choice answers is settled by it and not overridden.
    """
    a, b = scene.units[old.position], scene.units[new.position]
    if a.message == b.message:
        return bool(new.offered & old.offered) or (scene.cued(new.position, "reverse") and a.span.end != b.span.start)
    return old.position not in new.said


def _settled(decision: Decision) -> Status | None:
    """The status as a decision, of a decision or of a constraint that settles a choice."""
    return decision.status if decision.label == Label.DECISION else decision.choice


def _override(decision: Decision, by: str, limit: bool) -> Decision:
    """A choice that only doubt made a constraint binds no longer once it is overridden, but for a limit.

    Whether a limit is void is for the pass that knows which value took its place.
    """
    if decision.label == Label.DECISION or ("doubt" in decision.because and not limit):
        decision = replace(decision, label=Label.DECISION, choice=None)
        return change(decision, _PASS, status=Status.OVERRIDDEN, superseded_by=by)
    return change(decision, _PASS, choice=Status.OVERRIDDEN, chosen_over_by=by)


def _confidence(scene: Scene, new: _Choice, old: _Choice) -> float:
    """How sure it is that both settle one topic. Setting a value does not take back what has none."""
    policy = scene.policy
    mine, theirs = new.own, old.own
    if new.limits and not new.dimensions & old.dimensions:
        return 0.0
    if new.dimensions & old.dimensions - {""} and mine.names - theirs.names and theirs.names - mine.names:
        return 0.0  # two services, two timeouts
    if new.offered & old.offered or old.position in new.offered:
        return policy.slot_link
    if new.letter and old.letter and new.letter != old.letter and scene.cued(new.position, "replace"):
        return policy.slot_link
    if scene.cued(old.position, "exception") and theirs.names - mine.names:
        return 0.0
    score = 0.0
    if new.groups & old.groups:
        score += policy.slot_link
    score += policy.name_link * min(2, len(mine.names & theirs.names))
    if scene.cued(new.position, "replace"):
        score += policy.cue_link
        if mine.names & old.around:
            score += policy.around_link
    return score
