"""The command line: what goes where, what each failure ends with, and that help stays light."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from fastjev import __version__, pipeline
from fastjev.cli import COMMANDS, cli, main
from fastjev.renderers import RENDERERS

ID = "11111111-2222-4333-8444-555555555555"
TALK = [
    ("user", "不要动production库的schema。接口超时一律 30 秒"),
    ("assistant", "好的，我会先看一下 src/db.py。"),
    ("user", "超时改成 60 秒"),
    ("assistant", "已经改了 src/timeouts.py。"),
    ("user", "再跑一次测试"),
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own, with a session in it and no way to the real home."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.setenv("FASTJEV_CACHE", str(tmp_path / "cache"))
    for name in ("NO_COLOR", "FORCE_COLOR", "FASTJEV_DEBUG", "CLAUDE_CODE_PROJECT_DIR_NAME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "talk.json").write_bytes(neutral(TALK))
    return tmp_path


def neutral(talk: Sequence[tuple[str, str]]) -> bytes:
    messages = [{"role": role, "text": text} for role, text in talk]
    return json.dumps({"schema": "fastjev.conversation/1", "id": "talk", "messages": messages}).encode()


def claude_code(talk: Sequence[tuple[str, str]]) -> bytes:
    rows = []
    for n, (role, text) in enumerate(talk):
        row: dict[str, Any] = {"type": role, "uuid": f"r{n}", "parentUuid": f"r{n - 1}" if n else None}
        row |= {"sessionId": ID, "timestamp": f"2026-05-03T09:0{n}:00.000Z", "isSidechain": False}
        content: Any = text if role == "user" else [{"type": "text", "text": text}]
        row["message"] = {"role": role, "content": content} | ({"id": f"msg{n}"} if role == "assistant" else {})
        rows.append(json.dumps(row).encode() + b"\n")
    return b"".join(rows)


def invoke(*args: str, input: bytes | None = None) -> Result:
    return CliRunner().invoke(cli, args, input=input)


def fastjev(*args: str, input: bytes | None = None, **env: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "fastjev", *args]
    return subprocess.run(command, input=input, capture_output=True, env={**os.environ, **env}, check=False)


# Shape of the command line itself


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["compact", "--help"]])
def test_help_and_version_import_nothing_heavy(here: Path, words: list[str]) -> None:
    program = (
        "import sys; from fastjev.cli import main; main(sys.argv[1:]);"
        "heavy = {'yaml', 'pydantic', 'rich', 'spacy', 'sklearn', 'numpy', 'jieba', 're2'};"
        "print(*sorted(heavy & {name.split('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, check=True)
    assert ran.stdout
    assert ran.stderr == b"\n"


def test_version() -> None:
    assert invoke("--version").output == f"fastjev {__version__}\n"


def test_help_lists_every_command() -> None:
    listed = re.findall(r"^  (\w+)  +(.*)$", invoke("--help").output.split("Commands:")[1], re.MULTILINE)
    assert listed == [(name, lazy.summary) for name, lazy in COMMANDS.items()]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_what_the_table_says(name: str) -> None:
    pytest.importorskip(COMMANDS[name].target.split(":")[0])
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert (command.help or "").startswith(COMMANDS[name].summary)


# compact


@pytest.mark.parametrize("shape", RENDERERS)
def test_each_shape_goes_to_standard_output_and_talk_to_standard_error(here: Path, shape: str) -> None:
    ran = invoke("compact", "talk.json", "--format", shape)
    assert ran.exit_code == 0, ran.stderr
    if shape == "text":
        assert ran.stdout.startswith("[fastjev 骨架 · ")
    else:
        json.loads(ran.stdout)
    assert re.fullmatch(
        r"talk.json \(neutral, 3 turns\): \d+ -> \d+ characters \([+-]\d+\.\d%\), "
        r"about \d+ -> \d+ tokens, to standard output\n"
        r"nothing left to take out; archived as e\d+, 0 pointers\n"
        r"next: fastjev compact talk.json --recent 0, which leaves no turn verbatim\n",
        ran.stderr,
    )


def test_quiet_is_quiet(here: Path) -> None:
    ran = invoke("compact", "talk.json", "-q")
    assert ran.stdout
    assert ran.stderr == ""


def test_standard_input(here: Path) -> None:
    by_path, by_pipe = fastjev("compact", "talk.json", "-q"), fastjev("compact", "-", input=neutral(TALK))
    assert by_pipe.returncode == 0
    assert by_pipe.stdout == by_path.stdout
    assert b"next: fastjev compact FILE --recent 0" in by_pipe.stderr


def test_recent_zero_leaves_no_turn_verbatim(here: Path) -> None:
    assert json.loads(invoke("compact", "talk.json", "--format", "json", "--recent", "0").stdout)["recent"] == []
    one = json.loads(invoke("compact", "talk.json", "--format", "json", "--recent", "1").stdout)
    assert [message["text"] for message in one["recent"]] == ["再跑一次测试"]


def test_the_language_of_headings(here: Path) -> None:
    assert invoke("compact", "talk.json", "--lang", "en").stdout.startswith("[fastjev skeleton · ")
    assert invoke("compact", "talk.json", "--lang", "zh").stdout.startswith("[fastjev 骨架 · ")


def test_from_names_the_reader(here: Path) -> None:
    assert json.loads(invoke("compact", "talk.json", "--from", "neutral", "--format", "json").stdout)
    wrong = invoke("compact", "talk.json", "--from", "nonsense")
    assert wrong.exit_code in (2, 3)
    assert "nonsense" in wrong.stderr


def test_policy_file(here: Path) -> None:
    Path("policy.yaml").write_text("recent_turns: 0\n")
    found = invoke("compact", "talk.json", "--policy", "policy.yaml", "--format", "json").stdout
    assert json.loads(found)["recent"] == []
    found = invoke("compact", "talk.json", "--policy", "policy.yaml", "--recent", "1", "--format", "json").stdout
    assert len(json.loads(found)["recent"]) == 1


def test_budget_reaches_the_policy(here: Path) -> None:
    def policy(*args: str) -> str:
        made = json.loads(invoke("compact", "talk.json", "--format", "json", *args).stdout)["provenance"]["policy"]
        assert isinstance(made, str)
        return made

    assert policy("--budget", "5000") != policy()
    assert policy("--budget", "5000") == policy("--budget", "5000")


def test_output_file_is_whole_and_private(here: Path) -> None:
    Path("out.txt").write_text("old")
    Path("out.txt").chmod(0o644)
    ran = invoke("compact", "talk.json", "-o", "out.txt")
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert ", to out.txt\n" in ran.stderr
    assert Path("out.txt").read_text() == invoke("compact", "talk.json", "-q").stdout
    assert Path("out.txt").stat().st_mode & 0o777 == 0o600
    assert not [path.name for path in here.iterdir() if path.name.startswith(".out")]


def test_output_dash_is_standard_output(here: Path) -> None:
    assert invoke("compact", "talk.json", "-o", "-").stdout.startswith("[fastjev")
    assert not Path("-").exists()


@pytest.mark.parametrize("target", ["talk.json", "./talk.json", "link.json", "folder", "missing/out.txt", "/dev/null"])
def test_an_output_that_must_not_be_written_is_refused(here: Path, target: str) -> None:
    Path("folder").mkdir()
    Path("link.json").symlink_to("talk.json")
    ran = invoke("compact", "talk.json", "-o", target)
    assert ran.exit_code == 2
    assert str(Path(target)) in ran.stderr
    assert Path("talk.json").read_bytes() == neutral(TALK)
    assert sorted(path.name for path in here.iterdir() if path.name.startswith(".")) == []


def test_a_claude_code_session_by_id_and_as_the_last(here: Path) -> None:
    session = here / "claude" / "projects" / re.sub("[^a-zA-Z0-9]", "-", str(here)) / f"{ID}.jsonl"
    session.parent.mkdir(parents=True)
    session.write_bytes(claude_code(TALK))
    for told in (str(session), ID, "11111111", "last"):
        ran = fastjev("compact", told, "--format", "messages", "--recent", "1")
        assert ran.returncode == 0, ran.stderr
        skeleton = json.loads(ran.stdout)[0]
        assert skeleton["role"] == "user"
        assert skeleton["content"][0]["text"].startswith("[fastjev 骨架 · 会话 11111111 · ")
        assert skeleton["content"][1] == {"type": "text", "text": "再跑一次测试"}
        assert str(session) in ran.stderr.decode()


def test_output_is_utf8_whatever_the_locale(here: Path) -> None:
    plain = fastjev("compact", "talk.json", "-q", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert plain.returncode == 0
    assert "不要动production库的schema" in plain.stdout.decode()


@pytest.mark.parametrize("words", [["compact", "big.json"], ["stages", "big.json"]])
def test_a_reader_that_had_enough_is_no_failure(here: Path, words: list[str]) -> None:
    Path("big.json").write_bytes(neutral([("user", f"第 {n} 条：端口改成 {n} " + "x" * 500) for n in range(400)]))
    command = [sys.executable, "-m", "fastjev", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.read(1)
        running.stdout.close()
        said = running.stderr.read()
    assert running.returncode == 0
    assert b"Traceback" not in said
    assert b"roken pipe" not in said


# Exit codes


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["bogus"], 2, "bogus"),
        (["compact"], 2, "SESSION"),
        (["compact", "talk.json", "--format", "xml"], 2, "xml"),
        (["compact", "talk.json", "--recent", "-1"], 2, "-1"),
        (["compact", "talk.json", "--budget", "0"], 2, "0"),
        (["compact", "talk.json", "--lang", "fr"], 2, "fr"),
        (["stages", "talk.json", "--turns", "x"], 2, "'x' is not like 7, 3-7, 3- or -7"),
        (["explain", "talk.json", "u9.9"], 2, "u9.9: no such unit"),
        (["compact", "nowhere.jsonl"], 3, "nowhere.jsonl: no such file"),
        (["compact", "empty"], 3, "empty"),
        (["compact", "."], 3, ".: cannot be read"),
        (["compact", "last"], 3, "last: no session in"),
        (["compact", "talk.json", "--policy", "nowhere.yaml"], 4, "nowhere.yaml"),
        (["compact", "talk.json", "--policy", "bad.yaml"], 4, "recent_turn"),
    ],
)
def test_exit_codes(here: Path, words: list[str], code: int, said: str) -> None:
    Path("empty").touch()
    Path("bad.yaml").write_text("recent_turn: 3\n")
    for ran in (invoke(*words), fastjev(*words)):
        status = ran.exit_code if isinstance(ran, Result) else ran.returncode
        stderr = ran.stderr if isinstance(ran, Result) else ran.stderr.decode()
        assert status == code, stderr
        assert said in stderr
        assert "Traceback" not in stderr
        assert not ran.stdout


def test_a_bug_is_one_line_and_code_5(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("oh\nno \x1b[2J")

    monkeypatch.setattr(pipeline, "run", broken)
    ran = invoke("compact", "talk.json")
    assert ran.exit_code == 5
    assert ran.stderr.count("\n") == 1
    assert "KeyError" in ran.stderr
    assert "\x1b" not in ran.stderr
    monkeypatch.setenv("FASTJEV_DEBUG", "1")
    ran = invoke("compact", "talk.json")
    assert ran.exit_code == 5
    assert "Traceback" in ran.stderr


def test_main_returns_the_code(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert main(["compact", "nowhere.jsonl"]) == 3
    assert "nowhere.jsonl" in capsys.readouterr().err


# stages and explain


def test_stages_shows_each_stage_in_order(here: Path) -> None:
    ran = invoke("stages", "talk.json")
    assert ran.exit_code == 0, ran.stderr
    marks = ["labels  ", "1 segment", "2 classify", "3 resolve", "4 reassemble", "[约束区]"]
    assert [ran.stdout.index(mark) for mark in marks] == sorted(ran.stdout.index(mark) for mark in marks)
    assert "不要动production库的schema" in ran.stdout
    assert "\x1b" not in ran.stdout


def test_stages_of_some_turns(here: Path) -> None:
    shown = invoke("stages", "talk.json", "--turns", "2").stdout
    assert "turn 2 · message 2" in shown
    assert "turn 1 · " not in shown
    assert "turn 3 · " not in shown
    assert "u1.1 " not in shown
    assert "turn 1 · " not in invoke("stages", "talk.json", "--turns", "2-").stdout
    assert "turn 3 · " not in invoke("stages", "talk.json", "--turns", "-2").stdout


def test_stages_in_colour_where_asked(here: Path) -> None:
    assert b"\x1b[" in fastjev("stages", "talk.json", FORCE_COLOR="1").stdout
    assert b"\x1b[" not in fastjev("stages", "talk.json", NO_COLOR="1").stdout


def first_constraint(*args: str) -> dict[str, Any]:
    found = json.loads(invoke("compact", "talk.json", "--format", "json").stdout)
    constraint = found["zones"]["constraints"][-1]
    assert isinstance(constraint, dict)
    return constraint


def test_explain(here: Path) -> None:
    wanted = first_constraint()
    shown = invoke("explain", "talk.json", wanted["id"]).stdout
    rows = dict(re.findall(r"^(\w+)\s+(.*)$", shown, re.MULTILINE))
    assert rows["unit"].startswith(f"{wanted['id']} · turn {wanted['turn']} · message {wanted['message']} [")
    assert rows["label"].startswith("constraint ")
    assert rows["votes"].endswith("<- wins")
    assert rows["text"].replace("[", "").replace("]", "").startswith(wanted["text"])
    assert "[" in rows["text"]
    assert rows["decision"].startswith("constraint ")
    assert rows["passes"]
    assert rows["shown"].startswith("constraints  ")
    assert "verbatim among the recent turns" in shown


def test_explain_as_json(here: Path) -> None:
    wanted = first_constraint()
    told = json.loads(invoke("explain", "talk.json", wanted["id"], "--json").stdout)
    assert list(told) == ["schema", "unit", "verdict", "decision", "shown", "recent"]
    assert told["schema"] == "fastjev.explain/1"
    assert told["unit"]["text"].startswith(wanted["text"])
    winners = [vote for vote in told["verdict"]["votes"] if vote["outcome"] == "wins"]
    assert len(winners) == 1
    start, end = winners[0]["cue"]
    assert winners[0]["text"] == told["unit"]["text"][start:end] != ""
    assert told["decision"]["label"] == wanted["label"]
    assert told["decision"]["because"] == wanted["by"]


def test_explain_names_what_is_near(here: Path) -> None:
    wanted = first_constraint()
    assert f"near it: {wanted['id']}" in invoke("explain", "talk.json", wanted["id"] + "0").stderr
    said = invoke("explain", "talk.json", f"m{wanted['message']}").stderr
    assert "is a message; its units are" in said
    assert wanted["id"] in said


EVIL = "不要动 \x1b]0pwned\x07 \u202eschema \u200b\U000e0041"


@pytest.mark.parametrize("words", [["compact"], ["stages"], ["explain", "u1.1"]])
def test_no_word_of_a_session_commands_the_terminal(here: Path, words: list[str]) -> None:
    Path("evil.json").write_bytes(neutral([("user", EVIL), ("assistant", EVIL), ("user", EVIL)]))
    ran = fastjev(words[0], "evil.json", *words[1:])
    assert ran.returncode == 0, ran.stderr
    shown = (ran.stdout + ran.stderr).decode()
    assert r"\x1b]0pwned\x07 \u202eschema \u200b\U000e0041" in shown
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202e\U000e0041]", shown)
