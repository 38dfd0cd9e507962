"""How sure it is that a statement takes the place of a rule: it lifts it, or gives the same thing another value."""

import re
from collections.abc import Sequence

from fastjev.datatypes import Span
from fastjev.labels import Label
from fastjev.stages.resolve.about import About, Value
from fastjev.stages.resolve.narrower import happened, narrower
from fastjev.stages.resolve.numbered import numbered
from fastjev.stages.resolve.partly import partly
from fastjev.stages.resolve.scene import Scene
from fastjev.stages.resolve.slots import MEASURES, Setting, Slots, lexicon
from fastjev.stages.sentences import clauses

_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_ASKS = re.compile(r"(?:[?？]|[吗呢嗎])\s*$")


def replaced(about: About, new: int, active: Sequence[int]) -> dict[int, float]:
    """For each active rule of another message, by position, how sure it is that the unit replaces it, from 0 to 1.

    A long one says more than a later statement can end. What is told of others or of once ends nothing, and neither
    does what is narrower.
    """
    scene = about.scene
    if scene.cued(new, "aside") or happened(about, new):
        return {}
    earlier = [old for old in active if scene.units[old].message != scene.units[new].message]
    renewed = _renewed(about, new, earlier)
    if (meant := numbered(about, new, earlier)) >= 0:
        return {meant: scene.policy.surest}
    found = {
        old: max(
            _lifts(about, new, old, earlier),
            _revalues(about, new, old, earlier),
            _rechooses(about, new, old, earlier),
            _reinstates(about, new, old),
            renewed.get(old, 0.0),
        )
        for old in earlier
    }
    spared = {old for old in found if found[old] and (narrower(about, new, old) or partly(about, new, old))}
    found = {old: confidence for old, confidence in found.items() if confidence and old not in spared}
    most = scene.policy.conflict_confidence
    return {old: confidence if about.short(old) else min(confidence, most) for old, confidence in found.items()}


def _lifts(about: About, new: int, old: int, active: Sequence[int]) -> float:
    """A revoking cue and most of the old rule's names; a permission lifts only what was held back.

    Of a short rule one name will do, where what is said to be lifted is nearest to it.
    """
    scene, policy = about.scene, about.scene.policy
    revokes, narrows = scene.cued(new, "revoke"), scene.cued(new, "exception")
    permits = scene.cued(new, "permit") and scene.cued(old, "hold") and not narrows
    if not (permits or revokes):
        return 0.0
    names, lifting = about.own(old).names, about.saying(new, "revoke" if revokes else "permit")
    points = scene.rulebook.phrases.holds("at_rule", scene.rulebook.fold(lifting))
    rivals = active if revokes and points else [each for each in active if scene.cued(each, "hold")]
    said = about.mentioned(lifting)
    if permits and not any(said & about.own(each).names for each in rivals):
        said = about.wide(new).names
    nearest = about.nearest(said, rivals)
    plain = len(about.text(old).strip()) <= policy.bare_chars and scene.cued(old, "hold")
    if nearest == old and (permits or points or plain):
        return policy.slot_link
    if permits and nearest < 0 and _undone(about, lifting, rivals) == old:
        return policy.slot_link
    shared = about.mentioned(lifting) & names
    if not shared or narrows or nearest not in (old, -1):
        return 0.0
    return len(shared) / min(len(names), policy.names_told)


def _undone(about: About, lifting: str, rules: Sequence[int]) -> int:
    """The one rule that holds back what a permission names by nothing but its verb ("you may start editing")."""
    done = next(about.scene.rulebook.phrases.found("permitted", about.scene.rulebook.fold(lifting)), None)
    verb = done[1] or done[2] if done else ""
    holding = [each for each in rules if verb and verb in about.scene.rulebook.fold(about.text(each))]
    return holding[0] if len(holding) == 1 else -1


def _reinstates(about: About, new: int, old: int) -> float:
    """A rule said anew takes the place of the words that had lifted it."""
    scene = about.scene
    lifted = scene.cued(old, "permit") or scene.cued(old, "revoke")
    anew = scene.cued(new, "reverse") and not any(scene.cued(new, cue) for cue in ("permit", "revoke", "exception"))
    return scene.policy.slot_link if lifted and anew and about.own(new).names & about.own(old).names else 0.0


def _renewed(about: About, new: int, active: Sequence[int]) -> dict[int, float]:
    """The rules whose one value the unit sets anew, each the nearest to what it names."""
    scene = about.scene
    if scene.cued(new, "exception") or not scene.prose(new) or _ASKS.search(about.text(new)):
        return {}
    found: dict[int, float] = dict.fromkeys(_corrected(about, new, active), scene.policy.surest)
    refused, replaces = about.refused(new), scene.cued(new, "replace")
    for value in about.values(new):
        spoken = [old for old in active if _refuses(about, refused, value, old, replaces=replaces)]
        meant = spoken[0] if len(spoken) == 1 else about.nearest(value.topic, spoken)
        if meant >= 0:
            found[meant] = scene.policy.surest
            continue
        kind, amount = value.setting.dimension, value.setting.value
        rivals = [
            old
            for old in active
            if (kind, amount) not in about.own(old).values and any(kind == each for each, _ in about.own(old).values)
        ]
        told = [old for old in rivals if any(amount in value.told for _, amount in about.own(old).values)]
        tried = ((value.topic, told), (value.setting.names, rivals), (value.topic, rivals))
        old = next((near for near in (about.nearest(names, rules) for names, rules in tried) if near >= 0), -1)
        if old >= 0 and _same_thing_anew(about, value, old):
            found[old] = scene.policy.slot_link
    return found


def _corrected(about: About, new: int, active: Sequence[int]) -> list[int]:
    """The one rule of the human's message before whose value a unit sets right that owns to a slip."""
    scene, values = about.scene, [*about.values(new)]
    if not values or not scene.rulebook.phrases.holds("corrects", scene.rulebook.fold(about.line(new))):
        return []
    last = max((scene.units[old].turn for old in active), default=0)
    if last != scene.units[new].turn - 1:
        return []
    kind, amount = values[-1].setting.dimension, values[-1].setting.value
    meant = [
        old
        for old in active
        if scene.units[old].turn == last
        and [each for each, _ in about.own(old).values] == [kind]
        and _near(about, amount, about.own(old).values[0][1])
    ]
    return meant if len(meant) == 1 else []


def _near(about: About, one: float, other: float) -> bool:
    """Whether two values may be of one thing: they differ, and not by much."""
    low, high = sorted((one, other))
    return 0 < low < high <= low * about.scene.policy.value_ratio


def _refuses(about: About, refused: frozenset[tuple[str, float]], value: Value, old: int, *, replaces: bool) -> bool:
    """Whether the one value of the rule is among those that will not do, and the new one is of its kind.

    An everyday number must stand where something of the rule is named, or with words that replace.
    """
    own = about.own(old)
    if len(own.values) != 1 or not own.settings or value.setting.value == own.values[0][1]:
        return False
    kind, amount = own.values[0]
    said = any(amount == each and (kind == its or not kind or not its) for its, each in refused)
    alike = kind == value.setting.dimension or not kind or not value.setting.dimension
    telling = kind in MEASURES or amount >= about.scene.policy.telling_value or replaces
    telling = telling or bool(value.topic & own.names)
    return said and alike and telling and _acts(about.scene, old, own.settings[0]) < 2


def _same_thing_anew(about: About, value: Value, old: int) -> bool:
    """Whether the clause names nothing else, or all that the rule's clause does, or the old value is told again.

    A value that the rule itself says it is not is none of its own. Bare numbers count things of all kinds, so
    that they must share more.
    """
    policy, own = about.scene.policy, about.own(old)
    if len(own.values) != 1 or not own.settings or about.scene.cued(old, "exception"):
        return False
    before = own.settings[0]
    if own.values[0] in about.refused(old):
        return False
    if not _near(about, before.value, value.setting.value) or _acts(about.scene, old, before) > 1:
        return False
    nothing_else = value.setting.names <= own.names
    all_of_it = bool(before.names) and before.names <= value.topic
    if all_of_it or before.value in value.told:
        return before.dimension in MEASURES or not before.dimension
    shared = about.weight(before.names & value.topic)
    most = shared >= policy.topic_share * about.weight(before.names) and shared > 0
    return nothing_else and (before.dimension in MEASURES or (most and not before.dimension))


def _revalues(about: About, new: int, old: int, active: Sequence[int]) -> float:
    """Another value of the same dimension for the same thing.

    Surest where the old value is named beside the new one ("60 did not help, make it 45"). Of several values in the old
    unit nobody can tell which was meant, so it is not deprecated.
    """
    scene, policy = about.scene, about.scene.policy
    mine, theirs, wide = about.own(new), about.own(old), about.wide(new)
    if len(theirs.settings) != 1 or scene.cued(new, "exception"):
        return 0.0
    before = theirs.settings[0]
    replaces = scene.cued(new, "replace")
    best = 0.0
    for setting in mine.settings:
        alike = setting.dimension == before.dimension
        if setting.value == before.value or not (alike or not setting.dimension or not before.dimension):
            continue
        shared = setting.names & theirs.names
        told = _tells(about, wide, before)
        near = told and bool(shared or wide.names & theirs.names)
        again = _frame(scene, new) == _frame(scene, old)
        here = before.dimension in MEASURES or (before.value >= policy.telling_value and _tells(about, mine, before))
        only = told and here and replaces and about.short(new) and _alone(about, before, old, active)
        if near or again or only:
            best = max(best, policy.surest)
        elif alike and _same_thing(about, setting, before, new, old, active):
            best = max(best, policy.slot_link)
        elif replaces and len(shared) > 1:
            best = max(best, policy.conflict_confidence)
    return best if _acts(scene, old, before) < 2 else min(best, policy.conflict_confidence)


def _alone(about: About, before: Setting, old: int, active: Sequence[int]) -> bool:
    """Whether no other active rule holds the value that is named again."""
    return not any(_holds(about.own(each), before) for each in active if each != old)


def _same_thing(about: About, setting: Setting, before: Setting, new: int, old: int, active: Sequence[int]) -> bool:
    """Whether two values of one dimension are given to one name, or to none where no other rule has such a value."""
    replaces = about.scene.cued(new, "replace")
    if replaces and setting.names and setting.names == before.names:
        return True
    if setting.dimension not in MEASURES:
        return False
    if setting.names:
        return replaces and setting.names <= about.own(old).names
    if not replaces or about.own(new).names:
        return False
    others = (other for each in active if each != old for other in about.own(each).settings)
    return not any(other.dimension == setting.dimension for other in others)


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


def _tells(about: About, said: Slots, before: Setting) -> bool:
    """Whether the old value is named again: with its unit, or bare where the number is no everyday one."""
    with_unit = bool(before.dimension) and (before.dimension, before.value) in said.values
    return with_unit or (before.value >= about.scene.policy.telling_value and ("", before.value) in said.values)


def _holds(slots: Slots, setting: Setting) -> bool:
    return any(value == setting.value and dimension == setting.dimension for dimension, value in slots.values)


def _rechooses(about: About, new: int, old: int, active: Sequence[int]) -> float:
    """Another member of the same slot of the lexicon, with a replacing cue and a shared name.

    Who goes back to something need not name the thing, where one rule alone fills the slot, and may name what goes.
    Of a rule that fills several slots nobody says that all are filled anew.
    """
    scene, mine, theirs = about.scene, about.own(new).groups, about.own(old).groups
    back, others = scene.cued(new, "reverse"), mine - theirs
    if not scene.cued(new, "replace") or scene.cued(new, "exception") or (mine & theirs and not back):
        return 0.0
    groups = {group for group, _ in theirs}
    if not groups & {group for group, _ in others}:
        return 0.0
    members = {word for _, word in mine | theirs}
    shared = (about.own(new).names & about.own(old).names) - members
    rivals = [each for each in active if groups & {group for group, _ in about.own(each).groups}]
    meant = len(groups) == 1 and (shared or (back and rivals == [old]))
    return scene.policy.slot_link if meant else scene.policy.conflict_confidence
