"""`fastjev eval` as people call it, and one pass over the corpora."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from desks import CORPORA, Desk, active, choice

from fastjev.cli import cli
from fastjev.evaluate.counts import markdown
from fastjev.evaluate.gold import LANGS, load
from fastjev.evaluate.measures import MEASURES, ROUNDS, measured
from fastjev.evaluate.report import Report, evaluate
from fastjev.policy import Policy
from fastjev.rulebook import load_core


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


# The command

# What an assistant says is never a constraint by itself, so the second label cannot be found; the trap is none, and in.
TALK = [
    "U: Never touch the vendored folder. The cache port is 6379.",
    "A: Dates must be UTC.",
    "U: Show me src/app.py first.",
]
GOLD: dict[str, Any] = {
    "constraints": [active("Never touch the vendored folder"), active("Dates must be UTC", 1)],
    "facts": [{"m": 0, "quote": "The cache port is 6379"}],
    "traps": [{"m": 0, "quote": "touch the vendored folder", "why": "for this test"}],
}


def invoke(*args: str) -> Result:
    return CliRunner().invoke(cli, ["eval", *args])


def test_the_table_and_what_to_look_up(desk: Desk) -> None:
    path = str(desk.file(TALK, **GOLD))
    ran = invoke(path)
    assert ran.exit_code == 0, ran.output
    rows = {line.split()[0]: line.split()[2:] for line in ran.stdout.split("\n\n")[0].splitlines()[2:]}
    assert list(rows) == list(measured(ROUNDS))
    assert rows["constraint_recall"] == ["50.0%", "1/2", "50.0%", "1/2"]
    assert rows["trap_rate"] == ["100.0%", "1/1", "100.0%", "1/1"]
    assert rows["deprecated_recall"] == ["undefined", "undefined"]
    listed = ran.stdout.partition("constraints missed (1)")[2]
    assert [line.strip().split("  ")[0] for line in listed.splitlines()[1:5]] == [
        f"{path} message 1",
        "Dates must be UTC",
        "u1.3",
        "votes",
    ]
    let_in = listed.partition("traps let in (1)")[2]
    assert re.search(r"u1\.1 +human  constraint 0\.\d\d, decided constraint, active  Never touch", let_in)
    assert re.search(r"votes   constraint 0\.\d\d rule:core/constraint\.", let_in)
    assert re.search(r"passes  rule:core/constraint\.", let_in)
    assert ran.stderr == f"next: fastjev explain {path} u1.3\n"


def test_quiet_is_the_table_only(desk: Desk) -> None:
    ran = invoke("-q", str(desk.file(TALK, **GOLD)))
    assert ran.stdout.splitlines()[-1].startswith("idempotence")
    assert ran.stderr == ""


def test_decisions_and_facts_are_listed_on_demand(desk: Desk) -> None:
    path = str(
        desk.file(["U: Thanks for that."], noise=[{"m": 0, "quote": "that"}], decisions=[choice("Thanks", "final")])
    )
    assert "final decisions missed" not in invoke(path).stdout
    assert "final decisions missed (1)" in invoke("-v", path).stdout


def test_json_has_everything(desk: Desk) -> None:
    path = desk.file(TALK, lang="mixed", **GOLD)
    ran = invoke("--json", "--recent", "1", "--floor", "fact_recall=1", "--ceiling", "trap_rate=0.5", str(path))
    assert ran.exit_code == 1
    told = json.loads(ran.stdout)
    assert (told["schema"], told["recent"]) == ("fastjev.evaluation/1", 1)
    assert list(told["languages"]) == [*LANGS, "all"]
    measures = told["languages"]["mixed"]["measures"]
    assert measures == told["languages"]["all"]["measures"] == told["files"][0]["measures"]
    assert measures["constraint_recall"] == {"value": 0.5, "n": 1, "m": 2, "interval": None}
    assert measures["deprecated_recall"] == {"value": None, "n": 0, "m": 0, "interval": None}
    assert told["languages"]["zh"]["conversations"] == 0
    (trap,) = [finding for finding in told["findings"] if finding["measure"] == "trap_rate"]
    assert (trap["file"], trap["message"], trap["zones"]) == (str(path), 0, ["constraints"])
    assert trap["units"][0]["text"].startswith("Never touch the vendored folder")
    assert {"label": "constraint"}.items() <= trap["units"][0]["votes"][0].items()
    assert trap["units"][0]["because"]
    assert [(each["name"], each["met"]) for each in told["limits"]] == [("fact_recall", True), ("trap_rate", False)]
    assert "trap_rate is 1.0000 (1 of 1), 0.5000 above its ceiling of 0.5" in ran.stderr


def test_floors_decide_the_exit_code(desk: Desk) -> None:
    path = str(desk.file(TALK, **GOLD))
    assert invoke("-q", "--floor", "constraint_recall=0.5", path).exit_code == 0
    missed = invoke("-q", "--floor", "constraint_recall=0.6", "--floor", "fact_recall=0.9", path)
    assert missed.exit_code == 1
    assert missed.stderr == "fastjev: constraint_recall is 0.5000 (1 of 2), 0.1000 below its floor of 0.6\n"


@pytest.mark.parametrize(
    ("words", "code"), [(["none"], 2), ([], 2), (["--floor", "x=1", "."], 2), (["broken.json"], 3)]
)
def test_exit_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.json").write_text("{", "utf-8")
    assert invoke(*words).exit_code == code


def test_intervals_are_those_of_the_seed_and_limits_may_hold_for_them(desk: Desk) -> None:
    for n in range(4):
        desk.file(TALK[:1] if n % 2 else TALK, f"a0{n}.json", **(GOLD if n % 2 == 0 else {}))
    path = str(desk.folder)
    ends = [json.loads(invoke("--json", "-q", path, *more).stdout)["languages"]["en"]["measures"] for more in ([], [])]
    assert ends[0] == ends[1]
    low, high = ends[0]["constraint_recall"]["interval"]
    assert low == high == 0.5, "each conversation that has any has one of two"
    other = json.loads(invoke("--json", "-q", path, "--seed", "1").stdout)
    assert other["seed"] == 1
    alone = invoke("-q", "--sure", "--floor", "constraint_recall=0.5", str(desk.file(TALK, **GOLD)))
    assert alone.exit_code == 1
    assert "constraint_recall has no interval (that takes two conversations)" in alone.stderr


def test_rounds_are_as_many_as_asked_for(desk: Desk) -> None:
    path = str(desk.file(TALK, **GOLD))
    rows = [line.split()[0] for line in invoke("-q", "--rounds", "5", path).stdout.splitlines()[2:]]
    assert [row for row in rows if row.startswith("survival")] == [f"survival_{n}" for n in range(1, 6)]
    assert "survival_2 is undefined" in invoke("-q", "--rounds", "1", "--floor", "survival_2=1", path).stderr
    assert invoke("--rounds", "11", path).exit_code == 2


# The corpora


@pytest.fixture(scope="module")
def report() -> Report:
    corpora, notes = load([CORPORA])
    return evaluate(corpora, notes, rulebook=load_core(), policy=Policy(recent_turns=0))


def test_counts_of_the_corpora_add_up(report: Report) -> None:
    whole = report.scores()
    parts = [report.scores(lang) for lang in LANGS]
    for name in set(MEASURES) - {"unit_macro_f1"}:
        assert sum(part[name].n for part in parts) == pytest.approx(whole[name].n), name
        assert sum(part[name].m for part in parts) == pytest.approx(whole[name].m), name
    for name, (value, n, m, _) in whole.items():
        assert value is None if not m else value == n / m, name
        assert n <= m, name
    entries = [entry for result in report.results for entry in result.corpus.gold.constraints if not entry.doubtful]
    assert whole["constraint_recall"].m == whole["constraint_in_context"].m == whole["false_deprecation_rate"].m
    assert whole["constraint_recall"].m + whole["deprecated_recall"].m == len(entries)
    assert whole["idempotence"].m == len(report.results)


def test_findings_of_the_corpora_are_what_the_values_say(report: Report) -> None:
    whole = report.scores()
    for name, measure in MEASURES.items():
        found = [finding for finding in report.findings if finding.measure == name]
        score = whole[name]
        if measure.amiss and name not in ("human_words_lost", "unlabelled_words_removed"):
            assert len(found) == (score.n if measure.good == "low" else score.m - score.n), name
        for finding in found:
            assert finding.units, finding


def test_measuring_twice_gives_the_same(report: Report) -> None:
    (first, *_) = report.results
    assert evaluate([first.corpus], (), rulebook=load_core(), policy=Policy(recent_turns=0)).results == (first,)


def test_the_readme_counts_what_is_there() -> None:
    assert markdown(load([CORPORA])[0]) in (CORPORA / "README.md").read_text("utf-8"), (
        "see: fastjev eval corpora --counts"
    )


def test_the_readme_says_what_every_measure_is() -> None:
    readme = (CORPORA / "README.md").read_text("utf-8")
    assert [
        name for name, measure in MEASURES.items() if f"| `{name}` | {measure.good} | {measure.about} |" not in readme
    ] == []


def test_a_talk_of_thanks_alone_is_measured_too(desk: Desk) -> None:
    path = desk.file(["U: thanks a lot", "A: you're welcome"], noise=[{"m": 0, "quote": "thanks a lot"}])
    ran = CliRunner().invoke(cli, ["eval", str(path), "--json"])
    assert ran.exit_code == 0, ran.output
    measures = json.loads(ran.stdout)["languages"]["all"]["measures"]
    assert (measures["noise_removed"]["value"], measures["survival_1"]["value"]) == (1, None)
