"""What a model learns from a set while it is labelled, and that it learns it of units that it never saw."""

import time
from pathlib import Path

import pytest
from jargon import TIME, answer, answers_of, made, said, spoken
from talks import CORPORA, DEMO, assistant, call, core, tool, user

from fastjev.labeling import learned
from fastjev.labeling.acts import Act
from fastjev.labeling.answers import answers
from fastjev.labeling.corpus import of
from fastjev.labeling.ids import item_ids
from fastjev.labeling.learn import Learner, Point
from fastjev.labeling.sets import acts, find, items, make
from fastjev.labeling.talk import verdicts
from fastjev.labels import Speaker
from fastjev.model import shipped
from fastjev.model.classifier.features import Features, features
from fastjev.model.classifier.surroundings import Surroundings
from fastjev.policy import DEFAULT
from fastjev.readers import read
from fastjev.stages.classify import classify
from fastjev.stages.segment import segment
from fastjev.terms import likeliest
from fastjev.train.classifier.examples import examples
from fastjev.train.classifier.project import Gain, no_better, worse

SECONDS = 120
"""For the process that learns; far more than it takes anywhere."""


def waited(learner: Learner) -> None:
    end = time.monotonic() + SECONDS
    while learner.busy and time.monotonic() < end:
        time.sleep(0.02)
    assert not learner.trouble
    assert not learner.busy


@pytest.mark.parametrize(
    ("gains", "lost", "same"),
    [
        ([("project, part left out", 40, 30, 33), ("holdout", 10, 7, 8)], None, ()),
        ([("project, part left out", 40, 30, 30), ("holdout", 10, 7, 7)], None, ("project, part left out", "holdout")),
        ([("project, part left out", 40, 30, 20)], None, ("project, part left out",)),
        ([("project, part left out", 40, 30, 33), ("holdout", 10, 7, 6)], "holdout", ("holdout",)),
        ([("holdout", 10, 7, 8), ("other conversations", 300, 200, 197)], None, ()),
        ([("holdout", 10, 7, 8), ("other conversations", 300, 200, 196)], "other conversations", ()),
    ],
)
def test_what_got_worse_and_what_no_better(
    gains: list[tuple[str, int, int, int]], lost: str | None, same: tuple[str, ...]
) -> None:
    found = [Gain(*each) for each in gains]
    assert ((worst := worse(found)) and worst.name, no_better(found)) == (lost, same)


def test_a_project_s_slang_is_learned_and_told_of_units_that_were_held_out(tmp_path: Path) -> None:
    """The shipped weights know none of the words, and a tenth of the sentences are labelled otherwise."""
    truth = said(300)
    held = spoken(tmp_path, truth, holdout=30)
    units, holdout = learned.known(items(held), core()), learned.held_out(items(held))
    right = {act.unit: str(act.label) for act in answers_of(held, truth)}
    rest = [unit for unit in right if unit not in holdout]
    curve = []
    for count in (0, 50, 200):
        shares = learned.shares(units, {unit: right[unit] for unit in rest[:count]}, holdout)
        curve.append(sum(likeliest(shares[unit]) == right[unit] for unit in holdout))
    shipped, few, many = curve
    assert len(holdout) > 60
    assert shipped < 0.35 * len(holdout)
    assert few > 1.2 * shipped
    assert many > 0.6 * len(holdout)


def test_labels_of_the_holdout_are_not_learned_from(tmp_path: Path) -> None:
    truth = said(120)
    held = spoken(tmp_path, truth, holdout=40)
    units, holdout = learned.known(items(held), core()), learned.held_out(items(held))
    right = {act.unit: str(act.label) for act in answers_of(held, truth)}
    wrong = {unit: "noise" if unit in holdout else label for unit, label in right.items()}
    assert learned.shares(units, right, holdout) == learned.shares(units, wrong, holdout)
    assert learned.shares(units, right, holdout) != learned.shares(units, {}, holdout)


def test_a_set_teaches_what_it_would_as_labelled_conversations(tmp_path: Path) -> None:
    talk = [
        user("don't touch the prod schema. the port is 8080, and thanks!"),
        assistant("I'll look at it. Shall we use Vite?", call("a", "Read", file_path="src/a.py")),
        tool("a", "one\ntwo"),
        user("yes"),
        assistant("done\n\n- one\n- two"),
        user("这个字段不要加索引，端口改成 9090。ok"),
    ]
    held = made(tmp_path, talk)
    asked = [item for item in items(held) if item.asked]
    assert len(asked) > 5
    answer(held, {item.text: ("constraint", "fact", "noise")[n % 3] for n, item in enumerate(asked)})
    own = learned.labelled(
        learned.known(items(held), core()),
        {act.unit: str(act.label) for act in acts(held, "lin")},
    )
    taught = examples(of(held, "lin"), core(), DEFAULT)
    assert [(each.text, each.label, each.features) for each in taught] == [
        (each.text, each.label, each.features) for each in (own[item.id] for item in asked)
    ]


def test_a_learner_says_more_with_every_25_answers_and_the_same_of_the_same(tmp_path: Path) -> None:
    truth = said(120)
    held = spoken(tmp_path, truth, holdout=30)
    given = answers_of(held, truth)
    live, again = Learner(items(held), tmp_path), Learner(items(held), tmp_path)
    try:
        waited(live)
        assert live.version == 0 and live.shares() and live.curve == ()
        told = answers([])
        for act in given[:60]:
            told = told.after(act)
            live.tell(told)
        waited(live)
        again.tell(told)
        waited(again)
        assert live.version == again.version == 50
        assert live.shares() == again.shares()
        assert [(each.answers, each.of) for each in live.curve] == [(n, live.curve[0].of) for n in (0, 25, 50)]
        assert live.curve == again.curve
        direct = learned.shares(
            learned.known(items(held), core()),
            {act.unit: str(act.label) for act in given[:50]},
            learned.held_out(items(held)),
        )
        assert {unit: likeliest(each) for unit, each in live.shares().items()} == {
            unit: likeliest({label: round(share, 4) for label, share in each.items()}) for unit, each in direct.items()
        }
    finally:
        live.close()
        again.close()


def test_a_point_of_the_curve_counts_what_the_person_says_now(tmp_path: Path) -> None:
    truth = said(40)
    held = spoken(tmp_path, truth, holdout=50)
    learner = Learner(items(held), tmp_path)
    try:
        waited(learner)
        unit = next(item.id for item in items(held) if item.split)
        best = likeliest(learner.shares()[unit])
        for label, right in ((str(best), 1), ("unsure", 0)):
            learner.tell(answers([Act(op="set", unit=unit, by="lin", t=TIME, label=label)]))
            assert learner.curve == (Point(0, right, 1),)
    finally:
        learner.close()


def test_a_learner_that_cannot_go_on_says_why_and_stops_nobody(tmp_path: Path) -> None:
    held = spoken(tmp_path, said(5))
    learner = Learner(items(held), tmp_path, [tmp_path / "none.yaml"])
    end = time.monotonic() + SECONDS
    while not learner.trouble and time.monotonic() < end:
        time.sleep(0.02)
    assert "none.yaml" in learner.trouble
    learner.tell(answers([]))
    assert learner.shares() == {} and learner.curve == () and not learner.busy
    learner.close()


@pytest.mark.parametrize("path", [DEMO, *CORPORA[::8]], ids=lambda path: path.stem)
def test_a_set_is_seen_as_the_session_that_it_was_made_from(tmp_path: Path, path: Path) -> None:
    """But for the numbers of turns, which a set without times may count otherwise."""
    models = shipped()
    conversation = read(path.read_bytes(), str(path))
    units = segment(conversation, core(), DEFAULT, models.opens)
    held = find(tmp_path, "whole")
    make(held, conversation, units, speakers=(Speaker.HUMAN, Speaker.ASSISTANT))
    around = Surroundings(units, classify(units, core(), DEFAULT))
    said = classify(units, core(), DEFAULT, models.labels)
    own, votes = learned.known(items(held), core()), verdicts(items(held), core(), DEFAULT, models)
    found = 0
    for position, (_, id) in enumerate(item_ids(conversation, units)):
        if id in own:
            found += 1
            assert _without_turn(own[id].features) == _without_turn(features(around, position))
            assert votes[id].label == said[position].label
    assert found == sum(item.asked for item in items(held)) >= 10


def _without_turn(found: Features) -> Features:
    kept = {name: {each for each in terms if not each.startswith("turn:")} for name, terms in found.terms.items()}
    return Features(kept, found.numbers)
