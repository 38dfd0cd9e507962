"""Who decides labels, with the classifier that is shipped."""

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from desks import Desk, active

from fastjev.cli import cli
from fastjev.cli.evaluate import evaluate as command
from fastjev.evaluate.ablation import MAIN, ablation
from fastjev.evaluate.decide import DECIDE
from fastjev.evaluate.gold import load
from fastjev.evaluate.measures import MOST_ROUNDS
from fastjev.evaluate.report import Asked, Report, evaluate
from fastjev.evaluate.split import SPLITS
from fastjev.labels import Label
from fastjev.policy import Policy
from fastjev.rulebook import load_core

# A rule settles the first, and none has a word on the second.
TALK = ["U: Never touch the vendored folder.", "U: Purple is the house colour."]
GOLD = {"constraints": [active("Never touch the vendored folder"), active("Purple is the house colour", 1)]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    desk = Desk(tmp_path)
    for n in range(3):
        desk.file(TALK, f"a0{n}-x.json", **GOLD)
    return tmp_path


def report_of(folder: Path, who: str) -> Report:
    corpora, notes = load([folder])
    return evaluate(corpora, notes, rulebook=load_core(), policy=Policy(recent_turns=0), asked=Asked(who, rounds=0))


@pytest.mark.parametrize(
    ("who", "voters"),
    [
        ("rules", [{"rule"}, set()]),
        ("model", [{"model"}, {"model"}]),
        ("both", [{"rule"}, {"model"}]),
    ],
)
def test_those_vote_who_are_asked(folder: Path, who: str, voters: list[set[str]]) -> None:
    report = report_of(folder, who)
    verdicts = [unit.verdict for unit in report.results[0].units]
    assert [{vote.by.split(":")[0] for vote in verdict.votes} for verdict in verdicts] == voters
    assert (verdicts[1].label == Label.UNSURE) == (who == "rules")
    assert ("no labels" in str(report.provenance.model)) == (who == "rules")


def test_the_classifier_looks_at_the_rules_also_where_they_have_no_vote(folder: Path) -> None:
    alone, beside = ([unit.verdict for unit in report_of(folder, who).results[0].units][1] for who in ("model", "both"))
    assert alone.votes == beside.votes


def test_side_by_side(folder: Path) -> None:
    reports = [report_of(folder, who) for who in DECIDE]
    rows = {row.name: row for row in ablation(reports)}
    assert list(rows) == list(MAIN)
    for name, row in rows.items():
        assert row.scores == {report.asked.decide: report.scores()[name] for report in reports}
    row = rows["unit_f1_constraint"]
    one, other = row.scores["both"].value, row.scores["rules"].value
    assert one is not None and other is not None
    assert row.gain == pytest.approx((one - other, one - other)), "all three conversations are alike"
    assert rows["unit_macro_f1"].gain is None


def test_the_command_knows_whom_and_what_there_is() -> None:
    types: dict[str, Any] = {param.name: param.type for param in command.params}
    assert tuple(types["decide"].choices) == DECIDE
    assert tuple(types["split"].choices) == SPLITS
    assert types["rounds"].max == MOST_ROUNDS


def invoke(*args: str) -> Result:
    return CliRunner().invoke(cli, ["eval", *args])


def test_the_command_asks_whom_it_is_told_to(folder: Path) -> None:
    told = json.loads(invoke("--decide", "model", "--json", str(folder)).stdout)
    assert told["decide"] == "model"
    shown = invoke("--ablate", str(folder)).stdout.splitlines()
    assert shown[1].split() == ["measure", "good", *DECIDE, "gain"]
    assert [line.split()[0] for line in shown[2:]] == list(MAIN)
    by = json.loads(invoke("--ablate", "--json", str(folder)).stdout)
    assert by["schema"] == "fastjev.ablation/1"
    assert list(chain.from_iterable(by["measures"].values())) == [*DECIDE, "gain"] * len(MAIN)
    assert invoke("--ablate", "--floor", "fact_recall=1", str(folder)).exit_code == 2
    assert invoke("--decide", "oracle", str(folder)).exit_code == 2
