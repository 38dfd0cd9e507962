"""What people do with rules: list, show, test, a first file, its schema, and what is in force."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from json_schema import problems
from projects import NAME, file, put, rule

from fastjev import bundled
from fastjev.cli import cli
from fastjev.cli.config import VARIABLES
from fastjev.evaluate.rules.examination import examine
from fastjev.evaluate.rules.first import first_text, pack_of
from fastjev.rulebook.load import load_core, merged
from fastjev.rulebook.schema import json_schema

OVERRIDE = """\
override:
  - id: core/constraint.norm_zh
    because: 'examples are no norms 示例不算'
    set: {weight: 0.55, max_chars: 40}
    add:
      unless: [{words: [比如, for example]}]
      tests: {no_match: [比如端口统一 8080, 'for example 端口统一 8080']}
"""
DISABLE = "disable: [{id: core/noise.ack_zh, because: '好的 is a yes here'}]\n"


def rules(*args: str) -> Result:
    return CliRunner().invoke(cli, ["rules", *args])


def told(*args: str) -> Any:
    return json.loads(rules(*args, "--json").stdout)


IN_CORE = sum(load_core().counts.values())


# list


def test_list_groups_by_layer_and_names_what_changed(project: Path) -> None:
    put(project / NAME, file(rule(), head=OVERRIDE + DISABLE))
    put(project / ".fastjev/rules/bad.yaml", "规则\n")
    shown = rules("list").stdout
    counts = f"core {IN_CORE - 1} + project 1 = {IN_CORE} rules in force, 1 switched off, 1 overridden, 1 refused"
    assert shown.startswith(f"{counts}\n")
    assert [line for line in shown.splitlines() if re.match(r"(?:core|project)  \d", line)] == [
        f"core  {IN_CORE - 1}",
        "project  1",
    ]
    rows = dict(re.findall(r"^(\S+/\S+)  +(.*?) *$", shown, re.MULTILINE))
    assert re.split("  +", rows["acme/fact.port"]) == ["fact", "0.90", "stable", f"{NAME}:12"]
    assert rows["core/constraint.norm_zh"].endswith(f" + {NAME}:4")
    assert rows["core/noise.ack_zh"] == f"{NAME}:10  because 好的 is a yes here"
    assert shown.rstrip().endswith(".fastjev/rules/bad.yaml:1:1: a rule file is a mapping that starts with fastjev: 1")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--layer", "project"), {"acme/fact.port", "acme/defer.port"}),
        (("--layer", "project", "--label", "fact"), {"acme/fact.port"}),
        (("--label", "bare_ask"), {"core/bare_ask.any"}),
        (("--layer", "local"), set()),
    ],
)
def test_list_by_layer_and_label(project: Path, words: tuple[str, ...], expected: set[str]) -> None:
    put(project / NAME, file(rule(), rule("acme/defer.port")))
    assert {each["id"] for each in told("list", *words)["rules"]} == expected


def test_list_as_json(project: Path) -> None:
    put(project / NAME, file(rule(key="port"), head=OVERRIDE + DISABLE))
    found = told("list")
    assert found["layers"] == {"core": IN_CORE - 1, "project": 1}
    assert found["off"] == [{"id": "core/noise.ack_zh", "because": "好的 is a yes here", "where": f"{NAME}:10"}]
    assert found["rules"][-1] == {
        "id": "acme/fact.port",
        "label": "fact",
        "weight": 0.9,
        "key": "port",
        "force": False,
        "status": "stable",
        "layer": "project",
        "where": f"{NAME}:12",
        "changed": [],
    }
    changed = {each["id"]: each["changed"] for each in found["rules"] if each["changed"]}
    assert changed == {"core/constraint.norm_zh": [f"{NAME}:4"]}


def test_list_of_a_layer_still_tells_what_is_switched_off(project: Path) -> None:
    put(project / NAME, file(rule(), head=DISABLE))
    assert [each["id"] for each in told("list", "--layer", "project")["off"]] == ["core/noise.ack_zh"]
    assert told("list", "--label", "fact")["off"] == []


def test_list_takes_rules_by_name(project: Path) -> None:
    other = put(project / "other.yaml", file(rule("other/fact.it"), pack="other"))
    assert told("list", "--rules", str(other))["layers"] == {"core": IN_CORE, "asked": 1}
    put(other, "规则\n")
    ran = rules("list", "--rules", str(other))
    assert (ran.exit_code, ran.stdout) == (4, "")


# show


def test_show_has_the_rule_as_written_and_what_changed_it(project: Path) -> None:
    put(project / NAME, file(rule(), head=OVERRIDE))
    shown = rules("show", "core/constraint.norm_zh").stdout
    rows = dict(re.findall(r"^(\w+)\s+(.*?)\s*$", shown, re.MULTILINE))
    assert rows["label"] == "constraint 0.55  stable"
    assert re.fullmatch(r"core/constraint\.yaml:\d+, layer core", rows["defined"])
    assert rows["changed"] == f"{NAME}:4: examples are no norms 示例不算"
    changes = [line.strip() for line in shown.splitlines() if " -> " in line or " + " in line]
    assert changes[:4] == [
        "weight 0.7 -> 0.55", "max_chars none -> 40", "unless + words   比如, for example", "tests + 2",
    ]  # fmt: skip
    assert "words   比如, for example" in shown
    assert "比如端口统一 8080" in shown
    assert rows["wins"] == "对账单的缩进跟着模板走  -> constraint"


def test_show_leaves_macros_as_they_are_written(project: Path) -> None:
    assert "(?:{neg})" in rules("show", "core/constraint.prohibit_zh").stdout


def test_show_a_rule_that_is_off(project: Path) -> None:
    put(project / NAME, file(head=DISABLE))
    assert f"off       switched off at {NAME}:3: 好的 is a yes here" in rules("show", "core/noise.ack_zh").stdout
    found = told("show", "core/noise.ack_zh")
    assert found["off"] == {"because": "好的 is a yes here", "where": f"{NAME}:3"}


def test_show_as_json(project: Path) -> None:
    put(project / NAME, file(rule(), head=OVERRIDE))
    found = told("show", "core/constraint.norm_zh")
    (change,) = found["changed"]
    assert change["set"] == {"weight": {"from": 0.7, "to": 0.55}, "max_chars": {"from": None, "to": 40}}
    assert change["add"]["unless"] == [{"words": ["比如", "for example"]}]
    assert found["rule"]["when"]["unless"][-1] == {"words": ["比如", "for example"]}
    assert (found["layer"], found["off"]) == ("core", None)


@pytest.mark.parametrize(
    ("id", "near"),
    [
        ("core/constraint.norm_hz", "core/constraint.norm_zh"),
        ("norm_zh", "core/constraint.norm_zh"),
        ("constraint.norm_zh", "core/constraint.norm_zh"),
        ("acme/fact.prot", "acme/fact.port"),
        ("规则", "fastjev rules list has all ids"),
    ],
)
def test_show_an_unknown_id_names_what_is_near(project: Path, id: str, near: str) -> None:
    put(project / NAME, file(rule()))
    ran = rules("show", id)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert f"{id}: no such rule" in ran.stderr
    assert near in ran.stderr


def test_show_draws_no_lines_of_a_strangers_making(project: Path) -> None:
    put(project / NAME, file(rule(why='"one\\nlabel     constraint 0.99\\e[31m"')))
    shown = rules("show", "acme/fact.port").stdout
    assert "why       one⏎label     constraint 0.99\\x1b[31m\n" in shown


# test


def test_core_is_tested_where_nothing_stands_above_it(project: Path) -> None:
    found = told("test")
    assert found["failed"] == found["core"]["changed"] == found["never_win"] == []
    assert found["tests"] == found["core"]["tests"] > 500
    ran = rules("test")
    assert ran.exit_code == 0
    passed = found["tests"] - found["todo"]
    assert f"{found['tests']} tests of {IN_CORE} rules: {passed} passed, 0 failed, {found['todo']} todo" in ran.stdout


TRIALS = [
    ("{match: [端口改了, a 港口], no_match: [x]}", "match", "a 港口", "does not fire: any: no match for (?:端口)"),
    ("{match: [端口改了], no_match: [x, the 端口]}", "no_match", "the 端口", "fires"),
    (
        "{match: [端口改了], no_match: [x], wins: [{text: 不要动端口, label: fact}]}",
        "wins",
        "不要动端口",
        "is constraint by core/constraint.prohibit_zh (0.85), not fact",
    ),
    (
        "{match: [端口改了], no_match: [x], wins: [{text: 端口改了, label: refuse}]}",
        "wins",
        "端口改了",
        "the cue refuse is not heard; heard: ",
    ),
    ("{match: [端口改了], no_match: [x], todo: [the 端口]}", "todo", "the 端口", "fires now: move it to match"),
]


@pytest.mark.parametrize(("tests", "kind", "text", "said"), TRIALS)
def test_a_failure_says_what_happened(project: Path, tests: str, kind: str, text: str, said: str) -> None:
    put(project / NAME, file(rule(weight="0.6", tests=tests)))
    (failed,) = told("test")["failed"]
    assert {**failed, "said": ""} == {
        "id": "acme/fact.port", "where": f"{NAME}:4", "kind": kind, "text": text, "said": "",
    }  # fmt: skip
    assert failed["said"].startswith(said)
    ran = rules("test")
    assert ran.exit_code == 1
    assert f"acme/fact.port  {NAME}:4\n  {kind:<9}{text}\n" in ran.stdout
    assert said in ran.stdout
    assert ran.stderr == "next: fastjev rules show acme/fact.port\n" or "fastjev rules lint" in ran.stderr


def test_unless_is_named_where_it_stopped_a_rule(project: Path) -> None:
    when = "{any: [{words: [端口]}], unless: [{words: [吗]}]}"
    put(project / NAME, file(rule(when=when, tests="{match: [端口改了吗], no_match: [x]}")))
    (failed,) = told("test")["failed"]
    assert failed["said"].startswith("does not fire: unless: '吗'")


def test_todo_that_stay_are_counted(project: Path) -> None:
    put(project / NAME, file(rule(tests="{match: [端口 8080], no_match: [x], todo: [海港, harbour]}")))
    ran = rules("test")
    assert ran.exit_code == 0
    assert "4 tests of 1 rule: 2 passed, 0 failed, 2 todo (known misses)" in ran.stdout


def test_what_the_layers_above_change_among_cores_tests_is_no_failure(project: Path) -> None:
    tests = "{match: [灯光 off], no_match: [x]}"
    put(project / NAME, file(rule("acme/noise.lamps", force="true", when="{any: [{words: [灯光]}]}", tests=tests)))
    found = told("test")
    assert found["failed"] == []
    texts = {each["text"] for each in found["core"]["changed"]}
    assert texts == {"别动隔壁展厅的灯光分组", "可不可以先不要动灯光那几组参数？"}
    assert {each["said"] for each in found["core"]["changed"]} == {
        "is noise by acme/noise.lamps (0.90), not constraint"
    }
    ran = rules("test")
    assert ran.exit_code == 0
    assert "your rules change these core tests  2: not failures" in ran.stdout
    assert rules("test", "--all").exit_code == 0
    assert told("test", "--all")["tests"] == told("test")["core"]["tests"]


def test_switching_off_changes_other_rules_tests_only(project: Path) -> None:
    put(project / NAME, file(rule(), head="disable: [{id: core/constraint.limit_zh, because: 别处有 elsewhere}]\n"))
    changed = told("test")["core"]["changed"]
    assert "core/constraint.limit_zh" not in {each["id"] for each in changed}


def test_the_tests_of_an_override_are_run_and_replace_what_core_says(project: Path) -> None:
    put(project / NAME, file(head=OVERRIDE))
    found = told("test")
    assert (found["tests"], found["failed"]) == (2, [])
    put(project / NAME, file(head=OVERRIDE.replace("比如端口统一 8080", "端口统一 8080")))
    (failed,) = told("test")["failed"]
    assert (failed["id"], failed["where"], failed["kind"]) == ("core/constraint.norm_zh", f"{NAME}:4", "no_match")
    put(project / NAME, file(head=OVERRIDE.replace("比如端口统一 8080", "列名统一用蛇形")))
    assert [each["text"] for each in told("test")["core"]["changed"]] == []


def test_a_rule_of_core_that_is_retired_here_is_not_tested(project: Path) -> None:
    put(project / NAME, file(rule(), head="override: [{id: core/noise.ack_zh, set: {status: retired}}]\n"))
    found = told("test")
    assert found["failed"] == []
    assert "core/noise.ack_zh" not in {each["id"] for each in found["core"]["changed"]}


def test_nothing_to_test_is_a_finding(project: Path) -> None:
    put(project / NAME, file(head="core: off\n"))
    ran = rules("test")
    assert ran.exit_code == 1
    assert "nothing to test: no rule in force brings a test" in ran.stdout
    assert ran.stderr == "next: fastjev rules init\n"


def test_a_refused_file_ends_with_4_and_all_its_lines(project: Path) -> None:
    put(project / NAME, file(rule(), rule("acme/fact.bad", weight="9", label="nonsense")))
    put(project / ".fastjev/rules/good.yaml", file(rule("good/fact.it"), pack="good"))
    ran = rules("test")
    assert ran.exit_code == 4
    assert "2 tests of 1 rule: 2 passed, 0 failed" in ran.stdout
    assert re.findall(rf"^{NAME}:(\d+):5: ", ran.stdout, re.MULTILINE) == ["11", "13"]
    bad = put(project / "bad.yaml", file(rule(why="", label="nonsense")))
    ran = rules("test", "--rules", str(bad))
    assert (ran.exit_code, ran.stdout, ran.stderr.count("bad.yaml:")) == (4, "", 2)


def test_a_rule_that_never_wins_is_named_with_who_does(project: Path) -> None:
    tests = "{match: [不要动 main], no_match: [x]}"
    put(project / NAME, file(rule("acme/fact.never", weight="0.5", when="{any: [{words: [不要]}]}", tests=tests)))
    (found,) = told("test")["never_win"]
    assert (found["id"], found["by"], found["label"]) == (
        "acme/fact.never",
        "core/constraint.prohibit_zh",
        "constraint",
    )
    ran = rules("test")
    assert ran.exit_code == 0
    assert (
        "never wins on its own match texts, core/constraint.prohibit_zh (constraint 0.85) does; raise its" in ran.stdout
    )


def test_spacy_is_loaded_for_tokens_only(project: Path) -> None:
    program = (
        "import sys; from fastjev.cli import main; code = main(['rules', 'test', '--json']);"
        "print(code, 'spacy' in sys.modules, 'jieba' in sys.modules, file=sys.stderr)"
    )

    def said() -> str:
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ})
        return ran.stderr.splitlines()[-1]

    put(project / NAME, file(rule()))
    assert said() == "0 False False"
    tokens = "{any: [{tokens: [{LOWER: use}, {LOWER: pnpm}]}]}"
    put(project / NAME, file(rule(when=tokens, tests="{match: [we use pnpm 吧], no_match: [用 npm]}")))
    assert said() == "0 True True"


def test_examining_is_the_same_each_time(project: Path) -> None:
    put(project / NAME, file(rule(), head=OVERRIDE))
    layers = merged(project)
    assert examine(layers) == examine(layers)


# init and schema


def test_the_first_file_works_as_it_is(project: Path) -> None:
    ran = rules("init", "--pack", "acme")
    assert ran.exit_code == 0
    assert ran.stdout == f"{project / NAME}\n"
    assert ran.stderr.splitlines()[-1] == "next: fastjev rules test"
    assert ".gitignore" in ran.stderr
    assert sorted(path.name for path in (project / ".fastjev").rglob("*") if path.is_file()) == [
        "acme.yaml", "rules.schema.json",
    ]  # fmt: skip
    assert (rules("lint", "--strict").exit_code, rules("lint").stdout) == (0, "")
    found = told("test")
    assert (found["failed"], found["never_win"], found["refused"]) == ([], [], [])
    assert [each["id"] for each in told("list", "--layer", "project")["rules"]] == [
        "acme/constraint.new_dependencies", "acme/defer.leave_it", "acme/fact.ticket_number",
    ]  # fmt: skip


def test_what_the_first_file_has_in_comments_works_too(project: Path) -> None:
    text = first_text("acme")
    lines = [re.sub(r"^# (disable:|override:|  )", r"\1", line) for line in text.split("\nrules:")[0].splitlines()]
    put(project / NAME, "\n".join(line for line in lines if not line.startswith("  fastjev")))
    assert {each["id"] for each in told("list")["off"]} == {"core/noise.ack_zh"}
    found = told("test")
    assert (found["tests"], found["failed"], found["refused"]) == (2, [], [])


def test_init_replaces_nothing_unless_told(project: Path) -> None:
    put(project / NAME, "mine 我的\n")
    ran = rules("init", "--pack", "acme")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert f"{NAME}: is there already and stays as it is; --force replaces it" in ran.stderr
    assert (project / NAME).read_text() == "mine 我的\n"
    assert rules("init", "--pack", "acme", "--force").exit_code == 0
    assert (project / NAME).read_text() == first_text("acme")


def test_a_schema_that_is_another_stays(project: Path) -> None:
    put(project / ".fastjev/rules.schema.json", "{}")
    ran = rules("init")
    assert ran.exit_code == 0
    assert "is of another version and stays; fastjev rules schema -o" in ran.stderr
    assert (project / ".fastjev/rules.schema.json").read_text() == "{}"


def test_init_in_the_users_folder(project: Path, tmp_path: Path) -> None:
    assert rules("init", "--user").stdout == f"{tmp_path / 'config/rules/mine.yaml'}\n"
    assert told("list")["layers"]["user"] == 3
    assert list((project / ".fastjev/rules").iterdir()) == []


def outside_home(project: Path) -> None:
    (project / ".fastjev/rules").rmdir()
    (project / ".fastjev").rmdir()
    (project / ".fastjev").symlink_to(project.parent / "elsewhere")


def outside_rules(project: Path) -> None:
    (project / ".fastjev/rules").rmdir()
    (project / ".fastjev/rules").symlink_to(project.parent / "elsewhere")


def outside_file(project: Path) -> None:
    (project / NAME).symlink_to(project.parent / "elsewhere" / "acme.yaml")


def a_folder(project: Path) -> None:
    (project / NAME).mkdir()


@pytest.mark.parametrize("make", [outside_home, outside_rules, outside_file, a_folder])
@pytest.mark.parametrize("force", [(), ("--force",)])
def test_init_writes_nothing_outside_the_project(
    project: Path, make: Callable[[Path], None], force: tuple[str, ...]
) -> None:
    (project.parent / "elsewhere").mkdir()
    make(project)
    ran = rules("init", "--pack", "acme", *force)
    assert ran.exit_code == (0 if force and make is outside_file else 2)
    assert list((project.parent / "elsewhere").iterdir()) == []


def test_init_leaves_no_half_file_behind(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    ran = rules("init", "--pack", "acme")
    assert ran.exit_code == 2
    assert f"{NAME}: cannot be written: No space left on device" in ran.stderr
    assert list((project / ".fastjev/rules").iterdir()) == []


@pytest.mark.parametrize(
    ("folder", "pack"),
    [
        ("acme", "acme"),
        ("My App", "my-app"),
        ("2048-游戏", "project"),
        ("core", "project"),
        ("前端 web_ui", "web_ui"),
        ("x.y", "x-y"),
    ],
)
def test_a_pack_has_the_folders_name_made_legal(folder: str, pack: str) -> None:
    assert pack_of(Path("/srv") / folder) == pack


@pytest.mark.parametrize("pack", ["Acme", "a b", "../x", "core", "规则", ""])
def test_a_pack_that_is_no_name_is_refused(project: Path, pack: str) -> None:
    ran = rules("init", f"--pack={pack}")
    assert ran.exit_code == (2 if pack else 0)
    assert [path.name for path in (project / ".fastjev").rglob("*.yaml")] == ([] if pack else ["project.yaml"])


def test_schema_goes_to_standard_output_or_a_file(project: Path) -> None:
    shown = rules("schema").stdout
    assert json.loads(shown) == json.loads(json.dumps(json_schema()))
    assert rules("schema", "-o", "s.json").exit_code == 0
    assert (project / "s.json").read_text() == shown
    assert rules("schema", "-o", ".").exit_code == 2


def test_every_key_has_a_description() -> None:
    """An editor shows it where the key is typed."""
    schema = json_schema()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    keys = [(name, key, said) for name, each in schema["$defs"].items() for key, said in each["properties"].items()]
    keys += [("", key, said) for key, said in schema["properties"].items()]
    told = {"Win", "Disable", "Override", "Setting", "MoreTests", "Addition", "Extend"}
    assert [(name, key) for name, key, said in keys if name not in told and "description" not in said] == []


def by_schema(text: str) -> list[str]:
    return problems(yaml.load(text, Loader=yaml.CSafeLoader), json_schema())


CORE = [path for path in sorted(bundled.rules().glob("*.yaml")) if path.stem not in ("lexicon", "variants")]


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.stem)
def test_core_is_as_the_schema_says(path: Path) -> None:
    assert by_schema(path.read_text("utf-8")) == []


def test_the_first_file_is_as_the_schema_says() -> None:
    assert by_schema(first_text("acme")) == []
    assert first_text("acme").splitlines(keepends=True)[0] == "# yaml-language-server: $schema=../rules.schema.json\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (file(rule(wheight="1")), "$.rules[0].wheight: unknown"),
        (file(rule(label="constrain")), "$.rules[0].label: enum"),
        (file(rule(why="")), "$.rules[0]: required"),
        (file(rule(weight="9")), "$.rules[0].weight: maximum"),
        (file(rule(tests="{match: [], no_match: [x]}")), "$.rules[0].tests.match: minItems"),
        (file(rule("Acme/fact.端口", label="fact")), "$.rules[0].id: pattern"),
        (file(rule(), head="macros: {a: 1}\n"), "$.macros.a: type"),
        (file(rule()).replace("fastjev: 1", "fastjev: 2"), "$.fastjev: const"),
    ],
)
def test_the_schema_sees_what_the_loader_refuses(text: str, said: str) -> None:
    assert [line.partition(" ")[0] + " " + line.split()[1] for line in by_schema(text)] == [said]


def test_core_off_is_legal_as_a_word_too() -> None:
    assert problems({"fastjev": 1, "pack": "acme", "core": "off"}, json_schema()) == []


# config


def test_config_show_has_every_folder_file_and_value(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(project / NAME, file(rule(), head=OVERRIDE + DISABLE))
    put(project / ".fastjev/rules.local.yaml", "规则\n")
    put(project / "policy.yaml", "recent_turns: 9\n")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(project / "claude"))
    shown = CliRunner().invoke(cli, ["config", "show", "--origin", "--policy", "policy.yaml"]).stdout
    rows = dict(re.findall(r"^(\w+) +(.*)$", shown, re.MULTILINE))
    assert rows["user"] == f"{project.parent / 'config/rules'}  $FASTJEV_CONFIG"
    assert rows["data"] == f"{project.parent / 'data'}  $FASTJEV_DATA"
    assert rows["cache"] == f"{project.parent / 'cache'}  $FASTJEV_CACHE"
    assert rows["sessions"] == f"{project / 'claude/projects'}  $CLAUDE_CONFIG_DIR"
    assert f"project   {project}  the nearest folder with .fastjev\n" in shown
    assert f"project   {NAME}  1 rule, 1 disable, 1 override  {project / NAME}\n" in shown
    assert rows["local"].startswith("refused  .fastjev/rules.local.yaml:1:1: a rule file is a mapping")
    assert rows["policy"] == "1 of them from policy.yaml"
    assert re.split("  +", rows["recent_turns"]) == ["9", "default 5", "policy.yaml"]
    assert re.split("  +", rows["budget_tokens"]) == ["0", "default"]
    assert set(VARIABLES) <= set(rows)


def test_config_show_as_json(project: Path) -> None:
    put(project / NAME, file(rule(), head="core: off\n"))
    found = json.loads(CliRunner().invoke(cli, ["config", "show", "--json"]).stdout)
    assert found["folders"]["project"] == {"path": str(project), "origin": "the nearest folder with .fastjev"}
    assert found["core_off"] == [f"{NAME}:3"]
    assert [(each["layer"], each["name"], each["pack"], each["rules"]) for each in found["files"]] == [
        ("project", NAME, "acme", 1),
    ]  # fmt: skip
    assert {each["origin"] for each in found["policy"].values()} == {"default"}
    assert found["environment"]["FASTJEV_CONFIG"] == str(project.parent / "config")


def test_every_variable_that_is_read_is_shown() -> None:
    read = {
        name
        for path in (Path(bundled.__file__).parent).rglob("*.py")
        for name in re.findall(r"environ(?:\.get\(|\[)\"(\w+)\"", path.read_text("utf-8"))
    }
    assert read
    assert read <= set(VARIABLES)


@pytest.mark.parametrize(("words", "code"), [(["--policy", "nowhere.yaml"], 4), (["--rules", "nowhere.yaml"], 4)])
def test_config_show_ends_as_the_other_commands_do(project: Path, words: list[str], code: int) -> None:
    ran = CliRunner().invoke(cli, ["config", "show", *words])
    assert (ran.exit_code, ran.stdout) == (code, "")
    assert "nowhere.yaml" in ran.stderr
