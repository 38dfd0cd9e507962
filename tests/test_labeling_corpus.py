"""A set as labelled conversations."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jargon import TIME, answer, made, said, spoken, unit
from talks import ROOT, assistant, call, core, tool, user

from fastjev.cli import cli
from fastjev.errors import UsageError
from fastjev.labeling.acts import Act
from fastjev.labeling.answers import answers
from fastjev.labeling.corpus import of
from fastjev.labeling.keys import Key
from fastjev.labeling.opened import opened
from fastjev.labeling.session import step
from fastjev.labeling.sets import Set, acts, append, items
from fastjev.labeling.tasks import TASKS
from fastjev.labels import Label
from fastjev.model import OWN, classifier
from fastjev.policy import DEFAULT
from fastjev.train.classifier.examples import examples

TALK = [
    user("use Vite for the build. never touch prod! ok"),
    assistant("Fine.", call("a", "Read", file_path="a.py")),
    tool("a", "x = 1"),
    user("look at it. ok"),
    user("port is 8080. touch prod if you must"),
]


def invoke(*words: str | Path, code: int = 0) -> Result:
    ran = CliRunner().invoke(cli, [*map(str, words)])
    assert ran.exit_code == code, ran.output
    return ran


def gold(set: Set, by: str | None = "lin") -> list[tuple[str, str, bool, str | None]]:
    """Section, quote, whether it is doubtful, and its status."""
    (corpus,) = of(set, by)
    return [
        (section, entry.quote, entry.doubtful, getattr(entry, "status", None))
        for section in ("constraints", "decisions", "facts", "process", "noise")
        for entry in getattr(corpus.gold, section)
    ]


def test_each_answer_is_an_entry_and_what_has_none_is_doubtful_in_every_section(tmp_path: Path) -> None:
    held = made(tmp_path, TALK)
    answer(held, {"use Vite": "decision", "never touch": "constraint", "8080": "fact"})
    sure = [(section, quote, status) for section, quote, doubtful, status in gold(held) if not doubtful]
    assert sure == [
        ("constraints", "never touch prod!", "active"),
        ("decisions", "use Vite for the build.", "final"),
        ("facts", "port is 8080.", None),
    ]
    left = [(section, quote) for section, quote, doubtful, _ in gold(held) if doubtful]
    assert {quote for section, quote in left if section == "noise"} == {
        "ok",
        "Fine.",
        "look at it. ok",
        "touch prod if you must",
    }
    assert len(left) == 4 * 5


def test_a_text_that_stands_inside_an_earlier_word_keeps_its_own_place(tmp_path: Path) -> None:
    held = made(tmp_path, TALK)
    (last,) = [item for item in items(held) if item.text.strip() == "ok" and item.at[0] == items(held)[-3].at[0]][-1:]
    append(held, Act(op="set", unit=last.id, by="lin", t=TIME, label="noise"))
    taught = examples(of(held, "lin"), core(), DEFAULT)
    assert [(each.text.strip(), each.label) for each in taught] == [("ok", Label.NOISE)]


def test_what_ends_another_and_what_goes_on_it_and_where_something_begins(tmp_path: Path) -> None:
    held = made(tmp_path, TALK)
    answer(held, {"never touch": "constraint", "touch prod if": "constraint", "use Vite": "decision"})
    old, new = unit(held, "never touch").id, unit(held, "touch prod if").id
    append(held, Act(op="supersedes", unit=new, old=old, by="lin", t=TIME))
    append(held, Act(op="boundary", unit=new, value=True, by="lin", t=TIME))
    append(held, Act(op="merge", unit=old, value=True, by="lin", t=TIME))
    (corpus,) = of(held, "lin")
    assert [(each.quote, each.status) for each in corpus.gold.constraints if not each.doubtful] == [
        ("touch prod if you must", "active")
    ]
    (whole,) = [each for each in corpus.gold.decisions if not each.doubtful]
    assert whole.quote == "use Vite for the build. never touch prod!"
    assert (
        whole.status == "overridden" and whole.superseded_by and whole.superseded_by.quote == "touch prod if you must"
    )
    (begins,) = corpus.gold.boundaries
    assert "touch prod if you must".startswith(begins.starts)


@pytest.mark.parametrize(("held_out", "both"), [(True, False), (False, False), (None, True)])
def test_the_holdout_and_the_others_are_labelled_apart(tmp_path: Path, held_out: bool | None, both: bool) -> None:
    truth = said(40)
    held = spoken(tmp_path, truth, holdout=40)
    answer(held, truth)
    taught = {each.text for each in examples(of(held, "lin", held_out=held_out), core(), DEFAULT)}
    there = {item.text for item in items(held) if item.asked and (both or bool(item.split) is held_out)}
    assert taught == there and there


def test_without_a_name_what_all_agree_on_or_was_decided_holds(tmp_path: Path) -> None:
    held = made(tmp_path, TALK)
    answer(held, {"use Vite": "decision", "never touch": "constraint", "8080": "fact"})
    answer(held, {"use Vite": "decision", "never touch": "fact", "8080": "noise"}, by="mei")
    done = Act(op="set", unit=unit(held, "8080").id, by="lin", t=TIME, label="fact", reason="slip", of=("lin", "mei"))
    append(held, done, gold=True)
    assert [(section, quote) for section, quote, doubtful, _ in gold(held, None) if not doubtful] == [
        ("decisions", "use Vite for the build."),
        ("facts", "port is 8080."),
    ]
    with pytest.raises(UsageError, match="did you mean 'mei'"):
        of(held, "meí")


def test_a_set_is_trained_on_and_measured_by_its_name(project: Path) -> None:
    truth = said(200)
    held = spoken(project, truth, holdout=30)
    answer(held, truth)
    before = json.loads(invoke("eval", "mine", "--holdout", "--json").stdout)
    core_ = sorted((ROOT / "corpora").glob("*/d*.json"))[:4]
    options = [word for path in core_ for word in ("--core", path)]
    ran = invoke("train", "classifier", "mine", "--project", *options, "--json")
    gains = {each["name"]: each for each in json.loads(ran.stdout)["gains"]}
    holdout = sum(1 for item in items(held) if item.split)
    assert gains["holdout"]["examples"] == holdout
    assert gains["project, part left out"]["examples"] == len(truth) - holdout
    assert gains["holdout"]["after"] > 1.5 * gains["holdout"]["before"]
    assert gains["other conversations"]["after"] >= gains["other conversations"]["before"] - 1
    assert classifier.read(project / OWN).weights.trained["own_examples"] == len(truth) - holdout
    after = json.loads(invoke("eval", held.folder, "--holdout", "--by", "lin", "--json").stdout)
    f1 = [told["languages"]["all"]["measures"]["unit_macro_f1"]["value"] for told in (before, after)]
    assert f1[1] > f1[0]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("eval", "demo.json", "--by", "lin"), "--by takes a set"),
        (("eval", "demo.json", "--holdout"), "--holdout takes a set"),
        (("eval", "mine", "--by", "lim"), "did you mean 'lin'"),
        (("train", "classifier", "mine", "--project"), "0 of 2 labels have 5"),
        (("train", "classifier", "other", "--project"), "other: no such file or folder"),
    ],
)
def test_what_a_set_cannot_do_is_said(project: Path, words: tuple[str, ...], says: str) -> None:
    answer(made(project, TALK), {"use Vite": "decision"})
    assert says in " ".join(invoke(*words, code=2).output.split())


def test_what_the_last_key_asks_for_is_done_when_the_screen_is_closed(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth = said(120)
    held = spoken(project, truth, holdout=30)
    answer(held, truth)
    ended = opened(
        name="mine", by="lin", task=TASKS["class"], items=items(held), answers=answers(acts(held, "lin")), at=0
    )
    monkeypatch.setattr("fastjev.cli.label.has_terminal", lambda: True)
    monkeypatch.setattr("fastjev.cli.work.done", lambda wanted, root: step(ended, Key("t", 1)))
    ran = invoke("label", "--set", "mine", "--by", "lin")
    assert "holdout" in ran.stdout and "written: " in ran.stderr
    assert (project / OWN).exists()
