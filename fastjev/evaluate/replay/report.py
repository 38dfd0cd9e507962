"""Replays sessions, adds up what each policy kept, and says how far that would vary with other sessions."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from fastjev import readers
from fastjev.deliver import Source
from fastjev.evaluate.bootstrap import Interval
from fastjev.evaluate.replay.arms import Arm, arms
from fastjev.evaluate.replay.judgement import MEASURES, Count, Judgement, judgement
from fastjev.evaluate.replay.needed import Needed
from fastjev.evaluate.replay.past import COMPACT, ZONES, Past, pasts
from fastjev.evaluate.replay.places import LEAST_BEFORE
from fastjev.evaluate.replay.spread import added, ahead_between, interval
from fastjev.model import Models, shipped
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook

SCHEMA = "fastjev.replay/1"


@dataclass(frozen=True, slots=True)
class Cut:
    """One session at one place."""

    message: int
    """The first one behind it."""
    turn: int
    exchanges: int
    """Before it."""
    needed: tuple[Needed, ...]
    judgements: tuple[Judgement, ...]
    """In the order of the arms."""


@dataclass(frozen=True, slots=True)
class Session:
    """One session at all its places."""

    name: str
    cuts: tuple[Cut, ...]

    def counts(self, arm: Arm, measure: str) -> Count:
        """All its cuts together."""
        return added(each.counts[measure] for cut in self.cuts for each in cut.judgements if each.arm == arm)


class Row(NamedTuple):
    """One policy over all sessions."""

    arm: Arm
    counts: Mapping[str, Count]
    interval: Interval | None
    """Of `in_context`: where 95 of 100 draws of as many sessions lie. Nothing for fewer than two sessions."""


class Ahead(NamedTuple):
    """How far `budget` is ahead of the best of the others, all at one size, in words that results held.

    Words that only inputs held are left out: no other policy says what becomes of an input, and none names its words.
    """

    reduction: float
    rival: str
    points: float
    """The share of those words in the context, less the rival's; below 0 where it is behind."""
    interval: Interval | None
    """Of that difference, each draw of sessions under both."""


@dataclass(frozen=True, slots=True)
class Report:
    """All sessions that needed anything."""

    sessions: tuple[Session, ...]
    notes: tuple[str, ...]
    arms: tuple[Arm, ...]
    seed: int
    left_out: bool
    """Whether each session was decided by models that never saw it, not by those that travel with fastjev."""

    def rows(self) -> Iterator[Row]:
        """One for each arm."""
        for arm in self.arms:
            counts = {name: added(each.counts(arm, name) for each in self.sessions) for name in MEASURES}
            yield Row(arm, counts, interval(self._each(arm, "in_context"), self.seed))

    def ahead(self) -> Iterator[Ahead]:
        """One for each size. Nothing where no session needed anything of a result."""
        for reduction in dict.fromkeys(arm.reduction for arm in self.arms if arm.reduction is not None):
            ours = self._each(Arm("budget", reduction), "of_results")
            share = added(ours).share
            others = [arm for arm in self.arms if arm.reduction == reduction and arm.policy != "budget"]
            rated = [(added(self._each(arm, "of_results")).share or 0.0, arm) for arm in others]
            if share is not None:
                best, rival = max(rated, key=lambda each: each[0])
                between = ahead_between(ours, self._each(rival, "of_results"), self.seed)
                yield Ahead(reduction, rival.policy, share - best, between)

    def _each(self, arm: Arm, measure: str) -> list[Count]:
        return [each.counts(arm, measure) for each in self.sessions]


def replay(
    sources: Iterable[Source],
    *,
    rulebook: Rulebook,
    policy: Policy,
    reductions: Sequence[float],
    points: Sequence[float],
    seed: int = 0,
    left_out: Callable[[str], Models] | None = None,
    models: Models | None = None,
) -> Report:
    """Every session cut at every point, judged under every policy. A file given twice counts once. Raises: ReadError.

    `reductions`: shares of the results' characters that go. `points`: shares of the results that stand before a cut.
    `left_out`: from a file's SHA-256 to the models that decide it; else `models`, else the shipped ones.
    """
    sides = (*arms(reductions), Arm(COMPACT), Arm(ZONES))
    seen: set[str] = set()
    sessions, notes = [], []
    for source in sources:
        digest = hashlib.sha256(source.raw).hexdigest()
        if digest in seen:
            notes.append(f"{source.name}: the same bytes as a file before it; counted once")
            continue
        seen.add(digest)
        conversation = readers.read(source.raw, source.name, None)
        asked = left_out(digest) if left_out else models or shipped()
        found = pasts(conversation, rulebook, policy, points, asked)
        session = Session(source.name, tuple(_judged(past, sides) for past in found))
        if any(cut.needed for cut in session.cuts):
            sessions.append(session)
        else:
            notes.append(f"{source.name}: {_why(session)}; left out")
    return Report(tuple(sessions), tuple(notes), sides, seed, left_out is not None)


def tree(report: Report) -> dict[str, Any]:
    """Everything as JSON takes it; null for undefined."""
    return {
        "schema": SCHEMA,
        "seed": report.seed,
        "left_out": report.left_out,
        "policies": [{**row.arm._asdict(), **_counts(row.counts), "interval": row.interval} for row in report.rows()],
        "ahead": [each._asdict() for each in report.ahead()],
        "sessions": [_session(report, each) for each in report.sessions],
        "notes": report.notes,
    }


def _judged(past: Past, sides: Sequence[Arm]) -> Cut:
    return Cut(
        message=past.cut,
        turn=past.scene.conversation.turns,
        exchanges=len(past.judged),
        needed=past.needed,
        judgements=tuple(judgement(past, arm) for arm in sides),
    )


def _why(session: Session) -> str:
    if session.cuts:
        return "nothing that only its tools had told was used after a cut"
    return f"no place with {LEAST_BEFORE} tool results before it and something behind it"


def _session(report: Report, session: Session) -> dict[str, Any]:
    by_arm = [{**arm._asdict(), **_counts({n: session.counts(arm, n) for n in MEASURES})} for arm in report.arms]
    return {"name": session.name, "policies": by_arm, "cuts": [_cut(cut) for cut in session.cuts]}


def _cut(cut: Cut) -> dict[str, Any]:
    lost = [
        {**each.arm._asdict(), "lost": list(map(_needed, each.lost)), "false": each.false} for each in cut.judgements
    ]
    return {
        "message": cut.message,
        "turn": cut.turn,
        "exchanges": cut.exchanges,
        "needed": len(cut.needed),
        "policies": lost,
    }


def _needed(each: Needed) -> dict[str, Any]:
    return {**each._asdict(), "word": each.word.decode("ascii")}


def _counts(counts: Mapping[str, Count]) -> dict[str, Any]:
    return {name: {"share": count.share, **count._asdict()} for name, count in counts.items()}
