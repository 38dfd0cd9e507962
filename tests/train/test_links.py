"""Weights of links and choices: what is refused, what is left out, and that the shipped ones are of this version."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from desks import Desk, choice
from talks import core

from fastjev import bundled
from fastjev.ask import load
from fastjev.errors import ModelError, UsageError
from fastjev.evaluate.gold import read
from fastjev.model import choices, links, shipped, unlinked
from fastjev.policy import DEFAULT
from fastjev.train.links import grouped, weights
from fastjev.train.talks import Talk, talk

TALK = ("U: Use Redis for the sessions.", "A: Redis it is.", "U: Forget Redis, use a table for the sessions.", "A: Ok.")
GOLD = [
    choice("Use Redis", "overridden", superseded_by={"m": 2, "quote": "use a table"}),
    choice("use a table", "final", 2),
]


@pytest.fixture
def one(tmp_path: Path) -> Talk:
    corpus = read(Desk(tmp_path).file(TALK, "ann01.json", decisions=GOLD))
    assert corpus is not None
    return talk(corpus, core(), DEFAULT, shipped())


def test_labels_say_what_ends_what_and_what_became_of_it(one: Talk) -> None:
    said = {position: one.scene.units[position].text.strip() for position in range(len(one.scene.units))}
    ended = {(said[p.old], said[p.new]) for p, ends in zip(one.pairs, one.ends, strict=True) if ends}
    assert ended == {("Use Redis for the sessions.", "Forget Redis, use a table for the sessions.")}
    became = {said[p]: choices.OPTIONS[n] for p, n in zip(one.statements, one.became, strict=True)}
    assert became["Use Redis for the sessions."] == "overridden"
    assert became["Forget Redis, use a table for the sessions."] == "final"
    assert one.author == "ann"


def test_too_few_authors_are_refused(one: Talk) -> None:
    with pytest.raises(UsageError, match="1 of 3 authors"):
        grouped([one], 0)


def many(one: Talk) -> list[Talk]:
    """Talks of five authors that differ at random, in numbers that can be learned from."""
    random = np.random.default_rng(0)
    found = []
    for author in "abcde":
        columns = random.normal(size=(40, len(links.TRAITS)))
        ends = (columns[:, 0] > 0).astype(np.int64)
        became = np.arange(40) % len(choices.OPTIONS)
        statements = one.statements[:1] * 40
        found.append(
            replace(
                one,
                author=author,
                pairs=one.pairs[:1] * 40,
                columns=columns,
                ends=ends,
                statements=statements,
                became=became,
            )
        )
    return found


def test_the_same_talks_give_the_same_weights_and_each_author_one_group(one: Talk) -> None:
    taught = grouped(many(one), 0)
    assert len({group for group, _ in taught}) == len(taught)
    first, second = weights(taught, 0), weights(taught, 0)
    assert first == second
    ends, stands = first.models()
    links.check(ends, Path("links.json"))
    choices.check(stands, Path("choices.json"))
    strongest = int(np.argmax(np.abs(first.links["questions"][links.QUESTION]["weights"])))
    assert strongest == 0


def test_the_shipped_weights_are_those_of_the_card() -> None:
    model = load(bundled.models() / "links.json")
    assert model.digest in (bundled.models() / "links.md").read_text("utf-8")


def test_weights_are_made_where_the_shipped_ones_are_for_other_traits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "TRAITS", (*links.TRAITS, "new"))
    links.default.cache_clear()
    with pytest.raises(ModelError, match="train again: fastjev train links"):
        shipped()
    assert unlinked().labels is not None
