"""Buys lines of tool results by what the work is likely to need of them, until the budget is spent."""

import heapq
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from operator import add
from typing import NamedTuple

from fastjev.datatypes import Span, Unit
from fastjev.labels import Action, Speaker
from fastjev.model import needed
from fastjev.model.tools import leaves
from fastjev.secrets import secrets
from fastjev.stages.focus import hits, names
from fastjev.stages.resolve.fate import Fate, Judged
from fastjev.stages.resolve.inputs import named
from fastjev.stages.resolve.scene import Scene
from fastjev.stages.resolve.stubs import stubbed
from fastjev.stages.resolve.told import told
from fastjev.stages.value import is_tag, lines, shape, worth
from fastjev.telling import by_line, telling, tokens

_UNIT = 1_000_000
"""Parts of a needed word. Whole numbers: the sum of fractions depends on the order, and a set has none."""


class _Line(NamedTuple):
    """A line that may be bought."""

    position: int
    span: Span
    words: AbstractSet[bytes]
    """Telling words that stand nowhere else in the context."""

    @property
    def chars(self) -> int:
        return self.span.end - self.span.start


class _Purse:
    """What is left, and what was bought with the rest."""

    def __init__(self, chars: int, each: int) -> None:
        """`chars` for all results together, at most `each` for one."""
        self.left = chars
        self.each = each
        self.spent: Counter[int] = Counter()
        self.bought: dict[int, list[Span]] = {}
        self.because: dict[int, list[str]] = {}

    def buy(self, line: _Line, because: str = "") -> bool:
        """Whether there was enough for it."""
        if line.chars > self.left or self.spent[line.position] + line.chars > self.each:
            return False
        self.left -= line.chars
        self.spent[line.position] += line.chars
        self.bought.setdefault(line.position, []).append(line.span)
        if because:
            self.because.setdefault(line.position, []).append(because)
        return True


def budget(scene: Scene, judged: dict[int, Judged], held: AbstractSet[bytes]) -> dict[int, Fate]:
    """Lines that rules keep first, then by needed words per character, then by what else they tell.

    A word is bought once: what stands in the context anyway (`held`) or in a line bought before adds nothing to another
    line. Lines that rules drop, and those that hold secrets, are never bought. The budget is a share of the content's
    characters and never under a floor, so that a short session keeps nearly all its facts and a long one shrinks.
    """
    policy = scene.policy
    content = sum(len(message.text) for message in scene.conversation.messages)
    chars = policy.tool_chars or max(policy.fact_floor_chars, int(content * policy.fact_share))
    purse = _Purse(chars, max(policy.result_chars, int(chars * policy.result_share)))
    spoken = _by_rules(scene, judged, purse)
    held = held | telling(
        "\n".join(span.of(scene.units[p].text) for p, spans in purse.bought.items() for span in spans)
    )
    weighed, weights = _weighed(scene, judged, held, spoken, chars)
    short = sum(len(scene.units[position].text) for position in judged) <= policy.short_chars
    bases = _bases(scene, weighed) if short else [0] * len(weighed)
    if about := names(policy.focus):
        bases = list(map(add, bases, _about(scene, weighed, about)))
    _buy(scene, weighed, bases, weights, purse)
    return named(scene, stubbed(scene, judged, _fates(scene, judged, purse)), held, chars)


def _by_rules(scene: Scene, judged: Mapping[int, Judged], purse: _Purse) -> dict[int, set[Span]]:
    """Buys what rules keep; by position, the lines that they spoke of, which are not weighed any more."""
    spoken: dict[int, set[Span]] = {}
    if scene.rulebook.hears(Speaker.TOOL):
        for position in judged:
            unit = scene.units[position]
            text = unit.text[: scene.policy.scan_chars]
            spans = list(_plain(lines(text), text))
            for line in told(unit, spans, scene.rulebook, scene.policy).values():
                spoken.setdefault(position, set()).add(line.span)
                if line.stays:
                    purse.buy(_Line(position, line.span, frozenset()), line.by)
    return spoken


def _weighed(
    scene: Scene,
    judged: Mapping[int, Judged],
    held: AbstractSet[bytes],
    spoken: Mapping[int, AbstractSet[Span]],
    chars: int,
) -> tuple[list[_Line], dict[bytes, int]]:
    """The lines of the most promising results, and what each of their words is worth.

    To read every line of a long session would take longer than all the rest; results that come after several times
    the budget's characters are not read.
    """
    policy, units, model = scene.policy, scene.units, scene.needs
    inputs = telling("\n".join(text for p in judged if (call := units[p].call) for text in leaves(call.input)))
    messages = scene.conversation.messages
    said = telling("\n".join(message.text for message in messages if message.speaker == Speaker.ASSISTANT))
    most = policy.weighed_chars + int(policy.weighed_share * chars)
    found: list[_Line] = []
    weights: dict[bytes, int] = {}
    known: dict[bytes, bytes] = {}
    for position, later in _ranked(scene, judged):
        if most <= 0:
            break
        text = units[position].text[: policy.scan_chars]
        most -= len(text)
        own = needed.weights(model, later, judged[position].result, len(units[position].text), inputs, said)
        worded = dict(_worded(text, policy.line_chars, known, spoken.get(position, ())))
        for span in _plain(worded, text):
            found.append(_Line(position, span, worded[span] - held))
            for word in found[-1].words:
                if word not in weights:
                    weights[word] = round(_UNIT * own.of(word))
    return found, weights


def _ranked(scene: Scene, judged: Mapping[int, Judged]) -> list[tuple[int, int]]:
    """The exchanges with a result and how many come behind each, those first whose words are needed most.

    Before them those that a person asked the compaction to be about; behind them those that are left verbatim anyway.
    """
    ranked = []
    about = names(scene.policy.focus)
    for later, (position, answers) in enumerate(reversed(list(judged.items()))):
        unit = scene.units[position]
        if unit.text:
            asked = hits(unit.text[: scene.policy.scan_chars], about) + _asked(unit, about) if about else 0
            worth = needed.plain(scene.needs, later, answers.result, len(unit.text))
            ranked.append((unit.message in scene.recent, -asked, -worth, -position, later))
    return [(-position, later) for *_, position, later in sorted(ranked)]


def _worded(
    text: str, most: int, known: dict[bytes, bytes], spoken: Container[Span]
) -> Iterator[tuple[Span, AbstractSet[bytes]]]:
    """The lines of `text` that hold anything and their telling words; lines of over `most` characters in pieces.

    Not those that only wrap, nor those that a rule spoke of, whole or in pieces. `known`: as `by_line` has it.
    """
    start = 0
    for line, words in zip(text.split("\n"), by_line(text, known), strict=True):
        whole = Span(start, start + len(line.rstrip()))
        if whole in spoken or is_tag(line):
            pass
        elif len(line) > most:
            for piece in _pieces(Span(start, start + len(line)), text, most):
                yield piece, telling(piece.of(text))
        elif whole.end > start:
            yield whole, words
        start += len(line) + 1


def _pieces(line: Span, text: str, most: int) -> Iterator[Span]:
    """Pieces of at most `most` characters, cut behind a blank or a comma where there is one."""
    start = line.start
    while line.end - start > most:
        behind = max(text.rfind(mark, start + most // 2, start + most) for mark in " ,，;；") + 1
        yield _bare(Span(start, behind or start + most), text)
        start = behind or start + most
    yield _bare(Span(start, line.end), text)


def _bare(span: Span, text: str) -> Span:
    """Without the white space at its end, which a line of a skeleton does not keep."""
    return Span(span.start, span.start + len(span.of(text).rstrip()))


def _bases(scene: Scene, found: Sequence[_Line]) -> list[int]:
    """What each line is worth beyond its words, on their scale: an error, a measure, a summary, something talked about.

    Only asked in a short session: its facts are lines; what a long one takes up again are names.
    """
    mentioned: set[str] = set()
    for message in scene.conversation.messages:
        if message.speaker in (Speaker.HUMAN, Speaker.ASSISTANT):
            mentioned |= tokens(message.text)
    policy, units = scene.policy, scene.units
    texts = [line.span.of(units[line.position].text) for line in found]
    shapes = [(line.position, shape(text)) for line, text in zip(found, texts, strict=True)]
    alike = Counter(shapes)
    bases = []
    for line, text, form in zip(found, texts, shapes, strict=True):
        unit = units[line.position]
        bonus = policy.small_bonus if len(unit.text) <= policy.small_result_chars else 0.0
        value = worth(text, alike[form], mentioned, unit.is_error) + bonus
        bases.append(round(_UNIT * policy.line_worth * max(0.0, value)))
    return bases


def _about(scene: Scene, found: Sequence[_Line], about: frozenset[str]) -> Iterator[int]:
    """What each line is worth for what a person asked the compaction to be about: it or its call names it."""
    asked = {line.position: _asked(scene.units[line.position], about) for line in found}
    for line in found:
        named = hits(line.span.of(scene.units[line.position].text), about) + asked[line.position]
        yield round(_UNIT * scene.policy.focus_worth) * named


def _asked(unit: Unit, about: frozenset[str]) -> int:
    return hits("\n".join(leaves(unit.call.input)), about) if unit.call else 0


def _buy(
    scene: Scene, found: Sequence[_Line], bases: Sequence[int], weights: Mapping[bytes, int], purse: _Purse
) -> None:
    """Buys lines greedily by needed words per character.

    The value of a line only falls as words are bought elsewhere, so an old value is a bound and the first line whose
    value still holds is the best (Minoux 1978, lazy greedy for a submodular gain).
    """
    have: set[bytes] = set()
    cost = scene.policy.line_cost

    def value(number: int) -> float:
        line = found[number]
        new = sum(map(weights.__getitem__, line.words - have))
        return (bases[number] + new) / (line.chars + cost)

    heap = [(-value(number), -line.position, line.span, number) for number, line in enumerate(found)]
    heapq.heapify(heap)
    while heap and purse.left > 0:
        bound, position, span, number = heapq.heappop(heap)
        now = -value(number)
        if now == 0:
            continue
        if now > bound and heap and now > heap[0][0]:
            heapq.heappush(heap, (now, position, span, number))
        elif purse.buy(found[number]):
            have |= found[number].words


def _plain(spans: Iterable[Span], text: str) -> Iterator[Span]:
    """Those of the spans, in order, that no secret touches, also one of several lines: it is never a fact to keep."""
    ahead = list(reversed(secrets(text)))
    for span in spans:
        while ahead and ahead[-1].end <= span.start:
            ahead.pop()
        if not ahead or ahead[-1].start >= span.end:
            yield span


def _fates(scene: Scene, judged: Mapping[int, Judged], purse: _Purse) -> dict[int, Fate]:
    fates = {}
    for position in judged:
        text = scene.units[position].text
        spans = joined(purse.bought.get(position, ()), text)
        because = tuple(dict.fromkeys(purse.because.get(position, ())))
        whole = bool(spans) and not text[: spans[0].start].strip() and not text[spans[0].end :].strip()
        fates[position] = Fate(Action.KEEP if whole else Action.CAP if spans else Action.FOLD, spans, because)
    return fates


def joined(spans: Iterable[Span], text: str) -> tuple[Span, ...]:
    """Neighbouring spans as one, in order."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and not text[found[-1].end : span.start].strip():
            found[-1] = Span(found[-1].start, span.end)
        else:
            found.append(span)
    return tuple(found)
