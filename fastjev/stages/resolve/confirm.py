"""A short yes, no or later settles the proposal just before it."""

from dataclasses import replace

from fastjev.datatypes import Decision
from fastjev.labels import Action, Label, Speaker, Status
from fastjev.stages.resolve.dialogue import options, picked, proposals, statement
from fastjev.stages.resolve.scene import Decisions, Scene, change, changed


def confirm(scene: Scene, decisions: Decisions) -> Decisions:
    """Turns what a human's yes answers into a decision (or an agreed constraint), a no into rejected, a later into deferred.

    A pick ("B", "1 and 2", "first two yes, third no") settles the options it names and leaves the others proposed.
    """
    changes: dict[int, Decision] = {}
    for message, positions in scene.of_message.items():
        if scene.conversation.messages[message].speaker != Speaker.HUMAN:
            continue
        said = statement(scene, message)
        if not said:
            continue
        for position, status in _answers(scene, positions, said).items():
            changes[position] = _settled(scene, decisions[position], position, status)
    return changed(decisions, changes)


def _answers(scene: Scene, positions: tuple[int, ...], said: tuple[int, ...]) -> dict[int, Status]:
    """The statuses that the opening units of a human message give to units of the statement before it."""
    offered = options(scene, said)
    found: dict[int, Status] = {}
    asked = any(scene.cued(position, cue) for position in said for cue in ("ask", "bare_ask"))
    yes = no = later = False
    for position in positions[: scene.policy.answer_units]:
        text = scene.units[position].text
        named = picked(scene, text, offered) if len(text) <= scene.policy.answer_chars else []
        refused = scene.cued(position, "refuse")
        for option in named:
            found[option] = Status.REJECTED if refused else Status.FINAL
        if not named:
            yes = yes or _says_yes(scene, position, asked) and not (no or later)
            no = no or refused and not yes
            later = later or scene.cued(position, "defer") and not yes
    if found:
        return found
    if not (yes or no or later):
        return {}
    status = Status.FINAL if yes else Status.DEFERRED if later else Status.REJECTED
    preferred = [option for p in said if scene.cued(p, "prefer") for option in picked(scene, _after_cue(scene, p), offered)]
    return dict.fromkeys(preferred or proposals(scene, said), status)


def _says_yes(scene: Scene, position: int, asked: bool) -> bool:
    """A "right" agrees with what was said; it settles something only where the assistant asked."""
    return scene.cued(position, "confirm") or asked and scene.cued(position, "right")


def _after_cue(scene: Scene, position: int) -> str:
    """The words of a preference, from its cue on, so that the options it repeats before it do not count."""
    text = scene.units[position].text
    hits = scene.rulebook.match(text.strip(), speaker=Speaker.ASSISTANT, kind="prose")
    starts = [hit.cue.start for hit in hits if hit.rule.label == "prefer"]
    return text.strip()[min(starts, default=0) :]


def _settled(scene: Scene, decision: Decision, position: int, status: Status) -> Decision:
    label = Label.DECISION
    if status == Status.FINAL and scene.cued(position, "lasting"):
        label, status = Label.CONSTRAINT, Status.ACTIVE
    settled = change(decision, "confirm", label=label, status=status, action=Action.KEEP)
    return replace(settled, p=max(decision.p, scene.policy.confirmed_p))
