"""Where rules of two labels meet on one unit, who won, and by what."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from fastjev.datatypes import Span
from fastjev.evaluate.rules.seen import Fired, Seen
from fastjev.evaluate.rules.walks import POLICY
from fastjev.labels import Label, Speaker
from fastjev.rulebook import LAYERS, Rule

EXAMPLES = 3
"""Units that a pair shows."""
REASONS = ("weight", "layer", "longer cue", "constraint floor", "speaker", "another rule")
"""By what a rule wins over another one: what it says itself, the last two where it is not its own doing."""
_LABELS = frozenset(Label)


class Meeting(NamedTuple):
    """One unit on which both fired."""

    file: str
    id: str
    text: str
    cues: tuple[Span, Span]
    """Of the two rules in their order; characters of `text`."""
    winner: str
    """Id of the rule whose label the unit got; `level` where both were level, `third` where a third label won."""
    how: str
    """One of `REASONS`; empty for `level` and `third`."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two rules of different labels, in the order of their ids."""

    rules: tuple[Rule, Rule]
    hits: tuple[int, int]
    """Units each fired on."""
    meetings: int
    """Units both fired on."""
    won: tuple[tuple[str, str, int], ...]
    """Winner, how, and how often; most frequent first."""
    examples: tuple[Meeting, ...]

    @property
    def alike(self) -> bool:
        """Whether one shares more than half of its hits with the other, and not by a single chance."""
        return self.meetings > 1 and 2 * self.meetings > min(self.hits)


def conflicts(units: Iterable[Seen]) -> list[Pair]:
    """Every pair that met, those that are alike first, then the most frequent."""
    hits: Counter[str] = Counter()
    rules: dict[str, Rule] = {}
    met: dict[tuple[str, str], list[Meeting]] = {}
    won: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
    for seen in (each for each in units if each.asked):
        fired = sorted((each for each in seen.fired if each.rule.label in _LABELS), key=lambda each: each.rule.id)
        hits.update(each.rule.id for each in fired)
        rules.update((each.rule.id, each.rule) for each in fired)
        for one, other in combinations(fired, 2):
            if one.rule.label != other.rule.label:
                key, meeting = (one.rule.id, other.rule.id), _meeting(seen, one, other)
                met.setdefault(key, []).append(meeting)
                won.setdefault(key, Counter())[meeting.winner, meeting.how] += 1
    pairs = [
        Pair(
            (rules[one], rules[other]),
            (hits[one], hits[other]),
            len(meetings),
            tuple(
                (*who, count) for who, count in sorted(won[one, other].items(), key=lambda each: (-each[1], each[0]))
            ),
            _examples(meetings),
        )
        for (one, other), meetings in met.items()
    ]
    return sorted(pairs, key=lambda pair: (not pair.alike, -pair.meetings, pair.rules[0].id, pair.rules[1].id))


def _meeting(seen: Seen, one: Fired, other: Fired) -> Meeting:
    winner, how = _winner(seen, one, other)
    return Meeting(seen.file, seen.unit.id, seen.unit.text.rstrip(), (one.cue, other.cue), winner, how)


def _winner(seen: Seen, one: Fired, other: Fired) -> tuple[str, str]:
    label = seen.verdict.label
    if label not in (one.rule.label, other.rule.label):
        return ("level", "") if label == Label.UNSURE else ("third", "")
    winner, loser = (one, other) if one.rule.label == label else (other, one)
    return winner.rule.id, _how(seen, winner, loser)


def _how(seen: Seen, winner: Fired, loser: Fired) -> str:
    """By what the winner's vote beats the loser's; `another rule` of the winner's label did it where it does not."""
    if seen.unit.speaker != Speaker.HUMAN and loser.rule.label == Label.CONSTRAINT:
        return "speaker"
    for reason, mine, its in zip(REASONS, _rank(winner), _rank(loser), strict=False):
        if mine > its:
            return reason
        if mine < its:
            break
    binds = winner.rule.label == Label.CONSTRAINT and winner.rule.weight >= POLICY.constraint_floor
    weak = loser.rule.label in (Label.NOISE, Label.PROCESS) and not loser.rule.force
    # Of two votes level in all, a constraint wins as well: a kept sentence costs less than a lost one.
    return "constraint floor" if binds and (weak or _rank(winner) == _rank(loser)) else "another rule"


def _rank(fired: Fired) -> tuple[float, int, int]:
    return fired.rule.weight, fired.rule.layer, fired.cue.end - fired.cue.start


def _examples(meetings: Sequence[Meeting]) -> tuple[Meeting, ...]:
    """Different texts, one for each outcome before a second of any."""
    texts = {meeting.text: meeting for meeting in reversed(meetings)}
    different = [meeting for meeting in meetings if texts[meeting.text] is meeting]
    firsts = list({(meeting.winner, meeting.how): meeting for meeting in reversed(different)}.values())
    chosen = (firsts[::-1] + [meeting for meeting in different if meeting not in firsts])[:EXAMPLES]
    return tuple(sorted(chosen, key=different.index))


def tree(pairs: Sequence[Pair], conversations: int, units: int, notes: Sequence[str]) -> dict[str, Any]:
    """As plain data (`fastjev.rules-conflicts/1`)."""
    return {
        "schema": "fastjev.rules-conflicts/1",
        "conversations": conversations,
        "units": units,
        "pairs": [
            {
                "rules": list(_rules(pair)),
                "both": pair.meetings,
                "alike": pair.alike,
                "won": [{"by": by, "how": how or None, "units": count} for by, how, count in pair.won],
                "examples": [{**each._asdict(), "cues": [list(cue) for cue in each.cues]} for each in pair.examples],
            }
            for pair in pairs
        ],
        "notes": list(notes),
    }


def _rules(pair: Pair) -> Iterator[dict[str, Any]]:
    for rule, hits in zip(pair.rules, pair.hits, strict=True):
        yield {
            "id": rule.id,
            "label": rule.label,
            "weight": rule.weight,
            "layer": LAYERS[rule.layer],
            "where": rule.where,
            "hits": hits,
        }
