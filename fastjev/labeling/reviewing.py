"""A review: what people differ on is decided by a digit, and then by another the reason why they did.

It is a session over the units in dispute, with other keys. Who said what is shown when it is decided.
"""

from collections.abc import Callable, Mapping

from fastjev.labeling.acting import acted
from fastjev.labeling.acts import Act
from fastjev.labeling.keys import DEEDS, REVIEW, Key, plain
from fastjev.labeling.moves import onward
from fastjev.labeling.review import REASONS, Dispute, decided
from fastjev.labeling.session import step as stepped
from fastjev.labeling.state import Prompt, Session, stamp
from fastjev.labeling.tasks import CLASSES, UNFIT, WHY

Disputes = Mapping[str, Dispute]
"""By unit."""
_DEEDS = frozenset(DEEDS[key] for key, _ in REVIEW) - {"skip", "unfit"} | {"up", "down"}
"""What of the labeler's deeds a review has as well."""
_SECOND = ("reason", "unfit")
"""Kinds of what is asked when a first digit has decided."""
assert tuple(REASONS) == WHY, (REASONS, WHY)


def reviewer(disputes: Disputes) -> Callable[[Session, Key], Session]:
    """What one key makes of a review. Acts to be written among the set's gold are in `told`."""

    def step(session: Session, key: Key) -> Session:
        return shown(_stepped(session, key, disputes), disputes)

    return step


def _stepped(session: Session, key: Key, disputes: Disputes) -> Session:
    name = plain(key.name)
    if session.prompt and session.prompt.kind in _SECOND:
        return _decision(session, name, session.prompt, key.at, disputes)
    if DEEDS.get(name) == "undo" and not _own(session, disputes):
        return session._replace(said="nothing to undo")
    elsewhere = session.screen != "label" or session.prompt or name.startswith("go:")
    if elsewhere or DEEDS.get(name) in _DEEDS:
        return stepped(session, key)
    return _label(session, name, key)


def _own(session: Session, disputes: Disputes) -> bool:
    """Whether the newest decision is of this review: those before it are others' too."""
    return bool(session.answers.acts) and session.answers.acts[-1].unit in disputes


def shown(session: Session, disputes: Disputes) -> Session:
    """With what people say beneath the unit."""
    unit = session.unit
    return session._replace(aside=_said(disputes[unit.id], session) if unit and unit.id in disputes else ())


def _label(session: Session, name: str, key: Key) -> Session:
    if session.unit is None:
        return session._replace(said="all is decided; k goes back, q ends")
    if DEEDS.get(name) == "skip":
        return stepped(session, Key("j", key.at))
    if name == "x":
        return session._replace(prompt=Prompt("unfit"), said="")
    if len(name) == 1 and "1" <= name <= str(len(CLASSES)):
        return session._replace(prompt=Prompt("reason", CLASSES[int(name) - 1]), said="")
    return session._replace(said="no such key in a review; 1 to 5 decide")


def _decision(session: Session, name: str, prompt: Prompt, at: float, disputes: Disputes) -> Session:
    """The second digit: why people differed, or why nobody can label the unit."""
    reasons = UNFIT if prompt.kind == "unfit" else WHY
    if name in ("escape", "q", "0"):
        return session._replace(prompt=None, said="")
    if not (len(name) == 1 and "1" <= name <= str(len(reasons))):
        return session._replace(said=f"1 to {len(reasons)}; Esc goes back")
    unit, reason, by = session.order[session.at], reasons[int(name) - 1], session.sheet.by
    if prompt.kind == "unfit":
        of = tuple(each.by for each in disputes[unit].given)
        made, told = Act(op="unfit", unit=unit, by=by, t=stamp(at), reason=reason, of=of), f"unfit: {reason}"
    else:
        made, told = decided(disputes[unit], prompt.text, reason, by, stamp(at)), f"{prompt.text}, {reason}"
    return onward(acted(session, made), at, f"saved {session.number(unit)} = {told} (u to undo)")


def _said(dispute: Dispute, session: Session) -> tuple[str, ...]:
    answer = session.answer(dispute.item.id)
    # Names come when a digit has decided, or did so before.
    named = bool(session.prompt and session.prompt.kind in _SECOND) or bool(answer.label or answer.unfit)
    verdict = [f"fastjev: {dispute.verdict.label} {dispute.verdict.p:.2f}"] if dispute.verdict else []
    if named:
        return (*(f"{each.by}: {each.label}" for each in dispute.given), *verdict)
    return (" | ".join(dispute.labels),)
