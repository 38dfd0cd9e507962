"""Rule files of users, projects and strangers: what is refused, with its place, and what wins over what."""

import hashlib
import importlib.metadata
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from projects import NAME, file, put, rule
from talks import neutral, user

from fastjev import pipeline
from fastjev.cli import cli
from fastjev.errors import RuleError
from fastjev.policy import DEFAULT
from fastjev.rulebook import Rulebook, load
from fastjev.rulebook.load import merged

ANY = Callable[[Path], object]


def here(*asked: Path) -> Rulebook:
    return load(Path.cwd(), asked)


def invoke(*args: str) -> Result:
    return CliRunner().invoke(cli, args)


# What is refused


BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n"
MACROS = "macros:\n  a: 'xxxxxxxxxx'\n" + "".join(
    f"  {new}: '{{{old}}}{{{old}}}{{{old}}}{{{old}}}{{{old}}}{{{old}}}{{{old}}}{{{old}}}{{{old}}}{{{old}}}'\n"
    for old, new in zip("abcdef", "bcdefg", strict=True)
)
CLICK = importlib.metadata.version("click")

REFUSED: dict[str, tuple[str | bytes, str, str]] = {
    "empty": ("", f"{NAME}:1:1", "a rule file is a mapping"),
    "comments only": ("# 空\n", f"{NAME}:1:1", "a rule file is a mapping"),
    "a list": ("- fastjev: 1\n", f"{NAME}:1:1", "a rule file is a mapping that starts with fastjev: 1"),
    "a word": ("规则\n", f"{NAME}:1:1", "a rule file is a mapping"),
    "two documents": ("fastjev: 1\n---\nfastjev: 1\n", f"{NAME}:2:1", "not YAML"),
    "says nothing": (file(), f"{NAME}:1:1", "the file says nothing"),
    "not UTF-8": (b"fastjev: 1\npack: \xff\xfe\n", NAME, "not YAML"),
    "a NUL": (b"fastjev: 1\npack: ac\0me\n", NAME, "not YAML"),
    "a colon in a text": (file(rule(why="no: really: 冒号")), f"{NAME}:6:12", "put texts and patterns in single"),
    "alias bomb": (BOMB, f"{NAME}:1:4", "anchors and aliases are not allowed here"),
    "python object": (
        "fastjev: 1\npack: !!python/object/apply:os.system ['touch pwned']\n",
        f"{NAME}:2:7",
        "the tag tag:yaml.org,2002:python/object/apply:os.system is not allowed here",
    ),
    "binary tag": ("fastjev: 1\npack: !!binary aGk=\n", f"{NAME}:2:7", "the tag tag:yaml.org,2002:binary"),
    "100,000 brackets": ("a: " + "[" * 100_000, f"{NAME}:1:1003: ", "exceeded maximum nesting depth"),
    "100,000 braces": ("a: " + "{x: " * 100_000, NAME, "more than 24 levels deep"),
    "10 MB": (b"# " + b"x" * 10_000_000, NAME, "has 10,000,002 bytes; a rule file has 500,000 at most"),
    "unknown key": (file(rule(wheight="1")), f"{NAME}:10:5", "unknown key 'wheight'; did you mean weight?"),
    "unknown key of the file": (file(rule(), head="ruls: []\n"), f"{NAME}:3:1", "'ruls'; did you mean rules?"),
    "duplicate key": (file(rule() + "    why: twice 两次\n"), f"{NAME}:10:5", "key 'why' stands twice"),
    "duplicate id": (file(rule(), rule()), f"{NAME}:10:5", f"is defined already at {NAME}:4; override: changes a rule"),
    "label: no": (file(rule(label="no")), f"{NAME}:5:5", "YAML reads yes, no, on and off as true and false"),
    "unknown label": (file(rule(label="constrain")), f"{NAME}:5:5", "did you mean constraint?"),
    "no why": (file(rule(why="")), f"{NAME}:4:5", "rule acme/fact.port: why: is missing"),
    "no tests": (file(rule(tests="")), f"{NAME}:4:5", "rule acme/fact.port: tests: is missing"),
    "no near miss": (file(rule(tests="{match: [端口]}")), f"{NAME}:9:5", "no_match: is missing"),
    "no text to match": (file(rule(tests="{match: [], no_match: [x]}")), f"{NAME}:9:13", "tests.match: "),
    "a number as text": (file(rule(tests="{match: [8080], no_match: [x]}")), f"{NAME}:9:21", "put it in single quotes"),
    "weight over 1": (file(rule(weight="9")), f"{NAME}:7:5", "weight: "),
    "no pattern": (file(rule(when="{max_chars: 3}")), f"{NAME}:8:5", "a rule needs a pattern: any: or all:"),
    "two kinds of pattern": (file(rule(when="{any: [{words: [a], text: b}]}")), f"{NAME}:8:18", "a pattern is one of"),
    "backspace": (file(rule(when='{any: [{text: "\\bmust\\b"}]}')), f"{NAME}:8:19", "use single quotes"),
    "backspace in a word": (file(rule(when='{any: [{words: ["\\bmust"]}]}')), f"{NAME}:8:19", "words: need no \\b"),
    "\\b beside Han": (file(rule(when=r"{any: [{text: '\b端口'}]}")), f"{NAME}:8:19", "\\b beside a Han character"),
    "lookahead": (file(rule(when="{any: [{text: '端口(?=改)'}]}")), f"{NAME}:8:19", "no lookahead or lookbehind"),
    "lookbehind": (file(rule(when="{any: [{text: '(?<!不)改'}]}")), f"{NAME}:8:19", "say it with unless:"),
    "back reference": (file(rule(when=r"{any: [{text: '(a)\1'}]}")), f"{NAME}:8:19", "not a regular expression"),
    "named group": (file(rule(when="{any: [{text: '(?P<n>端口)'}]}")), f"{NAME}:8:19", "a named group"),
    "repeat of 10,000": (file(rule(when="{any: [{text: 'a{10000}'}]}")), f"{NAME}:8:19", "not a regular expression"),
    "unknown macro": (
        file(rule(when="{any: [{text: '{prot}'}]}"), head="macros: {port: 端口}\n"),
        f"{NAME}:9:18",
        "rule acme/fact.port: no macro {prot}; did you mean port?",
    ),
    "macro loop": (
        file(rule(when="{any: [{text: '{a}'}]}"), head="macros: {a: 'x{b}', b: 'y{a}'}\n"),
        f"{NAME}:9:18",
        "the macro {a} stands inside itself",
    ),
    "macro bomb": (
        file(rule(when="{any: [{text: '{g}'}]}"), head=MACROS),
        f"{NAME}:16:18",
        "characters with its macros written out; 20,000 is the most",
    ),
    "disable of nothing": (
        file(rule(), head="disable: [{id: core/constraint.must_zj, because: 'x'}]\n"),
        f"{NAME}:3:12",
        "there is no such rule below this file; did you mean core/constraint.must_zh?",
    ),
    "disable without a reason": (
        file(rule(), head="disable: [{id: core/constraint.must_zh}]\n"),
        f"{NAME}:3:11",
        "because: is missing",
    ),
    "override of nothing": (
        file(rule(), head="override: [{id: core/fact.prot, set: {weight: 0.1}}]\n"),
        f"{NAME}:3:13",
        "rule core/fact.prot: there is no such rule below this file",
    ),
    "override of a rule that is off": (
        file(rule(), head="disable: [{id: core/noise.ack_zh, because: x}]\n"
                          "override: [{id: core/noise.ack_zh, set: {weight: 0.1}}]\n"),
        f"{NAME}:4:13",
        f"rule core/noise.ack_zh: is switched off at {NAME}:3",
    ),
    "override that changes nothing": (
        file(rule(), head="override: [{id: core/noise.ack_zh, because: x}]\n"),
        f"{NAME}:3:12",
        "an override changes something: set: or add:",
    ),
    "core's own pack": (file(rule("core/fact.port"), pack="core"), f"{NAME}:2:1", "core/ is for the rules that ship"),
    "a foreign pack": (file(rule("other/fact.port")), f"{NAME}:4:5", "the file's pack; write acme/fact.port"),
    "another version": (file(rule(), head="requires: '>=99'\n"), f"{NAME}:3:1", "this file wants fastjev >=99"),
    "no version range": (file(rule(), head="requires: 'new'\n"), f"{NAME}:3:1", "'new' is no version range"),
    "another format": (file(rule()).replace("fastjev: 1", "fastjev: 2"), f"{NAME}:1:1", "fastjev: "),
    "token without an end": (
        file(rule(when="{any: [{tokens: [{LOWER: use, OP: '*'}]}]}")),
        f"{NAME}:8:19",
        "token 1: OP * has no end; write how many at most",
    ),
    "tokens that may all be left out": (
        file(rule(when="{any: [{tokens: [{OP: '?'}, {OP: '?'}, {OP: '?'}, {OP: '?'}, {OP: '?'}, {OP: '?'}]}]}")),
        f"{NAME}:8:19",
        "6 repeats that may be left out; 5 is the most in one pattern",
    ),
    "tokens that name no word": (
        file(rule(when="{any: [{tokens: [{IS_ALPHA: true}, {OP: '{0,5}'}, {LIKE_NUM: true}]}]}")),
        f"{NAME}:8:19",
        "needs a token that must stand there and names its words",
    ),
    "macro with a digit that is not there": (
        file(rule(when="{any: [{text: 'port {h2}'}]}")),
        f"{NAME}:8:18",
        "no macro {h2}",
    ),
    "a hundred and one patterns": (
        file(rule(when="{any: [" + "{text: x}, " * 101 + "]}")),
        f"{NAME}:8:12",
        "at most 100 items",
    ),
    "token that needs a model": (
        file(rule(when="{any: [{tokens: [{POS: VERB}]}]}")),
        f"{NAME}:8:19",
        "token 1: POS is not among",
    ),
    "tool without its speaker": (
        file(rule(when="{tool: [Bash], any: [{words: [端口]}]}")),
        f"{NAME}:8:5",
        "tool: needs speaker: [tool]",
    ),
    "extends nothing": (file(head="extends: [{file: nowhere.yaml}]\n"), f"{NAME}:3:11", "cannot be read: No such file"),
    "extends out of the project": (
        file(head="extends: [{file: ../../../other.yaml}]\n"),
        f"{NAME}:3:11",
        "../../../other.yaml leads out of",
    ),
    "extends a package that is not there": (
        file(head=f"extends: [{{package: no-such-pack, version: '1', sha256: {'a' * 64}}}]\n"),
        f"{NAME}:3:11",
        "the package no-such-pack is not installed",
    ),
    "extends another version of a package": (
        file(head=f"extends: [{{package: click, version: '0.0.1', sha256: {'a' * 64}}}]\n"),
        f"{NAME}:3:11",
        "here, not 0.0.1",
    ),
    "extends a package without rules": (
        file(head=f"extends: [{{package: click, version: '{CLICK}',"
                  f" sha256: {'a' * 64}}}]\n"),
        f"{NAME}:3:11",
        "click has no rules/*.yaml",
    ),
    "extends a package without a pin": (
        file(head="extends: [{package: click}]\n"),
        f"{NAME}:3:11",
        "a package is pinned: version: and sha256:",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_file_is_refused_with_its_place_and_core_goes_on(project: Path, name: str) -> None:
    text, where, said = REFUSED[name]
    put(project / NAME, text)
    core = invoke("compact", "talk.json", "-q")
    assert core.exit_code == 0
    assert "不要动production库的schema" in core.stdout
    (line,) = core.stderr.splitlines()
    assert line.startswith(f"note: {where}")
    assert said in line
    assert line.endswith("; the file is left out, the other rules stand")
    assert not (project / "pwned").exists()
    assert [found.layer for found in here().rules if found.layer] == []


@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_file_asked_for_by_name_ends_with_4(project: Path, name: str) -> None:
    text, _, said = REFUSED[name]
    bad = put(project / "bad.yaml", text)
    ran = invoke("compact", "talk.json", "--rules", str(bad))
    assert ran.exit_code == 4
    assert ran.stdout == ""
    assert said.replace(NAME, str(bad)) in ran.stderr
    assert f"{bad}:" in ran.stderr


def linked_home(project: Path) -> None:
    (project / ".fastjev").rename(project.parent / "elsewhere")
    put(project.parent / "elsewhere" / "rules" / "acme.yaml", file(rule()))
    (project / ".fastjev").symlink_to(project.parent / "elsewhere")


def linked_folder(project: Path) -> None:
    (project / ".fastjev" / "rules").rmdir()
    put(project.parent / "elsewhere" / "acme.yaml", file(rule()))
    (project / ".fastjev" / "rules").symlink_to(project.parent / "elsewhere")


def linked_file(project: Path) -> None:
    (project / NAME).symlink_to(put(project.parent / "secret.yaml", file(rule())))


def linked_local(project: Path) -> None:
    (project / ".fastjev" / "rules.local.yaml").symlink_to(put(project.parent / "secret.yaml", file(rule())))


def dangling(project: Path) -> None:
    (project / NAME).symlink_to("nowhere.yaml")


def fifo(project: Path) -> None:
    os.mkfifo(project / NAME)


def folder(project: Path) -> None:
    (project / NAME).mkdir()


def many(project: Path) -> None:
    for n in range(101):
        put(project / ".fastjev" / "rules" / f"p{n}.yaml", file(rule(f"p{n}/fact.port"), pack=f"p{n}"))


PLACES: list[tuple[ANY, str, str]] = [
    (linked_home, ".fastjev", "is a link; a project's rules lie in it"),
    (linked_folder, ".fastjev/rules", "is a link; a project's rules lie in it"),
    (linked_file, NAME, "is a link; a project's rules lie in it"),
    (linked_local, ".fastjev/rules.local.yaml", "is a link; a project's rules lie in it"),
    (dangling, NAME, "is a link; a project's rules lie in it"),
    (fifo, NAME, "is no regular file"),
    (folder, NAME, "cannot be read: Is a directory"),
    (many, ".fastjev/rules", "holds 101 rule files; 100 is the most"),
]


@pytest.mark.parametrize(("make", "where", "said"), PLACES, ids=[make.__name__ for make, _, _ in PLACES])
def test_what_is_no_plain_file_of_the_project_is_not_read(project: Path, make: ANY, where: str, said: str) -> None:
    make(project)
    ran = invoke("compact", "talk.json", "-q")
    assert ran.exit_code == 0
    assert ran.stderr == f"note: {where}: {said}; the file is left out, the other rules stand\n"
    assert [found.layer for found in here().rules if found.layer] == []


def test_a_hundred_files_are_read(project: Path) -> None:
    many(project)
    (project / ".fastjev/rules/p100.yaml").unlink()
    assert sum(found.layer > 0 for found in here().rules) == 100


def test_a_user_may_link_the_own_folder(project: Path, tmp_path: Path) -> None:
    put(tmp_path / "dotfiles" / "mine.yaml", file(rule("mine/fact.port"), pack="mine"))
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "rules").symlink_to(tmp_path / "dotfiles")
    assert [found.id for found in here().rules if found.layer] == ["mine/fact.port"]


@pytest.mark.parametrize("pattern", ["^(a+)+$", "(a|a)*$", "(.*)(.*)(.*)(.*)x", "(端口|端口)*$"])
def test_patterns_that_blow_up_elsewhere_are_fine(project: Path, pattern: str) -> None:
    put(project / NAME, file(rule(when=f"{{any: [{{text: '{pattern}'}}]}}")))
    put(project / "evil.json", neutral([user("a" * 3_900 + "!"), user("端口" * 1_900 + "!")]))
    ran = invoke("compact", "evil.json", "-q")
    assert (ran.exit_code, ran.stderr) == (0, "")


def test_one_bad_file_leaves_the_others(project: Path) -> None:
    put(project / NAME, file(rule(weight="9")))
    put(project / ".fastjev/rules/good.yaml", file(rule("good/fact.port"), pack="good"))
    found = here()
    assert [each.id for each in found.rules if each.layer] == ["good/fact.port"]
    assert [line.partition(": ")[0] for line in found.refused] == [f"{NAME}:7:5"]


def test_a_note_counts_the_other_problems_and_by_name_all_are_told(project: Path) -> None:
    bad = put(project / NAME, file(rule(weight="9", label="nonsense", why="")))
    (line,) = here().refused
    assert line.endswith(" (and 2 more)")
    bad.rename(project / "bad.yaml")
    with pytest.raises(RuleError) as caught:
        here(Path("bad.yaml"))
    assert [said.split(":")[1] for said in str(caught.value).splitlines()] == ["5", "4", "6"]


def test_no_word_of_a_rule_file_commands_the_terminal(project: Path) -> None:
    put(project / NAME, file(rule(label='"\\e]0;pwned\\a\\u202e"')))
    for args in (["compact", "talk.json"], ["rules", "lint"], ["rules", "list"], ["rules", "test"], ["config", "show"]):
        ran = invoke(*args)
        assert "\x1b" not in ran.output
        assert "\u202e" not in ran.output


# Layers


LAYERED = [
    ("user", "config/rules/u.yaml"),
    ("project", f"project/{NAME}"),
    ("local", "project/.fastjev/rules.local.yaml"),
]


@pytest.mark.parametrize("top", range(len(LAYERED) + 1))
def test_of_equal_weights_the_higher_layer_wins(project: Path, tmp_path: Path, top: int) -> None:
    """Each layer says another label of the same words with the same weight."""
    labels = ["fact", "noise", "process"]
    for n, (pack, path) in enumerate(LAYERED[: top or 1]):
        put(tmp_path / path, file(rule(f"{pack}/{labels[n]}.it", when="{any: [{words: [蓝鲸 dolphin]}]}"), pack=pack))
    asked = put(tmp_path / "asked.yaml", file(rule("x/decision.it", when="{any: [{words: [蓝鲸 dolphin]}]}"), pack="x"))
    book = here(asked) if top == len(LAYERED) else here()
    run = pipeline.run(neutral([user("蓝鲸 dolphin")]), "-", rulebook=book)
    expected = "decision" if top == len(LAYERED) else labels[max(top - 1, 0)]
    assert run.verdicts[0].label == expected


@pytest.mark.parametrize(
    ("high", "low", "label"),
    [
        ("0.9", "0.9", "noise"),
        ("0.8", "0.9", "fact"),
        ("0.9", "0.8", "noise"),
    ],
)
def test_weight_comes_before_layer(project: Path, tmp_path: Path, high: str, low: str, label: str) -> None:
    when = "{any: [{words: [蓝鲸 dolphin]}]}"
    put(tmp_path / "config/rules/u.yaml", file(rule("u/fact.it", weight=low, when=when), pack="u"))
    put(project / NAME, file(rule("acme/noise.it", weight=high, when=when)))
    assert pipeline.run(neutral([user("蓝鲸 dolphin")]), "-", rulebook=here()).verdicts[0].label == label


@pytest.mark.parametrize(("long", "label"), [("蓝鲸 dolphin pod", "fact"), ("蓝鲸", "unsure")])
def test_within_a_layer_the_longer_cue_wins_and_level_ones_are_unsure(project: Path, long: str, label: str) -> None:
    one = rule("acme/fact.it", when=f"{{any: [{{words: [{long}]}}]}}")
    other = rule("acme/process.it", when="{any: [{words: [蓝鲸]}]}")
    put(project / NAME, file(one, other))
    assert pipeline.run(neutral([user("蓝鲸 dolphin pod")]), "-", rulebook=here()).verdicts[0].label == label


def test_files_of_a_layer_come_by_name_and_layers_by_strength(project: Path, tmp_path: Path) -> None:
    pack = put(project / "packs/shared.yaml", file(rule("shared/fact.it"), pack="shared"))
    put(tmp_path / "config/rules/u.yaml", file(rule("u/fact.it"), pack="u"))
    put(project / ".fastjev/rules/b.yaml", file(rule("b/fact.it"), pack="b"))
    put(
        project / ".fastjev/rules/a.yml",
        file(rule("a/fact.it"), head="extends: [{file: ../../packs/shared.yaml}]\n", pack="a"),
    )
    put(project / ".fastjev/rules/c.txt", file(rule("c/fact.it"), pack="c"))
    put(project / ".fastjev/rules.local.yaml", file(rule("l/fact.it"), pack="l"))
    asked = put(tmp_path / "asked.yaml", file(rule("x/fact.it"), pack="x"))
    found = [(each.id, each.layer, each.where) for each in here(asked).rules if each.layer]
    assert found == [
        ("shared/fact.it", 1, f"{pack.relative_to(project)}:4"),
        ("u/fact.it", 2, f"{tmp_path / 'config/rules/u.yaml'}:4"),
        ("a/fact.it", 3, ".fastjev/rules/a.yml:5"),
        ("b/fact.it", 3, ".fastjev/rules/b.yaml:4"),
        ("l/fact.it", 4, ".fastjev/rules.local.yaml:4"),
        ("x/fact.it", 5, f"{asked}:4"),
    ]


def test_nothing_is_read_above_the_project(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(project / NAME, file(rule()))
    inner = project / "packages" / "inner"
    put(inner / ".fastjev/rules/inner.yaml", file(rule("inner/fact.port"), pack="inner"))
    monkeypatch.chdir(inner)
    listed = json.loads(invoke("rules", "list", "--json", "--layer", "project").stdout)
    assert [each["id"] for each in listed["rules"]] == ["inner/fact.port"]
    (inner / "deep").mkdir()
    monkeypatch.chdir(inner / "deep")
    assert json.loads(invoke("rules", "list", "--json").stdout)["layers"]["project"] == 1


def test_disable_takes_a_rule_out_and_says_why(project: Path) -> None:
    text = "端口统一 8080"
    before = here().match(text, speaker="human", kind="prose")
    put(project / NAME, file(head="disable: [{id: core/constraint.norm_zh, because: '这里不算 not here'}]\n"))
    book = here()
    after = book.match(text, speaker="human", kind="prose")
    assert {hit.rule.id for hit in before} - {hit.rule.id for hit in after} == {"core/constraint.norm_zh"}
    assert book.off == (("core/constraint.norm_zh", "这里不算 not here", f"{NAME}:3"),)


def test_override_sets_and_adds(project: Path) -> None:
    head = """\
    override:
      - id: core/constraint.norm_zh
        because: 'examples are no norms 示例不算'
        set: {weight: 0.55, key: style, max_chars: 40, status: experimental}
        add:
          any: [{words: [按老样子]}]
          unless: [{words: [比如, for example]}]
          tests: {match: [按老样子], no_match: [比如端口统一 8080]}
    """
    put(project / NAME, file(head=head))
    book = here()
    changed = next(each for each in book.rules if each.id == "core/constraint.norm_zh")
    assert (changed.weight, changed.key, changed.max_chars, changed.layer) == (0.55, "style", 40, 0)
    assert changed.changed == (f"{NAME}:4",)

    def fires(text: str) -> bool:
        return any(hit.rule is changed for hit in book.match(text, speaker="human", kind="prose"))

    assert [fires(text) for text in ("按老样子", "端口统一 8080", "比如端口统一 8080", "端口统一 8080" * 9)] == [
        True, True, False, False,
    ]  # fmt: skip


def test_what_an_override_tests_replaces_what_the_rule_said_of_the_text(project: Path) -> None:
    added = "{unless: [{words: [单测]}], tests: {no_match: [提交前务必跑一遍单测]}}"
    head = f"override: [{{id: core/constraint.must_zh, add: {added}}}]\n"
    put(project / NAME, file(head=head))
    entry = merged(project).entries["core/constraint.must_zh"]
    assert "提交前务必跑一遍单测" in entry.rule.tests.no_match
    assert "提交前务必跑一遍单测" not in entry.rule.tests.match
    (change,) = entry.changes
    assert "提交前务必跑一遍单测" in change.before.tests.match
    assert [len(written) for written in (entry.rule.when.all, entry.rule.when.any, entry.rule.when.unless)] == [
        len(entry.all), len(entry.any), len(entry.unless),
    ]  # fmt: skip


def test_a_higher_layer_overrides_what_a_lower_one_overrode(project: Path) -> None:
    put(project / NAME, file(head="override: [{id: core/noise.ack_zh, set: {weight: 0.1}}]\n"))
    put(project / ".fastjev/rules.local.yaml", file(head="override: [{id: core/noise.ack_zh, set: {weight: 0.2}}]\n"))
    found = next(each for each in here().rules if each.id == "core/noise.ack_zh")
    assert (found.weight, found.changed) == (0.2, (f"{NAME}:3", ".fastjev/rules.local.yaml:3"))


def test_a_defined_id_is_not_defined_anew_by_a_higher_layer(project: Path) -> None:
    put(project / NAME, file(rule()))
    put(project / ".fastjev/rules.local.yaml", file(rule(weight="0.1")))
    book = here()
    assert [each.weight for each in book.rules if each.layer] == [0.9]
    (line,) = book.refused
    assert line.startswith(
        f".fastjev/rules.local.yaml:4:5: rule acme/fact.port: is defined already at {NAME}:4; override:"
    )


def test_core_off_leaves_the_own_rules_and_says_so(project: Path) -> None:
    put(project / NAME, file(rule(), head="core: off\n"))
    assert [each.id for each in here().rules] == ["acme/fact.port"]
    shown = invoke("rules", "list").stdout
    assert f"warning: core: off in {NAME}:3; no rule that ships with fastjev is used" in shown
    assert "core 0 + project 1 = 1 rule in force" in shown


def test_a_retired_rule_does_not_run_and_keeps_its_id(project: Path) -> None:
    put(project / NAME, file(rule(status="retired")))
    assert [each.id for each in here().rules if each.layer] == []
    put(project / ".fastjev/rules.local.yaml", file(rule()))
    assert "is defined already" in here().refused[0]


def test_a_pack_is_pinned_by_its_hash(project: Path) -> None:
    pack = put(project / "packs/shared.yaml", file(rule("shared/fact.it"), pack="shared"))
    now = hashlib.sha256(pack.read_bytes()).hexdigest()

    def extend(sha256: str) -> list[str]:
        put(project / NAME, file(head=f"extends: [{{file: ../../packs/shared.yaml, sha256: {sha256}}}]\n"))
        book = here()
        return [each.id for each in book.rules if each.layer] + list(book.refused)

    assert extend(now) == ["shared/fact.it"]
    (refused,) = extend("a" * 64)
    assert refused == f"{NAME}:3:11: extends: the pack has changed; if you trust it as it is, write sha256: '{now}'"


def test_an_installed_package_gives_its_rules_and_runs_nothing(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    pack = put(site / "harbour_rules/rules/harbour.yaml", file(rule("harbour/fact.tide"), pack="harbour"))
    put(site / "harbour_rules/__init__.py", "raise SystemExit('imported')\n")
    about = site / "harbour_rules-1.2.dist-info"
    put(about / "METADATA", "Metadata-Version: 2.1\nName: harbour-rules\nVersion: 1.2\n")
    put(about / "RECORD", "harbour_rules/__init__.py,,\nharbour_rules/rules/harbour.yaml,,\n")
    monkeypatch.syspath_prepend(str(site))
    sha256 = hashlib.sha256(pack.read_bytes()).hexdigest()
    named = f"extends: [{{package: harbour-rules, version: '1.2', sha256: {sha256}}}]\n"
    put(project / NAME, file(rule(), head=named))
    assert here().refused == ()
    assert {"harbour/fact.tide", "acme/fact.port"} < {each.id for each in here().rules}
    put(pack, file(rule("harbour/fact.tide", weight="0.1"), pack="harbour"))
    assert "the pack has changed" in here().refused[0]


def test_a_pack_extends_nothing_itself(project: Path) -> None:
    put(project / ".fastjev/packs/a.yaml", file(rule("a/fact.it"), head="extends: [{file: b.yaml}]\n", pack="a"))
    put(project / ".fastjev/packs/b.yaml", file(rule("b/fact.it"), pack="b"))
    put(project / NAME, file(head="extends: [{file: ../packs/a.yaml}]\n"))
    assert [each.id for each in here().rules if each.layer] == []
    assert here().refused == (f"{NAME}:3:11: extends: .fastjev/packs/a.yaml extends others itself; name them here",)


# The cache


@pytest.mark.parametrize(
    "path", [NAME, ".fastjev/rules.local.yaml", "packs/shared.yaml", "../config/rules/u.yaml", "asked.yaml"]
)
def test_any_file_that_changes_is_read_anew(project: Path, path: str) -> None:
    head = "extends: [{file: ../../packs/shared.yaml}]\n"
    packs = {
        NAME: "acme",
        ".fastjev/rules.local.yaml": "l",
        "packs/shared.yaml": "shared",
        "../config/rules/u.yaml": "u",
    }
    packs["asked.yaml"] = "x"
    for each, pack in packs.items():
        put(project / each, file(rule(f"{pack}/fact.it"), head=head if each == NAME else "", pack=pack))
    id = f"{packs[path]}/fact.it"

    def weight() -> float:
        return next(each.weight for each in here(Path("asked.yaml")).rules if each.id == id)

    assert weight() == 0.9
    cached = sorted((project.parent / "cache").iterdir())
    assert weight() == 0.9
    assert sorted((project.parent / "cache").iterdir()) == cached
    text = (project / path).read_text()
    stat = (project / path).stat()
    put(project / path, text.replace("0.9", "0.7"))
    os.utime(project / path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert weight() == 0.7
    put(project / path, text)
    assert weight() == 0.9


def test_a_broken_cache_is_made_anew(project: Path) -> None:
    put(project / NAME, file(rule()))
    whole = here().rules
    for cached in (project.parent / "cache").iterdir():
        for broken in (b"", b"{}\n", cached.read_bytes()[:-100]):
            cached.write_bytes(broken)
            assert here().rules == whole


# Answers and the reading limit


def test_an_answer_of_a_higher_layer_silences_those_below(project: Path) -> None:
    def labels(text: str) -> set[str]:
        return {hit.rule.label for hit in here().match(text, speaker="human", kind="prose")}

    before = {text: labels(text) for text in ("就这样吧", "ok 就这样", "好的")}
    assert before["就这样吧"] & {"confirm", "assent", "right"}
    put(project / NAME, file(rule("acme/defer.so", when="{any: [{words: [就这样]}]}")))
    assert labels("就这样吧") & {"confirm", "assent", "right", "refuse", "defer"} == {"defer"}
    assert labels("ok 就这样") & {"confirm", "assent", "right", "refuse", "defer"} == {"defer"}
    assert labels("好的") == before["好的"]


def test_rules_above_core_stop_at_the_same_place_each_time(project: Path) -> None:
    put(project / NAME, file(rule(when="{any: [{text: '端口.{0,9}[0-9]|port.{0,9}[0-9]'}]}")))
    talk = neutral([user(f"服务 {n} 的端口是 {8000 + n}，port {n} too") for n in range(40)])
    policy = replace(DEFAULT, stranger_chars=17_000)

    def labelled(policy: Any = policy, book: Rulebook | None = None) -> list[bool]:
        run = pipeline.run(talk, "-", rulebook=book or here(), policy=policy)
        return [any(vote.by == "rule:acme/fact.port" for vote in verdict.votes) for verdict in run.verdicts]

    first = labelled()
    assert any(first)
    assert not all(first)
    assert first == sorted(first, reverse=True)
    book = here()
    assert [labelled(book=book), labelled(book=book)] == [first, first]
    assert all(labelled(DEFAULT))
    Path("policy.yaml").write_text("stranger_chars: 17000\n")
    put(project / "long.json", talk)
    said = invoke("compact", "long.json", "--policy", "policy.yaml").stderr
    assert "\nnote: rules above core stopped after 17,000 characters read" in said


def test_files_that_are_too_much_together_are_refused_one_by_one(project: Path) -> None:
    padding = "# " + "x" * 350_000 + "\n"
    for name in "abc":
        put(project / f".fastjev/rules/{name}.yaml", padding + file(rule(f"{name}/fact.it"), pack=name))
    book = here()
    assert [each.id for each in book.rules if each.layer] == ["a/fact.it", "b/fact.it"]
    assert book.refused[0].startswith(".fastjev/rules/c.yaml: with it the rule files have 1,05")


@pytest.mark.parametrize(("name", "told"), [(b"a\nb.yaml", "a\\nb.yaml"), (b"\xff\xfe.yaml", "\\xff\\xfe.yaml")])
def test_a_file_of_any_name_is_named_in_one_line(project: Path, name: bytes, told: str) -> None:
    path = Path(os.fsdecode(os.fsencode(project) + b"/.fastjev/rules/" + name))
    put(path, "规则\n")
    assert here().refused == (f".fastjev/rules/{told}:1:1: a rule file is a mapping that starts with fastjev: 1",)
    path.write_text(file(rule()), "utf-8")
    assert [each.where.rpartition("/")[2] for each in here().rules if each.layer] == [f"{told}:4"]
    path = path.rename(project / path.name)
    assert [each.layer for each in here(path).rules][-1] == 5
