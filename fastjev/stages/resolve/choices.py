"""Per topic the newest settled decision is final; the ones before it are overridden."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fastjev.datatypes import Decision
from fastjev.labels import Label, Status
from fastjev.stages.resolve.choice import Choice, choice_at
from fastjev.stages.resolve.reports import reported
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed, doubted
from fastjev.stages.resolve.slots import lexicon
from fastjev.stages.resolve.topics import likeness, one_part, turned
from fastjev.stages.resolve.turn import turns
from fastjev.stages.sentences import one_sentence

_PASS = "supersede_decisions"
_OPEN = (Status.FINAL, Status.DEFERRED)
_SETTLED = (*_OPEN, Status.REJECTED)
_PLACES = frozenset({"replace", "reverse"})
"""Cues of what puts something in the place of another thing."""


def supersede_decisions(scene: Scene, decisions: Decisions) -> Decisions:
    """Links every settled decision to the topics of earlier ones where words show that it is the same choice.

    A topic is known by its newest choice; of each, the choices that still stand are kept.
    """
    recent: deque[Choice] = deque(maxlen=scene.policy.compared)
    topic: dict[int, int] = {}
    standing: dict[int, list[Choice]] = {}
    changes: dict[int, Decision] = {}
    turning = turns(scene)
    for position, decision in enumerate(decisions):
        if settled(decision) not in _SETTLED or answers_only(scene, position, decision):
            continue
        choice = choice_at(scene, position, turning.get(position, -1))
        linked = dict.fromkeys(topic[old] for old in _about(scene, choice, recent))
        topic |= {old.position: position for old in recent if topic[old.position] in linked} | {position: position}
        earlier = sorted((old for name in linked for old in standing.pop(name)), key=lambda old: old.position)
        recent.append(choice)
        for older in earlier if settled(decision) == Status.FINAL else ():
            if _later(scene, choice, older):
                before = changes.get(older.position, decisions[older.position])
                changes[older.position] = overridden(before, _PASS, scene.units[position].id, bool(older.dimensions))
                mine = changes.get(position, decision)
                changes[position] = change(mine, _PASS, supersedes=(*mine.supersedes, scene.units[older.position].id))
        told = (*earlier, choice)
        standing[position] = [
            each for each in told if settled(changes.get(each.position, decisions[each.position])) in _OPEN
        ]
    return changed(decisions, changes)


def answers_only(scene: Scene, position: int, decision: Decision) -> bool:
    """A bare yes settles what it answers and nothing beside; what lifts or restores a rule is no choice."""
    if decision.label == Label.CONSTRAINT and (scene.cued(position, "revoke") or scene.cued(position, "restore")):
        return True
    chooses = scene.cued(position, "reverse") or scene.cued(position, "replace")
    if chooses or not scene.cued(position, "confirm"):
        return False
    return not lexicon(scene.rulebook).slots(scene.units[position].text).names


def _about(scene: Scene, new: Choice, seen: Sequence[Choice]) -> Iterator[int]:
    """Positions of the choices that the new one is surest to be about, of all and of those before a change of mind.

    What takes something back is about what was settled before the statement it answers: the surest one, the surest of
    the human's own, and what opens the message of that; what refuses a name is about all that hold it.
    """
    rated = sorted(((likeness(scene, new, old), old.position, old) for old in seen), key=lambda row: row[:2])
    sure = [old for confidence, _, old in reversed(rated) if confidence >= scene.policy.choice_confidence]
    unsaid = [old for old in sure if turned(new, old)]
    answers = bool(sure) and sure[0].position in new.said
    told = [old for old in sure if (answers or old.position > sure[0].position) and reported(scene, new, old)]
    named = [old for old in list(seen)[-1:] if _spells_out(scene, new, old)]
    yield from (old.position for old in (*sure[:1], *unsaid[:1], *told[:1], *named, *_of_slot(scene, new, sure)))
    if not new.cues & {"reverse", "refuse"}:
        return
    before = [old for old in sure if old.position not in new.said]
    own = [old for old in before if scene.human(old.position)]
    refused = before if "refuse" in new.cues else []
    placed = [old for old in before if new.placed.names & old.own.names]
    opening = [old for old in before if old.opening and old.message == before[0].message]
    yield from (old.position for old in (*before[:1], *own[:1], *placed[:1], *refused, *opening))


def _of_slot(scene: Scene, new: Choice, sure: Sequence[Choice]) -> list[Choice]:
    """All choices of the slot of the lexicon that the new one fills anew, where it does not say of what it is."""
    filled = frozenset(member for _, member in new.own.groups)
    if "replace" not in new.cues or any((new.own.names & old.own.names) - filled for old in sure):
        return []
    return [old for old in sure if old.groups & new.groups]


def _spells_out(scene: Scene, new: Choice, old: Choice) -> bool:
    """Whether the new one only names what the bare pick right before it took ("A, native it is")."""
    before, unit = scene.units[old.position], scene.units[new.position]
    return bool(old.offered) and len(before.text.strip()) <= scene.policy.pick_chars and one_sentence(before, unit)


def _later(scene: Scene, new: Choice, old: Choice) -> bool:
    """Whether one choice comes after the other and not beside it: in another message, or as a change of mind.

    What a choice answers is settled by it and not overridden, nor is a plan of which it changes a part, nor what it
    makes an exception of.
    """
    if "exception" in new.cues and not new.cues & _PLACES:
        return False
    if new.message != old.message:
        return old.position not in new.said and not one_part(scene, new, old)
    beside = scene.units[old.position].span.end == scene.units[new.position].span.start
    reverses = "reverse" in new.cues and not beside
    return reverses or turned(new, old)


def settled(decision: Decision) -> Status | None:
    """The status as a decision, of a decision or of a constraint that settles a choice."""
    return decision.status if decision.label == Label.DECISION else decision.choice


def overridden(decision: Decision, because: str, by: str, limit: bool) -> Decision:
    """A choice that only doubt made a constraint binds no longer once it is overridden, but for a limit.

    Whether a limit is void is for the pass that knows which value took its place.
    """
    if decision.label == Label.DECISION or (doubted(decision) and not limit):
        decision = replace(decision, label=Label.DECISION, choice=None)
        return change(decision, because, status=Status.OVERRIDDEN, superseded_by=by)
    return change(decision, because, choice=Status.OVERRIDDEN, chosen_over_by=by)
