"""A yes that changes a part of what it answers: the changed words are the human's, not the proposal's."""

import re

from fastjev.datatypes import Decision, Span
from fastjev.labels import Label, Speaker, Status
from fastjev.stages.resolve.dialogue import options, picked, statement
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed
from fastjev.stages.resolve.slots import MEASURES, Setting, Slots, lexicon
from fastjev.stages.sentences import clauses

_PASS = "amend"
_BUT = re.compile(
    r"(?:行|好|可以|对|嗯|ok|okay|yes|yeah|yep|sure|fine)?[,，。.!\s]*"
    r"(?:不过|只是|就是|但是?|可是|改成|but|except|only|just|though)(?![a-z])"
)

_DIGIT = re.compile(r"[0-9]")


def amend(scene: Scene, decisions: Decisions) -> Decisions:
    """A human's clause that gives another value to what a confirmed proposal sets overrides it, and is the choice.

    So does one that opens with "but" and speaks of the same thing. Where slots differ both stand.
    """
    changes: dict[int, Decision] = {}
    for message, positions in scene.of_message.items():
        if scene.conversation.messages[message].speaker != Speaker.HUMAN:
            continue
        said = statement(scene, message)
        accepted, offered = [p for p in said if _accepted(decisions[p])], options(scene, said)
        for position in positions[: scene.policy.answer_units]:
            if not scene.prose(position) or decisions[position].label not in (Label.CONSTRAINT, Label.DECISION):
                continue
            for proposal in accepted:
                changes_it = _changes(scene, position, proposal) or _of_option(scene, position, proposal, offered)
                if proposal not in changes and changes_it:
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
    if len(meant) != 1 or not (_other_value(mine, theirs, but) or _counts_anew(scene, position, meant[0])):
        return False
    if _counts_anew(scene, position, meant[0]):
        return True
    told = any(dimension and (dimension, value) in theirs.values for dimension, value in mine.values)
    return told or len(mine.names & theirs.names) > 1 or mine.names <= theirs.names


def _counts_anew(scene: Scene, position: int, meant: Setting) -> bool:
    """Whether a clause is nothing but another number of what the proposal counts ("three will do")."""
    words, text = lexicon(scene.rulebook), scene.units[position].text
    amounts = [words.amount(span.of(text)) for span in clauses(text, Span(0, len(text)))]
    return any(found and found[0] == meant.dimension != "" and found[1] != meant.value for found in amounts)


def _of_option(scene: Scene, position: int, proposal: int, offered: dict[str, int]) -> bool:
    """Whether a clause picks the option by its mark and gives its one setting another value ("2 给到 500")."""
    words, text = lexicon(scene.rulebook), scene.units[position].text
    theirs = words.slots(scene.units[proposal].text).settings
    if len(theirs) != 1:
        return False
    for span in clauses(text, Span(0, len(text))):
        clause = span.of(text).strip()
        hits = scene.rulebook.match(clause, speaker=Speaker.HUMAN, kind="prose")
        values = [
            value
            for value in words.slots(clause).values[-1:]
            if len(words.slots(clause).values) > 1 or not _DIGIT.match(clause)
        ]
        sets = any(kind in ("", theirs[0].dimension) and value != theirs[0].value for kind, value in values)
        if (
            sets
            and picked(scene, clause, offered)[:1] == [proposal]
            and any(hit.rule.label == "replace" for hit in hits)
        ):
            return True
    return False


def _other_value(mine: Slots, theirs: Slots, but: bool) -> bool:
    """Whether one of the values is of the proposal's measure and not among its values; after "but" also a bare one."""
    measured = {dimension for dimension, _ in theirs.values} & MEASURES
    bare = but and len(theirs.values) == 1
    return any(
        dimension in measured or (bare and not dimension)
        for dimension, value in mine.values
        if (dimension, value) not in theirs.values
    )
