"""Reports on rules, on conversations of a few words under rules made for them: every number is counted by hand."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from talks import CORPORA, DEMO, claude_code, user

from fastjev.cli import cli
from fastjev.evaluate.rules.conflicts import conflicts
from fastjev.evaluate.rules.coverage import coverage
from fastjev.evaluate.rules.diff import changes
from fastjev.evaluate.rules.seen import Gold, Seen, look
from fastjev.evaluate.rules.terms import telling
from fastjev.evaluate.rules.trials import trials
from fastjev.evaluate.rules.tune import Tally, refusal
from fastjev.evaluate.rules.walks import find, walk
from fastjev.labels import Label
from fastjev.rulebook import Rulebook, load
from fastjev.rulebook.load import merged

ROLES = {"U": "user", "A": "assistant"}
Dict = dict[str, Any]


def rule(id: str, *words: str, weight: float = 0.8, text: str = "", **more: Any) -> Dict:
    """A rule of some words or one pattern; its label stands in its id. It matches its first word."""
    when: Dict = {"any": [{"text": text}] if text else [{"words": list(words)}]}
    when |= {key: more.pop(key) for key in ("speaker", "tool") if key in more}
    tests = {"match": [words[0]], "no_match": ["啊"]}
    label = id.partition("/")[2].partition(".")[0]
    return {"id": id, "label": label, "why": "A test.", "weight": weight, "when": when, "tests": tests, **more}


def labelled(talk: Sequence[str], **gold: Any) -> Dict:
    """A conversation; `talk` are messages like `U: text`."""
    messages = [{"role": ROLES[said[0]], "text": said[3:]} for said in talk]
    return {"schema": "fastjev.conversation/1", "id": "tiny", "lang": "mixed", "messages": messages, "gold": gold}


def quote(m: int, text: str, **more: Any) -> Dict:
    return {"m": m, "quote": text, **more}


def bound(m: int, text: str, **more: Any) -> Dict:
    return quote(m, text, status="active", **more)


def said_besides(result: Result) -> str:
    """What is said besides the rules in force, which every command says first."""
    lines = result.stderr.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(("rules: core 0 +", "warning: core is off")))


class Desk:
    """A folder with rule files and conversations, and commands called in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def rules(self, *rules: Dict, name: str = "rules.yaml", core: bool = False, **more: Any) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        pack = {"fastjev": 1, "pack": "t", "core": core, "rules": list(rules), **more}
        path.write_text(yaml.safe_dump(pack, allow_unicode=True), "utf-8")
        return path

    def talk(self, talk: Sequence[str], name: str = "tiny.json", **gold: Any) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(labelled(talk, **gold)), "utf-8")
        return path

    def call(self, *args: str) -> Result:
        return CliRunner().invoke(cli, ["rules", *args])

    def json(self, *args: str) -> Dict:
        result = self.call(*args, "--json")
        assert result.exit_code in (0, 1), result.stderr
        found: Dict = json.loads(result.stdout)
        return found


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    for name in ("NO_COLOR", "FORCE_COLOR", "CLAUDE_CODE_PROJECT_DIR_NAME"):
        monkeypatch.delenv(name, raising=False)
    return Desk(tmp_path)


BAN = rule("t/constraint.ban", "不要", "don't")
RULES = (
    BAN,
    rule("t/constraint.touch", "不要动", weight=0.7),
    rule("t/process.ask", "好吗?", text=r"[?]\s*$", weight=0.6),
    rule("t/fact.number", "8080", text="[0-9]+", weight=0.6),
    rule("t/noise.thanks", "谢谢", "thanks", weight=0.9, force=True),
    rule("t/decision.none", "量子", weight=0.9),
    rule("t/defer.later", "以后再说", "later", weight=0.9),
)
TALK = (
    "U: 不要动 schema。谢谢",  # u1.1 ban and touch, a constraint; u1.2 thanks, noise
    "A: 好的。",  # u1.3 no rule
    "U: 要不要升级 node？Don't drop the table. thanks",  # u2.1 ban and ask, process; u2.2 ban; u2.3 thanks
    "A: ok.",  # u2.4 no rule
    "U: 端口 8080。PR 里 don't rename 字段。later",  # u3.1 number, a fact; u3.2 ban, doubtful; u3.3 the cue
)
GOLD = {
    "constraints": [
        bound(0, "不要动 schema"),
        bound(2, "Don't drop the table"),
        bound(4, "don't rename 字段", doubtful=True),
    ],
    "noise": [quote(0, "谢谢")],
    "process": [quote(2, "要不要升级 node？")],
    "facts": [quote(4, "端口 8080")],
}
COVERAGE = """\
needs       rule                label       hits  wins  alone          right  unlabelled  conflicts  meets most
✗ wrong     t/constraint.ban    constraint     4     4      3   66.7% 2 of 3           1          1  25% t/constraint.touch
◐ shadowed  t/constraint.touch  constraint     1     0      0              –           0          0  100% t/constraint.ban, which wins
◐ shadowed  t/process.ask       process        1     0      1              –           0          1  100% t/constraint.ban, which wins
∅ dead      t/decision.none     decision       0     0      0              –           0          0
            t/noise.thanks      noise          2     2      2  100.0% 1 of 1           1          0
            t/defer.later       defer          1     –      1              –           –          0
            t/fact.number       fact           1     1      1  100.0% 1 of 1           0          0
7 rules · 1 conversation · a label rule fired on 7 of 10 units (70.0%) · people labelled 5 · 1 wrong, 2 shadowed, 1 dead
"""  # noqa: E501


def unpadded(text: str, skip: int = 0) -> str:
    """Without the blanks that fill a table's lines, and without its legend."""
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines()[skip:])


def test_coverage_counts_each_rule_and_puts_first_what_needs_attention(desk: Desk) -> None:
    desk.rules(*RULES)
    desk.talk(TALK, **GOLD)
    result = desk.call("coverage", "tiny.json", "--rules", "rules.yaml")
    assert unpadded(result.stdout, skip=4) == COVERAGE
    assert "✗ wrong: under 80% right" in result.stdout
    assert said_besides(result) == "next: fastjev rules tune t/constraint.ban tiny.json --rules rules.yaml\n"
    assert result.exit_code == 0


def test_coverage_as_json(desk: Desk) -> None:
    desk.rules(*RULES)
    desk.talk(TALK, **GOLD)
    found = desk.json("coverage", "tiny.json", "--rules", "rules.yaml")
    assert (found["schema"], found["units"], found["covered"], found["labelled"]) == (
        "fastjev.rules-coverage/1", 10, 7, 5,
    )  # fmt: skip
    assert found["rules"][0] == {
        "id": "t/constraint.ban", "label": "constraint", "layer": "asked", "where": "rules.yaml:5",
        "hits": 4, "wins": 4, "alone": 3, "right": 2, "wrong": 1, "unlabelled": 1, "precision": 2 / 3, "conflicts": 1,
        "overlap": {"id": "t/constraint.touch", "share": 0.25}, "need": "wrong", "shadowed_by": None,
    }  # fmt: skip
    dead = next(row for row in found["rules"] if row["id"] == "t/decision.none")
    assert (dead["need"], dead["precision"], dead["overlap"]) == ("dead", None, None)


def test_coverage_of_one_layer(desk: Desk) -> None:
    desk.rules(rule("t/noise.mine", "多谢", "cheers"), core=True)
    desk.talk(["U: 多谢。cheers mate"])
    found = desk.json("coverage", "tiny.json", "--rules", "rules.yaml", "--layer", "asked")
    assert [(row["id"], row["hits"]) for row in found["rules"]] == [("t/noise.mine", 2)]
    assert len(desk.json("coverage", "tiny.json", "--rules", "rules.yaml", "--layer", "core")["rules"]) > 50


def test_a_cue_is_counted_where_it_fires_on_a_clause(desk: Desk) -> None:
    """`^` holds at the start of a clause, and a cue that cuts there is heard there."""
    desk.rules(rule("t/boundary.also", "另外", text="^(?:另外|also)"))
    desk.talk(["U: 端口改成 8080，另外 rename the table，好的", "U: fix it, also bump node"])
    found = desk.json("coverage", "tiny.json", "--rules", "rules.yaml")
    assert [(row["hits"], row["wins"], row["need"]) for row in found["rules"]] == [(2, None, None)]


def test_rules_for_tools_are_counted_line_by_line(desk: Desk) -> None:
    desk.rules(
        rule("t/fact.port", "监听 8080", text="(?:监听|listening on) [0-9]+", speaker=["tool"], tool=["Bash"]),
        rule("t/fact.read", "监听", speaker=["tool"], tool=["Read"]),
    )
    call = {"id": "c1", "name": "Bash", "input": {"command": "make run"}}
    messages = [
        {"role": "user", "text": "跑一下 server"},
        {"role": "assistant", "text": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "text": "building\n监听 8080 ok\nlistening on 9090\n"},
    ]
    talk = {"schema": "fastjev.conversation/1", "id": "tiny", "messages": messages}
    (desk.folder / "tiny.json").write_text(json.dumps(talk))
    found = desk.json("coverage", "tiny.json", "--rules", "rules.yaml")
    assert {row["id"]: (row["hits"], row["wins"], row["need"]) for row in found["rules"]} == {
        "t/fact.port": (1, None, None),
        "t/fact.read": (0, None, "dead"),
    }
    rulebook = load(None, [desk.folder / "rules.yaml"], user=False)
    (seen,) = [each for each in look("tiny.json", rulebook).units if each.fired]
    assert seen.fired[0].cue.of(seen.unit.text) == "监听 8080"


@pytest.mark.parametrize(
    ("sure", "doubtful", "trap", "label", "right"),
    [
        ({"fact"}, set(), False, "fact", True),
        ({"fact", "constraint"}, set(), False, "constraint", True),
        ({"fact"}, set(), False, "constraint", False),
        ({"fact"}, {"constraint"}, False, "constraint", None),
        (set(), {"fact"}, False, "constraint", None),
        (set(), set(), False, "fact", None),
        (set(), set(), True, "constraint", False),
        (set(), set(), True, "decision", False),
        (set(), set(), True, "process", None),
        ({"constraint"}, set(), True, "constraint", True),
    ],
)
def test_right_wrong_or_not_said(
    sure: set[str], doubtful: set[str], trap: bool, label: str, right: bool | None
) -> None:
    assert Gold(frozenset(sure), frozenset(doubtful), trap).right(label) is right


def units(desk: Desk, rulebook: Rulebook, *files: Path) -> list[Seen]:
    return [seen for file in files for seen in look(str(file), rulebook).units]


def met(pairs: Sequence[Any]) -> dict[tuple[str, str], tuple[tuple[str, str, int], ...]]:
    return {(pair.rules[0].id[2:], pair.rules[1].id[2:]): pair.won for pair in pairs}


MEETINGS = {
    "weight": (rule("t/fact.a", "上线", weight=0.8), rule("t/decision.a", "上线", weight=0.7), "U: 周五上线"),
    "longer cue": (rule("t/fact.a", "release on"), rule("t/decision.a", "release"), "U: we release on 周五"),
    "constraint floor": (
        rule("t/constraint.a", "回滚", weight=0.5),
        rule("t/process.a", "回滚", weight=0.9),
        "U: 失败就回滚",
    ),
    "speaker": (
        rule("t/fact.a", "必须", weight=0.5, speaker=["assistant"]),
        rule("t/constraint.a", "必须", weight=0.9, speaker=["assistant"]),
        "A: 这里必须 retry",
    ),
}


@pytest.mark.parametrize("how", MEETINGS)
def test_by_what_a_rule_wins(desk: Desk, how: str) -> None:
    winner, loser, said = MEETINGS[how]
    path = desk.rules(winner, loser)
    pairs = conflicts(units(desk, load(None, [path], user=False), desk.talk([said])))
    assert [pair.won for pair in pairs] == [((winner["id"], how, 1),)]


def test_a_higher_layer_wins_a_tie(desk: Desk) -> None:
    desk.rules(rule("t/fact.a", "部署"), name=".fastjev/rules/t.yaml")
    path = desk.rules(rule("t/decision.a", "部署"), core=True)
    rulebook = load(desk.folder, [path], user=False)
    assert met(conflicts(units(desk, rulebook, desk.talk(["U: 部署到 k8s"])))) == {
        ("decision.a", "fact.a"): (("t/decision.a", "layer", 1),)
    }


def test_level_third_and_another_rule(desk: Desk) -> None:
    """One text: two facts, a decision level with the lighter of them, and a process that all beat."""
    path = desk.rules(
        rule("t/fact.heavy", "合并", weight=0.9),
        rule("t/fact.light", "合并", weight=0.6),
        rule("t/decision.a", "合并", weight=0.7),
        rule("t/process.a", "合并", weight=0.5),
        rule("t/fact.b", "merge"),
        rule("t/decision.b", "merge"),
    )
    pairs = conflicts(units(desk, load(None, [path], user=False), desk.talk(["U: 先合并。then merge"])))
    assert met(pairs) == {
        ("decision.a", "fact.heavy"): (("t/fact.heavy", "weight", 1),),
        ("decision.a", "fact.light"): (("t/fact.light", "another rule", 1),),
        ("decision.a", "process.a"): (("third", "", 1),),
        ("fact.heavy", "process.a"): (("t/fact.heavy", "weight", 1),),
        ("fact.light", "process.a"): (("t/fact.light", "weight", 1),),
        ("decision.b", "fact.b"): (("level", "", 1),),
    }


CONFLICTS = """\

! t/constraint.ban constraint 0.80  ×  t/process.ask process 0.60
    2 units; of 5 and 2 that each fired on
        2 × t/constraint.ban wins by weight
      tiny.json u2.1  要[不要]升级 node{？}
      two.json u1.1  why [don't] we 升级{?}

1 pair of rules · 1 sharing more than half of the hits of one · 2 conversations, 11 units
"""


def test_conflicts_show_both_cues_and_warn_of_what_is_alike(desk: Desk) -> None:
    desk.rules(*RULES)
    desk.talk(TALK, **GOLD)
    desk.talk(["U: why don't we 升级?"], name="two.json")
    result = desk.call("conflicts", "tiny.json", "two.json", "--rules", "rules.yaml")
    assert unpadded(result.stdout, skip=3) == CONFLICTS
    assert said_besides(result) == (
        "warning: t/constraint.ban (constraint) and t/process.ask (process) fire on the same 2 units: "
        "40.0% of t/constraint.ban and 100.0% of t/process.ask\n"
        "next: fastjev explain tiny.json u2.1 --rules rules.yaml\n"
    )
    assert result.exit_code == 0


def test_conflicts_as_json_and_no_more_than_three_examples(desk: Desk) -> None:
    desk.rules(*RULES)
    desk.talk([f"U: {verb}不要 restart？" for verb in ("要", "能", "可", "该", "该")])
    found = desk.json("conflicts", "tiny.json", "--rules", "rules.yaml")
    (pair,) = found["pairs"]
    assert (pair["both"], pair["alike"], [rule["hits"] for rule in pair["rules"]]) == (5, True, [5, 5])
    assert pair["won"] == [{"by": "t/constraint.ban", "how": "weight", "units": 5}]
    assert [example["id"] for example in pair["examples"]] == ["u1.1", "u2.1", "u3.1"]
    assert pair["examples"][0]["cues"] == [[1, 3], [11, 12]]


DIFF = """\
✗ tiny.json u2.2 human  Don't [drop] the table.
    constraint constraints  ->  process process
    (t/constraint.ban)  ->  (t/process.lax)
+ tiny.json u3.1 human  [端口 8080]。
    fact facts  ->  constraint constraints
    (t/fact.number)  ->  (t/constraint.port)

a.yaml -> b.yaml: 2 changes in 1 conversation
      1 × constraint -> process
      1 × fact -> constraint
1 constraint lost
"""


def test_diff_shows_lost_constraints_first_and_fails(desk: Desk) -> None:
    desk.rules(*RULES, name="a.yaml")
    lax = rule("t/process.lax", "drop", weight=0.95, force=True)
    desk.rules(*RULES, lax, rule("t/constraint.port", "端口 8080", weight=0.9), name="b.yaml")
    desk.talk(TALK, **GOLD)
    result = desk.call("diff", "a.yaml", "b.yaml", "tiny.json")
    assert unpadded(result.stdout, skip=2) == DIFF
    assert said_besides(result) == "next: fastjev explain tiny.json u2.2 --rules b.yaml\n"
    assert result.exit_code == 1
    found = desk.json("diff", "a.yaml", "b.yaml", "tiny.json")
    assert (found["lost"], found["counts"]) == (
        1, [{"change": "constraint -> process", "units": 1}, {"change": "fact -> constraint", "units": 1}],
    )  # fmt: skip
    assert [change["lost"] for change in found["changes"]] == [True, False]


def test_diff_the_other_way_loses_the_other_constraint(desk: Desk) -> None:
    desk.rules(*RULES, name="a.yaml")
    desk.rules(*RULES, rule("t/constraint.port", "端口 8080", weight=0.9), name="b.yaml")
    desk.talk(TALK, **GOLD)
    assert desk.call("diff", "a.yaml", "b.yaml", "tiny.json").exit_code == 0
    back = desk.call("diff", "b.yaml", "a.yaml", "tiny.json")
    assert back.exit_code == 1
    assert "✗ tiny.json u3.1 human" in back.stdout


def test_diff_compares_what_is_cut_differently(desk: Desk) -> None:
    """A rule that cuts moves the numbers of what follows; only the part whose label changes is told."""
    a = desk.rules(BAN, name="a.yaml")
    cut = rule("t/boundary.also", "另外", "also")
    b = desk.rules(BAN, cut, rule("t/fact.node", "node", weight=0.9), name="b.yaml")
    talk = desk.talk(["U: 不要加索引，另外 node 升级好了。don't rename"])
    found = list(changes(walk(str(talk), load(None, [a], user=False)), walk(str(talk), load(None, [b], user=False))))
    assert [(change.ids, change.text, change.kind) for change in found] == [
        (("u1.1", "u1.2"), "另外 node 升级好了。", "constraint -> fact")
    ]
    assert found[0].lost


def test_diff_of_the_same_rules_says_so(desk: Desk) -> None:
    desk.talk(TALK, **GOLD)
    result = desk.call("diff", "core", "current", "tiny.json")
    assert result.stdout == "core -> current: 0 changes in 1 conversation\nno constraint lost\n"
    assert result.exit_code == 0


SOOTHING = (
    "不要紧，慢慢来", "不要紧的，我等你", "这个 bug 不要紧", "不要紧，先吃饭",
    "don't worry about it", "please don't worry", "ok don't worry then", "hey don't worry",
)  # fmt: skip
BINDING = (
    "不要加索引", "不要动 prod", "接口不要改名", "日志里不要打印 token",
    "don't rename the table", "don't touch CI", "please don't bump node", "don't log passwords",
)  # fmt: skip
EASY = rule("t/noise.easy", "不要紧", "don't worry", weight=0.7)


def soothed(desk: Desk, name: str = "gold.json", few: int = 8) -> Path:
    """Eight bans, and eight times comfort in the words of a ban."""
    said = [text for pair in zip(SOOTHING[:few], BINDING[:few], strict=True) for text in pair]
    return desk.talk(
        [f"U: {text}" for text in said],
        name=name,
        noise=[quote(said.index(text), text) for text in SOOTHING[:few]],
        constraints=[bound(said.index(text), text) for text in BINDING[:few]],
    )


def test_tune_proposes_an_exception_and_a_weight_that_mend_the_rule(desk: Desk) -> None:
    path = desk.rules(BAN, EASY)
    soothed(desk)
    found = desk.json("tune", "t/constraint.ban", "gold.json", "--rules", "rules.yaml")
    assert (found["right"], len(found["wrong"]), found["unlabelled"], found["missed"]) == (8, 8, 0, 0)
    unless, weight = found["proposals"]
    assert (unless["kind"], weight["kind"]) == ("unless", "weight")
    for each in (unless, weight):
        assert each["before"] == {"right": 8, "wrong": 8, "labels": 8, "constraints": 8}
        assert each["after"] == {"right": 8, "wrong": 0, "labels": 16, "constraints": 8}
        assert (each["constraints_lost"], each["tests_broken"]) == (0, [])
        patch = desk.folder / f"{each['kind']}.yaml"
        patch.write_text(each["patch"], "utf-8")
        stood = merged(None, [path, patch], user=False)
        rulebook = load(None, [path, patch], user=False)
        assert [outcome.said for outcome in trials(stood.entries.values(), rulebook) if not outcome.passed] == []
        rows = coverage(units(desk, rulebook, desk.folder / "gold.json"), rulebook.rules).rows
        assert {row.rule.id: (row.right, row.wrong) for row in rows}["t/constraint.ban"] == (8, 0)
    override = yaml.safe_load(unless["patch"])["override"][0]
    assert override["add"] == {
        "unless": [{"words": ["don't worry", "不要紧"]}],
        "tests": {"no_match": ["不要紧，", "不要紧的，", "这个 bug 不要紧", "don't worry about it"]},
    }
    assert yaml.safe_load(weight["patch"])["override"][0]["set"] == {"weight": 0.45}


TUNE = """\
t/constraint.ban  constraint 0.80  rules.yaml:5
wins      50.0% right, 8 of 16 that people labelled; 0 more that they did not
misses    0 where it fired and another label won; 0 where no constraint rule fired

wrong wins (8)   [cue]   -> what people call it
  gold.json u1.1  [不要]紧，  -> noise
"""


def test_tune_prints_and_writes_nothing(desk: Desk) -> None:
    desk.rules(BAN, EASY)
    soothed(desk)
    before = sorted(path.name for path in desk.folder.iterdir())
    result = desk.call("tune", "t/constraint.ban", "gold.json", "--rules", "rules.yaml")
    assert result.stdout.startswith(TUNE)
    assert "proposal 1: unless don't worry, 不要紧\n  in 8 of 8 wrong hits, in no right one" in result.stdout
    assert "       8 -> 0      wrong wins\n" in result.stdout
    assert "  0 constraints lost\n" in result.stdout
    assert result.stderr.endswith("next: fastjev rules test\n")
    assert result.exit_code == 0
    assert sorted(path.name for path in desk.folder.iterdir()) == before


def test_tune_does_not_learn_from_few_hits(desk: Desk) -> None:
    desk.rules(BAN, EASY)
    soothed(desk, few=4)
    result = desk.call("tune", "t/constraint.ban", "gold.json", "--rules", "rules.yaml")
    assert "no proposal: 8 hits on labelled units in 1 conversation: too few to learn from" in result.stdout
    assert "give more labelled conversations" in result.stderr
    assert desk.json("tune", "t/constraint.ban", "gold.json", "--rules", "rules.yaml")["proposals"] == []


def test_tune_leaves_a_rule_alone_where_nothing_tells_right_from_wrong(desk: Desk) -> None:
    desk.rules(BAN)
    said = [f"不要 {word}" for word in ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸")]
    desk.talk(
        [f"U: {text}" for text in said],
        noise=[quote(n, text) for n, text in enumerate(said) if n % 2],
        constraints=[bound(n, text) for n, text in enumerate(said) if not n % 2],
    )
    result = desk.call("tune", "t/constraint.ban", "tiny.json", "--rules", "rules.yaml")
    assert "no proposal: nothing that was tried on 10 hits" in result.stdout
    assert said_besides(result) == "next: fastjev rules show t/constraint.ban\n"


def test_tune_offers_no_exception_that_the_rule_is_tested_against(desk: Desk) -> None:
    """What its tests say it fires on tells nothing that it should not fire on."""
    ban = {**BAN, "tests": {"match": ["不要紧"], "no_match": ["啊"]}}
    desk.rules(ban, EASY)
    soothed(desk)
    found = desk.json("tune", "t/constraint.ban", "gold.json", "--rules", "rules.yaml")
    assert [each["kind"] for each in found["proposals"] + found["refused"]] == ["weight"]


@pytest.mark.parametrize(
    ("after", "why"),
    [
        ((8, 2, 9, {"a", "b"}), ""),
        ((9, 4, 9, {"a", "b"}), ""),
        ((8, 2, 9, {"a", "c"}), "loses 1 constraint"),
        ((8, 2, 9, set()), "loses 2 constraints"),
        ((7, 2, 9, {"a", "b"}), "loses 1 right wins"),
        ((9, 5, 9, {"a", "b"}), "makes 1 more wrong wins"),
        ((8, 2, 8, {"a", "b"}), "1 units fewer get what people call them"),
        ((8, 4, 9, {"a", "b", "c"}), "changes nothing"),
    ],
)
def test_a_change_is_refused_for(after: tuple[int, int, int, set[str]], why: str) -> None:
    def tally(right: int, wrong: int, labels: int, names: set[str]) -> Tally:
        return Tally(right, wrong, labels, frozenset((name, 0, name) for name in names))

    assert refusal(tally(8, 4, 9, {"a", "b"}), tally(*after)) == why


@pytest.mark.parametrize(
    ("inside", "outside", "terms"),
    [
        (["能加吗？", "要改吗？", "删掉吗?", "can we?", "go?"], ["加", "改", "删", "drop", "keep"], [r"[?]\s*$"]),
        (["不要緊啦"] * 4, ["不要加", "不要改", "不要删", "别动"], ["不要紧啦"]),
        (["I don't mind"] * 4, ["don't rename", "mind the gap", "don't", "no"], ["don't mind"]),
        (["不要 a1b2", "不要 c3d4", "不要 e5f6", "不要 g7h8"], ["不要"] * 4, []),
        (["不要紧", "甲", "乙", "丙"], ["丁"] * 4, []),
        (["不要紧", "不要紧"], ["丁"], []),
        ([], [], []),
    ],
    ids=["question", "traditional", "english", "numbers", "one of four", "by chance", "nothing"],
)
def test_terms_that_tell_texts_apart(inside: list[str], outside: list[str], terms: list[str]) -> None:
    found = telling(inside, outside, load(None, user=False).fold)
    assert [term.pattern.text or (term.pattern.words or [""])[0] for term in found] == terms


def test_a_session_without_labels_and_the_last_one(desk: Desk) -> None:
    slug = "".join(char if char.isascii() and char.isalnum() else "-" for char in str(desk.folder))
    folder = desk.folder / "claude" / "projects" / slug
    folder.mkdir(parents=True)
    raw = claude_code([user('不要动 prod，"gold" 和 fastjev.conversation/1 只是词'), user("thanks 谢谢")])
    (folder / "11111111-2222-4333-8444-555555555555.jsonl").write_bytes(raw)
    desk.rules(*RULES)
    found = desk.json("coverage", "last", "--rules", "rules.yaml")
    assert (found["conversations"], found["labelled"]) == (1, 0)
    assert {row["id"]: row["hits"] for row in found["rules"]}["t/noise.thanks"] == 1
    assert all(row["precision"] is None for row in found["rules"])


def test_a_folder_is_searched_and_what_is_no_conversation_is_noted(desk: Desk) -> None:
    desk.rules(*RULES)
    desk.talk(["U: 不要 rebase"], name="in/b.json")
    desk.talk(["U: don't rebase"], name="in/deep/a.json")
    desk.talk(["U: 不要看"], name="in/.hidden/c.json")
    (desk.folder / "in" / "package.json").write_text('{"name": "x"}')
    names, notes = find(["in", "in/b.json"])
    assert [Path(name).name for name in names] == ["b.json", "a.json"]
    assert notes == ["in/package.json: is no conversation that one reader knows, left out"]
    result = desk.call("coverage", "in", "--rules", "rules.yaml")
    assert "2 conversations" in result.stdout
    assert said_besides(result).startswith("note: in/package.json: is no conversation")


@pytest.mark.parametrize(
    "command", [("coverage",), ("conflicts",), ("diff", "core", "current"), ("tune", "core/fact.state_en")]
)
@pytest.mark.parametrize(
    ("file", "code", "said"),
    [
        ("nowhere.json", 3, "nowhere.json: no such file"),
        ("noise.txt", 3, "no reader knows this format"),
        ("empty", 2, "empty: no conversation is there (files of a folder end in .json or .jsonl)"),
        ("torn.json", 3, "gold.facts[0].quote: '没说过' does not stand in messages[0].text"),
    ],
)
def test_files_that_cannot_be_used(desk: Desk, command: tuple[str, ...], file: str, code: int, said: str) -> None:
    (desk.folder / "noise.txt").write_bytes(b"\x00\x01 neither")
    (desk.folder / "empty").mkdir()
    desk.talk(["U: 说过"], name="torn.json", facts=[quote(0, "没说过")])
    result = desk.call(*command, file)
    assert said in result.stderr
    assert (result.exit_code, result.stdout) == (code, "")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("tune", "t/constraint.bann", "gold.json"), "t/constraint.bann: no such rule; did you mean t/constraint.ban?"),
        (("tune", "t/defer.later", "gold.json"), "t/defer.later: its label is the cue defer"),
        (("tune", "t/constraint.off", "gold.json"), "t/constraint.off: is switched off at rules.yaml:"),
        (("tune", "t/constraint.ban", "bare.json"), "bare.json: no conversation with gold labels"),
        (("diff", "curent", "core", "gold.json"), "curent: no such rules file; A and B are one each, or current"),
        (("diff", "core", "curent", "gold.json"), "or core; did you mean current?"),
        (("coverage", "gold.json", "--layer", "projct"), "projct"),
        (("coverage",), "Missing argument"),
    ],
)  # fmt: skip
def test_calls_that_cannot_be_meant(desk: Desk, args: tuple[str, ...], said: str) -> None:
    desk.rules(rule("t/constraint.off", "禁止"), name=".fastjev/rules/t.yaml")
    off = {"id": "t/constraint.off", "because": "太宽 too wide"}
    desk.rules(*RULES, disable=[off], core=True)
    soothed(desk)
    bare = labelled(["U: 好"])
    del bare["gold"]
    (desk.folder / "bare.json").write_text(json.dumps(bare))
    result = desk.call(*args, "--rules", "rules.yaml")
    assert said in result.stderr.replace("\n", " ")
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize(
    "command", [("coverage",), ("conflicts",), ("diff", "rules.yaml", "current"), ("tune", "t/constraint.ban")]
)
def test_a_bad_rules_file_ends_with_4(desk: Desk, command: tuple[str, ...]) -> None:
    (desk.folder / "rules.yaml").write_text("fastjev: 1\npack: t\nruels: []\n")
    desk.talk(["U: 不要 push"])
    result = desk.call(*command, "tiny.json", "--rules", "rules.yaml")
    assert "rules.yaml:3:1: unknown key 'ruels'; did you mean rules?" in result.stderr
    assert (result.exit_code, result.stdout) == (4, "")


HOSTILE = "不要\x1b[31m 动\u202e prod\x9b 8080 don't\x07"


@pytest.mark.parametrize(
    "command", [("coverage",), ("conflicts",), ("diff", "lax.yaml", "current"), ("tune", "t/constraint.ban")]
)
def test_no_words_of_a_stranger_reach_a_terminal_raw(desk: Desk, command: tuple[str, ...]) -> None:
    desk.rules(*RULES)
    desk.rules(rule("t/noise.lax", "prod", weight=0.95, force=True), core=True, name="lax.yaml")
    desk.talk(
        [f"U: {HOSTILE}"] * 6 + ["U: 不要 push"] * 6,
        name="evil\x1b[2J.json",
        noise=[quote(n, "prod") for n in range(6)],
        constraints=[bound(n, "不要 push") for n in range(6, 12)],
    )
    result = desk.call(*command, "evil\x1b[2J.json", "--rules", "rules.yaml")
    assert result.exit_code in (0, 1), result.stderr
    assert "\\x1b[2J" in result.stdout + result.stderr
    assert not {"\x1b", "\u202e", "\x9b", "\x07"} & {*result.stdout, *result.stderr}


def test_colour_adds_nothing_that_words_do_not_say(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.rules(*RULES)
    desk.talk(TALK, **GOLD)
    plain = desk.call("coverage", "tiny.json", "--rules", "rules.yaml").stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "150")
    coloured = CliRunner().invoke(cli, ["rules", "coverage", "tiny.json", "--rules", "rules.yaml"], color=True).stdout
    assert "\x1b[" in coloured
    assert unpadded(_bare(coloured)) == unpadded(plain)


def _bare(text: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", text)


def test_counts_of_the_corpora_agree_with_each_other() -> None:
    rulebook = load(None, user=False)
    seen = [each for path in CORPORA if path.parent.name == "mixed" for each in look(str(path), rulebook).units]
    found = coverage(seen, rulebook.rules)
    assert sum(row.wins or 0 for row in found.rows) == sum(bool(each.by) for each in seen) > 100
    for row in found.rows:
        assert row.right + row.wrong + row.unlabelled == (row.wins or 0) <= row.hits
        assert max(row.alone, row.conflicts, row.shared) <= row.hits
    labels = {rule.id: rule.label for rule in rulebook.rules}
    assert [each.unit.id for each in seen if each.by and labels[each.by] != each.verdict.label] == []
    assert {each.verdict.label for each in seen if each.asked and not each.by} <= {Label.UNSURE, Label.FACT}


def test_the_demo_differs_from_itself_in_nothing(desk: Desk) -> None:
    assert desk.json("diff", "current", "core", str(DEMO))["changes"] == []
