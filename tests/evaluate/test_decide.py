"""Who votes on labels, with a classifier that knows a few words."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from desks import Desk, active

from fastjev.cli import cli
from fastjev.datatypes import Unit
from fastjev.evaluate import decide
from fastjev.evaluate.ablation import MAIN, ablation
from fastjev.evaluate.decide import DECIDE
from fastjev.evaluate.gold import load
from fastjev.evaluate.report import Asked, Report, evaluate
from fastjev.labels import Label
from fastjev.policy import Policy
from fastjev.rulebook import load_core

# A rule hears the first; the second is one that only the classifier hears, and it mishears the third.
TALK = ["U: Never touch the vendored folder.", "U: Purple is the house colour.", "U: Show me app.py."]
GOLD = {"constraints": [active("Never touch the vendored folder"), active("Purple is the house colour", 1)]}


class Knows:
    """Purple binds, whatever else is said; all the rest is process."""

    name = "knows-purple"

    def predict(self, unit: Unit) -> dict[Label, float]:
        p = 0.9 if "Purple" in unit.text else 0.1
        return {Label.CONSTRAINT: p, Label.PROCESS: 1 - p}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    desk = Desk(tmp_path)
    for n in range(3):
        desk.file(TALK, f"a0{n}-x.json", **GOLD)
    return tmp_path


def report_of(folder: Path, who: str) -> Report:
    corpora, notes = load([folder])
    asked = Asked(who, rounds=0)
    return evaluate(corpora, notes, rulebook=load_core(), policy=Policy(recent_turns=0), model=Knows(), asked=asked)


def voters(report: Report) -> dict[str, set[str]]:
    """By the label of a verdict, who voted for it."""
    found: dict[str, set[str]] = {}
    for unit in report.results[0].units:
        for vote in unit.verdict.votes:
            found.setdefault(vote.label, set()).add(vote.by.split(":")[0])
    return found


@pytest.mark.parametrize(
    ("who", "verdicts", "by"),
    [
        ("rules", ["constraint", "unsure", "process"], {"rule"}),
        ("model", ["process", "constraint", "process"], {"model"}),
        ("both", ["constraint", "constraint", "process"], {"rule", "model"}),
    ],
)
def test_those_vote_who_are_asked(folder: Path, who: str, verdicts: list[str], by: set[str]) -> None:
    report = report_of(folder, who)
    assert [unit.verdict.label for unit in report.results[0].units] == verdicts
    assert set().union(*voters(report).values()) == by
    assert report.provenance.model == (None if who == "rules" else "knows-purple")


def test_side_by_side(folder: Path) -> None:
    rows = {row.name: row for row in ablation([report_of(folder, who) for who in DECIDE])}
    assert list(rows) == list(MAIN)
    shares = {who: score.value for who, score in rows["unit_f1_constraint"].scores.items()}
    assert shares["both"] == 1
    assert shares["model"] is not None and shares["model"] < 1
    assert rows["constraint_recall"].gain == (0, 0), "in doubt a constraint, so rules miss none"
    assert rows["unit_macro_f1"].gain is None


def invoke(*args: str) -> Result:
    return CliRunner().invoke(cli, ["eval", *args])


def test_the_command_asks_the_classifier(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "shipped", lambda: None)
    assert "no trained classifier is here" in invoke("--decide", "model", str(folder)).stderr
    assert invoke("--ablate", str(folder)).exit_code == 2
    monkeypatch.setattr(decide, "shipped", Knows)
    told = json.loads(invoke("--decide", "model", "--json", str(folder)).stdout)
    assert (told["decide"], told["provenance"]["model"]) == ("model", "knows-purple")
    shown = invoke("--ablate", str(folder)).stdout.splitlines()
    assert shown[1].split() == ["measure", "good", *DECIDE, "gain"]
    assert [line.split()[0] for line in shown[2:]] == list(MAIN)
    by = json.loads(invoke("--ablate", "--json", str(folder)).stdout)
    assert by["schema"] == "fastjev.ablation/1"
    assert by["measures"]["unit_f1_constraint"]["both"]["value"] == 1
    assert invoke("--ablate", "--floor", "fact_recall=1", str(folder)).exit_code == 2
