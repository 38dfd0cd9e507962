"""Decisions about tool results that later compactions and expands proved right or wrong."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fastjev.store.events import Event
from fastjev.store.journal import Compaction, Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """One result at one compaction."""

    session: str
    unit: str
    call: float
    """The probability that it is needed that the call was made."""
    result: float
    """The probability that the text of the result is needed."""
    chars: int
    kept: int
    """Characters that stayed."""
    tokens: int
    """Estimated, of all of it."""
    expanded: bool
    """It was asked for afterwards."""
    reused: bool
    """By a later compaction the talk had taken up more words of it, which other results may hold as well."""

    @property
    def needed(self) -> bool:
        """Whether it proved to be."""
        return self.expanded or self.reused


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """All that a journal proves."""

    decided: tuple[Decided, ...]
    waiting: int
    """Decisions of compactions behind which none has come yet."""

    @property
    def sessions(self) -> tuple[str, ...]:
        """Ids of those with a decision, in their order."""
        return tuple(dict.fromkeys(each.session for each in self.decided))

    @property
    def results(self) -> int:
        """How many different results they are about."""
        return len({(each.session, each.unit) for each in self.decided})

    @property
    def needed(self) -> int:
        """How many different results proved to be needed."""
        return len({(each.session, each.unit) for each in self.decided if each.needed})


def evidence(compactions: Iterable[Compaction], events: Sequence[Event]) -> Evidence:
    """Of compactions in any order. Raises: StoreError for a damaged journal.

    A decision is judged by the last compaction of its session, where that saw more of the session; what nobody has
    looked back at is not counted as right. Results that stood whole among recent turns were not decided about. An
    expand of a fold or an epoch names no result and proves nothing.
    """
    of_session: dict[str, list[Compaction]] = {}
    for each in sorted(compactions, key=lambda each: (each.session, each.time, each.epoch)):
        of_session.setdefault(each.session, []).append(each)
    asked: dict[tuple[str, str], float] = {}
    for event in events:
        if event.kind == "expand":
            key = (event.session, event.name)
            asked[key] = max(event.time, asked.get(key, event.time))
    decided: list[Decided] = []
    waiting = 0
    for session, found in of_session.items():
        last = found[-1].lines
        now = {line.id: line for line in last}
        for compaction in _apart(found):
            lines = compaction.lines
            own = [line for line in lines if _was_decided(line)]
            if _end(lines) >= _end(last):
                waiting += len(own)
                continue
            rate = _rate(lines)
            times = {line.id: asked.get((session, line.id), float("-inf")) for line in own}
            decided += (_decided(session, line, now, rate, times[line.id] >= compaction.time) for line in own)
    return Evidence(decided=tuple(decided), waiting=waiting)


def cuts(compactions: Iterable[Compaction]) -> dict[str, tuple[int, ...]]:
    """By session, indexes of the first messages that its compactions before the last one did not see, each once.

    Raises: StoreError for a damaged journal.
    """
    ends: dict[str, set[int]] = {}
    for each in compactions:
        ends.setdefault(each.session, set()).add(_end(each.lines) + 1)
    return {session: tuple(sorted(found)[:-1]) for session, found in ends.items()}


def _apart(found: Sequence[Compaction]) -> Iterator[Compaction]:
    """Those that saw different amounts of the session: of one that was compacted twice as it was, the newer one."""
    newest = {_end(each.lines): each for each in found}
    yield from newest.values()


def _end(lines: Sequence[Line]) -> int:
    return max((line.message for line in lines), default=-1)


def _was_decided(line: Line) -> bool:
    judged = line.kind == "call" and line.chars > 0 and bool(line.answers)
    return judged and (line.tokens > 0 or line.kept == line.chars)


def _rate(lines: Iterable[Line]) -> float:
    """Tokens per character of what was taken out, for what was not and has no estimate."""
    held = [(line.tokens, line.chars) for line in lines if line.tokens and line.chars]
    return sum(tokens for tokens, _ in held) / sum(chars for _, chars in held) if held else 0.0


def _decided(session: str, line: Line, now: Mapping[str, Line], rate: float, expanded: bool) -> Decided:
    later = now.get(line.id)
    answers = dict(line.answers)
    # Another branch of a session may give the same name to another text.
    same = later is not None and later.chars == line.chars
    return Decided(
        session=session,
        unit=line.id,
        call=answers.get("call", 0.0),
        result=answers.get("result", 0.0),
        chars=line.chars,
        kept=line.kept,
        tokens=line.tokens or round(line.chars * rate),
        expanded=expanded,
        reused=later is not None and same and later.reused > line.reused,
    )
