"""What trained models say of statements: which later one ends an earlier one, and what became of each as a choice."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from fastjev.datatypes import Decision
from fastjev.labels import Action, Label, Status
from fastjev.model import choices, links
from fastjev.stages.resolve.about import About
from fastjev.stages.resolve.candidates import pairs, stated
from fastjev.stages.resolve.choice import choice_at
from fastjev.stages.resolve.choices import answers_only, settled
from fastjev.stages.resolve.narrower import happened, narrower
from fastjev.stages.resolve.pairs import Pair
from fastjev.stages.resolve.pairs import traits as of_pair
from fastjev.stages.resolve.partly import partly
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed, doubted
from fastjev.stages.resolve.sides import Sides
from fastjev.stages.resolve.slots import MEASURES
from fastjev.stages.resolve.standing import Ended, traits
from fastjev.stages.resolve.topics import one_part

LINKS, CHOICES = "model:links", "model:choices"
_LESS = frozenset({"aside", "exception"})
_REPLACES = frozenset({"replace", "reverse"})
_CHANGES = frozenset({"replace", "reverse", "revoke"})
_VOID = (Status.OVERRIDDEN, Status.DEPRECATED)
Changes = dict[int, Decision]


def settle(scene: Scene, decisions: Decisions) -> Decisions:
    """Deprecates constraints that a later statement surely ends, marks those that another one may end, and gives every
    statement its standing as a choice.

    A choice that rules found overridden stays so.
    """
    if scene.policy.settling == "rules":
        return decisions
    sides, about = Sides(scene, decisions), About(scene, decisions)
    model = scene.ends or links.default()
    asked = (pair for pair in pairs(scene, decisions, sides) if not _again(sides, pair.new, pair.old))
    ends = likeliest((pair, model.noul(links.QUESTION, of_pair(sides, pair))) for pair in asked)
    changes, policy = Changes(), scene.policy
    least = min(policy.link_revalues, policy.link_deprecates, policy.link_disputes)
    for old, ended in sorted(ends.items()):
        if ended.p < least or not _binds(decisions[old]) or not _of_all(about, ended.new, old):
            continue
        surely = ended.p > (policy.link_revalues if _revalued(about, ended.new, old) else policy.link_deprecates)
        if surely:
            by = scene.units[ended.new].id
            before = changes.get(old, decisions[old])
            choice = Status.OVERRIDDEN if before.choice else None
            changes[old] = change(
                before,
                LINKS,
                status=Status.DEPRECATED,
                superseded_by=by,
                choice=choice,
                chosen_over_by=by if choice else None,
            )
            _tell(scene, decisions, changes, ended.new, old)
        elif ended.p >= policy.link_disputes and _binds(decisions[ended.new]):
            _dispute(scene, decisions, changes, ended.new, old)
    _stand(scene, decisions, sides, ends, changes)
    return changed(decisions, changes)


def likeliest(asked: Iterable[tuple[Pair, float]]) -> dict[int, Ended]:
    """By position of the earlier statement, the surest end of it; of two as sure the newer."""
    found: dict[int, Ended] = {}
    for pair, p in asked:
        if p >= found.get(pair.old, Ended()).p:
            found[pair.old] = Ended(p, pair.new)
    return found


def _again(sides: Sides, new: int, old: int) -> bool:
    """Whether the one only says the other again: what is repeated is not void."""
    return sides.at(old).folded in sides.at(new).folded


def _revalued(about: About, new: int, old: int) -> bool:
    """Whether the later statement has words that replace, and a value of the kind of the rule's only one."""
    before, after = about.valued(about.text(old)), about.valued(about.text(new))
    if len(before) != 1 or not about.scene.verdicts[new].cues & _REPLACES:
        return False
    kind, amount = before[0]
    return any(kind == other and amount != value for other, value in after) and before[0] not in after


def _of_all(about: About, new: int, old: int) -> bool:
    """Whether words show nothing against it that a statement is about all of an older rule, here and now."""
    tells = about.scene.verdicts[new].cues & _LESS or happened(about, new)
    return not (tells or narrower(about, new, old) or partly(about, new, old))


def _binds(decision: Decision) -> bool:
    restored = "restore" in decision.because
    return decision.label == Label.CONSTRAINT and decision.status not in _VOID and not restored


def _tell(scene: Scene, decisions: Decisions, changes: Changes, new: int, old: int) -> None:
    """The later statement names what it ended."""
    mine, id = changes.get(new, decisions[new]), scene.units[old].id
    if id not in mine.supersedes:
        changes[new] = change(mine, LINKS, supersedes=(*mine.supersedes, id))


def _dispute(scene: Scene, decisions: Decisions, changes: Changes, new: int, old: int) -> None:
    """Two rules of which the later one may take the place of the earlier: both bind, and each names the other."""
    for one, other in ((new, old), (old, new)):
        mine, id = changes.get(one, decisions[one]), scene.units[other].id
        if id not in mine.conflicts_with:
            linked = (*mine.conflicts_with, id)
            changes[one] = change(mine, LINKS, status=Status.POSSIBLE_CONFLICT, conflicts_with=linked)


def _stand(scene: Scene, decisions: Decisions, sides: Sides, ends: Mapping[int, Ended], changes: Changes) -> None:
    model = scene.stands or choices.default()
    statements = [*stated(scene, decisions, sides)]
    for number, position in enumerate(statements):
        before = changes.get(position, decisions[position])
        ended = ends.get(position, Ended())
        if ended.new >= 0 and _leaves(scene, sides, before, position, ended.new):
            ended = Ended()
        if settled(before) not in (None, Status.FINAL) or before.status in _VOID or "restore" in before.because:
            continue
        if scene.human(position) and (answers_only(scene, position, before) or _told(scene, position, before)):
            continue
        row = traits(scene, decisions, sides, position, ended, len(statements) - 1 - number)
        shares = model.choice(choices.QUESTION, row)
        status = _status(scene, shares, ended, settled(before), firm=_firm(scene, position, before))
        binds = before.label == Label.CONSTRAINT and not doubted(before)
        if (binds or before.supersedes) and status in (Status.REJECTED, Status.DEFERRED):
            continue  # a rule that says no to something is not refused itself, nor is what took another's place
        if scene.human(position) and status and not _borne_out(scene, sides, position, status):
            continue
        agreed = scene.human(position) or "confirm" in before.because
        if not agreed and status not in (Status.REJECTED, Status.DEFERRED):
            continue  # it is a proposal, whatever it is like
        if status == Status.OVERRIDDEN:
            changes[position] = _overridden(before, scene.units[ended.new].id)
            _tell(scene, decisions, changes, ended.new, position)
        elif status and status != settled(before):
            changes[position] = _chosen(before, status)


def _borne_out(scene: Scene, sides: Sides, position: int, status: Status) -> bool:
    """Whether a person's words bear out that he refuses something, or puts it off, where a model says so."""
    if status == Status.REJECTED:
        return "refuse" in sides.at(position).cues
    text = scene.rulebook.fold(scene.units[position].text)
    return status != Status.DEFERRED or scene.rulebook.phrases.holds("puts_off", text)


def _leaves(scene: Scene, sides: Sides, decision: Decision, position: int, new: int) -> bool:
    """Whether a later statement leaves a taken proposal, or a limit, be: it has nothing in common with it, or no words
    that put something in its place where it goes on with the answer or is about one part of the plan."""
    old, later = sides.at(position), sides.at(new)
    shared = old.grains.words & (later.grains.words | later.heard_grains.words)
    apart = not shared and not old.groups & later.groups
    if "confirm" not in decision.because:
        limit = not old.kinds.isdisjoint(MEASURES) and not later.values
        return limit and not old.grains.words & later.grains.words and not old.groups & later.groups
    if apart:
        return True
    if later.cues & _CHANGES:
        return False
    return position in later.said or one_part(scene, choice_at(scene, new), choice_at(scene, position))


def _told(scene: Scene, position: int, decision: Decision) -> bool:
    """Whether a rule is sure that the statement only tells something, and nothing made it a choice."""
    verdict = scene.verdicts[position]
    told = verdict.label in (Label.FACT, Label.PROCESS) and verdict.p >= scene.policy.apart_weight
    return told and decision.label == verdict.label and any(vote.by[:5] == "rule:" for vote in verdict.votes)


def _firm(scene: Scene, position: int, decision: Decision) -> bool:
    """Whether a rule or a yes settled it: it can grow stale, and is not refused or put off for what it is like."""
    votes, cues = scene.verdicts[position].votes, scene.verdicts[position].cues
    if "refuse" in cues and not cues & {"replace", "reverse"}:
        return False
    settles = scene.policy.settle_weight
    return "confirm" in decision.because or any(
        vote.label == Label.DECISION and vote.weight >= settles and vote.by[:5] == "rule:" for vote in votes
    )


def _status(
    scene: Scene, shares: Mapping[str, float], ended: Ended, given: Status | None, *, firm: bool
) -> Status | None:
    """The standing that costs least; None for no choice, and where one is stale but nothing can be said to end it.

    `given`: what rules say.
    """
    policy = scene.policy
    if not given and 1.0 - shares[choices.NONE] < policy.choice_least:
        return None
    known = firm or given or shares[Status.OVERRIDDEN] >= policy.overridden_least
    ends = ended.new >= 0 and ended.p >= policy.link_overrides and known
    weights = {
        Status.FINAL: 1.0,
        Status.OVERRIDDEN: policy.stale_cost * bool(ends),
        Status.REJECTED: policy.rejected_worth * (not firm),
        Status.DEFERRED: policy.deferred_worth * (not firm),
    }
    status = max(weights, key=lambda status: shares[status] * weights[status])
    stale = ended.new >= 0 and shares[Status.OVERRIDDEN] * policy.stale_cost > shares[status] * weights[status]
    return None if stale and not ends and not given else status


def _chosen(decision: Decision, status: Status) -> Decision:
    """The decision as a choice of that standing; what binds goes on to bind."""
    if decision.label == Label.CONSTRAINT:
        return change(decision, CHOICES, choice=status)
    return change(decision, CHOICES, label=Label.DECISION, status=status, action=Action.KEEP)


def _overridden(decision: Decision, by: str) -> Decision:
    """The choice is stale; a constraint that it settled binds on, since that needs a surer link."""
    chosen = _chosen(decision, Status.OVERRIDDEN)
    if chosen.label == Label.CONSTRAINT:
        return replace(chosen, chosen_over_by=by)
    return replace(chosen, superseded_by=by)
