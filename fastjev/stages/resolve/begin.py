"""The word to begin: it ends what held all work back until then ("no code yet", "先别动手")."""

from collections.abc import Iterator

from fastjev.labels import Action, Label, Speaker, Status
from fastjev.stages.resolve.dialogue import statement
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed

_AGREED = (Status.FINAL, Status.ACTIVE)
_YES, _PLAN = frozenset({"confirm", "assent"}), frozenset({"assent"})
_OFFERS = frozenset({"ask", "propose", "intend", "prefer"})
_VOID = (Status.OVERRIDDEN, Status.DEPRECATED)


def withhold(scene: Scene, decisions: Decisions) -> Decisions:
    """What holds back the work as a whole binds until the word to begin, whatever label it has."""
    changes = {}
    for position, decision in enumerate(decisions):
        if scene.human(position) and scene.cued(position, "await") and decision.label != Label.CONSTRAINT:
            changes[position] = change(
                decision, "withhold", label=Label.CONSTRAINT, status=Status.ACTIVE, action=Action.KEEP
            )
    return changed(decisions, changes)


def begin(scene: Scene, decisions: Decisions) -> Decisions:
    """Deprecates rules that hold back the work as a whole, once the human gives the word in a later message.

    A word is one to begin ("please implement"), or a yes to what was proposed, where that is more than to look.
    """
    awaiting = [p for p in range(len(decisions)) if _awaits(scene, decisions, p)]
    words = [*_words(scene, decisions)] if awaiting else []
    changes = {}
    for position in awaiting:
        word = next((w for w in words if scene.units[w].message > scene.units[position].message), None)
        if word is None:
            continue
        by, before = scene.units[word].id, decisions[position]
        choice = Status.OVERRIDDEN if before.choice else None
        changes[position] = change(
            before,
            "begin",
            status=Status.DEPRECATED,
            superseded_by=by,
            choice=choice,
            chosen_over_by=by if choice else None,
        )
        given = changes.get(word, decisions[word])
        changes[word] = change(given, "begin", supersedes=(*given.supersedes, scene.units[position].id))
    return changed(decisions, changes)


def _awaits(scene: Scene, decisions: Decisions, position: int) -> bool:
    binds = decisions[position].label == Label.CONSTRAINT and decisions[position].status not in _VOID
    return binds and scene.human(position) and scene.cued(position, "await") and not _says_more(scene, position)


def _says_more(scene: Scene, position: int) -> bool:
    """Whether the rest of the unit binds by itself ("先别动手，别用 lodash"): it must not end with the word."""
    unit = scene.units[position]
    rest = unit.text
    for hit in scene.rulebook.match(unit.text, speaker=unit.speaker, kind=unit.kind):
        if hit.rule.label == "await":
            rest = rest.replace(hit.cue.of(unit.text), " ")
    hits = scene.rulebook.match(rest, speaker=unit.speaker, kind=unit.kind)
    return any(hit.rule.label == Label.CONSTRAINT and hit.rule.weight >= scene.policy.settle_weight for hit in hits)


def _words(scene: Scene, decisions: Decisions) -> Iterator[int]:
    """Positions of the words to begin, one of a message at most. Who waits for something else gives none."""
    for message, positions in scene.of_message.items():
        if scene.conversation.messages[message].speaker != Speaker.HUMAN:
            continue
        if any(scene.cued(p, "await") for p in positions):
            continue
        opening = [p for p in positions if scene.prose(p) and scene.units[p].text.strip()][: scene.policy.answer_units]
        given = [p for p in opening if scene.cued(p, "begin")]
        if not given and not any(_holds_off(scene, p) for p in opening):
            given = _yeses(scene, decisions, message, opening)
        yield from given[:1]


def _yeses(scene: Scene, decisions: Decisions, message: int, opening: list[int]) -> list[int]:
    """Those units that say yes to what the statement before them asks or proposes at last, if that is not to look.

    Where it asks and proposes nothing, only a yes to a plan ("go ahead") will do.
    """
    said = statement(scene, message)
    asked = [p for p in said if scene.verdicts[p].cues & _OFFERS]
    if asked and scene.cued(asked[-1], "looks"):
        return []
    wanted = _YES if asked else _PLAN
    taken = any("confirm" in decisions[p].because and decisions[p].status in _AGREED for p in said)
    return [p for p in opening if scene.verdicts[p].cues & wanted] or (opening if taken else [])


def _holds_off(scene: Scene, position: int) -> bool:
    return scene.rulebook.phrases.holds("begins_not", scene.rulebook.fold(scene.units[position].text.strip()))
