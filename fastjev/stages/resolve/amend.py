"""A yes that changes a part of what it answers: the changed words are the human's, not the proposal's."""

import re

from fastjev.datatypes import Decision
from fastjev.labels import Label, Speaker, Status
from fastjev.stages.resolve.dialogue import statement
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed
from fastjev.stages.resolve.slots import MEASURES, Slots, lexicon

_PASS = "amend"
_BUT = re.compile(
    r"(?:行|好|可以|对|嗯|ok|okay|yes|yeah|yep|sure|fine)?[,，。.!\s]*"
    r"(?:不过|只是|就是|但是?|可是|改成|but|except|only|just|though)(?![a-z])"
)


def amend(scene: Scene, decisions: Decisions) -> Decisions:
    """A human's clause that gives another value to what a confirmed proposal sets overrides it, and is the choice.

    So does one that opens with "but" and speaks of the same thing. Where slots differ both stand.
    """
    changes: dict[int, Decision] = {}
    for message, positions in scene.of_message.items():
        if scene.conversation.messages[message].speaker != Speaker.HUMAN:
            continue
        accepted = [p for p in statement(scene, message) if _accepted(decisions[p])]
        for position in positions[: scene.policy.answer_units]:
            if not scene.prose(position) or decisions[position].label not in (Label.CONSTRAINT, Label.DECISION):
                continue
            for proposal in accepted:
                if proposal not in changes and _changes(scene, position, proposal):
                    mine = changes.get(position, decisions[position])
                    by, old = scene.units[position].id, scene.units[proposal].id
                    choice = Status.FINAL if mine.label == Label.CONSTRAINT else None
                    changes[proposal] = change(decisions[proposal], _PASS, status=Status.OVERRIDDEN, superseded_by=by)
                    changes[position] = change(mine, _PASS, choice=choice, supersedes=(*mine.supersedes, old))
    return changed(decisions, changes)


def _accepted(decision: Decision) -> bool:
    return "confirm" in decision.because and decision.label == Label.DECISION and decision.status == Status.FINAL


def _changes(scene: Scene, position: int, proposal: int) -> bool:
    """Whether the clause sets another value in the one setting of the proposal, of the same thing.

    The same: two names shared, no other name, or a value of the proposal told again ("5 % first, then the 50 %").
    """
    words = lexicon(scene.rulebook)
    mine, theirs = words.slots(scene.units[position].text), words.slots(scene.units[proposal].text)
    but = bool(_BUT.match(scene.rulebook.fold(scene.units[position].text.strip())))
    kinds = {dimension for dimension, _ in mine.values}
    meant = [setting for setting in theirs.settings if setting.dimension in kinds or (but and "" in kinds)]
    if len(meant) != 1 or not _other_value(mine, theirs, but):
        return False
    told = any(dimension and (dimension, value) in theirs.values for dimension, value in mine.values)
    return told or len(mine.names & theirs.names) > 1 or mine.names <= theirs.names


def _other_value(mine: Slots, theirs: Slots, but: bool) -> bool:
    """Whether one of the values is of the proposal's measure and not among its values; after "but" also a bare one."""
    measured = {dimension for dimension, _ in theirs.values} & MEASURES
    bare = but and len(theirs.values) == 1
    return any(
        dimension in measured or (bare and not dimension)
        for dimension, value in mine.values
        if (dimension, value) not in theirs.values
    )
