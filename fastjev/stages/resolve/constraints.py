"""A newer constraint that contradicts, replaces or lifts an older one deprecates it; less sure links are marked."""

from dataclasses import replace
from itertools import pairwise

from fastjev.datatypes import Decision
from fastjev.labels import Label, Status
from fastjev.stages.resolve.about import About
from fastjev.stages.resolve.numbered import pointed
from fastjev.stages.resolve.replaced import replaced
from fastjev.stages.resolve.scene import Decisions, Scene, change
from fastjev.stages.resolve.undo import undone
from fastjev.stages.sentences import one_sentence

_PASS = "supersede_constraints"
_RULE_WORDS = frozenset(
    {"rule", "limit", "freeze", "ban", "requirement", "restriction", "规则", "规矩", "限制", "禁令"}
)
"""Any rule is called so; which one is meant the other names tell."""
_RESTORING = frozenset({"restore", "reinstate", "恢复"})
"""Words for it, which name nothing."""


def supersede_constraints(scene: Scene, decisions: Decisions) -> Decisions:
    """By time: each human unit is held against the constraints still active before it that share something with it."""
    about = About(scene, decisions)
    current = dict(enumerate(decisions))
    active: list[int] = []
    for position in range(len(decisions)):
        if not scene.human(position) or decisions[position].label == Label.NOISE:
            continue
        _bring_back(current, about, position, active)
        constrains = decisions[position].label == Label.CONSTRAINT
        if not constrains and not _may_end(scene, position, decisions[position]):
            continue
        rated = _rated(about, position, active[-scene.policy.compared :])
        confidence, old = rated[0] if rated else (0.0, -1)
        alone = len(rated) < 2 or rated[1][0] < confidence or _closer(scene, position, old, rated[1][1])
        if confidence >= scene.policy.deprecate_confidence and alone:
            current[old] = _deprecated(current[old], _PASS, scene.units[position].id)
            current[position] = change(
                current[position], _PASS, supersedes=(*current[position].supersedes, scene.units[old].id)
            )
            active.remove(old)
            about.inherit(position, old)
            if scene.cued(position, "revoke") or scene.cued(position, "permit"):
                for beside in _with(about, position, old, active):
                    current[beside] = _deprecated(current[beside], _PASS, scene.units[position].id)
                    active.remove(beside)
            elif not constrains:
                current[position], constrains = _bound(current[position]), True
        elif confidence >= scene.policy.conflict_confidence and constrains and not current[old].choice:
            _mark(current, scene, position, old)
        if constrains:
            active.append(position)
    return tuple(current[position] for position in range(len(decisions)))


def _with(about: About, new: int, old: int, active: list[int]) -> list[int]:
    """What the sentence of a rule that ends says beside it and of nothing else ("at most 200, not one more")."""
    units, found = about.scene.units, list[int]()
    for step in (-1, 1):
        last = old
        while last + step in active and one_sentence(units[min(last, last + step)], units[max(last, last + step)]):
            last += step
            own = about.own(last)
            if own.values or not own.names <= about.own(old).names | about.wide(new).names:
                break
            found.append(last)
    return found


def _bound(decision: Decision) -> Decision:
    """A choice in the place of a rule is one itself; whether it still stands as a choice is told beside it."""
    if decision.label != Label.DECISION:
        return decision
    bound = replace(decision, label=Label.CONSTRAINT, status=Status.ACTIVE, choice=decision.status)
    return replace(bound, superseded_by=None, chosen_over_by=decision.superseded_by)


def _may_end(scene: Scene, position: int, decision: Decision) -> bool:
    """Whether what binds nobody itself can end a rule: it lifts one, or settles a choice."""
    settles = decision.label == Label.DECISION and decision.status in (Status.FINAL, Status.OVERRIDDEN)
    return settles or scene.cued(position, "revoke") or scene.cued(position, "permit")


def _rated(about: About, new: int, active: list[int]) -> list[tuple[float, int]]:
    """Confidence and position of each active constraint that may be meant, the surest first, then the most alike."""
    scene = about.scene
    found = [(confidence, old) for old, confidence in replaced(about, new, active).items()]
    found = [(confidence, old) for confidence, old in found if confidence >= scene.policy.conflict_confidence]
    top = max(found, default=(0.0, -1))[0]
    return sorted(
        found,
        key=lambda entry: (entry[0], _common(scene, new, entry[1]) if entry[0] == top else 0, entry[1]),
        reverse=True,
    )


def _common(scene: Scene, new: int, old: int) -> int:
    """Pairs of neighbouring characters that both units have in common."""
    a, b = (scene.units[p].text[: scene.policy.answer_chars] for p in (new, old))
    return len(set(pairwise(a)) & set(pairwise(b)))


def _closer(scene: Scene, new: int, first: int, second: int) -> bool:
    return _common(scene, new, first) > _common(scene, new, second)


def _bring_back(current: dict[int, Decision], about: About, position: int, active: list[int]) -> None:
    """What the unit restores, or what stood before the change that it takes back, is in force again."""
    scene = about.scene
    old, new = -1, None
    if scene.cued(position, "restore"):
        old = _lifted(current, about, position)
        ids = {scene.units[p].id: p for p in range(position)}
        new = ids.get(current[old].superseded_by or "") if old >= 0 else None
    if old < 0 and scene.cued(position, "undo") and (taken := undone(about, current, position)):
        old, new = taken
    if old < 0:
        return
    settled = Status.FINAL if current[old].choice or current[old].label == Label.DECISION else None
    current[old] = change(
        replace(current[old], label=Label.CONSTRAINT),
        "restore",
        status=Status.ACTIVE,
        superseded_by=None,
        choice=settled,
        chosen_over_by=None,
    )
    if old not in active:
        active.append(old)
    if new is not None:
        taken_back = scene.units[new].id
        _retire(current, new, scene.units[old].id, scene.units[position].id)
        if taken_back not in current[position].supersedes:
            links = (*current[position].supersedes, taken_back)
            current[position] = change(current[position], "restore", supersedes=links)
        active[:] = [p for p in active if p != new]


def _lifted(current: dict[int, Decision], about: About, position: int) -> int:
    """The newest deprecated constraint that is named by its number, shares enough names or holds the told value; -1 for
    none."""
    scene, saying = about.scene, about.saying(position, "restore")
    names = about.mentioned(saying) - _RULE_WORDS - _RESTORING
    values, item = about.told(saying), pointed(about, position)
    for old in range(position - 1, -1, -1):
        if current[old].label != Label.CONSTRAINT or current[old].status != Status.DEPRECATED:
            continue
        if old in item:
            return old
        theirs = about.mentioned(scene.units[old].text)
        if len(names & theirs) >= min(len(theirs), len(names), scene.policy.names_restored) and names & theirs:
            return old
        if not names and values and values <= about.told(scene.units[old].text):
            return old
    return -1


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
