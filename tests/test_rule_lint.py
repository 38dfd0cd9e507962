"""Lint finds every error and every trap, with its place, and goes on to the next file."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from projects import NAME, file, put, rule
from test_rule_files import REFUSED

from fastjev.cli import cli
from fastjev.evaluate.rules.lint.alternatives import branches
from fastjev.evaluate.rules.lint.texts import language
from fastjev.rulebook import schema
from fastjev.rulebook.load import merged
from fastjev.rulebook.merge import merge
from fastjev.rulebook.places import core_sources

ENOUGH = "{match: [端口改成 8080, 端口 8080, the 端口], no_match: [a port 港口]}"
"""Tests for words: [端口] that lint has nothing to say of."""


def clean(id: str = "acme/fact.port", **changed: str) -> str:
    """A rule of which lint has nothing to say."""
    return rule(id, **({"tests": ENOUGH} | changed))


def lint(*args: str) -> Result:
    return CliRunner().invoke(cli, ["rules", "lint", *args])


def test_a_clean_file_is_clean(project: Path) -> None:
    put(project / NAME, file(clean()))
    ran = lint("--strict")
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert ran.stderr == "1 file: 0 errors, 0 warnings\nnext: fastjev rules test\n"


def test_without_a_file_the_next_step_is_to_write_one(project: Path) -> None:
    ran = lint()
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert "next: fastjev rules init" in ran.stderr


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_loader_refuses_is_an_error_at_the_same_place(project: Path, name: str) -> None:
    text, where, said = REFUSED[name]
    put(project / NAME, text)
    ran = lint()
    assert ran.exit_code == 1
    errors = [line for line in ran.stdout.splitlines() if ": error: " in line]
    assert any(line.startswith(f"{where}:".replace("::", ":").removesuffix(" :")) and said in line for line in errors)


ERRORS = [
    (clean(why="say here why this is right"), "6:5: error: rule acme/fact.port: why: is as drafted"),
    (
        clean(when="{keywords: [端口, 港口], any: [{words: [端口]}]}"),
        "8:27: error: rule acme/fact.port: keywords: '港口' stands in no match text",
    ),
    (
        clean(tests="{match: [端口, the 端口], no_match: [port, 端口]}"),
        "9:51: error: rule acme/fact.port: tests: '端口' stands in match and in no_match; keep one of them",
    ),
    (
        clean(tests="{match: [端口, the 端口], no_match: [port], todo: [the 端口]}"),
        "9:59: error: rule acme/fact.port: tests: 'the 端口' stands in match and in todo",
    ),
]
WARNINGS = [
    (
        clean(when="{any: [{words: [端口]}, {text: '(?:port)?'}]}"),
        "8:33: warning: rule acme/fact.port: any[1] matches the empty string, so it holds of every text",
    ),
    (
        clean(when="{any: [{words: [端口]}], unless: [{text: '^$|吗$'}]}"),
        "8:43: warning: rule acme/fact.port: unless[0] matches the empty string",
    ),
    (
        clean(when="{any: [{words: [端口]}, {text: '海港|harbour'}]}"),
        "8:33: warning: rule acme/fact.port: any[1] fires on no match text; add one, or drop the pattern",
    ),
    (
        clean(when="{any: [{words: [端口, 海港, harbour]}]}"),
        "8:18: warning: rule acme/fact.port: any[0]: no match text has '海港', 'harbour'; add one for each",
    ),
    (
        clean(when="{any: [{text: '端口|海(?:港|岸)|[|]x|harbour|quay'}]}"),
        "any[0]: no match text has '海(?:港|岸)', '[|]x', 'harbour' and 1 more; add one for each",
    ),
    (
        clean(when="{any: [{words: [端口]}], unless: [{words: [吗]}]}"),
        "8:43: warning: rule acme/fact.port: unless[0] fires on no no_match text",
    ),
    (
        clean(tests="{match: [端口, 端口改了], no_match: [x]}"),
        "9:13: warning: rule acme/fact.port: all match texts are Chinese; add one in English and one that mixes both",
    ),
    (
        clean(when="{any: [{words: [port]}]}", tests="{match: [the port], no_match: [x]}"),
        "all match texts are English; add one in Chinese and one that mixes both, or say lang: [en]",
    ),
    (
        clean(tests="{match: [the 端口], no_match: [x]}"),
        "all match texts are mixed; add one in Chinese and one in English",
    ),
    (
        clean(
            weight="0.5", when="{any: [{words: [不要]}]}", tests="{match: [不要动 main 分支, 不要动它], no_match: [x]}"
        ),
        "7:5: warning: rule acme/fact.port: never wins on its own match texts, core/constraint.prohibit_zh "
        "(constraint 0.85) does; raise its weight above 0.85, or drop it",
    ),
    (
        clean("acme/constraint.it", when="{speaker: [assistant], any: [{words: [端口]}]}"),
        "nothing that assistant says is a constraint by itself: ask for another speaker, or drop it",
    ),
    (
        clean(
            "acme/noise.it",
            when="{any: [{words: [不要]}]}",
            tests="{match: [不要动 main 分支, 不要动它], no_match: [x]}",
        ),
        "core/constraint.prohibit_zh (constraint 0.85) does; force: true lets it win over a constraint",
    ),
    (clean(key="null"), "10:10: warning: YAML reads 'null' as nothing; put text in single quotes"),
    (
        clean(when="{max_chars: 010, any: [{words: [端口]}]}", tests="{match: [端口, 'a 端口 be'], no_match: [x]}"),
        "8:23: warning: YAML reads '010' as a number in another notation",
    ),
    (clean(why="看 #12 see"), "6:10: warning: the text ends before '#12 see', which YAML takes for a comment"),
    (
        clean() + clean("acme/process.port", when="{any: [{words: [x, 端口]}]}"),
        "14:18: warning: rule acme/process.port: any[0]: '端口' is acme/fact.port (fact) as well as process",
    ),
    (
        clean("acme/confirm.it") + clean("acme/refuse.it"),
        "14:18: warning: rule acme/refuse.it: any[0]: '端口' is acme/confirm.it (confirm) as well as refuse",
    ),
]
HEADS = [
    (
        "macros: {port: 端口, spare: x}\n",
        "{any: [{text: '{port}'}]}",
        "3:20: warning: no pattern names the macro {spare}",
    ),
    (
        "override: [{id: core/noise.ack_zh, set: {weight: 0.6, status: stable}}]\n",
        "{any: [{words: [端口]}]}",
        "3:55: warning: rule core/noise.ack_zh: status is stable already; drop it",
    ),
    (
        "override: [{id: core/constraint.must_zh, add: {unless: [{text: '^(?:必须的)+[!,。\\s]*'}]}}]\n",
        "{any: [{words: [端口]}]}",
        "3:57: warning: rule core/constraint.must_zh: unless: the rule has this pattern already",
    ),
]


@pytest.mark.parametrize(("rules", "said"), ERRORS)
def test_errors_that_the_loader_lets_pass(project: Path, rules: str, said: str) -> None:
    put(project / NAME, file(rules))
    ran = lint()
    assert ran.exit_code == 1
    assert f"{NAME}:{said}" in ran.stdout


@pytest.mark.parametrize(("rules", "said"), WARNINGS)
def test_warnings(project: Path, rules: str, said: str) -> None:
    put(project / NAME, file(rules))
    ran = lint()
    assert said in ran.stdout
    assert ": error: " not in ran.stdout
    assert (ran.exit_code, lint("--strict").exit_code) == (0, 1)


@pytest.mark.parametrize(("head", "when", "said"), HEADS)
def test_warnings_on_what_stands_beside_rules(project: Path, head: str, when: str, said: str) -> None:
    put(project / NAME, file(clean(when=when), head=head))
    ran = lint()
    assert ran.exit_code == 0
    assert ran.stdout.startswith(f"{NAME}:{said}")
    assert ran.stdout.count("\n") == 1


def test_disable_and_override_across_layers(project: Path) -> None:
    retired = clean("acme/fact.old", status="retired")
    put(project / NAME, file(clean(), retired, head="override: [{id: core/noise.ack_zh, set: {weight: 0.5}}]\n"))
    head = "disable: [{id: acme/fact.old, because: 旧的 old}, {id: core/noise.ack_zh, because: x}]\n"
    put(project / ".fastjev/rules.local.yaml", file(head=head))
    said = lint().stdout
    assert ".fastjev/rules.local.yaml:3:11: warning: rule acme/fact.old: is retired already; drop this entry" in said
    off = "is switched off at .fastjev/rules.local.yaml:3, so this changes nothing; drop one of the two"
    assert f"{NAME}:3:13: warning: rule core/noise.ack_zh: {off}" in said


@pytest.mark.parametrize(
    "fine",
    [
        clean() + clean("acme/fact.other"),
        clean(when="{lang: [zh], any: [{words: [端口]}]}", tests="{match: [端口], no_match: [x]}"),
        clean(why="C# 和 a # 号都在引号里".join("''")),
        clean(weight="0.9  # the heaviest 最重"),
        clean("acme/confirm.it") + clean("acme/assent.it"),
        clean() + clean("acme/process.it", when="{speaker: [assistant], any: [{words: [端口]}]}"),
        clean(tests="{match: [端口 8080, the 端口], no_match: [x], wins: [{text: 端口, label: fact}], todo: [海港]}"),
    ],
)  # fmt: skip
def test_near_misses_of_the_warnings(project: Path, fine: str) -> None:
    put(project / NAME, file(fine))
    ran = lint("--strict")
    assert (ran.exit_code, ran.stdout) == (0, "")


def test_all_problems_of_all_files_in_their_order(project: Path) -> None:
    """A bad rule hides neither its neighbours nor the next file; what cannot be parsed has its one line."""
    bad = rule("acme/fact.a", label="nonsense", weight="9")
    trap = clean("acme/fact.b", when="{any: [{words: [端口]}, {text: '海港'}]}")
    twice = clean("acme/fact.c") + "    why: again 又\n"
    put(project / NAME, file(bad, trap, twice, clean("acme/fact.b"), head="disable: [{id: core/x.y, because: z}]\n"))
    put(project / ".fastjev/rules/broken.yaml", "a: [\n")
    put(project / ".fastjev/rules/last.yaml", file(clean("last/fact.it", weight="7"), pack="last"))
    ran = lint()
    assert ran.exit_code == 1
    found = re.findall(r"^\.fastjev/rules/(\w+)\.yaml:(\d+):\d+: (\w+): (?:rule (\S+):)?", ran.stdout, re.MULTILINE)
    assert found == [
        ("acme", "3", "error", "core/x.y"),
        ("acme", "6", "error", "acme/fact.a"),
        ("acme", "8", "error", "acme/fact.a"),
        ("acme", "15", "warning", "acme/fact.b"),
        ("acme", "23", "error", ""),
        ("acme", "24", "error", "acme/fact.b"),
        ("broken", "2", "error", ""),
        ("last", "7", "error", "last/fact.it"),
    ]
    assert "3 files: 7 errors, 1 warning\nnext: fastjev rules lint, when these are mended\n" in ran.stderr


def test_named_files_stand_in_their_layer_or_above_all(project: Path, tmp_path: Path) -> None:
    head = "override: [{id: acme/fact.port, set: {weight: 0.5}}]\n"
    put(project / NAME, file(clean(why="")))
    other = put(project / ".fastjev/rules/other.yaml", file(clean("other/fact.it"), pack="other"))
    outside = put(tmp_path / "outside.yaml", file(head=head, pack="outside"))
    assert lint(str(other)).stderr.startswith("1 file: 0 errors")
    assert "there is no such rule below this file" in lint(str(outside)).stdout
    put(project / NAME, file(clean()))
    assert lint(str(outside), NAME).stderr.startswith("2 files: 0 errors")


def test_a_named_file_that_is_not_there_is_unreadable_input(project: Path) -> None:
    ran = lint("nowhere.yaml")
    assert ran.exit_code == 3
    assert "nowhere.yaml: no such file" in ran.stderr


def test_findings_as_json(project: Path) -> None:
    put(project / NAME, file(clean(label="no"), clean("acme/fact.other", why="看 #12 see")))
    told = json.loads(lint("--json").stdout)
    assert told["files"] == [NAME]
    assert [(each["level"], each["file"], each["line"], each["column"]) for each in told["findings"]] == [
        ("error", NAME, 5, 5),
        ("warning", NAME, 12, 10),
    ]


def test_core_has_warnings_and_no_errors(project: Path) -> None:
    told = json.loads(lint("--all", "--json").stdout)
    assert [name for name in told["files"] if not name.startswith("core/")] == []
    assert len(told["files"]) == 9
    assert {each["level"] for each in told["findings"]} == {"warning"}
    assert [each["said"] for each in told["findings"] if "never wins" in each["said"] or "YAML" in each["said"]] == []


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("a|b", ["a", "b"]),
        ("端口|port", ["端口", "port"]),
        ("(a|b)|c", ["(a|b)", "c"]),
        ("(?:a|(?:b|c))x", ["(?:a|(?:b|c))x"]),
        ("[|]|b", ["[|]", "b"]),
        ("[]|]|b", ["[]|]", "b"]),
        ("[^]|]|b", ["[^]|]", "b"]),
        (r"[\]|]|b", [r"[\]|]", "b"]),
        (r"\||b", [r"\|", "b"]),
        (r"\(|b", [r"\(", "b"]),
        ("[(]|b", ["[(]", "b"]),
        ("|b", ["", "b"]),
        ("a", ["a"]),
    ],
)
def test_branches(text: str, cut: list[str]) -> None:
    assert branches(text) == cut


def test_branches_of_core_patterns_are_patterns_and_add_up() -> None:
    texts = [
        pattern.text
        for entry in merged(None, user=False).entries.values()
        for pattern in (*entry.rule.when.all, *entry.rule.when.any, *entry.rule.when.unless)
        if pattern.text
    ]
    assert len(texts) > 100
    for text in texts:
        assert "|".join(branches(text)) == text
        assert [schema.Pattern(text=branch).text for branch in branches(text)] == branches(text)


@pytest.mark.parametrize(
    ("text", "spoken"),
    [("端口", "Chinese"), ("port", "English"), ("端口 port", "mixed"), ("8080", ""), ("x 端口", "Chinese")],
)
def test_language(text: str, spoken: str) -> None:
    assert language(text) == spoken


def test_merging_leniently_raises_nothing_and_keeps_what_is_sound(project: Path) -> None:
    found = merge(core_sources(), [], lenient=True)
    assert found.refusals == []
    put(project / NAME, file(clean(), rule("acme/fact.bad", weight="9")))
    assert [
        each.id for each in (entry.rule for entry in merged(project, lenient=True).entries.values() if entry.layer)
    ] == ["acme/fact.port"]
    assert [entry for entry in merged(project).entries.values() if entry.layer] == []
