"""Why a rule did not decide a unit: where it stopped, what was switched off or changed, and by what it lost."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rows import book, rule
from talks import assistant, call, neutral, tool, user

from fastjev.cli import cli
from fastjev.datatypes import Span, Unit
from fastjev.evaluate.rules.votes import standings
from fastjev.labels import Speaker
from fastjev.policy import DEFAULT
from fastjev.rulebook import Rule, Rulebook
from fastjev.rulebook.whynot import steps, why_not
from fastjev.stages.classify import judge

RULES = """\
fastjev: 1
pack: acme
disable:
  - {id: core/process.task_zh, because: 'here every request binds'}
override:
  - id: core/constraint.must_zh
    set: {weight: 0.9}
rules:
  - id: acme/process.must
    label: process
    why: x
    weight: 0.95
    when: {any: [{words: [必须]}]}
    tests: {match: [必须], no_match: [不必]}
  - id: acme/fact.code
    label: fact
    why: x
    weight: 0.95
    when: {keywords: [ticket, 工单], any: [{text: '[a-z]{2,5}-[0-9]+'}], unless: [{words: [example, 例如]}]}
    tests: {match: [工单 ABC-1], no_match: [abc]}
  - id: acme/defer.hm
    label: defer
    why: Here this is hesitation.
    weight: 0.9
    when: {max_chars: 12, any: [{words: [就这样]}]}
    tests: {match: [就这样], no_match: [这样]}
  - id: acme/fact.row
    label: fact
    why: x
    weight: 0.9
    when: {speaker: [tool], tool: [Bash], any: [{words: [rows]}]}
    tests: {match: [7 rows], no_match: [row]}
  - id: acme/fact.gone
    label: fact
    why: x
    status: retired
    weight: 0.9
    when: {any: [{words: [gone]}]}
    tests: {match: [gone], no_match: [here]}
"""
TALK = [
    user("帮我看一下 orderdesk。所有接口必须鉴权。他们说“工单 OPS-77 必须关掉”，我也不懂"),
    assistant("必须用 vite。要跑吗？", call("c1", "Bash", command="wc")),
    tool("c1", "start\n12 rows\nend"),
    user("就这样"),
    user("see ticket OPS-12, 例如这条"),
]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".fastjev/rules").mkdir(parents=True)
    (tmp_path / ".fastjev/rules/acme.yaml").write_text(RULES, "utf-8")
    (tmp_path / "talk.json").write_bytes(neutral(TALK))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def explain(*words: str) -> Result:
    return CliRunner().invoke(cli, ["explain", "talk.json", *words])


@pytest.mark.parametrize(
    ("unit", "id", "at", "detail"),
    [
        ("u1.1", "core/process.task_zh", "on", "switched off at .fastjev/rules/acme.yaml:4: here every request binds"),
        ("u1.1", "acme/fact.gone", "on", "retired at .fastjev/rules/acme.yaml:"),
        ("u1.4", "core/constraint.must_zh", "speaker", "assistant, not human"),
        ("u1.1", "acme/fact.code", "keywords", "none of ticket, 工单 in the text"),
        ("u1.1", "acme/process.must", "any", "no match for (?:必须)"),
        ("u1.1", "acme/defer.hm", "max_chars", "16 characters; 12 at most"),
        ("u3.1", "acme/fact.code", "unless", "'例如' matches "),
        ("u1.3", "acme/fact.code", "quoted", "keywords: '工单' in the text, but in quotation marks"),
        ("u2.1", "core/confirm.yes_zh", "layer", "acme/defer.hm (.fastjev/rules/acme.yaml:21) answers in its place"),
        ("u1.2", "acme/process.must", "lost", "to core/constraint.must_zh (constraint 0.90, core/constraint.yaml:"),
        ("u1.6", "core/constraint.must_zh", "gate", "what a tool says becomes no constraint"),
    ],
)
def test_where_a_rule_stopped(project: Path, unit: str, id: str, at: str, detail: str) -> None:
    found = json.loads(explain(unit, "--why-not", id, "--json").stdout)
    *before, last = found["steps"]
    assert (last["at"], last["passed"]) == (at, False)
    assert detail in last["detail"]
    assert all(step["passed"] for step in before)
    assert found["why_not"]["stopped"] == at
    shown = explain(unit, "--why-not", id).stdout.splitlines()
    assert [line for line in shown if line.endswith("-> stopped here")] == shown[-1:]
    assert shown[-1].startswith(at)
    assert len([line for line in shown if "✓" in line]) == len(before)


@pytest.mark.parametrize(
    ("unit", "id", "at"),
    [
        ("u1.2", "core/constraint.must_zh", "wins"),
        ("u2.1", "acme/defer.hm", "cue"),
        ("u1.6", "acme/fact.row", "wins"),
    ],
)
def test_a_rule_that_did_not_stop(project: Path, unit: str, id: str, at: str) -> None:
    ran = explain(unit, "--why-not", id)
    found = json.loads(explain(unit, "--why-not", id, "--json").stdout)
    assert found["steps"][-1]["at"] == at
    assert found["why_not"]["stopped"] is None
    assert ran.stdout.splitlines()[-1].strip() == ("-> it wins" if at == "wins" else "-> it is heard")


def test_an_unknown_rule_names_what_is_near(project: Path) -> None:
    ran = explain("u1.1", "--why-not", "core/constraint.must_cn")
    assert ran.exit_code == 2
    assert "no such rule; near it: core/constraint.must_" in ran.stderr
    assert not ran.stdout


def test_explain_shows_places_layers_changes_and_what_is_off(project: Path) -> None:
    shown = explain("u1.2").stdout
    assert "0.90 constraint rule:core/constraint.must_zh  core/constraint.yaml:" in shown
    assert "changed by .fastjev/rules/acme.yaml:6" in shown
    assert "rule:acme/process.must  .fastjev/rules/acme.yaml:9 (project)  4-6  cannot beat a constraint" in shown
    assert "core/process.task_zh" not in shown
    off = explain("u1.1")
    assert "off       0.66 process    core/process.task_zh  disabled at .fastjev/rules/acme.yaml:4: here" in off.stdout
    told = json.loads(explain("u1.1", "--json").stdout)
    assert [each["id"] for each in told["verdict"]["off"]] == ["core/process.task_zh"]
    assert "next: fastjev explain talk.json u1.2 --why-not acme/process.must" in explain("u1.2").stderr


HEAVY, LIGHT = rule("fact.heavy", "port|端口", 0.9), rule("process.light", "port|端口", 0.8)


@pytest.mark.parametrize(
    ("rules", "text", "outcome"),
    [
        ((HEAVY, LIGHT), "端口 8080", "lower weight"),
        ((HEAVY._replace(layer=3), rule("process.same", "port|端口", 0.9)), "the port 8080", "lower layer"),
        ((rule("fact.long", "端口 [0-9]+"), rule("process.same", "端口")), "端口 8080", "shorter cue"),
        (
            (rule("constraint.a", "port", 0.6), rule("noise.b", "port|端口", 0.9)),
            "port 端口",
            "cannot beat a constraint",
        ),
        ((HEAVY, rule("fact.second", "port", 0.7)), "a port", "agrees"),
        ((rule("fact.a", "端口"), rule("process.b", "端口")), "端口", "level"),
    ],
)
def test_what_became_of_the_second_vote(rules: tuple[Rule, ...], text: str, outcome: str) -> None:
    assert outcomes(book(*rules), text)[-1] == outcome


def test_an_assistant_makes_no_constraint() -> None:
    found = outcomes(book(rule("constraint.a", "必须|must")), "we must 必须", Speaker.ASSISTANT)
    assert found == ["not an assistant's to say"]


def outcomes(rulebook: Rulebook, text: str, speaker: Speaker = Speaker.HUMAN) -> list[str]:
    unit = Unit(id="u1.1", message=0, turn=1, span=Span(0, len(text)), speaker=speaker, text=text, kind="prose")
    return [each.outcome for each in standings(unit, judge(unit, rulebook, DEFAULT), rulebook, DEFAULT)]


def test_why_not_is_the_first_step_that_did_not_hold() -> None:
    tried = rule("fact.a", "port|端口", unless=("example|例如",), langs=("zh",))
    for text in ("端口 1", "a port", "没有", "例如端口"):
        taken = list(steps(book(tried), tried, text, speaker="human", kind="prose"))
        missed = [step for step in taken if not step.passed]
        found = why_not(book(tried), tried, text, speaker="human", kind="prose")
        assert [(step.at, step.detail) for step in missed] == ([(found.at, found.detail)] if found else [])
        assert missed == taken[-len(missed) :] if missed else taken[-1].at == "heard"


def test_every_vote_is_among_the_votes() -> None:
    """Also that of words around a quotation, which no rule placed."""
    text = "老板说“全部重写一遍吧今天就要”哦"
    unit = Unit(id="u1.1", message=0, turn=1, span=Span(0, len(text)), speaker=Speaker.HUMAN, text=text, kind="prose")
    verdict = judge(unit, book(), DEFAULT)
    assert [(vote.label, vote.weight, vote.by) for vote in verdict.votes] == [("fact", verdict.p, "gate:quoted")]
