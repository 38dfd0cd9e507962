"""The word to begin: it ends what held all work back until then ("no code yet", "先别动手")."""

from collections.abc import Iterator

from fastjev.labels import Action, Label, Speaker, Status
from fastjev.stages.resolve.dialogue import statement
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed

_AGREED = (Status.FINAL, Status.ACTIVE)
_YES = frozenset({"confirm", "assent", "takes", "right"})
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

    A word is one to begin ("please implement"), or a yes to what was proposed, if that was more than to look.
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
    return binds and scene.human(position) and scene.cued(position, "await")


def _words(scene: Scene, decisions: Decisions) -> Iterator[int]:
    """Positions of the words to begin, one of a message at most. Who waits for something else gives none."""
    for message, positions in scene.of_message.items():
        if scene.conversation.messages[message].speaker != Speaker.HUMAN:
            continue
        if any(scene.cued(p, "await") for p in positions):
            continue
        opening = [p for p in positions if scene.prose(p) and scene.units[p].text.strip()]
        given = [p for p in opening if scene.cued(p, "begin")]
        if not given and _agrees(scene, decisions, message):
            given = [p for p in opening if scene.verdicts[p].cues & _YES] or opening
        yield from given[:1]


def _agrees(scene: Scene, decisions: Decisions, message: int) -> bool:
    """Whether a human message says yes to something of the statement it answers that is more than to look."""
    agreed = (p for p in statement(scene, message) if "confirm" in decisions[p].because)
    return any(decisions[p].status in _AGREED and not scene.cued(p, "looks") for p in agreed)
