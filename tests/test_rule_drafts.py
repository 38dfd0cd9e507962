"""Rules drafted from sentences, what they would change, how they get into a file, and where to find more of them."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from rows import book, rule
from talks import assistant, core, neutral, user

from fastjev import pipeline
from fastjev.cli import cli
from fastjev.errors import RuleError, UsageError
from fastjev.evaluate.rules.draft import Wish, draft
from fastjev.evaluate.rules.suggest import Mined
from fastjev.evaluate.rules.suggest import suggest as mined
from fastjev.evaluate.rules.wording import Common, Cutter, names
from fastjev.model import by_rules
from fastjev.policy import DEFAULT
from fastjev.rulebook.append import appended, new_file

CUT, COMMON = Cutter(), Common(core().lexicon)


def drafted(sentence: str, label: str = "constraint", **more: Any) -> dict[str, Any]:
    wish = Wish(sentence=sentence, label=label, pack="acme", weight=0.9, why="x")
    return draft(wish, cut=CUT, fold=core().fold, common=COMMON, **{"taken": (), **more})


@pytest.mark.parametrize(
    ("sentence", "id", "keywords", "again", "question"),
    [
        ("不要引入新的依赖", "no_add_deps", ["引入", "依赖"], "BTW 别引入新的依赖", "要不要引入新的依赖？"),
        ("接口必须鉴权。", "must_api_auth", ["接口", "鉴权"], "BTW 接口务必鉴权。", "接口要不要鉴权？"),
        (
            "never commit .env files",
            "no_commit_env_files",
            ["commit", "env", "files"],
            "注意：do not commit .env files",
            "should we commit .env files?",
        ),
        (
            "All endpoints must use utc",
            "must_endpoints_utc",
            ["endpoints", "utc"],
            "注意：All endpoints have to use utc",
            "do All endpoints use utc?",
        ),
        (
            "所有 PR 必须 pass CI",
            "must_pr_pass_ci",
            ["pr", "pass", "ci"],
            "另外，所有 PR 务必 pass CI",
            "所有 PR 要不要 pass CI？",
        ),
        ("订单 timeout 统一 30 秒", "order_timeout", ["订单", "timeout"], "另外，订单 timeout 统一 31 秒", None),
    ],
)
def test_a_draft(sentence: str, id: str, keywords: list[str], again: str, question: str | None) -> None:
    made = drafted(sentence)
    assert made["id"] == f"acme/constraint.{id}"
    assert [word for word in keywords if word not in made["when"]["keywords"]] == []
    assert made["tests"]["match"] == [sentence, again]
    assert question is None or question in made["tests"]["no_match"]
    assert made["tests"]["wins"] == [{"text": sentence, "label": "constraint"}]


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("端口统一 8080", "8080"),
        ("set the pool of src/db.py aside", "db"),
        ("部署用 commit 8506e12297ab", "8506e12297ab"),
    ],
)
def test_values_are_generalised(sentence: str, value: str) -> None:
    (pattern,) = drafted(sentence)["when"]["any"]
    assert value not in pattern["text"]
    assert value not in " ".join(drafted(sentence)["when"]["keywords"])


@pytest.mark.parametrize("sentence", ["8080", "30 秒", "src/db.py 8080", "的了吧"])
def test_values_alone_make_no_rule(sentence: str) -> None:
    with pytest.raises(UsageError, match=re.escape(repr(sentence))):
        drafted(sentence)


def test_what_only_a_whole_sentence_can_be_is_not_found_inside_another() -> None:
    made = drafted("哈哈辛苦了", "noise")
    assert made["when"]["max_chars"] == 10
    assert "哈哈辛苦了，端口改成 8080" in made["tests"]["no_match"]
    assert made["tests"]["match"] == ["哈哈辛苦了", "哈哈辛苦了~"]


def test_near_misses_come_from_sessions_unless_they_hold_a_key() -> None:
    others = ["依赖装好了", "依赖 ghp_a1b2c3d4e5f6g7h8 过期了", "hello", "依赖" + "很长" * 60]
    assert drafted("不要引入新的依赖", others=others)["tests"]["no_match"][2:] == ["依赖装好了"]


def test_an_id_in_use_gets_a_number() -> None:
    taken = {"acme/constraint.no_add_deps", "acme/constraint.no_add_deps_2"}
    assert drafted("不要引入新的依赖", taken=taken)["id"] == "acme/constraint.no_add_deps_3"


def test_a_projects_names_are_words() -> None:
    assert names(["改一下 `订单服务` 和 `userId`"]) == {"订单服务"}
    assert [word.text for word in Cutter({"订单服务"})("停掉订单服务 now")][-2:] == ["订单服务", "now"]


def test_the_words_of_a_mixed_sentence() -> None:
    words = CUT("把 src/db.py 的timeout改成30s，见 https://x.io/a?b key sk-abc123def456ghi")
    assert [word.shown for word in words if word.kind != "han"] == ["<path>", "timeout", "<n>", "<path>", "key", "<id>"]


# Into a file

RULE = {
    "id": "acme/fact.x",
    "label": "fact",
    "why": "x: 原因 #1",
    "weight": 0.9,
    "when": {"any": [{"words": ["工单 x"]}]},
    "tests": {"match": ["工单 x"], "no_match": ["no"]},
}
OTHER = "{id: acme/fact.y, label: fact, why: y, weight: 0.9, when: {any: [{words: [y]}]}, "
OTHER += "tests: {match: [y], no_match: [n]}}"
HEAD = "# 项目规则 rules of ours\nfastjev: 1   # format\npack: acme\n"
FILES = {
    "rules at the end": f"{HEAD}rules:\n  - {OTHER}\n",
    "no indent": f"{HEAD}rules:\n- {OTHER}\n",
    "comment after": f"{HEAD}rules:\n    - {OTHER}  # why\n    # - 先关掉 off for now\n",
    "rules in the middle": f"{HEAD}rules:\n  - {OTHER}\n\n# macros below\nmacros:\n  a: 'b'\n",
    "no rules yet": f"{HEAD}disable:\n  - {{id: core/noise.ack_zh, because: 'ours'}}\n",
    "no line end": f"{HEAD}rules:\n  - {OTHER}",
    "block text": f"{HEAD}rules:\n  - {OTHER.replace('no_match: [n]', 'no_match: [n, m]')}\nrequires: |\n  >=0\n",
}


@pytest.mark.parametrize("text", [*FILES.values(), *(text.replace("\n", "\r\n") for text in FILES.values())])
def test_a_rule_is_appended_and_all_else_stays(text: str) -> None:
    found = appended(text.encode(), "acme.yaml", RULE).decode()
    value = yaml.safe_load(text)
    assert yaml.safe_load(found) == {**value, "rules": [*value.get("rules", []), RULE]}
    added = iter(found.splitlines())
    assert all(line in added for line in text.splitlines())
    assert found.count("\r\n") == (found.count("\n") if "\r\n" in text else 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{HEAD}rules: [{OTHER}]\n", "acme.yaml:4: rules: is written in [ ]"),
        (f"{HEAD}rules: []\nmacros: {{a: b}}\ncore: false\n", "acme.yaml:4: rules: is written in [ ]"),
        (f"{HEAD}rulez: []\n", "unknown key 'rulez'"),
        (f"{HEAD.replace('acme', 'other')}core: false\n", "nothing is written, since the file would not load"),
        (f"{HEAD}core: false\n...\n", "nothing is written"),
    ],
)
def test_a_file_that_cannot_take_it_is_refused(text: str, said: str) -> None:
    with pytest.raises(RuleError, match=re.escape(said)):
        appended(text.encode(), "acme.yaml", RULE)


def test_a_new_file_loads() -> None:
    assert yaml.safe_load(new_file("acme", RULE)) == {"fastjev": 1, "pack": "acme", "rules": [RULE]}


# The commands

TALK = [
    user("帮我看一下仓库。这个依赖装好了"),
    assistant("好的。"),
    user("尽量 reuse 老的 helper 代码"),
    user("we said: keep helpers small"),
]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "acme"
    (folder / ".git").mkdir(parents=True)
    (folder / "talk.json").write_bytes(neutral(TALK))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.chdir(folder)
    return folder


def rules(*words: str, input: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["rules", *words], input=input)


ADD = ("add", "尽量 reuse 老的 helper", "--label", "decision", "--against", "talk.json")


def test_add_shows_rule_tests_and_changes_and_writes_nothing(project: Path) -> None:
    ran = rules(*ADD)
    assert ran.exit_code == 0, ran.stderr
    (made,) = yaml.safe_load(ran.stdout)
    assert made["id"] == "acme/decision.reuse_helper"
    assert "✓ match    尽量 reuse 老的 helper" in ran.stderr
    assert "changes   1 of 5 units in talk.json" in ran.stderr
    assert re.search(r"\w+ -> decision.*  1\n +u2.1   \[尽量 reuse 老的 helper\] 代码", ran.stderr)
    assert "next: fastjev rules add --label decision --weight 0.9 --why '…' --write -- " in ran.stderr
    assert not (project / ".fastjev").exists()


def test_add_writes_after_asking(project: Path) -> None:
    words = (*ADD, "--why", "We said so. 说好的", "--write")
    assert "nothing is written" in rules(*words, input="n\n").stderr
    assert not (project / ".fastjev").exists()
    ran = rules(*words, input="y\n")
    assert ran.exit_code == 0, ran.stderr
    assert "Add acme/decision.reuse_helper to .fastjev/rules/acme.yaml?" in ran.stderr
    assert "written: .fastjev/rules/acme.yaml:4" in ran.stderr
    file = project / ".fastjev/rules/acme.yaml"
    file.write_text(f"# 我们的规则 ours\n{file.read_text('utf-8')}", "utf-8")
    file.chmod(0o640)
    again = rules("add", "no new dependencies", "--label", "constraint", "--why", "x", "--write", "--yes")
    assert again.exit_code == 0, again.stderr
    text = file.read_text("utf-8")
    assert text.startswith("# 我们的规则 ours\n")
    assert [made["id"] for made in yaml.safe_load(text)["rules"]] == [
        "acme/decision.reuse_helper",
        "acme/constraint.no_dependencies",
    ]
    assert file.stat().st_mode & 0o777 == 0o640
    assert [*file.parent.iterdir()] == [file]
    explained = CliRunner().invoke(cli, ["explain", "talk.json", "u2.1"]).stdout
    assert "rule:acme/decision.reuse_helper  .fastjev/rules/acme.yaml:5 (project)" in explained


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["8080", "--label", "fact"], 2, "nothing but values"),
        (["不要依赖", "--label", "rule"], 2, "'rule' is not one of"),
        (["不要引入依赖", "--label", "constraint", "--write"], 2, "--write needs --why"),
        (["no deps here", "--label", "constraint", "--against", "nowhere.jsonl"], 3, "nowhere.jsonl: no such file"),
        (["no deps here", "--label", "constraint", "--file", "bad.yaml"], 4, "bad.yaml:1:1: unknown key 'rulez'"),
        (
            ["no deps here", "--label", "constraint", "--file", "o.yaml", "--pack", "acme"],
            2,
            "a file of the pack other",
        ),
        (["不要动 schema", "--label", "noise"], 1, "is constraint by core/constraint.prohibit_zh (0.85), not noise"),
    ],
)
def test_add_refuses(project: Path, words: list[str], code: int, said: str) -> None:
    Path("bad.yaml").write_text("rulez: []\nfastjev: 1\npack: acme\n")
    Path("o.yaml").write_text("fastjev: 1\npack: other\ncore: false\n")
    before = sorted(project.rglob("*"))
    ran = rules("add", *words, *(["--why", "x", "--write", "--yes"] if code == 1 else []))
    assert ran.exit_code == code, ran.stderr
    assert said in ran.stderr
    assert sorted(project.rglob("*")) == before


def test_add_does_not_follow_a_link_or_write_over_what_changed(project: Path) -> None:
    (project / "elsewhere").mkdir()
    (project / ".fastjev").mkdir()
    (project / ".fastjev/rules").symlink_to(project / "elsewhere")
    ran = rules(*ADD, "--why", "x", "--write", "--yes")
    assert ran.exit_code == 4
    assert [*(project / "elsewhere").iterdir()] == []
    (project / ".fastjev/rules").unlink()
    (project / ".fastjev/rules").mkdir()

    class Meanwhile:
        """Answers yes, after somebody else has written the file."""

        def __call__(self, *_: object, **__: object) -> bool:
            (project / ".fastjev/rules/acme.yaml").write_text("# mine 我的\n", "utf-8")
            return True

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("click.confirm", Meanwhile())
        ran = rules(*ADD, "--why", "x", "--write")
    assert ran.exit_code == 4
    assert "has changed since it was read" in ran.stderr
    assert (project / ".fastjev/rules/acme.yaml").read_text("utf-8") == "# mine 我的\n"


@pytest.mark.parametrize("sentence", ["reuse the helper 全部", "reuse the helper \x1b[2J 全部"])
def test_add_shows_no_terminal_escape(project: Path, sentence: str) -> None:
    Path("evil.json").write_bytes(neutral([user("reuse the helper \x1b[2J 全部")]))
    ran = rules("add", sentence, "--label", "decision", "--against", "evil.json")
    assert "\x1b" not in ran.output
    assert re.search(r"-> decision  1\n +u1.1   \[reuse the helper \\x1b\[2J", ran.stderr)


# Suggestions

ONE = ["先放着 alpha", "那就先放着吧", "先放着，beta", "park the 报表 thing", "park the login thing", "工单 77 已开"]
TWO = ["先放着 gamma", "park the css thing", "工单 88 已开", "工单 99 已开", "不要先放着 schema"]


def found(*talks: list[str]) -> Mined:
    """What is found where the only rule is on what is forbidden."""
    rulebook = book(rule("constraint.no", "不要"))
    raws = [neutral(map(user, talk), f"s{n}") for n, talk in enumerate(talks, start=1)]
    runs = [pipeline.run(raw, "talk", rulebook=rulebook, models=by_rules()) for raw in raws]
    return mined(runs, cut=CUT, fold=core().fold, common=COMMON, policy=DEFAULT)


def test_phrases_recur_and_are_not_covered() -> None:
    phrases = {each.text: each for each in found(ONE, TWO).phrases}
    for text in ("park the", "工单 <n> 已开"):
        assert len(phrases[text].uncovered) == 3
        assert phrases[text].sessions == ("s1", "s2")
    assert not any(text in phrases for text in ("park", "<n>", "the", "工单 <n>"))


def test_one_session_is_enough_where_only_one_is_given() -> None:
    talk = ["park alpha 一", "park beta 二", "park gamma 三"]
    assert [each.text for each in found(talk).phrases] == ["park"]
    assert found(talk, ["delta"]).phrases == ()
    assert found(talk[:2]).phrases == ()


def test_a_phrase_of_covered_units_comes_later() -> None:
    talk = [*(f"park zeta{n} 甲" for n in range(3)), *(f"omega zeta{n} 乙" for n in range(3)), "不要动 omega 表"]
    phrases = found(talk).phrases
    ranked = [each.words for each in phrases]
    assert ranked.index(("park",)) < ranked.index(("omega",))
    assert [each.covered for each in phrases if each.words == ("omega",)] == [1]


def test_keys_are_neither_phrases_nor_examples() -> None:
    key = "ghp_a1b2c3d4e5f6g7h8i9"
    only = found([f"park {key} 一", f"park {key} 二", f"park {key} 三"])
    assert only.phrases == ()
    mixed = found([f"park {key} 一", f"park {key} 二", "park it 三"])
    assert {each.text: each.examples for each in mixed.phrases}["park"] == ("park it 三",)
    assert key not in repr([(each.text, each.examples) for each in mixed.phrases])


def test_suggest_shows_phrases_and_what_to_do_next(project: Path) -> None:
    for n, talk in enumerate((ONE, TWO), start=1):
        Path(f"s {n}.json").write_bytes(neutral(map(user, talk), f"s{n}"))
    ran = rules("suggest", "s 1.json", "s 2.json")
    assert ran.exit_code == 0, ran.stderr
    assert re.search(r"^工单 <n> 已开? +uncovered +3 · covered +0", ran.stdout, re.MULTILINE)
    told = json.loads(rules("suggest", "s 1.json", "s 2.json", "--json", "--top", "1").stdout)
    assert len(told["phrases"]) == 1
    assert f"next: {told['phrases'][0]['next']}" in ran.stderr
    words = shlex.split(told["phrases"][0]["next"])
    assert words[:3] == ["fastjev", "rules", "add"]
    assert words[words.index("--against") :][:2] == ["--against", "s 1.json"]
    assert rules(*words[2:]).exit_code in (0, 1)


def test_suggest_says_when_there_is_nothing(project: Path) -> None:
    ran = rules("suggest", "talk.json")
    assert ran.exit_code == 0
    assert "no phrase recurs" in ran.stdout
    assert rules("suggest", "nowhere.json").exit_code == 3
    assert rules("suggest").exit_code == 2
