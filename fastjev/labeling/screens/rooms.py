"""The labeler's other two rooms: what people differ on is reviewed, and what may be a slip is asked again."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from fastjev.labeling import guide, sets
from fastjev.labeling.answers import answers
from fastjev.labeling.doubt import REASONS, Doubt
from fastjev.labeling.opened import opened
from fastjev.labeling.review import Dispute
from fastjev.labeling.reviewing import reviewer, shown
from fastjev.labeling.screens.labeler import Labeler
from fastjev.labeling.sets import Set
from fastjev.labeling.state import Session, day
from fastjev.labeling.tasks import TASKS
from fastjev.labeling.world import desk


def review(
    set: Set, by: str, disputes: Sequence[Dispute], root: Path, *, theme: str = "terminal", lang: str = "en"
) -> Session:
    """Decides about them, into the set's gold. Needs a terminal; returns the session as it was left."""
    items, now = sets.items(set), time.time()
    found = {dispute.item.id: dispute for dispute in disputes}
    session = opened(
        name=set.name,
        by=by,
        task=TASKS["class"],
        items=items,
        answers=answers(sets.gold(set)),
        at=now,
        day=day(now),
        guide=guide.version(),
        again=dict.fromkeys(found, ""),
        what="review",
    )
    place = replace(desk(set, items, root, (), lang), save=lambda act: sets.append(set, act, gold=True))
    return Labeler(shown(session, found), place, theme, reviewer(found)).run() or session


def doubt(
    set: Set, by: str, doubts: Sequence[Doubt], root: Path, *, theme: str = "terminal", lang: str = "en"
) -> Session:
    """Asks again, blind, and then says what spoke against the answer. Needs a terminal; returns the session."""
    items, now = sets.items(set), time.time()
    session = opened(
        name=set.name,
        by=by,
        task=TASKS["class"],
        items=items,
        answers=answers(sets.acts(set, by)),
        at=now,
        day=day(now),
        guide=guide.version(),
        again={each.item.id: "; ".join(REASONS[reason] for reason in each.reasons) for each in doubts},
        what="doubt",
    )
    return Labeler(session, desk(set, items, root, (), lang), theme).run() or session
