"""Compactions of the journal walked again, from the archived records, at other settings.

The same measure for all of them, that of `fastjev replay`: of the words that the session used next and only results had
held, how many stand in what stays.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from fastjev import readers
from fastjev.errors import ReadError
from fastjev.evaluate.replay.judgement import counted
from fastjev.evaluate.replay.past import pasts_at
from fastjev.evaluate.tune.settings import Setting
from fastjev.model import shipped
from fastjev.policy import Policy
from fastjev.rulebook import Rulebook

TIMES = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 12.0)
"""What the share and the floor of the budget are multiplied by; 1 is the policy in force."""
SESSIONS, CUTS = 20, 4
"""Walked at most, the newest: sessions, and compactions of one. A walk takes about a second for a megabyte."""


class Kept(NamedTuple):
    """A session as the archive has it."""

    session: str
    raw: bytes
    """All of it, as it was last compacted."""
    source: str
    format: str
    cuts: tuple[int, ...]
    """Of the compactions before the last one: indexes of the first messages that they did not see."""


class Choice(NamedTuple):
    """Keys of a policy file, with their values."""

    keys: tuple[tuple[str, float | int | str], ...]

    @property
    def exchanges(self) -> str:
        """Its policy."""
        return str(dict(self.keys).get("exchanges", "budget"))

    def of(self, policy: Policy) -> Policy:
        """The policy changed by it."""
        changes: dict[str, object] = dict(self.keys)
        return replace(policy, **changes)  # type: ignore[arg-type]


class Walked(NamedTuple):
    """What a choice comes to."""

    choice: Choice
    tokens: int = 0
    """Estimated, of all results."""
    kept: int = 0
    needed: int = 0
    """Words that a result had held and the session used next."""
    there: int = 0
    """Of them, those that stand in what stays."""

    @property
    def saved(self) -> float | None:
        """Share of the tokens that goes; nothing where there are none."""
        return 1 - self.kept / self.tokens if self.tokens else None

    @property
    def lost(self) -> float | None:
        """Share of the needed words; nothing where none was."""
        return 1 - self.there / self.needed if self.needed else None


def choices(policy: Policy, classic: Setting | None) -> tuple[Choice, ...]:
    """Budgets, the documented `classic`, and the setting of it that a journal alone would choose, to compare with."""
    found = [
        Choice(
            (
                ("fact_share", round(policy.fact_share * times, 6)),
                ("fact_floor_chars", round(policy.fact_floor_chars * times)),
            )
        )
        for times in TIMES
    ]
    found.append(Choice((("exchanges", "classic"),)))
    if classic:
        keys = ("classic_threshold", "classic_chars", "classic_head")
        pairs = zip(keys, classic, strict=True)
        found.append(Choice((("exchanges", "classic"), *pairs, ("classic_newest", 0))))
    return tuple(dict.fromkeys(found))


def again(
    kept: Iterable[Kept], tried: Sequence[Choice], rulebook: Rulebook, policy: Policy
) -> Iterator[tuple[str, tuple[Walked, ...]]]:
    """For each session what every choice comes to, all its cuts together. One that cannot be read is passed over."""
    for each in kept:
        try:
            conversation = readers.read(each.raw, each.source, each.format)
        except ReadError:
            continue
        cuts = [cut for cut in each.cuts if 0 < cut < len(conversation.messages)]
        found = [Walked(choice) for choice in tried]
        for past in pasts_at(conversation, rulebook, policy, cuts, shipped(), whole=False):
            found = [_plus(walked, counted(past, walked.choice.of(past.scene.policy))) for walked in found]
        yield each.session, tuple(found)


def together(of_sessions: Mapping[str, Sequence[Walked]], without: str | None = None) -> tuple[Walked, ...]:
    """All sessions added up, but for one."""
    rows = [rows for session, rows in of_sessions.items() if session != without]
    return tuple(
        Walked(column[0].choice, *(sum(values) for values in zip(*(each[1:] for each in column), strict=True)))
        for column in zip(*rows, strict=True)
    )


def chosen(found: Sequence[Walked], most: float) -> Walked | None:
    """The one that saves most of those that lose at most the share `most` of the needed words.

    A budget, unless a setting of `classic` saves more and loses no more.
    """
    fitting = [each for each in found if each.lost is not None and each.lost <= most]
    budgets = [each for each in fitting if each.choice.exchanges == "budget"]
    best = min(budgets, key=lambda each: (each.kept, -each.there), default=None)
    better = [
        each
        for each in fitting
        if each.choice.exchanges != "budget" and best and each.kept < best.kept and each.there >= best.there
    ]
    return min(better, key=lambda each: each.kept, default=best)


def _plus(walked: Walked, counts: Mapping[str, tuple[int, int]]) -> Walked:
    (kept, tokens), (there, needed) = counts["tokens_kept"], counts["of_results"]
    return Walked(
        walked.choice, walked.tokens + tokens, walked.kept + kept, walked.needed + needed, walked.there + there
    )
