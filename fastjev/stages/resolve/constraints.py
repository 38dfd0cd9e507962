"""A newer constraint that contradicts, replaces or lifts an older one deprecates it; less sure links are marked."""

from dataclasses import replace
from difflib import SequenceMatcher

from fastjev.datatypes import Decision
from fastjev.labels import Label, Status
from fastjev.stages.resolve.scene import Decisions, Scene, change
from fastjev.stages.resolve.slots import Lexicon, Slots, lexicon

_PASS = "supersede_constraints"


def supersede_constraints(scene: Scene, decisions: Decisions) -> Decisions:
    """By time: each human unit is held against the constraints still active before it, the newest first."""
    words = lexicon(scene.rulebook)
    current = dict(enumerate(decisions))
    active: list[int] = []
    own: dict[int, Slots] = {}
    wide: dict[int, Slots] = {}
    for position in range(len(decisions)):
        if not scene.human(position) or decisions[position].label == Label.NOISE:
            continue
        if scene.cued(position, "restore"):
            _restore(current, scene, position, words, active)
        constrains = decisions[position].label == Label.CONSTRAINT
        if not constrains and not (scene.cued(position, "revoke") or scene.cued(position, "permit")):
            continue
        own[position] = words.slots(scene.units[position].text)
        wide[position] = words.slots(_line(scene, position))
        rated = sorted(((*_rate(scene, position, old, own, wide, active), old) for old in active), reverse=True)
        confidence, wording, old = rated[0] if rated else (0.0, 0, -1)
        alone = len(rated) < 2 or rated[1][:2] < (confidence, wording)
        if confidence >= scene.policy.deprecate_confidence and alone:
            current[old] = change(current[old], _PASS, status=Status.DEPRECATED, superseded_by=scene.units[position].id)
            current[position] = change(
                current[position], _PASS, supersedes=(*current[position].supersedes, scene.units[old].id)
            )
            active.remove(old)
            names = own[position].names | own[old].names
            own[position] = replace(own[position], names=names, values=own[position].values[-1:])
        elif confidence >= scene.policy.conflict_confidence and constrains and not current[old].choice:
            _mark(current, scene, position, old)
        if constrains:
            active.append(position)
    return tuple(current[position] for position in range(len(decisions)))


def _restore(current: dict[int, Decision], scene: Scene, position: int, words: Lexicon, active: list[int]) -> None:
    """Brings back the newest deprecated constraint that shares enough names, and deprecates what took its place."""
    names = words.slots(scene.units[position].text).names
    ids = {scene.units[p].id: p for p in range(position)}
    for old in range(position - 1, -1, -1):
        if current[old].label != Label.CONSTRAINT or current[old].status != Status.DEPRECATED:
            continue
        theirs = words.slots(scene.units[old].text).names
        if len(names & theirs) < min(len(theirs), scene.policy.names_restored) or not theirs:
            continue
        winner = ids.get(current[old].superseded_by or "")
        current[old] = change(current[old], "restore", status=Status.ACTIVE, superseded_by=None)
        active.append(old)
        if winner is not None and winner in active:
            current[winner] = change(
                current[winner], "restore", status=Status.DEPRECATED, superseded_by=scene.units[position].id
            )
            active.remove(winner)
        return


def _mark(current: dict[int, Decision], scene: Scene, new: int, old: int) -> None:
    for one, other in ((new, old), (old, new)):
        linked = (*current[one].conflicts_with, scene.units[other].id)
        current[one] = change(current[one], _PASS, status=Status.POSSIBLE_CONFLICT, conflicts_with=linked)


def _line(scene: Scene, position: int) -> str:
    """The line of the message in which the unit stands, and the words of the message before it in that line."""
    unit = scene.units[position]
    text = scene.conversation.messages[unit.message].text
    start = text.rfind("\n", 0, unit.span.start + 1) + 1
    return text[max(start, unit.span.start - scene.policy.answer_chars) : unit.span.end]


def _rate(
    scene: Scene, new: int, old: int, own: dict[int, Slots], wide: dict[int, Slots], active: list[int]
) -> tuple[float, int]:
    """Confidence, and between equals how many characters in a row both have in common."""
    confidence = _confidence(scene, new, old, own, wide, active)
    if confidence < scene.policy.conflict_confidence:
        return confidence, 0
    a, b = scene.units[new].text, scene.units[old].text
    return confidence, SequenceMatcher(None, a, b, autojunk=False).find_longest_match().size


def _confidence(
    scene: Scene, new: int, old: int, own: dict[int, Slots], wide: dict[int, Slots], active: list[int]
) -> float:
    """How sure it is that `new` takes the place of `old`, from 0 to 1."""
    if scene.cued(new, "exception") or scene.units[new].message == scene.units[old].message:
        return 0.0
    return max(
        _lifts(scene, new, old, own),
        _revalues(scene, new, old, own, wide, active),
        _rechooses(scene, new, old, own),
    )


def _lifts(scene: Scene, new: int, old: int, own: dict[int, Slots]) -> float:
    """A revoking cue and most of the old rule's names; a permission lifts only what was held back."""
    names = own[old].names
    if not names or not (scene.cued(new, "revoke") or (scene.cued(new, "permit") and scene.cued(old, "hold"))):
        return 0.0
    shared = own[new].names & names
    return len(shared) / min(len(names), scene.policy.names_told) if shared else 0.0


def _revalues(
    scene: Scene, new: int, old: int, own: dict[int, Slots], wide: dict[int, Slots], active: list[int]
) -> float:
    """Another value of the same dimension for the same thing."""
    policy = scene.policy
    dimension = _dimension(own[new], own[old])
    if dimension is None or not scene.cued(new, "replace"):
        return 0.0
    mine = own[new].names
    shared = mine & own[old].names
    near = wide[new].names & own[old].names
    value = dict(own[old].values)[dimension]
    told = any(d in (dimension, "") and v == value for d, v in wide[new].values)
    rivals = [p for p in active if p != old and dimension in dict(own[p].values)]
    if told and (near or not mine):
        return policy.surest
    if dimension and (len(shared) > 1 or (shared and shared == mine)):
        return policy.slot_link
    if dimension and not mine and not rivals:
        return policy.slot_link
    return policy.conflict_confidence if told or len(shared) > 1 else 0.0


def _dimension(new: Slots, old: Slots) -> str | None:
    """The dimension in which the last value of the new differs from the only one of the old.

    A last value is the one that is set; of several old ones nobody can tell which was meant.
    """
    mine = dict(new.values)
    for dimension in sorted(mine, reverse=True):
        theirs = {value for d, value in old.values if d == dimension}
        if len(theirs) == 1 and mine[dimension] not in theirs:
            return dimension
    return None


def _rechooses(scene: Scene, new: int, old: int, own: dict[int, Slots]) -> float:
    """Another member of the same slot of the lexicon, with a replacing cue and a shared name."""
    mine, theirs = own[new].groups, own[old].groups
    groups = {group for group, _ in mine} & {group for group, _ in theirs}
    if not groups or mine & theirs or not scene.cued(new, "replace"):
        return 0.0
    members = {word for _, word in mine | theirs}
    shared = (own[new].names & own[old].names) - members
    return scene.policy.slot_link if shared else scene.policy.conflict_confidence
