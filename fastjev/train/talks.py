"""What labelled conversations teach about statements: which later one ends which, and what became of choices."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fastjev.datatypes import Run
from fastjev.evaluate.gold import Corpus, Entry, Link
from fastjev.evaluate.shown import Shown, beside
from fastjev.evaluate.split import author
from fastjev.model import Models, choices, links
from fastjev.policy import Policy
from fastjev.readers import read
from fastjev.rulebook import Rulebook
from fastjev.stages.classify import classify
from fastjev.stages.reassemble import reassemble
from fastjev.stages.resolve import PASSES, through
from fastjev.stages.resolve.candidates import pairs, stated
from fastjev.stages.resolve.pairs import Pair
from fastjev.stages.resolve.pairs import traits as of_pair
from fastjev.stages.resolve.scene import Decisions, Scene
from fastjev.stages.resolve.settle import likeliest, settle
from fastjev.stages.resolve.sides import Sides
from fastjev.stages.resolve.standing import Ended, traits
from fastjev.stages.segment import segment
from fastjev.train.fit import Floats, Ints

Ends = dict[int, set[int]]
"""By position of a unit, the later ones that end it."""


@dataclass(frozen=True, slots=True)
class Talk:
    """What one labelled conversation teaches."""

    corpus: Corpus
    author: str
    """The letters that its file's name begins with: one who writes is left out with all that they wrote."""
    models: Models
    """Who cut and labelled its units."""
    scene: Scene
    decisions: Decisions
    """As they are before the models are asked."""
    sides: Sides
    pairs: tuple[Pair, ...]
    """Those that labels say something of."""
    columns: Floats
    """Their traits."""
    ends: Ints
    """For each pair 1 where the later one ends the earlier."""
    statements: tuple[int, ...]
    """Positions of the statements that labels say something of."""
    became: Ints
    """For each its number among `choices.OPTIONS`."""

    def standing(self, ended: dict[int, Ended]) -> Floats:
        """The traits of its statements, where each may have been ended so."""
        every = [*stated(self.scene, self.decisions, self.sides)]
        later = {position: len(every) - 1 - number for number, position in enumerate(every)}
        rows = [
            traits(self.scene, self.decisions, self.sides, position, ended.get(position, Ended()), later[position])
            for position in self.statements
        ]
        return _rows(rows, choices.TRAITS)

    def ended(self, said: Floats) -> dict[int, Ended]:
        """The likeliest ends, by the probability of each pair."""
        return likeliest(zip(self.pairs, said.tolist(), strict=True))


def talk(corpus: Corpus, rulebook: Rulebook, policy: Policy, models: Models) -> Talk:
    """The rows of one conversation, whose units `models` cut and label. Raises: ReadError."""
    rulebook.start(policy.stranger_chars)
    conversation = read(corpus.raw, str(corpus.path), "neutral")
    units = segment(conversation, rulebook, policy, models.opens)
    verdicts = classify(units, rulebook, policy, models.labels)
    scene = Scene(conversation, units, verdicts, rulebook, policy)
    decisions = through(scene, PASSES[: PASSES.index(settle)])
    shown = beside(corpus, _run(scene, decisions))
    sides = Sides(scene, decisions)
    ends, unknown = _ends(shown)
    told = [
        (pair, int(pair.new in ends.get(pair.old, ())))
        for pair in pairs(scene, decisions, sides)
        if pair.new not in unknown.get(pair.old, ())
    ]
    became = {position: _became(shown, position) for position in stated(scene, decisions, sides)}
    known = {position: number for position, number in became.items() if number is not None}
    return Talk(
        corpus=corpus,
        author=author(corpus.path) or corpus.path.name,
        models=models,
        scene=scene,
        decisions=decisions,
        sides=sides,
        pairs=tuple(pair for pair, _ in told),
        columns=_rows((of_pair(sides, pair) for pair, _ in told), links.TRAITS),
        ends=np.array([each for _, each in told], dtype=np.int64),
        statements=tuple(known),
        became=np.array([*known.values()], dtype=np.int64),
    )


def _rows(found: Iterable[Mapping[str, float]], names: Sequence[str]) -> Floats:
    """Traits by name as rows of numbers, those that are not there 0."""
    rows = [[each.get(name, 0.0) for name in names] for each in found]
    return np.array(rows, dtype=np.float64).reshape(-1, len(names))


def _run(scene: Scene, decisions: Decisions) -> Run:
    skeleton = reassemble(scene.conversation, scene.units, decisions, scene.policy)
    return Run(
        conversation=scene.conversation,
        units=scene.units,
        verdicts=scene.verdicts,
        decisions=decisions,
        skeleton=skeleton,
    )


def _ends(shown: Shown) -> tuple[Ends, Ends]:
    """What labels say ends what; and of what they leave open whether it does.

    That is what came after the end of something already void, and links that are in doubt.
    """
    ends: Ends = {}
    doubtful: Ends = {}
    for entry in (*shown.corpus.gold.constraints, *shown.corpus.gold.decisions):
        by = entry.superseded_by
        if by is not None and by.quote is not None:
            for old in _touched(shown, entry):
                (doubtful if entry.doubtful else ends).setdefault(old, set()).update(_touched(shown, by))
    unknown = {old: {each for new in ends.get(old, ()) for each in _chain(ends, new)} for old in ends}
    for old, news in doubtful.items():
        unknown.setdefault(old, set()).update(news)
    return ends, {old: news - ends.get(old, set()) for old, news in unknown.items()}


def _chain(ends: Ends, start: int) -> set[int]:
    found: set[int] = set()
    ahead = [start]
    while ahead:
        for new in ends.get(ahead.pop(), set()) - found:
            found.add(new)
            ahead.append(new)
    return found


def _touched(shown: Shown, quote: Entry | Link) -> Iterator[int]:
    units = shown.run.units
    touched = {unit.id for unit in shown.touching(quote, [u for u in units if u.kind != "call" and u.text.strip()])}
    return (position for position, unit in enumerate(units) if unit.id in touched)


def _became(shown: Shown, position: int) -> int | None:
    """The number of the option that the label says which the unit shares most with; None where that is in doubt."""
    unit = shown.run.units[position]
    shares = [(shown.shared(unit, [entry]), entry) for entry in shown.corpus.gold.decisions]
    most, entry = max(shares, key=lambda share: share[0], default=(0, None))
    if not most or entry is None:
        return choices.OPTIONS.index(choices.NONE)
    assert unit.text.strip(), unit
    return None if entry.doubtful else choices.OPTIONS.index(entry.status)
