"""A newer constraint that contradicts, replaces or lifts an older one deprecates it; less sure links are marked."""

import re
from dataclasses import replace
from itertools import pairwise

from fastjev.datatypes import Decision, Span
from fastjev.labels import Label, Speaker, Status
from fastjev.policy import Policy
from fastjev.stages.resolve.scene import Decisions, Scene, change
from fastjev.stages.resolve.slots import MEASURES, Lexicon, Setting, Slots, lexicon
from fastjev.stages.sentences import clauses

_PASS = "supersede_constraints"
_RULE_WORDS = frozenset(
    {"rule", "limit", "freeze", "ban", "requirement", "restriction", "规则", "规矩", "限制", "禁令"}
)
"""Any rule is called so; which one is meant the other names tell."""
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def supersede_constraints(scene: Scene, decisions: Decisions) -> Decisions:
    """By time: each human unit is held against the constraints still active before it that share something with it."""
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
        rated = _rated(scene, position, own, wide, active[-scene.policy.compared :])
        confidence, old = rated[0] if rated else (0.0, -1)
        alone = len(rated) < 2 or rated[1][0] < confidence or _closer(scene, position, old, rated[1][1])
        if confidence >= scene.policy.deprecate_confidence and alone:
            current[old] = _deprecated(current[old], _PASS, scene.units[position].id)
            current[position] = change(
                current[position], _PASS, supersedes=(*current[position].supersedes, scene.units[old].id)
            )
            active.remove(old)
            names = own[position].names | own[old].names
            own[position] = replace(own[position], names=names, settings=own[position].settings[-1:])
        elif confidence >= scene.policy.conflict_confidence and constrains and not current[old].choice:
            _mark(current, scene, position, old)
        if constrains:
            active.append(position)
    return tuple(current[position] for position in range(len(decisions)))


def _rated(
    scene: Scene, new: int, own: dict[int, Slots], wide: dict[int, Slots], active: list[int]
) -> list[tuple[float, int]]:
    """Confidence and position of each active constraint that may be meant, the surest first, then the most alike."""
    if scene.cued(new, "exception") or not _may_replace(scene, new, own[new]):
        return []
    found = [(_confidence(scene, new, old, own, wide, active), old) for old in active]
    found = [(confidence, old) for confidence, old in found if confidence >= scene.policy.conflict_confidence]
    top = max(found, default=(0.0, -1))[0]
    return sorted(
        found,
        key=lambda entry: (entry[0], _common(scene, new, entry[1]) if entry[0] == top else 0, entry[1]),
        reverse=True,
    )


def _may_replace(scene: Scene, new: int, slots: Slots) -> bool:
    return bool(slots.settings) or any(scene.cued(new, cue) for cue in ("revoke", "permit", "replace"))


def _common(scene: Scene, new: int, old: int) -> int:
    """Pairs of neighbouring characters that both units have in common."""
    a, b = (scene.units[p].text[: scene.policy.answer_chars] for p in (new, old))
    return len(set(pairwise(a)) & set(pairwise(b)))


def _closer(scene: Scene, new: int, first: int, second: int) -> bool:
    return _common(scene, new, first) > _common(scene, new, second)


def _restore(current: dict[int, Decision], scene: Scene, position: int, words: Lexicon, active: list[int]) -> None:
    """Brings back the newest deprecated constraint that shares enough names, and deprecates what took its place."""
    names = words.slots(_restoring(scene, position)).names - _RULE_WORDS
    ids = {scene.units[p].id: p for p in range(position)}
    for old in range(position - 1, -1, -1):
        if current[old].label != Label.CONSTRAINT or current[old].status != Status.DEPRECATED:
            continue
        theirs = words.slots(scene.units[old].text).names
        if len(names & theirs) < min(len(theirs), len(names), scene.policy.names_restored) or not names & theirs:
            continue
        winner = ids.get(current[old].superseded_by or "")
        settled = Status.FINAL if current[old].choice else None
        current[old] = change(
            current[old], "restore", status=Status.ACTIVE, superseded_by=None, choice=settled, chosen_over_by=None
        )
        active.append(old)
        if winner is not None:
            _retire(current, winner, scene.units[old].id, scene.units[position].id)
            active[:] = [p for p in active if p != winner]
        return


def _restoring(scene: Scene, position: int) -> str:
    """The clause that says so, or the whole unit where it takes more than one."""
    text = scene.units[position].text
    for span in clauses(text, Span(0, len(text))):
        hits = scene.rulebook.match(span.of(text).strip(), speaker=Speaker.HUMAN, kind="prose")
        if any(hit.rule.label == "restore" for hit in hits):
            return span.of(text)
    return text


def _retire(current: dict[int, Decision], winner: int, restored: str, by: str) -> None:
    """What had taken the place of a restored rule replaces it no longer, and is replaced itself."""
    left = tuple(id for id in current[winner].supersedes if id != restored)
    lifted = replace(current[winner], supersedes=left)
    if lifted.label == Label.DECISION:
        current[winner] = change(lifted, "restore", status=Status.OVERRIDDEN, superseded_by=by)
    elif lifted.label == Label.CONSTRAINT:
        current[winner] = _deprecated(lifted, "restore", by)


def _deprecated(decision: Decision, by_pass: str, winner: str) -> Decision:
    """It binds no longer, and what it settled as a choice is overridden."""
    decision = change(decision, by_pass, status=Status.DEPRECATED, superseded_by=winner)
    return replace(decision, choice=Status.OVERRIDDEN, chosen_over_by=winner) if decision.choice else decision


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


def _confidence(
    scene: Scene, new: int, old: int, own: dict[int, Slots], wide: dict[int, Slots], active: list[int]
) -> float:
    """How sure it is that `new` takes the place of `old`, from 0 to 1."""
    if scene.units[new].message == scene.units[old].message:
        return 0.0
    return max(
        _lifts(scene, new, old, own),
        _revalues(scene, new, old, own, wide, active),
        _rechooses(scene, new, old, own),
        _reinstates(scene, new, old, own),
    )


def _lifts(scene: Scene, new: int, old: int, own: dict[int, Slots]) -> float:
    """A revoking cue and most of the old rule's names; a permission lifts only what was held back."""
    names = own[old].names
    if not names or not (scene.cued(new, "revoke") or (scene.cued(new, "permit") and scene.cued(old, "hold"))):
        return 0.0
    shared = own[new].names & names
    return len(shared) / min(len(names), scene.policy.names_told) if shared else 0.0


def _reinstates(scene: Scene, new: int, old: int, own: dict[int, Slots]) -> float:
    """A rule said anew takes the place of the words that had lifted it."""
    lifted = scene.cued(old, "permit") or scene.cued(old, "revoke")
    anew = scene.cued(new, "reverse") and not (scene.cued(new, "permit") or scene.cued(new, "revoke"))
    return scene.policy.slot_link if lifted and anew and own[new].names & own[old].names else 0.0


def _revalues(
    scene: Scene, new: int, old: int, own: dict[int, Slots], wide: dict[int, Slots], active: list[int]
) -> float:
    """Another value of the same dimension for the same thing.

    Surest where the old value is named beside the new one ("60 did not help, make it 45"). Of several values in the old
    unit nobody can tell which was meant, so it is not deprecated.
    """
    policy = scene.policy
    if len(own[old].settings) != 1 or not own[new].settings:
        return 0.0
    before = own[old].settings[0]
    replaces = scene.cued(new, "replace")
    best = 0.0
    for setting in own[new].settings:
        alike = setting.dimension == before.dimension
        if setting.value == before.value or not (alike or not setting.dimension or not before.dimension):
            continue
        shared = setting.names & own[old].names
        told = _tells(wide[new].values, before, policy)
        near = told and bool(shared or wide[new].names & own[old].names)
        if near or _frame(scene, new) == _frame(scene, old) or (told and replaces and _alone(before, old, own, active)):
            best = max(best, policy.surest)
        elif alike and _same_thing(setting, before, new, old, own, active, replaces):
            best = max(best, policy.slot_link)
        elif replaces and len(shared) > 1:
            best = max(best, policy.conflict_confidence)
    return best if best < policy.deprecate_confidence or _acts(scene, old, before) < 2 else policy.conflict_confidence


def _alone(before: Setting, old: int, own: dict[int, Slots], active: list[int]) -> bool:
    """Whether no other active rule holds the value that is named again."""
    return not any(_holds(own[p], before) for p in active if p != old)


def _same_thing(
    setting: Setting, before: Setting, new: int, old: int, own: dict[int, Slots], active: list[int], replaces: bool
) -> bool:
    """Whether two values of one dimension are given to one name, or to none where no other rule has such a value."""
    if replaces and setting.names and setting.names == before.names:
        return True
    if setting.dimension not in MEASURES:
        return False
    if setting.names:
        return replaces and setting.names <= own[old].names
    if not replaces or own[new].names:
        return False
    return not any(other.dimension == setting.dimension for p in active if p != old for other in own[p].settings)


def _frame(scene: Scene, position: int) -> str:
    """The unit without its numbers: one sentence said with another value."""
    return _NUMBER.sub("", scene.rulebook.fold(scene.units[position].text.strip(" .。!！,，\n")))


def _acts(scene: Scene, position: int, before: Setting) -> int:
    """How many clauses of the unit bind, the one with the value among them; one of several does not void them all."""
    text = scene.units[position].text
    words = lexicon(scene.rulebook)
    found = 0
    for span in clauses(text, Span(0, len(text))):
        hits = scene.rulebook.match(span.of(text).strip(), speaker=scene.units[position].speaker, kind="prose")
        found += _holds(words.slots(span.of(text)), before) or any(
            hit.rule.label == Label.CONSTRAINT and hit.rule.weight >= scene.policy.settle_weight for hit in hits
        )
    return found


def _tells(values: tuple[tuple[str, float], ...], before: Setting, policy: Policy) -> bool:
    """Whether the old value is named again: with its unit, or bare where the number is no everyday one."""
    with_unit = bool(before.dimension) and (before.dimension, before.value) in values
    return with_unit or (before.value >= policy.telling_value and ("", before.value) in values)


def _holds(slots: Slots, setting: Setting) -> bool:
    return any(value == setting.value and dimension == setting.dimension for dimension, value in slots.values)


def _rechooses(scene: Scene, new: int, old: int, own: dict[int, Slots]) -> float:
    """Another member of the same slot of the lexicon, with a replacing cue and a shared name."""
    mine, theirs = own[new].groups, own[old].groups
    if not mine or not theirs or mine & theirs or not scene.cued(new, "replace"):
        return 0.0
    if not {group for group, _ in mine} & {group for group, _ in theirs}:
        return 0.0
    members = {word for _, word in mine | theirs}
    shared = (own[new].names & own[old].names) - members
    return scene.policy.slot_link if shared else scene.policy.conflict_confidence
